import { STARTER, openPictures } from '../api/pictures.ts';
import type { Pictures } from '../api/pictures.ts';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import type { Limits } from '../engine/kernel/outside.ts';
import type { Casting } from '../sim/index.ts';
import { UsageError, warn } from './errors.ts';
import { progressBars } from './screen.ts';
import type { ProgressBar } from './screen.ts';

/**
 * Opens all that the agents of some line-ups go by, and lets their programs be started within `limits`, with a bar on a terminal while
 * pictures are looked at for the first time.
 * @throws DeckError, EyesError, UsageError for eyes that do not exist, the signal's reason once it aborts
 */
export async function lookAt(
  game: CataloguedGame,
  castings: readonly Casting[],
  deck: string | undefined,
  { quiet, signal, limits }: { readonly quiet: boolean; readonly signal?: AbortSignal; readonly limits?: Limits },
): Promise<Pictures> {
  const startBar = await progressBars({ quiet });
  let looking: { readonly eyes: string; readonly bar: ProgressBar } | undefined;
  const onProgress = (eyes: string, done: number, total: number): void => {
    signal?.throwIfAborted();
    if (looking?.eyes !== eyes) {
      looking?.bar.stop();
      looking = { eyes, bar: startBar(`the ${eyes} eyes look at ${deck ?? STARTER}`, total, 'cards') };
    }
    looking.bar.update(done);
  };
  try {
    return await openPictures(game, castings, { deck, limits, onProgress, onWarning: warn });
  } catch (error) {
    const isUnknown = error instanceof Error && error.name === 'UnknownEyesError';
    throw isUnknown ? new UsageError(error.message, { cause: error }) : error;
  } finally {
    looking?.bar.stop();
  }
}
