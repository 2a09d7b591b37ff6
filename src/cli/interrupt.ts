import { EXIT } from './errors.ts';

/** Ctrl-C, a polite kill, and a terminal that closes. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `work` so that the first of these signals asks it to end and keep what it has; a second one ends the process there and then. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(EXIT.interrupted);
    stop.abort();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work(stop.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}
