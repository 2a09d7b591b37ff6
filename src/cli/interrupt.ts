import { setTimeout } from 'node:timers/promises';
import { EXIT } from './errors.ts';

/** Ctrl-C, a polite kill, and a terminal that closes. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Milliseconds within which a signal is the same stop once more: GNU timeout, for one, signals its child and then the child's group. */
const ECHO = 1000;

/** Milliseconds from a stop to the end, at least: a process that is just ending hears nothing any longer, and the echo would kill it. */
const LAST = 250;

/**
 * Runs `work` so that the first of these signals asks it to end and keep what it has. One that comes later ends the process there and
 * then; `quit` is called before, and cannot wait for anything.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>, quit: () => void): Promise<T> {
  const stop = new AbortController();
  let first = 0;
  const onSignal = (): void => {
    if (!stop.signal.aborted) {
      first = performance.now();
      stop.abort();
    } else if (performance.now() - first >= ECHO) {
      quit();
      process.exit(EXIT.interrupted);
    }
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work(stop.signal);
  } finally {
    if (stop.signal.aborted) await setTimeout(Math.max(0, first + LAST - performance.now()));
    else for (const name of SIGNALS) process.off(name, onSignal);
  }
}
