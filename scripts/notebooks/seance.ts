import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('dist/cli/main.js', import.meta.resolve('seance/package.json')));

/** Runs the command `seance`, tells how it was called, and returns what it prints. */
export function seance(...words: readonly string[]): string {
  console.log(`$ seance ${words.join(' ')}`);
  return run(words);
}

const run = (words: readonly string[]): string =>
  execFileSync(process.execPath, [command, ...words], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** A folder for what a notebook plays itself; it is gone when the process ends. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'seance-notebook-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Plays `seance simulate` with these words into a folder of its own, and returns the folder. */
export function simulate(...words: readonly string[]): string {
  const out = join(ownFolder(), 'run');
  console.log(`$ seance simulate ${words.join(' ')} --out RUN`);
  run(['simulate', ...words, '--quiet', '--out', out]);
  return out;
}

/** The folder of the run that the command line names; without one, a small run is played now. */
export function namedRun(...words: readonly string[]): string {
  const [, , named] = process.argv;
  return named ?? simulate(...words);
}
