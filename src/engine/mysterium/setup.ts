import { drawCard, fillInOrder, shuffle } from '../kernel/cards.ts';
import type { Rng } from '../kernel/rng.ts';
import type { State } from '../kernel/rules.ts';
import { startRound } from './rounds.ts';
import { ghostOf } from './seats.ts';
import { NONE, ROWS, mostGiven } from './shape.ts';
import type { Config, GhostOwn, Mysterium, Open, PsychicOwn } from './shape.ts';

/** Cards that crows can take in a game: one crow a round and one in the finale, or three, of a hand each. */
const mostThrown = (config: Config): number => config.hand * Math.max(config.crows, config.rounds + 1);

const empty = (length: number): Int8Array => new Int8Array(length).fill(NONE);

export function create(config: Config): State<Mysterium> {
  const { psychics, rounds, width } = config;
  const cases = config.players === 2 ? 4 : psychics;
  const open: Open = {
    config: Object.freeze({ ...config }),
    phase: 'over',
    round: 0,
    outcome: 'playing',
    card: empty(ROWS * width),
    gone: new Int32Array(ROWS),
    stage: new Int8Array(psychics),
    unfinished: (1 << psychics) - 1,
    finishRound: new Int8Array(psychics),
    wrong: new Int32Array(psychics),
    given: empty(psychics * mostGiven(config)),
    givenRound: new Int8Array(psychics * mostGiven(config)),
    givenCount: new Int8Array(psychics),
    stageStart: new Int8Array(psychics),
    served: 0,
    servedAs: new Int8Array(rounds * psychics),
    handCount: 0,
    deckCount: config.visions,
    discardCount: 0,
    crowsLeft: config.crows,
    crowsUsed: 0,
    thrownCount: 0,
    thrown: empty(config.redrawDiscardVisible ? mostThrown(config) : 0),
    shortages: 0,
    topic: NONE,
    talked: 0,
    said: empty(psychics * psychics),
    guess: empty(psychics),
    guessed: empty(rounds * psychics),
    guessedRow: empty(rounds * psychics),
    guessedRight: new Int8Array(rounds * psychics),
    checks: new Int8Array(psychics).fill(config.tokens),
    crosses: new Int8Array(psychics).fill(config.tokens),
    checksOn: new Int32Array(psychics),
    crossesOn: new Int32Array(psychics),
    predictions: 0,
    truePredictions: 0,
    predictors: 0,
    level: new Int8Array(psychics),
    ageRank: new Int8Array(psychics),
    cases,
    caseCard: empty(cases * ROWS),
    casePsychic: empty(cases),
    revealed: empty(ROWS),
    revealedCount: 0,
    voters: 0,
    votes: new Int32Array(psychics).fill(NONE),
    culprit: NONE,
    answer: NONE,
  };
  const ghost: GhostOwn = {
    role: 'ghost',
    hand: empty(config.hand),
    target: empty(psychics * ROWS),
    thrown: empty(mostThrown(config)),
    culprit: NONE,
    pointed: empty(ROWS),
  };
  const own: (GhostOwn | PsychicOwn)[] = [ghost];
  for (let p = 0; p < psychics; p++) own.push({ role: 'psychic', vote: NONE });
  return {
    open,
    own,
    hidden: {
      deck: new Int8Array(config.visions),
      discard: empty(config.visions),
      box: Array.from({ length: ROWS }, () => new Int8Array(config.cardsPerRow)),
    },
  };
}

/** Lays out the cards, draws the targets and the ghost's first hand (rules, A.3 steps 1 to 4). */
export function deal(state: State<Mysterium>, rng: Rng): void {
  const { open, hidden } = state;
  const { config } = open;
  const { width, cardsPerRow, psychics } = config;
  const { target } = ghostOf(state);
  for (let row = 0; row < ROWS; row++) {
    const box = hidden.box[row];
    fillInOrder(box);
    for (let col = 0; col < width; col++) open.card[row * width + col] = drawCard(box, cardsPerRow - col, rng);
    let free = (1 << width) - 1;
    for (let p = 0; p < psychics; p++) {
      let skip = rng.below(width - p);
      let col = 0;
      while (!((free >> col) & 1) || skip-- > 0) col++;
      free &= ~(1 << col);
      target[p * ROWS + row] = col;
    }
  }
  fillInOrder(open.ageRank);
  if (config.ageOrder === 'random') shuffle(open.ageRank, psychics, rng);
  fillInOrder(hidden.deck);
  startRound(state, 1, rng);
}
