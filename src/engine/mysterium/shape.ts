import type { DeckNeed } from '../kernel/knowledge.ts';

/**
 * Mysterium (2015), the original clairvoyancy edition: the data of a game, and who may see what.
 *
 * Seat 0 is the ghost's; psychic p, of colour p, sits at seat p + 1. With two or three people each person holds two psychics.
 * A *row* is a category (0 character, 1 location, 2 object), a *column* a face-up card of a row, a *case* one trio in the finale.
 *
 * | secret | lives in | comes to light |
 * |---|---|---|
 * | targets | the ghost's `own` | by right guesses alone |
 * | the ghost's hand | the ghost's `own` | as visions are given |
 * | what a draw will bring | nowhere: `hidden.deck` has no order | when drawn |
 * | cards thrown to a crow | the ghost's `own`, `hidden.discard` | never (option `redrawDiscardVisible`) |
 * | guesses, predictions, talk not yet heard from all | the caller's joint action | all at once |
 * | the culprit, the visions not yet revealed | the ghost's `own` | at the end, one by one |
 * | votes before the count | each psychic's `own` | at the count; of beliefs stated case by case, at once |
 */
export interface Mysterium {
  Config: Config;
  Open: Open;
  Own: GhostOwn | PsychicOwn;
  Hidden: Hidden;
  Move: Move;
}

/** Rows of the table, and cards in a case. */
export const ROWS = 3;
export const ROW_NAMES = ['character', 'location', 'object'] as const;
/** The round at whose start every spent token comes back (rules, A.6 step 0). */
export const TOKENS_RETURN = 4;
/** Nobody, nothing, nowhere. */
export const NONE = -1;
/** Most visions in the ghost's hand. */
export const HAND = 7;
/** Rounds until the deadline. */
export const ROUNDS = 7;

export const MYSTERIUM_DECK: DeckNeed = {
  visions: 84,
  cards: ROW_NAMES.map((kind) => ({ kind, count: 18 })),
};

/** Fixed before the deal. Made by `toConfig`; tests may shrink it. */
export interface Config {
  /** People, the ghost included: 2 to 7. */
  readonly players: number;
  /** Psychics in play, each with a case to solve. */
  readonly psychics: number;
  /** People among whom the psychics are shared out. */
  readonly persons: number;
  /** Face-up cards a row. */
  readonly width: number;
  readonly rounds: number;
  /** Visions in the ghost's hand, at most `HAND`. */
  readonly hand: number;
  /** Whether the hand is filled after each delivery, or once everybody is served (house rule H-4). */
  readonly refill: 'each' | 'end';
  readonly visions: number;
  readonly cardsPerRow: number;
  readonly crows: number;
  /** Whether the crows come back every round (Easy) or never. */
  readonly crowsReturn: boolean;
  /** Clairvoyancy tokens of each symbol a psychic has; 0 with two or three people, and where nobody has levels (H-1). */
  readonly tokens: number;
  /** First level that votes after the second vision, and after the third. */
  readonly middleFrom: number;
  readonly highFrom: number;
  /** Whether a psychic votes after as many visions as its level says, or everybody after all three (A.10, H-1 to H-3). */
  readonly finaleSight: 'level' | 'all';
  /**
   * `secret`: each names a case. `together`: three people state all their beliefs at once and name one case (decision A-10).
   * `caseByCase`: more people do so one case after the other (H-3).
   */
  readonly finaleVote: 'secret' | 'together' | 'caseByCase';
  readonly talkRounds: number;
  readonly ageOrder: 'random' | 'seat';
  readonly decoySource: 'setAside' | 'tableLeftovers';
  readonly redrawDiscardVisible: boolean;
  readonly unplacedPawn: 'refuse' | 'wrong';
}

/** deliver, redraw: ghost; talk, guess, predict: psychics; close: the ghost's last crow of a round; point: ghost; vote: psychics. */
export type Phase = 'deliver' | 'talk' | 'guess' | 'predict' | 'close' | 'point' | 'vote' | 'over';

export type Outcome = 'playing' | 'voteCorrect' | 'voteWrong' | 'deadline';

