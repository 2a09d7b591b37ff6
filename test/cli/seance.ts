import { execFile, execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Builds the command, so that it is today's that is tested. */
export const build = (): void => void execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'pipe' });

/** Runs the built command to its end, as a shell would in a pipe. */
export const seance = (...args: readonly string[]): Promise<Ended> => seanceWith({}, ...args);

export const seanceWith = (env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [main, ...args],
      { env: { ...process.env, ...env }, maxBuffer: 1 << 26 },
      (_error, out, err) => resolve({ code: child.exitCode, out, err }),
    );
  });

/** Starts the built command and sends it a signal once `ready` holds; `echo` milliseconds later once more. */
export async function interrupted(
  args: readonly string[],
  ready: () => boolean,
  signal: NodeJS.Signals = 'SIGINT',
  echo?: number,
): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args]);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const timer = setInterval(() => {
    if (!ready()) return;
    clearInterval(timer);
    child.kill(signal);
    if (echo !== undefined) setTimeout(() => child.kill(signal), echo);
  }, 20);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearInterval(timer);
      resolve({ code, out, err });
    });
  });
}
