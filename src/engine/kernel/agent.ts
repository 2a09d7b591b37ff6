import type { Explanation } from './explanation.ts';
import type { Rng } from './rng.ts';

/** A place at the table, counted from 0: a chair with one fixed role, not a person. */
export type Seat = number;

/** What a seat does at one decision: a small integer that only its game can read (see `Notation`). */
export type Action = number;

/** The types that make up one game. A game declares one and everything else is spelled in terms of it. */
export interface Shape {
  /** What is fixed before the deal: players, difficulty, deck sizes. */
  Config: object;
  /** What lies open on the table, for every seat to see. */
  Open: object;
  /** What one seat alone can see; a union over roles. */
  Own: { readonly role: string };
  /** What no seat can see. */
  Hidden: object;
  /** An action in words, for people and logs. */
  Move: object;
}

/** A typed array to look at. */
export interface Vector {
  readonly length: number;
  readonly [index: number]: number;
  [Symbol.iterator](): Iterator<number>;
}

type TypedArray = Uint8Array | Int8Array | Uint16Array | Int16Array | Int32Array | Float32Array | Float64Array;

/** `T`, to look at and not to touch: readonly all the way down, typed arrays without `set`, `fill` or `buffer`. */
export type Immutable<T> = T extends TypedArray
  ? Vector
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;

/** The roles of a game. */
export type RoleOf<T extends Shape> = T['Own']['role'];

/** The role's part of a game's `Own` union. */
export type OwnOf<T extends Shape, Role extends RoleOf<T>> = Extract<T['Own'], { readonly role: Role }>;

/** All that a seat knows: made once per state and live from then on. */
export interface View<Open extends object, Own extends object> {
  readonly seat: Seat;
  readonly open: Immutable<Open>;
  readonly own: Immutable<Own>;
}

/** What a player of `Role` knows in game `T`. */
export type ViewOf<T extends Shape, Role extends RoleOf<T> = RoleOf<T>> = View<T['Open'], OwnOf<T, Role>>;

/** A reusable list of actions: it grows when it must and never shrinks. */
export class ActionList {
  length = 0;
  private items = new Int32Array(128);

  clear(): void {
    this.length = 0;
  }

  push(action: Action): void {
    if (this.length === this.items.length) {
      const larger = new Int32Array(2 * this.length);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = action;
  }

  at(index: number): Action {
    return this.items[index];
  }

  has(action: Action): boolean {
    const at = this.items.indexOf(action);
    return at >= 0 && at < this.length;
  }
}

/** A player. It sees its view, the legal actions and its own randomness, and nothing else. */
export interface Agent<in V> {
  /**
   * A new deal is about to be played: drops what was worked out for the last one, and draws what is to last a whole game.
   * `own` is the seat's stream, `group` starts the same at every seat of the table (what friends have in common). In a series both
   * start as they did in its first game: what is drawn here is a trait of the person, not of the deal.
   */
  readonly reset?: (own: Rng, group: Rng) => void;
  /** A group sits down that has not played together before: what was learned of another is forgotten. Comes before `reset`. */
  readonly meet?: () => void;
  /** The game is over, and the view shows how it ended: the only time to keep anything for the next game with the same group. */
  readonly learn?: (view: V) => void;
  /** Picks one of `legal()`; the list is made when asked for and good until the next ask. Anything kept must follow from the view. */
  readonly choose: (view: V, legal: () => ActionList, rng: Rng) => Action;
  /**
   * Why it would choose as it would, where `choose` may be asked. The simulator never asks, so it may allocate; it draws nothing and
   * changes no later choice, and the numbers are those that `choose` goes by.
   */
  readonly explain?: (view: V) => Explanation;
}
