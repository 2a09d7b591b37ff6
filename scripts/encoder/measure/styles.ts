import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Card } from '../../../src/embeddings/deck/deck.ts';
import type { Encoder } from '../../../src/embeddings/encoders/encoder.ts';
import { RandomStream } from '../../deck/random.ts';
import { tuxPaintStamps } from '../clip-art.ts';
import type { Emoji } from '../emoji.ts';
import { allEmoji, EmojiIcons, THINGS } from '../emoji.ts';
import heldOut from '../held-out.json' with { type: 'json' };
import { rasterise } from '../raster.ts';
import type { IconSetName } from '../sources.ts';
import { HELD_OUT_SETS, loadIconSet, svgOf, TRAINING_SETS, WORK } from '../sources.ts';
import { look } from './decks.ts';
import type { Score } from './scores.ts';
import { bootstrap, sample, share, spearman } from './scores.ts';

/*
 * Single things on a plain card, drawn in styles nobody trained on: is the nearest picture of a known style one of the same thing, or
 * at least of the same kind? And do pictures that look alike have captions that mean alike?
 */

/** The known style that pictures are compared with. */
const KNOWN_STYLE = 'fluent-emoji-flat';
const MOST = 400;
const PAIRS = 30_000;
const CARD = { width: 192, height: 288 };
const GREY = { r: 190, g: 186, b: 180 };

/** A thing on a card. */
interface Example {
  readonly card: Card;
  readonly concept: string | undefined;
  /** Groups of emoji its kind of thing is in. */
  readonly groups: readonly string[];
}

/** A set of examples in one style. */
export interface Style {
  readonly name: string;
  readonly examples: readonly Example[];
}

/** Which groups of emoji the things in a folder of stamps belong to. */
const STAMP_GROUPS: Readonly<Record<string, readonly string[] | undefined>> = {
  animals: ['animals-nature'],
  food: ['food-drink'],
  plants: ['animals-nature', 'food-drink'],
  vehicles: ['travel-places'],
  clothes: ['objects'],
  household: ['objects'],
  space: ['travel-places'],
  hobbies: ['objects', 'activities'],
  sports: ['activities'],
};

async function makeCard(id: string, style: string, source: Buffer, caption: string): Promise<Card | undefined> {
  const file = path.join(WORK, 'styles', style, `${id.replaceAll(/[^\w.-]/g, '_')}.png`);
  if (!existsSync(file)) {
    const raster = await rasterise(source, CARD.width).catch(() => undefined);
    if (raster === undefined) return undefined;
    await mkdir(path.dirname(file), { recursive: true });
    const raw = { width: raster.width, height: raster.height, channels: 4 } as const;
    await sharp({ create: { ...CARD, channels: 3, background: GREY } })
      .composite([{ input: raster.data, raw }])
      .png()
      .toFile(file);
  }
  return { id, kind: 'object', title: caption, file: path.basename(file), path: file, words: { [caption]: 1 } };
}

async function iconStyle(set: IconSetName, emoji: readonly Emoji[], most: number): Promise<Style> {
  const icons = new EmojiIcons(allEmoji(), [...TRAINING_SETS, ...HELD_OUT_SETS]);
  const loaded = loadIconSet(set);
  const names = icons.namesIn(set, loaded);
  const drawn = emoji.filter(({ key }) => svgOf(loaded, names.get(key) ?? '') !== undefined);
  const chosen = sample(drawn.length, Math.min(most, drawn.length), new RandomStream(set));
  const examples: Example[] = [];
  for (const { key, concept, group, label } of chosen.map((i) => drawn[i])) {
    const card = await makeCard(key, set, Buffer.from(svgOf(loaded, names.get(key) ?? '') ?? ''), label);
    if (card !== undefined) examples.push({ card, concept, groups: [group] });
  }
  return { name: set, examples };
}

/** The examples whose captions `words` understand. */
async function understood(words: Encoder, { name, examples }: Style): Promise<Style> {
  const kept: Example[] = [];
  for (const example of examples) {
    const row = await look(words, [example.card]).catch(() => []);
    if (row.length > 0) kept.push(example);
  }
  return { name, examples: kept };
}

