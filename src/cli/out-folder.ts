import { RunFolder } from '../sim/index.ts';
import type { Args } from './command.ts';
import { interruptible } from './interrupt.ts';

/**
 * Runs `work` with the folder that --out names, if any, so that Ctrl-C asks it to end; whatever it leaves unfinished there is removed.
 * @throws FolderError, and what `work` throws
 */
export async function withOutFolder<T>(
  args: Args,
  work: (folder: RunFolder | undefined, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const out = args.text('out');
  let folder: RunFolder | undefined;
  try {
    return await interruptible(
      async (signal) => {
        if (out !== undefined) folder = await RunFolder.prepare(out, { force: args.flag('force') });
        return work(folder, signal);
      },
      () => folder?.dropNow(),
    );
  } finally {
    await folder?.drop();
  }
}
