import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openBackend } from '../../src/embeddings/learning/backend.ts';
import { writeWhole } from '../../src/files/write-whole.ts';
import { writeSection } from '../readme/sections.ts';
import { measure } from './measure.ts';
import { readCards, readRounds } from './rounds.ts';
import { COMMAND, resultTable } from './table.ts';
import type { Result } from './table.ts';

/* npm run dixit -- DIXIT: measures the head on all rounds of DIXIT, and writes result.json and the table of docs/learning.md. */

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run dixit -- DIXIT');
  process.exit(2);
}
const rounds = readRounds(folder);
const backend = await openBackend('wasm');
const plan = { seed: 1, folds: 5, held: 5, learnFrom: 20 };
const lines = await measure({
  ...plan,
  rounds,
  cards: readCards(folder),
  backend,
  onFold: (fold, spread, epochs) => console.log(`fold ${fold + 1} of ${plan.held}: spread ${spread}, ${epochs} epochs`),
});
const result: Result = {
  command: COMMAND,
  backend: backend.title,
  ...plan,
  rounds: rounds.length,
  associations: rounds.reduce((sum, { decoys }) => sum + decoys.length, 0),
  lines,
};
await writeWhole(fileURLToPath(new URL('result.json', import.meta.url)), `${JSON.stringify(result, null, 2)}\n`);
const doc = fileURLToPath(new URL('../../docs/learning.md', import.meta.url));
await writeWhole(doc, writeSection(readFileSync(doc, 'utf8'), 'dixit', resultTable(result), COMMAND));
