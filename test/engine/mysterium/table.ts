import { checked } from '../../../src/engine/kernel/checked.ts';
import { resolve } from '../../../src/engine/kernel/params.ts';
import type { Given } from '../../../src/engine/kernel/params.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import type { Rng } from '../../../src/engine/kernel/rng.ts';
import { PASS } from '../../../src/engine/kernel/rules.ts';
import type { State } from '../../../src/engine/kernel/rules.ts';
import { CROSSES, KEEP, MASKS, REDRAW } from '../../../src/engine/mysterium/actions.ts';
import { mysteriumParams, toConfig } from '../../../src/engine/mysterium/params.ts';
import { mysterium } from '../../../src/engine/mysterium/rules.ts';
import { ghostOf } from '../../../src/engine/mysterium/seats.ts';
import { HAND, ROWS, mostGiven } from '../../../src/engine/mysterium/shape.ts';
import type { Config, Mysterium, Open } from '../../../src/engine/mysterium/shape.ts';

/** Psychics by the colour of their pawns. */
export const RED = 0;
export const BLUE = 1;
export const GREEN = 2;
export const YELLOW = 3;
export const WHITE = 4;
export const BLACK = 5;

/** A config as a person would ask for it; psychics are silent unless `talkRounds` says otherwise. */
export const configOf = (given: Given = {}): Config => toConfig(resolve(mysteriumParams, { talkRounds: 0, ...given }));

/** The numbers of the set bits. */
export const bitsOf = (mask: number): number[] =>
  Array.from({ length: 31 }, (_, i) => i).filter((i) => (mask >> i) & 1);

export const maskOf = (bits: readonly number[]): number => bits.reduce((mask, i) => mask | (1 << i), 0);

/** What a psychic guesses: a column, or whatever is right, or whatever is wrong. */
export type Guess = number | 'right' | 'wrong';

/** Whom a psychic's tokens go to. */
export interface Tokens {
  readonly checks?: readonly number[];
  readonly crosses?: readonly number[];
}

const rules = checked(mysterium);

/** A game whose every step is said by a test. It knows the secrets, so that a test can say "right" and "wrong"; it refuses what is illegal. */
export class TestTable {
  readonly state: State<Mysterium>;
  readonly rng: Rng;

  constructor(config: Config, rng: Rng = new Sfc32(1)) {
    this.state = rules.create(config);
    this.rng = rng;
    rules.deal(this.state, new Sfc32(1));
  }

  get open(): Open {
    return this.state.open;
  }

  get ghost() {
    return ghostOf(this.state);
  }

  /** Column of the card that psychic `p` has to find in `row`. */
  target(p: number, row = this.open.stage[p]): number {
    return this.ghost.target[p * ROWS + row];
  }

  /** Visions lying before psychic `p` now. */
  visionsBefore(p: number): number[] {
    const shelf = p * mostGiven(this.open.config);
    return [...this.open.given.subarray(shelf + this.open.stageStart[p], shelf + this.open.givenCount[p])];
  }

  /** Applies a joint action; seats that are not named pass. */
  act(actions: ReadonlyMap<number, number>): this {
    const joint = new Int32Array(this.state.own.length).fill(PASS);
    for (const [seat, action] of actions) joint[seat] = action;
    rules.apply(this.state, joint, this.rng);
    return this;
  }

  ghostActs(action: number): this {
    return this.act(new Map([[0, action]]));
  }

  /** Gives psychic `p` the first `count` cards of the hand. */
  deliver(p: number, count = 1): this {
    return this.ghostActs(p * MASKS + (1 << count) - 1);
  }

  /** Throws the first `count` cards of the hand to a crow. */
  redraw(count = 1): this {
    return this.ghostActs(REDRAW + (1 << count) - 1);
  }

  keep(): this {
    return this.ghostActs(KEEP);
  }

  /** Serves everybody who is still to be served this round. */
  serveAll(count = 1): this {
    while (this.open.phase === 'deliver') this.deliver(bitsOf(this.open.unfinished & ~this.open.served)[0], count);
    return this;
  }

  /** A column of the row that `p` is at which is on the table and not its target. */
  wrongColumn(p: number): number {
    const row = this.open.stage[p];
    const columns = Array.from({ length: this.open.config.width }, (_, col) => col);
    const found = columns.find((col) => col !== this.target(p) && !((this.open.gone[row] >> col) & 1));
    if (found === undefined) throw new RangeError(`psychic ${p} has but one card left to guess`);
    return found;
  }

