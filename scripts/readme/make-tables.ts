import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import writeFileAtomic from 'write-file-atomic';
import { ceilings } from './ceilings.ts';
import { drawCover } from './cover.ts';
import { printed } from './command.ts';
import { ladder } from './ladder.ts';
import { writeSection } from './sections.ts';
import { eyes, parameters, results } from './tables.ts';

/*
 * npm run tables: writes the tables of README.md and docs/bots.md anew, and two pictures; a quarter of an hour on two cores, most of them for the ladder.
 * `npm run tables -- ladder` writes one table, `-- --games 500` plays fewer games: to try, never to keep.
 */

interface Section {
  readonly file: string;
  readonly write: (games: number) => string | Promise<string>;
}

const SECTIONS: Readonly<Record<string, Section>> = {
  results: { file: 'README.md', write: results },
  ladder: { file: 'README.md', write: ladder },
  eyes: { file: 'README.md', write: eyes },
  parameters: { file: 'README.md', write: parameters },
  ceilings: { file: 'docs/bots.md', write: ceilings },
};

const { values, positionals } = parseArgs({
  options: { games: { type: 'string', default: '20000' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(SECTIONS, name));
const games = Number(values.games);
if (unknown.length > 0)
  throw new RangeError(`no table ${unknown.join(', ')}; there are ${Object.keys(SECTIONS).join(', ')}`);
if (!Number.isInteger(games) || games < 1) throw new RangeError(`--games must be a whole number, not ${values.games}`);

for (const [name, { file: path, write }] of Object.entries(SECTIONS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const begun = performance.now();
  process.stderr.write(`${name}\n`);
  const content = await write(games);
  const text = writeSection(readFileSync(file, 'utf8'), name, content);
  await writeFileAtomic(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
  process.stderr.write(`  ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
}
if (positionals.length === 0) {
  const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
  await drawCover(`${docs}starter.webp`);
  printed('crossplay', 'mysterium', '--games', String(games), '--seed', '1', '--picture', `${docs}crossplay.svg`);
}
