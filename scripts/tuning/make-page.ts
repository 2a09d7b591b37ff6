import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import writeFileAtomic from 'write-file-atomic';
import { drawSearch } from '../../src/cli/tune/picture.ts';
import { writeSection } from '../readme/sections.ts';
import { RUNS, pictureFile, pictureOf, readRun, sectionOf } from './runs.ts';

/* npm run tuning-page: writes the sections of docs/tuning.md and the pictures of its searches anew from the files under docs/tuning. */

const file = fileURLToPath(new URL('../../docs/tuning.md', import.meta.url));
let text = readFileSync(file, 'utf8');
for (const name of RUNS) {
  const run = readRun(name);
  text = writeSection(text, name, sectionOf(run), 'npm run tuning-page');
  await writeFileAtomic(pictureFile(name), `${drawSearch(pictureOf(run))}\n`);
}
await writeFileAtomic(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
