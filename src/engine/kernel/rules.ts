import type { Action, ActionList, Immutable, Seat, Shape, View, ViewOf } from './agent.ts';
import type { Explanation } from './explanation.ts';
import type { Rng } from './rng.ts';

/** The joint array's filler for a seat that is not asked. */
export const PASS: Action = -1;

/** A set of seats, seat i being bit i. */
export type SeatSet = number;

/** A whole game in progress, split by who may see what. Plain data: objects, numbers, strings, typed arrays. */
export interface State<T extends Shape> {
  readonly open: T['Open'];
  readonly own: readonly T['Own'][];
  readonly hidden: T['Hidden'];
}

/** What `seat` may know of `state`. There is no other way to make a view. */
export const viewOf = <T extends Shape>(state: State<T>, seat: Seat): View<T['Open'], T['Own']> => ({
  seat,
  open: state.open as Immutable<T['Open']>,
  own: state.own[seat] as Immutable<T['Own']>,
});

/**
 * The rules of a game, and nothing else: no players, no randomness of their own, no input or output.
 * `create` is the only method that allocates; a state is dealt again and again.
 */
export interface Rules<T extends Shape> {
  /** A blank state of the right size. */
  create(config: T['Config']): State<T>;
  /** Starts a game in a blank state (the kernel rewinds a used one first). */
  deal(state: State<T>, rng: Rng): void;
  /** The seats that must choose now, all at once; 0 when the game is over. */
  acting(state: State<T>): SeatSet;
  /** Appends every action open to `seat`, one of the acting seats, each once. */
  legal(state: State<T>, seat: Seat, out: ActionList): void;
  /** Moves the game on. `joint` holds a legal action for each acting seat and `PASS` for the others. */
  apply(state: State<T>, joint: Int32Array, rng: Rng): void;
}

/** Actions in words, from what the acting seat sees, so that words leak nothing. Only the edges use it; the loop never does. */
export interface Notation<T extends Shape> {
  toMove(view: ViewOf<T>, action: Action): T['Move'];
  toAction(view: ViewOf<T>, move: T['Move']): Action;
}

/** A number worth a CSV column, read off a finished game. */
export interface Metric<T extends Shape> {
  readonly name: string;
  readonly doc: string;
  of(state: State<T>): number;
}

/** Whoever sits at a seat, as the runner knows them: no type parameter. */
export interface Chair {
  /** `firstSeed` is the seed of the first game that this group plays in a row; it is the game's own where they meet. */
  reset(gameSeed: number, firstSeed: number): void;
  choose(): Action;
  learn(): void;
  /** Undefined where nobody there says why. */
  explain(): Explanation | undefined;
}
