import { resolve, whole } from '../engine/kernel/params.ts';
import { objectiveOf, spaceOf, tune as search } from '../sim/index.ts';
import type { TuneProgress, TuneResult } from '../sim/index.ts';
import { castingFor } from './people.ts';
import type { People } from './people.ts';
import { openPictures } from './pictures.ts';
import { cellsMeant, executorFor } from './play.ts';
import type { PlayOptions } from './play.ts';

/** What is tuned. */
export interface TuneOptions extends PlayOptions {
  /** Who plays; their values are the default that all settings are measured by. */
  readonly people?: People;
  /** The parameters to search: `pace`, `ghost.pace`, or `ghost.all` for the whole strategy of an agent. */
  readonly over: readonly string[];
  /** A figure of the game, with `-` before it to have it small; `win` where it is not given. */
  readonly objective?: string;
  /** Games in all: 80 % for the search, the rest for the replay of its winner. 200,000 where it is not given. */
  readonly budget?: number;
  readonly onProgress?: (progress: TuneProgress) => void;
}

const params = {
  budget: whole(1000, 10_000_000, 200_000, 'games in all'),
  seed: whole(0, 2 ** 32 - 1, 1, 'the seed of the search'),
};

/**
 * Searches parameters of agents for those by which a figure is best, and replays the best against the default on fresh deals: what
 * `seance tune` does. Only `replay` says what the winner is worth, since whoever wins a search was lucky in it.
 * @throws ParamError for what does not exist or hold; DeckError, EyesError for pictures that cannot be looked at; Error where a program
 * at a seat failed
 */
export async function tune(options: TuneOptions): Promise<TuneResult> {
  const { budget, seed } = resolve(params, {
    ...(options.budget !== undefined && { budget: options.budget }),
    ...(options.seed !== undefined && { seed: options.seed }),
  });
  const { game, cells } = cellsMeant(options);
  const casting = castingFor(game, options.people, options.encoder);
  const space = spaceOf(game, casting, options.over, Object.keys(game.agents));
  const objective = objectiveOf(game, options.objective ?? 'win');
  const { knowledge } = await openPictures(game, [casting], { deck: options.deck, cacheDir: options.cacheDir });
  const running = search(
    { game, cells, casting, space, objective, budget, seed },
    () => executorFor(game, knowledge, options),
    options.signal ? { signal: options.signal } : {},
  );
  let next = await running.next();
  for (; !next.done; next = await running.next()) options.onProgress?.(next.value);
  if (next.value.failure !== undefined) throw new Error(next.value.failure);
  return next.value;
}
