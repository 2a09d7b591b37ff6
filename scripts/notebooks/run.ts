/**
 * Runs notebooks and stores them with their outputs as .ipynb beside them: all, or those that are named. `--check` writes nothing, and fails
 * where what is stored is not what they put out now.
 *
 *     npm run notebooks -- first-look --check
 */
import { fork } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { playNotebook } from './play.ts';

const folder = fileURLToPath(new URL('../../notebooks/', import.meta.url));
const all = readdirSync(folder)
  .filter((file) => /^[^.].*\.ts$/.test(file))
  .map((file) => file.slice(0, -'.ts'.length));

const words = process.argv.slice(2);
const checks = words.includes('--check');
const named = words.filter((word) => word !== '--check');
const strange = named.find((name) => !all.includes(name));
if (strange !== undefined) fail(`no notebook ${strange}; there are ${all.join(', ')}`);
else if (named.length === 1) await one(named[0]);
else for (const name of named.length === 0 ? all : named) await ofItsOwn(name);

function fail(message: string): void {
  process.stderr.write(`notebooks: ${message}\n`);
  process.exitCode = 1;
}

async function one(name: string): Promise<void> {
  process.argv.length = 2; // names no run to the notebook
  try {
    const stored = `${folder}${name}.ipynb`;
    const now = await playNotebook(`${folder}${name}.ts`, readFileSync(`${folder}${name}.ts`, 'utf8'));
    if (!checks) writeFileSync(stored, now);
    else if (!existsSync(stored) || readFileSync(stored, 'utf8') !== now)
      fail(`notebooks/${name}.ipynb is not what ${name}.ts puts out; npm run notebooks -- ${name} stores it anew`);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

/** Each notebook has a process of its own. */
async function ofItsOwn(name: string): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), [name, ...(checks ? ['--check'] : [])]);
  const code = await new Promise((resolve) => child.on('exit', resolve));
  if (code !== 0) process.exitCode = 1;
}
