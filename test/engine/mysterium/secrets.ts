import type { Seat } from '../../../src/engine/kernel/agent.ts';
import type { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import type { State } from '../../../src/engine/kernel/rules.ts';
import { BELIEFS, CROSSES, MASKS, REDRAW } from '../../../src/engine/mysterium/actions.ts';
import { ghostOf, psychicAt } from '../../../src/engine/mysterium/seats.ts';
import { HAND, NONE, ROWS } from '../../../src/engine/mysterium/shape.ts';
import type { Mysterium, Phase } from '../../../src/engine/mysterium/shape.ts';
import type { Secret } from '../../kit/secrecy.ts';
import { bitsOf } from './table.ts';

/** The secrets of Mysterium (rules, A.5), each with a way to change it that nothing on the table can show. */

type World = State<Mysterium>;

const GHOST = 0;
const fromPsychics = (_state: World, seat: Seat): boolean => seat !== GHOST;
const isNow =
  (phase: Phase) =>
  ({ open }: World): boolean =>
    open.phase === phase;
const isOver = isNow('over');

/** One of `from`; undefined where there is none. */
const oneOf = <X>(from: readonly X[], dice: Sfc32): X | undefined => from[dice.below(Math.max(1, from.length))];

/** Hand positions that the ghost's action leaves in its hand. */
function kept({ open }: World, action: number): number[] {
  const all = (1 << open.handCount) - 1;
  if (open.phase === 'point' && action < REDRAW) {
    const used = new Set([0, 1, 2].map((place) => Math.floor(action / HAND ** place) % HAND));
    return bitsOf(all).filter((position) => !used.has(position));
  }
  return bitsOf(all & ~(open.phase === 'deliver' && action < REDRAW ? action % MASKS : action & (MASKS - 1)));
}

const unsolvedTarget: Secret<Mysterium> = {
  name: 'a target that has not been found',
  hiddenFrom: fromPsychics,
  vary(twin, joint, dice) {
    const { open } = twin;
    const p = oneOf(bitsOf(open.unfinished), dice);
    if (p === undefined) return false;
    const row = open.stage[p] + dice.below(ROWS - open.stage[p]);
    const { target } = ghostOf(twin);
    const taken = new Set(Array.from({ length: open.config.psychics }, (_, q) => target[q * ROWS + row]));
    const now = target[p * ROWS + row];
    // A pawn on either card would tell them apart, now or in the past; a decoy leaves all others as they are.
    const guess = open.phase === 'guess' ? joint[p + 1] : open.phase === 'predict' ? open.guess[p] : NONE;
    const never = row === open.stage[p] ? bitsOf(open.wrong[p]) : [];
    const free = Array.from({ length: open.config.width }, (_, col) => col).filter(
      (col) => col !== guess && !taken.has(col) && !never.includes(col),
    );
    const other = oneOf(free, dice);
    if (other === undefined || (row === open.stage[p] && guess === now)) return false;
    target[p * ROWS + row] = other;
    return true;
  },
};

const ghostsHand: Secret<Mysterium> = {
  name: "a vision in the ghost's hand",
  hiddenFrom: fromPsychics,
  vary(twin, joint, dice) {
    const position = oneOf(kept(twin, joint[GHOST] < 0 ? 0 : joint[GHOST]), dice);
    if (position === undefined || twin.open.deckCount === 0 || isOver(twin)) return false;
    const { hand } = ghostOf(twin);
    const at = dice.below(twin.open.deckCount);
    [hand[position], twin.hidden.deck[at]] = [twin.hidden.deck[at], hand[position]];
    return true;
  },
};

const seniority: Secret<Mysterium> = {
  name: 'how long the ghost has held the visions it gives',
  hiddenFrom: fromPsychics,
  vary(twin, joint) {
    const action = joint[GHOST];
    if (!isNow('deliver')(twin) || action > REDRAW) return false;
    // The same cards are given from a hand in the opposite order.
    const count = twin.open.handCount;
    ghostOf(twin).hand.subarray(0, count).reverse();
    const mask = bitsOf(action % MASKS).reduce((mirrored, position) => mirrored | (1 << (count - 1 - position)), 0);
    joint[GHOST] = action - (action % MASKS) + mask;
    return true;
  },
};

function swapTwoInDeck({ hidden, open }: World, dice: Sfc32): boolean {
  if (open.deckCount < 2) return false;
  const a = dice.below(open.deckCount);
  const b = (a + 1 + dice.below(open.deckCount - 1)) % open.deckCount;
  [hidden.deck[a], hidden.deck[b]] = [hidden.deck[b], hidden.deck[a]];
  return true;
}

const future: Secret<Mysterium> = {
  name: 'what the ghost will draw',
  hiddenFrom: fromPsychics,
  vary: (twin, _joint, dice) => !isOver(twin) && swapTwoInDeck(twin, dice),
};

const futureFromGhost: Secret<Mysterium> = {
  name: 'what it will draw, the ghost included, while nothing is drawn',
  hiddenFrom: ({ open }) => open.phase !== 'point' && open.phase !== 'over',
  vary: (twin, _joint, dice) =>
    ['talk', 'guess', 'predict'].includes(twin.open.phase) &&
    twin.open.handCount === twin.open.config.hand &&
    swapTwoInDeck(twin, dice),
};

const crowDiscards: Secret<Mysterium> = {
  name: 'which visions were thrown to a crow (decision A-2)',
  hiddenFrom: fromPsychics,
  vary(twin, _joint, dice) {
    const { open, hidden } = twin;
    const { thrown } = ghostOf(twin);
    const discards = hidden.discard.subarray(0, open.discardCount);
    const at = oneOf(
      [...thrown.subarray(0, open.thrownCount)].flatMap((vision, i) => (discards.includes(vision) ? [i] : [])),
      dice,
    );
    if (at === undefined || open.deckCount === 0) return false;
    const inDeck = dice.below(open.deckCount);
    const vision = hidden.deck[inDeck];
    hidden.deck[inDeck] = thrown[at];
    discards[discards.indexOf(thrown[at])] = vision;
    thrown[at] = vision;
    return true;
  },
};

/** A choice of one of several who choose at once: nobody else may see it before it is applied. */
const choice = (
  phase: Phase,
  name: string,
  other: (twin: World, seat: Seat, action: number, dice: Sfc32) => number,
): Secret<Mysterium> => ({
  name,
  hiddenFrom: ({ open }, seat, twin) => seat !== 1 && open.phase === phase && twin.open.phase === phase,
  vary(twin, joint, dice) {
    if (!isNow(phase)(twin) || joint[1] < 0) return false;
    joint[1] = other(twin, 1, joint[1], dice);
    return true;
  },
});

/** Another column of those on the table; the same where there is but one. */
const otherColumn = ({ open }: World, seat: Seat, action: number, dice: Sfc32): number => {
  const row = open.phase === 'talk' ? open.stage[open.topic] : open.stage[seat - 1];
  const free = Array.from({ length: open.config.width }, (_, col) => col).filter(
    (col) => col !== action && !((open.gone[row] >> col) & 1),
  );
  return oneOf(free, dice) ?? action;
};

const unrevealedGuess = choice('guess', 'a guess before all pawns are placed', otherColumn);
const unplacedTokens = choice('predict', 'a prediction before all tokens are placed', (_twin, _seat, action) =>
  action === 0 ? 2 : action === 2 ? 2 * CROSSES : 0,
);

const unheardTalk: Secret<Mysterium> = {
  name: 'what is about to be said',
  hiddenFrom: ({ open }, seat, twin) => seat !== 1 && open.said.every((said, i) => said === twin.open.said[i]),
  vary(twin, joint, dice) {
    if (!isNow('talk')(twin)) return false;
    joint[1] = otherColumn(twin, 1, joint[1], dice);
    return true;
  },
};

const culprit: Secret<Mysterium> = {
  name: 'the case the ghost points at, before the count',
  hiddenFrom: (state, seat) => seat !== GHOST && !isOver(state),
  vary(twin, joint, dice) {
    const { open } = twin;
    const shift = 1 + dice.below(open.cases - 1);
    if (open.phase === 'vote') {
      const ghost = ghostOf(twin);
      ghost.culprit = (ghost.culprit + shift) % open.cases;
      return true;
    }
    if (open.phase !== 'point' || joint[GHOST] > REDRAW) return false;
    const span = HAND ** 3;
    joint[GHOST] = ((Math.floor(joint[GHOST] / span) + shift) % open.cases) * span + (joint[GHOST] % span);
    return true;
  },
};

const unseenFinaleCards: Secret<Mysterium> = {
  name: 'a vision of the finale that is not yet turned up',
  hiddenFrom(state, seat, twin) {
    const { open } = state;
    const [mine, theirs] = [ghostOf(state).pointed, ghostOf(twin).pointed];
    const seen = mine.some(
      (vision, row) =>
        vision !== theirs[row] && (open.revealed.includes(vision) || twin.open.revealed.includes(theirs[row])),
    );
    return seat !== GHOST && !seen;
  },
  vary(twin, joint, dice) {
    const { open, hidden } = twin;
    const ghost = ghostOf(twin);
    if (open.deckCount === 0) return false;
    const other = dice.below(open.deckCount);
    if (open.phase === 'vote') {
      const row = oneOf(
        [0, 1, 2].filter((place) => !open.revealed.includes(ghost.pointed[place])),
        dice,
      );
      if (row === undefined) return false;
      [ghost.pointed[row], hidden.deck[other]] = [hidden.deck[other], ghost.pointed[row]];
      return true;
    }
    if (open.phase !== 'point' || joint[GHOST] > REDRAW) return false;
    const position = Math.floor(joint[GHOST] / HAND ** dice.below(ROWS)) % HAND;
    [ghost.hand[position], hidden.deck[other]] = [hidden.deck[other], ghost.hand[position]];
    return true;
  },
};

const category: Secret<Mysterium> = {
  name: 'which vision of the finale stands for which category',
  hiddenFrom: fromPsychics,
  vary(twin) {
    const { pointed } = ghostOf(twin);
    const rows = [0, 1, 2].filter((row) => twin.open.revealed.includes(pointed[row]));
    if (!isNow('vote')(twin) || rows.length < 2) return false;
    [pointed[rows[0]], pointed[rows[1]]] = [pointed[rows[1]], pointed[rows[0]]];
    return true;
  },
};

const unheardBelief: Secret<Mysterium> = {
  name: 'a belief in a case that is about to be stated',
  hiddenFrom: ({ open }, seat, twin) => seat !== 1 && open.votes.every((vote, i) => vote === twin.open.votes[i]),
  vary(twin, joint, dice) {
    if (!isNow('vote')(twin)) return false;
    joint[1] = (joint[1] + 1 + dice.below(BELIEFS - 1)) % BELIEFS;
    return true;
  },
};

/** What the first psychic votes: nobody else knows before the count, the ghost included. */
const votedBy0 = (state: World, seat: Seat): boolean => seat !== 1 && !isOver(state);

const voteInHand: Secret<Mysterium> = {
  name: 'a vote that is being cast',
  hiddenFrom: votedBy0,
  vary(twin, joint, dice) {
    if (!isNow('vote')(twin) || joint[1] < 0) return false;
    joint[1] = (joint[1] + 1 + dice.below(twin.open.cases - 1)) % twin.open.cases;
    return true;
  },
};

const earlierVote: Secret<Mysterium> = {
  name: 'a vote cast after an earlier vision, before the count',
  hiddenFrom: votedBy0,
  vary(twin, _joint, dice) {
    const first = psychicAt(twin, 0);
    if (!isNow('vote')(twin) || first.vote === NONE) return false;
    first.vote = (first.vote + 1 + dice.below(twin.open.cases - 1)) % twin.open.cases;
    return true;
  },
};

const setAside: Secret<Mysterium> = {
  name: 'in which order cards were set aside',
  hiddenFrom: ({ open }) => !['point', 'vote', 'over'].includes(open.phase),
  vary(twin, _joint, dice) {
    const { cardsPerRow, width } = twin.open.config;
    const box = twin.hidden.box[dice.below(ROWS)];
    box.subarray(0, cardsPerRow - width).reverse();
    return true;
  },
};

/** Secrets of every table. */
export const secrets: readonly Secret<Mysterium>[] = [
  unsolvedTarget,
  ghostsHand,
  seniority,
  future,
  futureFromGhost,
  crowDiscards,
  unrevealedGuess,
  culprit,
  unseenFinaleCards,
  category,
  setAside,
];

/** Secrets that need several people, whose votes follow one another. */
/** What two people keep from each other, who have no tokens and vote at once. */
export const secretsOfTwo: readonly Secret<Mysterium>[] = [unheardTalk, voteInHand];
export const secretsOfMany: readonly Secret<Mysterium>[] = [unplacedTokens, unheardTalk, voteInHand, earlierVote];
/** What people keep from each other who talk about one case after the other. */
export const secretsOfDiscussion: readonly Secret<Mysterium>[] = [unheardTalk, unheardBelief];
