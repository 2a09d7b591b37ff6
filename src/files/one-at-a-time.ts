import { open, rm, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { codeOf } from './reason.ts';

/** Milliseconds between two looks, and after which a file that marks somebody at work is a dead process's. */
const LOOK = 20;
const DEAD = 10_000;

/**
 * Does what must not be done by two processes at once, and takes far less than ten seconds: `mark` is a file that is there as long.
 * Throws what the file system says where the mark cannot be made.
 */
export async function oneAtATime<T>(mark: string, act: () => Promise<T>): Promise<T> {
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
    if (since > DEAD) await rm(mark, { force: true });
    else await setTimeout(LOOK);
  }
  try {
    return await act();
  } finally {
    await rm(mark, { force: true });
  }
}