/** Indices: p, q psychics; row * width + col; p * rounds * hand + k for the k-th vision given to p. Masks have bit i for i. */
export interface Open {
  readonly config: Config;
  phase: Phase;
  /** 1 to 7. */
  round: number;
  outcome: Outcome;
  /** Number of the card within its row's cards, at row * width + col. */
  readonly card: Int8Array;
  /** Columns no longer on the table, a mask a row. */
  readonly gone: Int32Array;
  /** Row each psychic is at; ROWS when finished. */
  readonly stage: Int8Array;
  /** Psychics not yet finished, a mask. */
  unfinished: number;
  /** Round in which each psychic finished; 0 before. */
  readonly finishRound: Int8Array;
  /** Columns guessed wrongly by each psychic at its present stage, a mask each. */
  readonly wrong: Int32Array;

  /** Every vision ever given to each psychic, in order, and the round of each. */
  readonly given: Int8Array;
  readonly givenRound: Int8Array;
  readonly givenCount: Int8Array;
  /** Where in its `given` each psychic's present visions begin: those before it are discarded. */
  readonly stageStart: Int8Array;
  /** Psychics served this round, a mask; and in which place each was served in each round, (round - 1) * psychics + p, from 1. */
  served: number;
  readonly servedAs: Int8Array;
  handCount: number;
  deckCount: number;
  discardCount: number;
  crowsLeft: number;
  crowsUsed: number;
  /** Cards thrown to crows: how many, and which where `redrawDiscardVisible`. */
  thrownCount: number;
  readonly thrown: Int8Array;
  /** Psychics who got nothing because every vision lay on the table (decision A-5). */
  shortages: number;

  /** The psychic talked about or, in a vote case by case, the case; NONE where there is no talk. How many rounds of talk are done. */
  topic: number;
  talked: number;
  /** The column each speaker last named for each psychic this round, speaker * psychics + q; NONE for silence. */
  readonly said: Int8Array;
  /** This round's guesses; NONE for who makes none. */
  readonly guess: Int8Array;
  /** All guesses, (round - 1) * psychics + p: column, row and whether right; column NONE where none was made. */
  readonly guessed: Int8Array;
  readonly guessedRow: Int8Array;
  readonly guessedRight: Int8Array;

  /** Tokens each psychic can still place. */
  readonly checks: Int8Array;
  readonly crosses: Int8Array;
  /** Whom each psychic's tokens of this round lie on, a mask each. */
  readonly checksOn: Int32Array;
  readonly crossesOn: Int32Array;
  predictions: number;
  truePredictions: number;
  /** Psychics who may predict now, a mask. */
  predictors: number;
  readonly level: Int8Array;
  /** 0 is the eldest. */
  readonly ageRank: Int8Array;

  cases: number;
  /** Card numbers of each case, case * ROWS + row. */
  readonly caseCard: Int8Array;
  /** Whose case it is; NONE for a decoy. */
  readonly casePsychic: Int8Array;
  readonly revealed: Int8Array;
  revealedCount: number;
  /** Psychics who vote now, a mask. */
  voters: number;
  /** Votes, culprit and answer, shown when the game is over; NONE before. In a vote case by case, the beliefs stated so far. */
  readonly votes: Int32Array;
  culprit: number;
  answer: number;
}

export interface GhostOwn {
  readonly role: 'ghost';
  /** The first `open.handCount` hold visions; their order means nothing. */
  readonly hand: Int8Array;
  /** Target column at p * ROWS + row. */
  readonly target: Int8Array;
  /** Cards thrown to crows, the first `open.thrownCount`. */
  readonly thrown: Int8Array;
  /** The finale: the case pointed at, and the visions for its character, location and object. */
  culprit: number;
  readonly pointed: Int8Array;
}

export interface PsychicOwn {
  readonly role: 'psychic';
  /** The case voted for, or the beliefs stated where people choose together; NONE before. */
  vote: number;
}

export interface Hidden {
  /** The draw pile: the first `open.deckCount`, in no order. */
  readonly deck: Int8Array;
  /** The first `open.discardCount`, in no order. */
  readonly discard: Int8Array;
  /** The cards of each row that were set aside: the first `cardsPerRow - width`, in no order. */
  readonly box: readonly Int8Array[];
}

