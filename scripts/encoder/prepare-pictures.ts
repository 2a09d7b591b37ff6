import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { openClipArt } from './clip-art.ts';
import { allEmoji, EmojiIcons } from './emoji.ts';
import heldOut from './held-out.json' with { type: 'json' };
import { premultipliedPlanes, rasterise, SIDE } from './raster.ts';
import { HELD_OUT_SETS, loadIconSet, svgOf, TRAINING_SETS, WORK } from './sources.ts';
import { meaningsOf } from './meanings.ts';
import { centred } from './word-vectors.ts';

/*
 * Draws all training pictures into work/pictures.u8 (64 x 64, four planes each) and writes work/index.json: what each shows, how
 * often it is drawn, and the concepts; work/concepts.f32 and work/meanings.f32 hold the word vectors of concepts and of pictures.
 */

const { values } = parseArgs({
  options: { 'clip-art': { type: 'string', default: '/usr/share/openclipart/svg' } },
});

/** One training picture; `concept` is an index into the concepts, or -1 where only words are known. */
interface Entry {
  readonly set: string;
  readonly id: string;
  readonly concept: number;
  readonly weight: number;
}

/** How often things of a group are drawn: cards show few people and faces, and they are many. */
const GROUP_WEIGHTS: Readonly<Record<string, number | undefined>> = { 'people-body': 0.6, 'smileys-emotion': 0.5 };
/** Concepts of the starter deck are drawn this much more often. */
const DECK_WEIGHT = 1.6;
const CLIP_ART_WEIGHT = 0.44;
/** Line art teaches slowly, and all that is not in this table counts twice as much. */
const SET_WEIGHTS: Readonly<Record<string, number | undefined>> = { 'fluent-emoji-high-contrast': 0.5 };

sharp.concurrency(1);
await mkdir(WORK, { recursive: true });
if (!existsSync(values['clip-art']))
  throw new Error(
    `no Open Clip Art at ${values['clip-art']}: apt-get install openclipart-svg, or name its folder with --clip-art`,
  );

const emoji = allEmoji();
const clipArt = await openClipArt(values['clip-art']);
const deckUrl = new URL('../../data/decks/starter/deck.json', import.meta.url);
const deck = JSON.parse(readFileSync(deckUrl, 'utf8')) as {
  cards: readonly { words: Readonly<Record<string, number>> }[];
};
const onDeck = new Set(deck.cards.flatMap(({ words }) => Object.keys(words)));
const hidden = new Set<string>(heldOut.concepts);

const { space, meanings, concepts: raw, middle } = meaningsOf(emoji, clipArt);
for (const name of hidden)
  if (!raw.some((concept) => concept.name === name))
    throw new Error(`the held-out concept "${name}" is not among the emoji`);
const concepts = raw
  .filter(({ name }) => !hidden.has(name))
  .map(({ name, vector }) => ({ name, vector: centred(vector, middle) }));
const indexOf = new Map(concepts.map(({ name }, i) => [name, i]));
for (const word of onDeck) if (!indexOf.has(word)) throw new Error(`the deck's word "${word}" is not a concept`);

// Pictures.
const icons = new EmojiIcons(emoji, [...TRAINING_SETS, ...HELD_OUT_SETS]);
const planes: Buffer[] = [];
const entries: Entry[] = [];
const texts: Float64Array[] = [];
const failed: string[] = [];
async function add(entry: Entry, source: Buffer, text: Float64Array): Promise<void> {
  const raster = await rasterise(source, SIDE).catch(() => undefined);
  if (raster === undefined) {
    failed.push(`${entry.set}/${entry.id}`);
    return;
  }
  planes.push(premultipliedPlanes(raster));
  entries.push(entry);
  texts.push(centred(text, middle));
}

const counts: Record<string, number> = {};
for (const setName of TRAINING_SETS) {
  const set = loadIconSet(setName);
  const names = icons.namesIn(setName, set);
  const before = entries.length;
  for (const { key, concept, group } of emoji) {
    const [name, text, at] = [names.get(key), meanings.get(key), indexOf.get(concept ?? '')];
    const svg = name === undefined ? undefined : svgOf(set, name);
    if (name === undefined || svg === undefined || text === undefined || at === undefined || concept === undefined)
      continue;
    const weight = (SET_WEIGHTS[setName] ?? 1) * (GROUP_WEIGHTS[group] ?? 1) * (onDeck.has(concept) ? DECK_WEIGHT : 1);
    await add({ set: setName, id: name, concept: at, weight }, Buffer.from(svg), text);
  }
  counts[setName] = entries.length - before;
  process.stdout.write(`${setName}: ${counts[setName]} pictures\n`);
}
const before = entries.length;
for (const picture of clipArt) {
  const text = space.meaningOf(picture);
  if (text === undefined) continue;
  // A drawing of a held-out concept by its title would let it in by the back door.
  if (hidden.has(picture.main.join(' '))) continue;
  const drawing = readFileSync(picture.file);
  // What is written on it would depend on the fonts of this machine.
  if (drawing.includes('<text') || drawing.includes('<flow')) continue;
  await add({ set: 'openclipart', id: picture.id, concept: -1, weight: CLIP_ART_WEIGHT }, drawing, text);
}
counts['openclipart'] = entries.length - before;
process.stdout.write(`openclipart: ${counts['openclipart']} pictures; ${failed.length} of all could not be drawn\n`);

const floats = (vectors: readonly Float64Array[]): Buffer =>
  Buffer.from(Float32Array.from(vectors.flatMap((vector) => [...vector])).buffer);
const files = {
  'pictures.u8': Buffer.concat(planes),
  'concepts.f32': floats(concepts.map(({ vector }) => vector)),
  'meanings.f32': floats(texts),
};
const sha256: Record<string, string> = {};
for (const [file, bytes] of Object.entries(files)) {
  await writeFile(path.join(WORK, file), bytes);
  sha256[file] = createHash('sha256').update(bytes).digest('hex');
}
const index = {
  side: SIDE,
  concepts: concepts.map(({ name }) => name),
  heldOut: { styles: HELD_OUT_SETS, concepts: heldOut.concepts },
  counts,
  failed,
  versions: { node: process.versions.node, sharp: sharp.versions.sharp, vips: sharp.versions.vips },
  sha256,
  pictures: entries,
};
await writeFile(path.join(WORK, 'index.json'), `${JSON.stringify(index)}\n`);
process.stdout.write(`${entries.length} pictures of ${concepts.length} concepts\n`);
