import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openClipArt } from './clip-art.ts';
import { allEmoji } from './emoji.ts';
import { meaningsOf } from './meanings.ts';
import { centred, DIM } from './word-vectors.ts';
import { wordsForPictures } from './wordnet.ts';

/*
 * Writes data/models/everyday-words.json and .i8: vectors of everyday words, in the space of the concepts' vectors, for captions and
 * tags that people give their own cards.
 */

const { values } = parseArgs({
  options: { 'clip-art': { type: 'string', default: '/usr/share/openclipart/svg' } },
});

/** Of so many of the most frequent words those that fit a picture are taken, besides all that describe an emoji or a drawing. */
const FREQUENT = 30_000;
const WORD = /^[a-z]{3,16}$/;

const emoji = allEmoji();
const clipArt = await openClipArt(values['clip-art']);
const { space, middle } = meaningsOf(emoji, clipArt);
const forPictures = wordsForPictures();
const describing = [...emoji, ...clipArt].flatMap(({ main, keywords }) => [...main, ...keywords]);
const wanted = new Set([...space.known.slice(0, FREQUENT).filter((word) => forPictures.has(word)), ...describing]);
const rows = [...wanted].toSorted().flatMap((word) => {
  const vector = WORD.test(word) ? space.vectorOf(word) : undefined;
  return vector === undefined ? [] : [{ word, vector: centred(vector, middle) }];
});

// A row is scaled so that its largest number is 127: only its direction counts.
const bytes = new Int8Array(rows.length * DIM);
for (const [row, { vector }] of rows.entries()) {
  const largest = Math.max(...vector.map(Math.abs));
  bytes.set(
    vector.map((x) => Math.round((127 * x) / largest)),
    row * DIM,
  );
}
const folder = fileURLToPath(new URL('../../data/models/', import.meta.url));
await writeFile(`${folder}everyday-words.i8`, bytes);
const table = {
  schema: 1,
  file: 'everyday-words.i8',
  sha256: createHash('sha256').update(bytes).digest('hex'),
  dim: DIM,
  words: rows.map(({ word }) => word).join(' '),
};
await writeFile(`${folder}everyday-words.json`, `${JSON.stringify(table, null, 2)}\n`);
process.stdout.write(`${rows.length} words\n`);
