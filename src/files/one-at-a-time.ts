import { open, rm, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { codeOf } from './reason.ts';

/** Milliseconds between two looks. */
const LOOK = 20;

/**
 * Does what must not be done by two processes at once: `mark` is a file that is there as long. One that is older than `longest`
 * milliseconds, far more than it takes, is of a process that died.
 * Throws what the file system says where the mark cannot be made.
 */
export async function oneAtATime<T>(mark: string, act: () => Promise<T>, longest = 10_000): Promise<T> {
  for (;;) {
    try {
      await (await open(mark, 'wx')).close();
      break;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const since = await stat(mark).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (since > longest) await rm(mark, { force: true });
    else await setTimeout(LOOK);
  }
  try {
    return await act();
  } finally {
    await rm(mark, { force: true });
  }
}
