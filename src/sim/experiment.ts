import { createHash } from 'node:crypto';
import type { CataloguedGame, SeatPlan } from '../engine/kernel/catalog.ts';
import type { Given } from '../engine/kernel/params.ts';
import { seedOf } from '../engine/kernel/rng.ts';

/** So many games of one run that no two of its cells share a seed: 32 cells of 2^27 games fill the 32 bits of an index. */
export const GAMES_A_CELL = 2 ** 27;
export const MOST_CELLS = 32;

/** Many games at one table. Plain JSON data: whoever has it, and the knowledge it names, can play the same games again. */
export interface Experiment {
  readonly game: string;
  readonly config: Given;
  /** One plan a seat. */
  readonly lineup: readonly SeatPlan[];
  readonly games: number;
  /** The run's seed, shared by all its experiments. */
  readonly seed: number;
  /** Games in a row that the same people play together (see `series.ts`); one where it is not given. */
  readonly series?: number;
  /** The config's place in the game's full grid of results (see `gridIndex`), so that a part of the grid plays the same games as the whole. */
  readonly cell: number;
}

/** A line-up by role: every seat of a role is played alike. */
export type Casting = Readonly<Record<string, SeatPlan>>;

/**
 * The plan of each seat.
 * @throws ParamError for a config that does not hold, TypeError where a role has no plan.
 */
export function lineupOf(game: CataloguedGame, config: Given, casting: Casting): readonly SeatPlan[] {
  return game.roles(config).map((role) => {
    if (!Object.hasOwn(casting, role)) throw new TypeError(`the line-up has nobody for the role ${role}`);
    return casting[role];
  });
}

/** The seed of game `index` of an experiment: what `Session.play` takes and what games.csv shows. */
export const gameSeed = ({ seed, cell }: Experiment, index: number): number =>
  seedOf(seed, cell * GAMES_A_CELL + index);

/** What an experiment is played with besides itself: other rules, pictures or eyes make other games of the same experiment. */
export interface Means {
  /** Of the game's rules. */
  readonly version: number;
  /** The hash of the deck; null where the game needs none. */
  readonly deck: string | null;
  /** By the eyes its line-up looks with: the encoder behind them. */
  readonly encoders: Readonly<Record<string, string>>;
  /** By the clue models its line-up goes by: their hashes; left out where it goes by none. */
  readonly clueModels?: Readonly<Record<string, string>>;
}

/** What an experiment and its means are, in 16 hex digits: equal ones are equal games. */
export const hashOf = (experiment: Experiment, { version, deck, encoders, clueModels }: Means): string =>
  digestOf({ experiment, version, deck, encoders, ...(clueModels && { clueModels }) });

/** Plain data in 16 hex digits, whatever the order its keys were written in. */
export const digestOf = (data: unknown): string =>
  createHash('sha256').update(canonical(data)).digest('hex').slice(0, 16);

/** JSON with every object's keys in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : held,
  );
}
