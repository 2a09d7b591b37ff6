import type { Given } from '../engine/kernel/params.ts';
import { resolve, whole } from '../engine/kernel/params.ts';
import { Tally, foldChecksums, hexOf, jobsOf, lineupOf } from '../sim/index.ts';
import type { Estimate, Experiment, GridValue } from '../sim/index.ts';
import { castingFor } from './people.ts';
import type { People } from './people.ts';
import { openPictures } from './pictures.ts';
import { cellsMeant, executorFor } from './play.ts';
import type { PlayOptions } from './play.ts';

/** What is simulated. */
export interface SimulateOptions extends PlayOptions {
  readonly people?: People;
  /** Games a cell; 1,000 where it is not given. */
  readonly games?: number;
  /** Told how many games of all are over. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** One cell of a game's table of results. */
export interface SimulatedCell {
  /** The values that the row and the column of the table stand for. */
  readonly row: GridValue;
  readonly column: GridValue | undefined;
  readonly config: Given;
  readonly games: number;
  /** By name, each with its 95 % interval; the first is the game's headline. */
  readonly figures: Readonly<Record<string, Estimate>>;
  /** 8 hex digits: equal for equal games. */
  readonly checksum: string;
}

/** What came of a simulation. */
export interface Simulation {
  readonly cells: readonly SimulatedCell[];
  /** Cells that the rules do not offer, and why. */
  readonly refused: readonly {
    readonly row: GridValue;
    readonly column: GridValue | undefined;
    readonly why: string;
  }[];
  /** Over all games, cell after cell: that which `seance simulate` prints for the same ones. */
  readonly checksum: string;
  /** Whether play ended before its time. */
  readonly interrupted: boolean;
}

const params = {
  games: whole(1, 100_000_000, 1000, 'games a cell'),
  seed: whole(0, 2 ** 32 - 1, 1, 'the seed of the run'),
};

/**
 * Plays many games and says how they went: what `seance simulate` does, without the floor and the ceiling. The same options give the same
 * results on any number of workers.
 * @throws ParamError for what does not exist or hold; DeckError, EyesError for pictures that cannot be looked at; Error where a program
 * at a seat failed
 */
export async function simulate(options: SimulateOptions = {}): Promise<Simulation> {
  const { games, seed } = resolve(params, {
    ...(options.games !== undefined && { games: options.games }),
    ...(options.seed !== undefined && { seed: options.seed }),
  });
  const { game, cells, refused } = cellsMeant(options);
  const casting = castingFor(game, options.people, options.encoder);
  const { knowledge } = await openPictures(game, [casting], { deck: options.deck, cacheDir: options.cacheDir });
  const trials = cells.map((cell) => {
    const lineup = lineupOf(game, cell.config, casting);
    const experiment: Experiment = { game: game.id, config: cell.config, lineup, games, seed, cell: cell.index };
    game.open(cell.config, lineup, knowledge);
    return { cell, experiment, tally: new Tally(game) };
  });
  const tallies = new Map(trials.map(({ experiment, tally }) => [experiment, tally]));
  const total = games * trials.length;
  let done = 0;
  const executor = await executorFor(game, knowledge, options);
  try {
    const jobs = trials.flatMap(({ experiment }) => [...jobsOf(experiment)]);
    for await (const { job, chunk } of executor.run(jobs, options.signal)) {
      tallies.get(job.experiment)?.add(chunk.rows);
      if (chunk.failure !== undefined) throw new Error(chunk.failure);
      done += chunk.games;
      options.onProgress?.(done, total);
    }
  } finally {
    await executor.close();
  }
  return {
    cells: trials.map(({ cell, tally }) => ({
      row: cell.row,
      column: cell.column,
      config: cell.config,
      games: tally.games,
      figures: Object.fromEntries(tally.findings().map(({ figure, ...estimate }) => [figure, estimate])),
      checksum: hexOf(tally.checksum),
    })),
    refused: refused.map(({ cell, why }) => ({ row: cell.row, column: cell.column, why })),
    checksum: hexOf(foldChecksums(trials.map(({ tally }) => tally.checksum))),
    interrupted: done < total,
  };
}
