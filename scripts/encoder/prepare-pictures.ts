import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { openClipArt } from './clip-art.ts';
import { allEmoji } from './emoji.ts';
import { meaningsOf } from './meanings.ts';
import { PictureFile } from './picture-file.ts';
import { WORK } from './sources.ts';
import { deckWords, hiddenConcepts, trainingIcons } from './training-list.ts';
import { centred } from './word-vectors.ts';

/* Draws all training pictures, 64 x 64 pixels each, and says what each shows; see picture-file.ts. */

const { values } = parseArgs({
  options: {
    'clip-art': { type: 'string', default: '/usr/share/openclipart/svg' },
    work: { type: 'string', default: WORK },
  },
});

/** How often a drawing of Open Clip Art is shown: there are many, and only words are known of them. */
const CLIP_ART_WEIGHT = 0.44;

sharp.concurrency(1);
if (!existsSync(values['clip-art']))
  throw new Error(
    `no Open Clip Art at ${values['clip-art']}: apt-get install openclipart-svg, or name its folder with --clip-art`,
  );

const clipArt = await openClipArt(values['clip-art']);
const { space, meanings, concepts: raw, middle } = meaningsOf(allEmoji(), clipArt);
for (const name of hiddenConcepts)
  if (!raw.some((concept) => concept.name === name))
    throw new Error(`the held-out concept "${name}" is not among the emoji`);
const concepts = raw
  .filter(({ name }) => !hiddenConcepts.has(name))
  .map(({ name, vector }) => ({ name, vector: centred(vector, middle) }));
const indexOf = new Map(concepts.map(({ name }, i) => [name, i]));
for (const word of deckWords()) if (!indexOf.has(word)) throw new Error(`the deck's word "${word}" is not a concept`);

const pictures = new PictureFile();
for (const { set, id, key, concept, svg, weight } of trainingIcons(new Set(indexOf.keys()))) {
  const meaning = meanings.get(key);
  if (meaning === undefined) continue;
  await pictures.add(
    { set, id, concept: indexOf.get(concept) ?? -1, weight },
    Buffer.from(svg),
    centred(meaning, middle),
  );
}
for (const picture of clipArt) {
  const meaning = space.meaningOf(picture);
  // A drawing of a held-out concept by its title would let it in by the back door.
  if (meaning === undefined || hiddenConcepts.has(picture.main.join(' '))) continue;
  const drawing = readFileSync(picture.file);
  // What is written on it would depend on the fonts of this machine.
  if (drawing.includes('<text') || drawing.includes('<flow')) continue;
  const entry = { set: 'openclipart', id: picture.id, concept: -1, weight: CLIP_ART_WEIGHT };
  await pictures.add(entry, drawing, centred(meaning, middle));
}
process.stdout.write(`${await pictures.write(values.work, concepts)}\n`);
