import { execFile, spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Papa from 'papaparse';
import { oneAtATime } from '../../src/files/one-at-a-time.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** The rows of a CSV file by the names of its columns. */
export const rowsOf = (text: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Builds the command, unless it has been since the last change: it is today's that is tested, and test files run side by side. */
export const build = (): Promise<void> =>
  oneAtATime(
    join(root, 'node_modules', '.seance-build'),
    async () => {
      const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map(
        (file) => `src/${file}`,
      );
      const changed = [...sources, 'package.json', 'tsconfig.json', 'tsconfig.build.json'].map((file) =>
        timeOf(join(root, file)),
      );
      if (timeOf(main) > Math.max(...changed)) return;
      await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: root });
    },
    120_000,
  );

/** When a file was changed, in milliseconds; 0 if there is none. */
const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

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
