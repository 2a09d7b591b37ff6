import type { ActionList } from '../../src/engine/kernel/agent.ts';
import { drawCard, fillInOrder } from '../../src/engine/kernel/cards.ts';
import type { Rng } from '../../src/engine/kernel/rng.ts';
import type { Notation, Rules, State } from '../../src/engine/kernel/rules.ts';

/**
 * Toy: a keeper holds a number from a bag; each round the keeper keeps it or draws another, then all seekers guess at once.
 * The game is over when somebody is right or the rounds are.
 */
export interface Toy {
  Config: { readonly seekers: number; readonly size: number; readonly rounds: number };
  Open: {
    readonly rounds: number;
    phase: 'swap' | 'guess' | 'over';
    round: number;
    hint: number;
    readonly guess: Int8Array;
    found: number;
  };
  Own: Keeper | { readonly role: 'seeker'; guesses: number };
  Hidden: { readonly bag: Int8Array; left: number };
  Move: { readonly swap: boolean } | { readonly guess: number };
}

interface Keeper {
  readonly role: 'keeper';
  number: number;
}

export const keeperOf = ({ own: [keeper] }: State<Toy>): Keeper => {
  if (keeper.role !== 'keeper') throw new TypeError('seat 0 is not the keeper');
  return keeper;
};

function draw(state: State<Toy>, rng: Rng): void {
  keeperOf(state).number = drawCard(state.hidden.bag, state.hidden.left--, rng);
}

export const toy: Rules<Toy> = {
  create: ({ seekers, size, rounds }) => ({
    open: { rounds, phase: 'over', round: 0, hint: 0, guess: new Int8Array(seekers).fill(-1), found: 0 },
    own: [
      { role: 'keeper', number: -1 },
      ...Array.from({ length: seekers }, () => ({ role: 'seeker' as const, guesses: 0 })),
    ],
    hidden: { bag: new Int8Array(size), left: size },
  }),
  deal(state, rng) {
    fillInOrder(state.hidden.bag);
    draw(state, rng);
    state.open.phase = 'swap';
  },
  acting: ({ open, own }) => (open.phase === 'swap' ? 1 : open.phase === 'guess' ? (1 << own.length) - 2 : 0),
  legal({ open, hidden }, _seat, out: ActionList) {
    const options = open.phase === 'guess' ? hidden.bag.length : hidden.left > 0 ? 2 : 1;
    for (let i = 0; i < options; i++) out.push(i);
  },
  apply(state, joint, rng) {
    const { open, own } = state;
    if (open.phase === 'swap') {
      if (joint[0] === 1) draw(state, rng);
      open.phase = 'guess';
      return;
    }
    own.forEach((seeker, seat) => {
      if (seeker.role === 'keeper') return;
      seeker.guesses++;
      open.guess[seat - 1] = joint[seat];
      if (joint[seat] === keeperOf(state).number) open.found++;
    });
    open.phase = open.found > 0 || ++open.round === open.rounds ? 'over' : 'swap';
  },
};

export const toyNotation: Notation<Toy> = {
  toMove: ({ open }, action) => (open.phase === 'swap' ? { swap: action === 1 } : { guess: action }),
  toAction: (_view, move) => ('swap' in move ? Number(move.swap) : move.guess),
};

/** Toy with a slip: whether the keeper's number is odd can be read off the table. */
export const leakingToy: Rules<Toy> = {
  ...toy,
  apply(state, joint, rng) {
    toy.apply(state, joint, rng);
    state.open.hint = keeperOf(state).number % 2;
  },
};

/** Toy with a finer slip: the table says nothing, yet seekers are not offered what the bag still holds on top. */
export const pointingToy: Rules<Toy> = {
  ...toy,
  legal(state, seat, out) {
    if (state.open.phase === 'swap') toy.legal(state, seat, out);
    else
      for (let i = 0; i < state.hidden.bag.length; i++)
        if (i !== (keeperOf(state).number + 1) % state.hidden.bag.length) out.push(i);
  },
};
