import { execFile } from 'node:child_process';

/**
 * Runs a program to its end and returns what it printed. When `signal` aborts, it is stopped, and this rejects once nothing of it runs
 * any longer, so that what it wrote can be removed.
 * @throws Error with what it said of its failure
 */
export function outputOf(
  file: string,
  args: readonly string[],
  { cwd, signal }: { readonly cwd?: string; readonly signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = execFile(
      file,
      [...args],
      { maxBuffer: 1e7, ...(cwd !== undefined && { cwd }) },
      (error, out, said) => {
        signal.removeEventListener('abort', stop);
        if (!error) return resolve(out);
        const why = said.split(/\r?\n/).find((line) => /^\w*Error\b/.test(line)) ?? error.message.split('\n')[0];
        reject(new Error(why, { cause: error }));
      },
    );
    const stop = (): void => void child.kill();
    signal.addEventListener('abort', stop, { once: true });
  });
}
