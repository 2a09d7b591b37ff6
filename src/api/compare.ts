import { resolve, whole } from '../engine/kernel/params.ts';
import { compareSequentially, lineupOf, resolutionParam } from '../sim/index.ts';
import type { Casting, Executor, Experiment, Look, MatchResult } from '../sim/index.ts';
import { castingFor } from './people.ts';
import type { People } from './people.ts';
import { openPictures } from './pictures.ts';
import { cellMeant, executorFor } from './play.ts';
import type { PlayOptions } from './play.ts';

/** What is compared: two line-ups at one table, on the same deals. */
export interface CompareOptions extends PlayOptions {
  readonly ours: People;
  readonly theirs: People;
  /** The smallest difference that matters, in points of a hundred; 3 where it is not given. */
  readonly resolution?: number;
  /** Deals at most, each played by both; 100,000 where it is not given. */
  readonly games?: number;
  /** Told after each chunk of deals how it stands. */
  readonly onLook?: (look: Look) => void;
}

const params = {
  games: whole(1, 10_000_000, 100_000, 'deals at most'),
  seed: whole(0, 2 ** 32 - 1, 1, 'the seed of the deals'),
  resolution: resolutionParam,
};

/**
 * Plays two line-ups over the same deals until it is known which of them wins more, or that they do not differ by as much as matters: what
 * `seance compare` does. Its interval holds though play stops when it is decided (see docs/statistics.md).
 * @throws ParamError for what does not exist or hold; DeckError, EyesError for pictures that cannot be looked at; Error where a program
 * at a seat failed
 */
export async function compare(options: CompareOptions): Promise<MatchResult> {
  const { games, seed, resolution } = resolve(params, {
    ...(options.games !== undefined && { games: options.games }),
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.resolution !== undefined && { resolution: options.resolution }),
  });
  const { game, cell } = cellMeant(options);
  const castings = [options.ours, options.theirs].map((people) => castingFor(game, people, options.encoder));
  const { knowledge } = await openPictures(game, castings, { deck: options.deck, cacheDir: options.cacheDir });
  const experimentOf = (casting: Casting): Experiment => ({
    game: game.id,
    config: cell.config,
    lineup: lineupOf(game, cell.config, casting),
    games,
    seed,
    cell: cell.index,
  });
  const [ours, theirs] = castings.map(experimentOf);
  for (const { config, lineup } of [ours, theirs]) game.open(config, lineup, knowledge);
  const executor: Executor = await executorFor(game, knowledge, options);
  try {
    const result = await compareSequentially(
      game,
      { ours, theirs, resolution: resolution / 100 },
      { ours: executor, theirs: executor },
      { ...(options.signal && { signal: options.signal }), ...(options.onLook && { onLook: options.onLook }) },
    );
    if (result.failure !== undefined) throw new Error(result.failure);
    return result;
  } finally {
    await executor.close();
  }
}
