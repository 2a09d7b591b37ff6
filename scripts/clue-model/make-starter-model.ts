import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gameOf } from '../../src/agents/catalog.ts';
import { readClueModel } from '../../src/embeddings/learning/clue-model.ts';
import { writeWhole } from '../../src/files/write-whole.ts';

/*
 * The clue model that comes with Mysterium: learned from games of the standard cast at every table that has levels. Its file, with what it
 * is worth, lies in data/models; agents import no files, so its numbers are a module as well.
 */

/** Another seed than any page of results is made with. */
const PLAY = ['simulate', 'mysterium', '--players', '4-7', '--games', '500', '--seed', '20260', '--clues'];

const root = new URL('../../', import.meta.url);
const cli = fileURLToPath(new URL('dist/cli/main.js', root));
const file = fileURLToPath(new URL('data/models/starter-clues.json', root));
const run = (words: readonly string[]): void =>
  void execFileSync(process.execPath, [cli, ...words], { stdio: 'inherit' });

const dir = await mkdtemp(join(tmpdir(), 'clue-model-'));
try {
  run([...PLAY, '--no-bounds', '--quiet', '--out', join(dir, 'run')]);
  run(['train', join(dir, 'run', 'clues.csv'), '--backend', 'wasm', '--out', file]);
} finally {
  await rm(dir, { recursive: true });
}

const { id, version, clues } = gameOf('mysterium');
const { model } = await readClueModel(file, { game: id, version, features: clues?.features ?? [] });
const text = [
  `/* Written by npm run clue-model: seance ${PLAY.join(' ')}; seance train runs/…/clues.csv */`,
  '',
  "import type { ClueModel } from '../../engine/kernel/knowledge.ts';",
  '',
  '/** What was learned of clues from games of the standard cast. */',
  `export const starterClueModel: ClueModel = ${JSON.stringify(model, null, 2)};`,
  '',
].join('\n');
await writeWhole(fileURLToPath(new URL('src/agents/mysterium/starter-clue-model.ts', root)), text);