  /** All unfinished psychics guess, wrongly where nothing is said. */
  guess(guesses: ReadonlyMap<number, Guess> = new Map()): this {
    const columns = bitsOf(this.open.unfinished).map((p) => {
      const guess = guesses.get(p) ?? 'wrong';
      return [p + 1, guess === 'right' ? this.target(p) : guess === 'wrong' ? this.wrongColumn(p) : guess] as const;
    });
    return this.act(new Map(columns));
  }

  /** All who may predict place the tokens named, none where nothing is said. */
  predict(tokens: ReadonlyMap<number, Tokens> = new Map()): this {
    const placed = bitsOf(this.open.predictors).map((p) => {
      const { checks = [], crosses = [] } = tokens.get(p) ?? {};
      return [p + 1, maskOf(checks) + CROSSES * maskOf(crosses)] as const;
    });
    return this.act(new Map(placed));
  }

  /** The rest of a round: everybody served, `right` guess right and the others wrong, tokens placed, no crow. */
  finishRound(right: readonly number[], tokens?: ReadonlyMap<number, Tokens>): this {
    this.serveAll().guess(new Map(right.map((p) => [p, 'right'])));
    if (this.open.phase === 'predict') this.predict(tokens);
    if (this.open.phase === 'close') this.keep();
    return this;
  }

  /** Rounds in which everybody who is unfinished guesses right, until the ghost points. */
  solveAll(): this {
    while (this.open.phase === 'deliver') this.finishRound(bitsOf(this.open.unfinished));
    return this;
  }

  /** The ghost points at a case with the first three cards of its hand. */
  point(culprit: number): this {
    return this.ghostActs(((culprit * HAND + 0) * HAND + 1) * HAND + 2);
  }

  /** Psychics vote as listed, each when asked. */
  vote(votes: readonly number[]): this {
    while (this.open.phase === 'vote') this.act(new Map(bitsOf(this.open.voters).map((p) => [p + 1, votes[p]])));
    return this;
  }

  /**
   * Puts the vision cards where a test wants them: so many in the hand, the draw pile and the discard pile, the rest before the
   * psychics, shared out in turn.
   */
  arrange({ hand, deck, discard }: { readonly hand: number; readonly deck: number; readonly discard: number }): this {
    const { open, ghost, state } = this;
    const { hidden } = state;
    const { visions, psychics } = open.config;
    for (let i = 0; i < hand; i++) ghost.hand[i] = i;
    for (let i = 0; i < deck; i++) hidden.deck[i] = hand + i;
    for (let i = 0; i < discard; i++) hidden.discard[i] = hand + deck + i;
    open.handCount = hand;
    open.deckCount = deck;
    open.discardCount = discard;
    open.givenCount.fill(0);
    for (let vision = hand + deck + discard; vision < visions; vision++) {
      const p = vision % psychics;
      open.given[p * mostGiven(open.config) + open.givenCount[p]++] = vision;
    }
    return this;
  }
}

/** A table after the deal. */
export const tableFor = (given: Given = {}, rng?: Rng): TestTable => new TestTable(configOf(given), rng);

/** A table where the ghost is about to point, with the levels and the order of age that a test wants. */
export function finaleFor(given: Given, levels: readonly number[] = [], ageRank: readonly number[] = []): TestTable {
  const table = tableFor(given).solveAll();
  levels.forEach((level, p) => (table.open.level[p] = level));
  ageRank.forEach((rank, p) => (table.open.ageRank[p] = rank));
  return table;
}

/** Every vision card and where it lies; all 84, each once, unless the rules have lost or doubled one (rules, A.4). */
export function visionsEverywhere(state: State<Mysterium>): number[] {
  const { open, hidden } = state;
  const ghost = ghostOf(state);
  const before = Array.from({ length: open.config.psychics }, (_, p) => {
    const shelf = p * mostGiven(open.config);
    return [...open.given.subarray(shelf + open.stageStart[p], shelf + open.givenCount[p])];
  });
  return [
    ...ghost.hand.subarray(0, open.handCount),
    ...hidden.deck.subarray(0, open.deckCount),
    ...hidden.discard.subarray(0, open.discardCount),
    ...before.flat(),
    ...ghost.pointed.filter((vision) => vision >= 0),
  ];
}
