import { availableParallelism } from 'node:os';
import { gameOf } from '../agents/catalog.ts';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import type { Knowledge } from '../engine/kernel/knowledge.ts';
import { ParamError } from '../engine/kernel/params.ts';
import type { Given } from '../engine/kernel/params.ts';
import { cellsOf, gridOf, inlineExecutor, threadExecutor } from '../sim/index.ts';
import type { Cell, Cells, Executor, GridValue } from '../sim/index.ts';
import type { DeckOptions } from './deck.ts';

/** What a game is called where none is named. */
export const FIRST_GAME = 'mysterium';

/** Where games are played, and by how many threads. */
export interface PlayOptions extends DeckOptions {
  /** The id of a game; `mysterium` where it is not given. */
  readonly game?: string;
  /**
   * The game's options by name. One that spans its table of results (for Mysterium `players` and `difficulty`) takes a list as well, and all
   * its values where it is not given.
   */
  readonly config?: Readonly<Record<string, unknown>>;
  /** 32 bits; equal seeds deal equal games. 1 where it is not given. */
  readonly seed?: number;
  /** Threads that play: results do not depend on it. One a core, at most 8, where it is not given; 1 plays in this thread. */
  readonly workers?: number;
  /** Ends play before its time; what was played counts. */
  readonly signal?: AbortSignal;
}

/** A game and the cells of its table that are meant. */
export interface Meant {
  readonly game: CataloguedGame;
  readonly cells: Cells['offered'];
  readonly refused: Cells['refused'];
  /** The options that do not span the table. */
  readonly config: Given;
}

/**
 * The game and the cells that options mean.
 * @throws ParamError for options that do not exist or hold, and where no cell is left
 */
export function cellsMeant({ game: id = FIRST_GAME, config = {} }: PlayOptions): Meant {
  const game = gameOf(id);
  const all = gridOf(game);
  const { rows, columns } = game.grid;
  const chosen = (name: string, values: readonly GridValue[]): readonly GridValue[] => {
    if (!Object.hasOwn(config, name) || config[name] === undefined) return values;
    const given: readonly unknown[] = [config[name]].flat();
    return given.map((one) => {
      const value = values.find((known) => known === one);
      if (value === undefined)
        throw new ParamError(`${name} must be one of ${values.join(', ')}, not ${JSON.stringify(one)}`);
      return value;
    });
  };
  const rest = Object.fromEntries(Object.entries(config).filter(([name]) => name !== rows && name !== columns));
  const { offered, refused } = cellsOf(
    game,
    rest,
    chosen(rows, all.rows),
    columns === undefined ? [] : chosen(columns, all.columns),
  );
  if (offered.length === 0) throw new ParamError(refused[0].why);
  return { game, cells: offered, refused, config: rest };
}

/**
 * The one cell that options mean: an option that spans the table and is not given is as usual.
 * @throws ParamError where they mean several
 */
export function cellMeant(options: PlayOptions): { readonly game: CataloguedGame; readonly cell: Cell } {
  const { game: id = FIRST_GAME, config = {} } = options;
  const { grid, params } = gameOf(id);
  const names = grid.columns === undefined ? [grid.rows] : [grid.rows, grid.columns];
  const usual = Object.fromEntries(names.map((name) => [name, params[name].default]));
  const { game, cells } = cellsMeant({ ...options, config: { ...usual, ...config } });
  if (cells.length > 1) throw new ParamError(`one cell is compared at a time, not ${cells.length}`);
  return { game, cell: cells[0] };
}

/** Who plays the games. */
export async function executorFor(
  game: CataloguedGame,
  knowledge: Knowledge,
  { workers = Math.min(8, availableParallelism()) }: Pick<PlayOptions, 'workers'>,
): Promise<Executor> {
  if (!Number.isInteger(workers) || workers < 1 || workers > 64)
    throw new ParamError(`workers must be a whole number from 1 to 64, not ${workers}`);
  return workers === 1 && !knowledge.outside ? inlineExecutor(game, knowledge) : threadExecutor(knowledge, workers);
}
