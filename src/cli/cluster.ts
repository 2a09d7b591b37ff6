import type { Options } from 'yargs';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { ClusterError, readAddress } from '../cluster/index.ts';
import type { Address, ClusterExecutor } from '../cluster/index.ts';
import type { Experiment } from '../sim/index.ts';
import { packageVersion } from './about.ts';
import type { Args } from './command.ts';
import { UsageError, note, warn } from './errors.ts';
import { STARTER } from '../api/pictures.ts';
import type { Pictures } from '../api/pictures.ts';

/** The variable that holds a password, so that no list of processes shows it. */
const PASSWORD = 'SEANCE_REDIS_PASSWORD';

export const clusterOption = (describe: string): Options => ({
  type: 'string',
  requiresArg: true,
  describe: `${describe}: redis://[:PASSWORD@]HOST[:PORT], or rediss:// with TLS; ${PASSWORD} may hold the password`,
});

/** The server that --cluster names, if any. @throws UsageError */
export function addressOf(args: Args): Address | undefined {
  const text = args.text('cluster');
  try {
    return text === undefined ? undefined : readAddress(text, process.env[PASSWORD]);
  } catch (error) {
    throw error instanceof ClusterError ? new UsageError(error.message, { cause: error }) : error;
  }
}

/**
 * Hands a run's games to the workers that listen at an address.
 * @throws ClusterError
 */
export async function clusterOf(
  address: Address,
  game: CataloguedGame,
  experiments: readonly Experiment[],
  { knowledge, deck, encoders }: Pictures,
  quiet: boolean,
): Promise<ClusterExecutor> {
  const { buildDigest, clusterExecutor } = await import('../cluster/index.ts');
  // A deck in a folder travels, whatever it calls itself: it may have begun as a copy of a bundled one.
  const id = deck?.asked === STARTER ? STARTER : `${deck?.id} in a folder`;
  const common = {
    seance: packageVersion(),
    build: await buildDigest(),
    deck: deck ? { id, hash: deck.hash } : null,
    encoders,
  };
  const onNote = (line: string): void => {
    if (!quiet) note(line);
  };
  return clusterExecutor(address, game, knowledge, experiments, common, { onNote, onWarning: warn });
}
