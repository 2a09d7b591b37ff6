import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import writeFileAtomic from 'write-file-atomic';
import { encoderSummary, encoderTables } from '../readme/encoder.ts';
import { writeSection } from '../readme/sections.ts';

/* npm run encoder:card: writes the tables of the encoder into README.md and the model card, from data/models/metrics.json. */

for (const [page, content] of [
  ['README.md', encoderSummary()],
  ['data/models/README.md', encoderTables()],
] as const) {
  const file = fileURLToPath(new URL(`../../${page}`, import.meta.url));
  await writeFileAtomic(file, writeSection(readFileSync(file, 'utf8'), 'encoder', content, 'npm run encoder:card'));
}
