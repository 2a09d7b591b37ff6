import { writeFileSync } from 'node:fs';
import { playthroughs, textOf } from '../test/playthroughs/playthrough.ts';

/** Writes the golden texts anew. A changed line in one of them is a changed rule, or a leak: read the diff before it is committed. */
for (const playthrough of playthroughs) {
  const path = new URL(`../test/playthroughs/${playthrough.file}`, import.meta.url);
  writeFileSync(path, textOf(playthrough));
  console.log(`wrote ${playthrough.file}`);
}
