import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import writeFileAtomic from 'write-file-atomic';
import { drawCover } from './cover.ts';
import { writeSection } from './sections.ts';
import { eyes, ladder, parameters, results } from './tables.ts';

/* npm run readme: writes the tables and the picture of README.md anew. About two minutes on two cores. */

const GAMES = 20_000;
const file = fileURLToPath(new URL('../../README.md', import.meta.url));
let text = readFileSync(file, 'utf8');
for (const [name, content] of [
  ['results', results(GAMES)],
  ['ladder', ladder(GAMES)],
  ['eyes', eyes(GAMES)],
  ['parameters', parameters()],
] as const) {
  text = writeSection(text, name, content);
}
await writeFileAtomic(file, text);
await drawCover(fileURLToPath(new URL('../../docs/starter.webp', import.meta.url)));