/** The known style, and all styles that are measured; Tux Paint's stamps only if `stamps` names their folder. */
export async function readStyles(
  words: Encoder,
  stamps: string | undefined,
): Promise<{ known: Style; styles: readonly Style[] }> {
  const hidden = new Set(heldOut.concepts);
  const things = allEmoji().filter(
    ({ group, concept }) => THINGS.has(group) && concept !== undefined && concept !== 'clock face',
  );
  const known = await iconStyle(KNOWN_STYLE, things, Number.POSITIVE_INFINITY);
  const styles: Style[] = [];
  const trained = things.filter(({ concept }) => !hidden.has(concept ?? ''));
  for (const set of HELD_OUT_SETS) styles.push(await iconStyle(set, trained, MOST));
  const unseen = await iconStyle(
    'twemoji',
    things.filter(({ concept }) => hidden.has(concept ?? '')),
    MOST,
  );
  styles.push({ ...unseen, name: 'twemoji, concepts never trained' });
  if (stamps !== undefined) styles.push({ name: 'tuxpaint', examples: await stampExamples(stamps) });
  const all: Style[] = [];
  for (const style of styles) all.push(await understood(words, style));
  return { known: await understood(words, known), styles: all };
}

async function stampExamples(root: string): Promise<readonly Example[]> {
  const examples: Example[] = [];
  for (const { id, file, category, caption } of await tuxPaintStamps(root)) {
    const groups = STAMP_GROUPS[category];
    if (groups === undefined) continue;
    const card = await makeCard(id, 'tuxpaint', readFileSync(file), caption);
    if (card !== undefined) examples.push({ card, concept: undefined, groups });
  }
  return examples;
}

/** What one encoder makes of one style. */
export interface StyleScores {
  readonly pictures: number;
  /** The nearest known picture shows the same thing; absent where things have no common names. */
  readonly sameThing?: Score;
  /** The nearest known picture is of the same kind of thing. */
  readonly sameKind: Score;
  /** Spearman of likeness of pictures and likeness of captions. */
  readonly captions: Score;
}

/** What chance makes of it: the known pictures' mean share of the right ones. */
export function chanceOf(style: Style, known: Style): { readonly sameThing: number; readonly sameKind: number } {
  const mean = (right: (a: Example, b: Example) => boolean): number =>
    style.examples.reduce(
      (sum, a) => sum + known.examples.filter((b) => right(a, b)).length / known.examples.length,
      0,
    ) / style.examples.length;
  return { sameThing: mean(isSameThing), sameKind: mean(isSameKind) };
}

const isSameThing = (a: Example, b: Example): boolean => a.concept !== undefined && a.concept === b.concept;
const isSameKind = (a: Example, b: Example): boolean => a.groups.some((group) => b.groups.includes(group));

type Rows = readonly Float32Array[];

/** Scores of one encoder in all styles, beside `words`, which reads the captions. */
export async function scoreStyles(
  encoder: Encoder,
  words: Encoder,
  known: Style,
  styles: readonly Style[],
): Promise<Readonly<Record<string, StyleScores>>> {
  const cardsOf = ({ examples }: Style): readonly Card[] => examples.map(({ card }) => card);
  const knownRows = await look(encoder, cardsOf(known));
  const middle = meanOf(knownRows);
  const gallery = centre(knownRows, middle);
  const knownWords = await look(words, cardsOf(known));
  const scores: Record<string, StyleScores> = {};
  for (const style of styles) {
    const rows = centre(await look(encoder, cardsOf(style)), middle);
    const captions = await look(words, cardsOf(style));
    const nearest = rows.map((row) => known.examples[indexOfMax(gallery.map((other) => dot(row, other)))]);
    const lots = pairs(rows.length, gallery.length);
    const named = style.examples.every(({ concept }) => concept !== undefined);
    scores[style.name] = {
      pictures: rows.length,
      ...(named && { sameThing: share(style.examples.map((one, i) => isSameThing(one, nearest[i]))) }),
      sameKind: share(style.examples.map((one, i) => isSameKind(one, nearest[i]))),
      captions: bootstrap(
        lots.length,
        (cases) =>
          spearman(
            cases.flatMap((i) => lots[i].map(([a, b]) => dot(rows[a], gallery[b]))),
            cases.flatMap((i) => lots[i].map(([a, b]) => dot(captions[a], knownWords[b]))),
          ),
        100,
      ),
    };
  }
  return scores;
}

/** For each picture the same number of known ones by lot. */
function pairs(count: number, known: number): readonly (readonly (readonly [number, number])[])[] {
  const random = new RandomStream('pairs');
  const each = Math.ceil(PAIRS / count);
  return Array.from({ length: count }, (_, a) =>
    Array.from({ length: each }, () => [a, Math.floor(random.next() * known)] as const),
  );
}

function meanOf(rows: Rows): Float32Array {
  return Float32Array.from(rows[0] ?? [], (_, i) => rows.reduce((sum, row) => sum + row[i] / rows.length, 0));
}

function centre(rows: Rows, middle: Float32Array): Rows {
  return rows.map((row) => {
    const off = row.map((x, i) => x - middle[i]);
    const length = Math.sqrt(dot(off, off)) || 1;
    return off.map((x) => x / length);
  });
}

const indexOfMax = (values: readonly number[]): number => values.indexOf(Math.max(...values));

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