/** An action in words. Visions and cards are numbers of the affinity's rows and columns. */
export type Move =
  | { readonly deliver: readonly number[]; readonly to: number }
  | { readonly redraw: readonly number[] }
  | { readonly keep: true }
  | { readonly say: number | null; readonly about: number }
  | { readonly guess: number | null }
  | { readonly checks: readonly number[]; readonly crosses: readonly number[] }
  | { readonly culprit: number; readonly visions: readonly [number, number, number] }
  | { readonly vote: number }
  | { readonly beliefs: readonly number[] }
  | { readonly belief: number; readonly case: number };

export const seatOf = (psychic: number): number => psychic + 1;
export const psychicOf = (seat: number): number => seat - 1;

/** Whether the vote is one choice of several people who talk it over, and a vote is made of beliefs (rules A.10, H-3). */
export const sharesVote = (config: Pick<Config, 'finaleVote'>): boolean => config.finaleVote !== 'secret';

/** How many visions one psychic can ever be given. */
export const mostGiven = (config: Config): number => config.rounds * config.hand;

/** The affinity's column of a card, from its row and number. */
export const columnOf = (config: { readonly cardsPerRow: number }, row: number, card: number): number =>
  row * config.cardsPerRow + card;

/** The person who holds psychic `p`, from 0: with two or three people each holds two. */
export const personOf = (config: { readonly psychics: number; readonly persons: number }, p: number): number =>
  Math.floor((p * config.persons) / config.psychics);

/** Psychics who speak and vote for themselves and their person's other colour: the first of each person's. */
export function speakers(config: { readonly psychics: number; readonly persons: number }): number {
  let mask = 0;
  for (let p = 0; p < config.psychics; p++)
    if (p === 0 || personOf(config, p) !== personOf(config, p - 1)) mask |= 1 << p;
  return mask;
}

interface Supply {
  readonly unfinished: number;
  readonly served: number;
  readonly handCount: number;
  readonly deckCount: number;
  readonly discardCount: number;
  readonly config: Pick<Config, 'refill'>;
}

/**
 * The largest delivery allowed now: one vision must be left for each psychic still to be served (rules, A.7 shortage), in the hand
 * itself where it is not filled in between (H-4).
 */
export function largestDelivery(open: Supply): number {
  let waiting = -1;
  for (let rest = open.unfinished & ~open.served; rest !== 0; rest &= rest - 1) waiting++;
  const left = open.config.refill === 'each' ? open.deckCount + open.discardCount : 0;
  return Math.min(open.handCount, Math.max(1, open.handCount + left - waiting));
}

/** How far a psychic's level reaches: 0 votes after the first vision of the finale, 1 after the second, 2 after the third (rules, A.8). */
export const bandOf = (config: { readonly middleFrom: number; readonly highFrom: number }, level: number): number =>
  level >= config.highFrom ? 2 : level >= config.middleFrom ? 1 : 0;

interface Voters {
  readonly level: { readonly [p: number]: number };
  readonly ageRank: { readonly [p: number]: number };
  readonly cases: number;
  readonly config: { readonly psychics: number };
}

/** What the votes say: the case with most, or on a tie the vote of the highest level, the eldest among equals (rules, A.9 step 4). */
export function answerOf({ level, ageRank, cases, config }: Voters, votes: { readonly [p: number]: number }): number {
  let best = NONE;
  let most = 0;
  let tied = false;
  for (let i = 0; i < cases; i++) {
    let votesFor = 0;
    for (let p = 0; p < config.psychics; p++) if (votes[p] === i) votesFor++;
    if (votesFor < most || votesFor === 0) continue;
    tied = votesFor === most;
    most = votesFor;
    best = i;
  }
  if (!tied) return best;
  let decider = 0;
  for (let p = 1; p < config.psychics; p++) {
    if (level[p] > level[decider] || (level[p] === level[decider] && ageRank[p] < ageRank[decider])) decider = p;
  }
  return votes[decider];
}
