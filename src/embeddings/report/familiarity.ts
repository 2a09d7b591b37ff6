import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Card, Deck } from '../deck/deck.ts';
import { bundledModels, readManifest } from '../encoders/bundled.ts';
import type { ConceptEncoder } from '../encoders/concepts.ts';
import { openConcepts } from '../encoders/concepts.ts';
import { EyesError } from '../encoders/encoder.ts';
import type { PictureHashes, StoreOptions } from '../eyes/store.ts';
import { cacheFolder, cacheName } from '../eyes/store.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { reasonOf } from '../../files/reason.ts';
import { refuseSpecial } from '../../files/refuse-special.ts';
import { writeWhole } from '../../files/write-whole.ts';
import type { PictureStatistics } from './picture-statistics.ts';
import { pictureStatistics } from './picture-statistics.ts';

/** By what a deck is compared with the cards an encoder was made for: how its pictures are, and what the encoder makes of them. */
export interface CardStatistics extends PictureStatistics {
  /** Of the encoder's guesses at what is on a card, in bits. */
  readonly entropy: number;
  /** How far what it takes the card for lies from what it usually sees: root mean square of standard scores over all dimensions. */
  readonly meaning: number;
}
export type StatisticName = keyof CardStatistics;

/** What each is called, and what is said of a deck that has more, and less, of it than the encoder's training pictures. */
export const IN_WORDS: Readonly<
  Record<StatisticName, { readonly name: string; readonly more: string; readonly less: string }>
> = {
  detail: { name: 'fine detail', more: 'much finer detail', less: 'much softer detail' },
  edges: { name: 'edges', more: 'many more edges', less: 'far fewer edges' },
  flat: { name: 'flat tones', more: 'more flat tones', less: 'hardly any flat tones' },
  contrast: { name: 'contrast', more: 'harder contrasts', less: 'weaker contrasts' },
  lightness: { name: 'lightness', more: 'lighter pictures', less: 'darker pictures' },
  colour: { name: 'strength of colour', more: 'stronger colours', less: 'paler colours' },
  entropy: { name: 'doubt about what is shown', more: 'guesses that are unsure', less: 'guesses that are oddly sure' },
  meaning: { name: 'oddness of what is seen', more: 'things that cards never show', less: 'nothing in particular' },
};
export const STATISTIC_NAMES = Object.keys(IN_WORDS) as StatisticName[];

const Spread = z.object({ mean: z.number(), deviation: z.number().positive() });
const TrainingFile = z.object({
  schema: z.literal(1),
  /** How to make this file anew. */
  command: z.string(),
  /** Of the model that looked. */
  sha256: z.string(),
  cards: z.int().positive(),
  statistics: z.record(z.enum(STATISTIC_NAMES), Spread),
  /** Dimension by dimension, of the encoder's meanings before they are brought to length 1. */
  meanings: z.array(Spread),
});

/** Raised when a card's statistics change. */
const VERSION = 1;
const StoredFile = z.object({ key: z.string(), cards: z.array(z.record(z.enum(STATISTIC_NAMES), z.number())) });

/** What the cards that an encoder was made for are like. */
export type TrainingStatistics = z.infer<typeof TrainingFile>;

/** How far a deck lies from what the bundled encoder was made for. */
export interface Familiarity {
  /** `familiar` below 1, `far` above 2, in the units of `distance`. */
  readonly verdict: 'familiar' | 'strange' | 'far';
  /** Root mean square of the shifts; each counts at most `MOST_SHIFT`. */
  readonly distance: number;
  /** By how many standard deviations of single training cards this deck's cards differ on average. */
  readonly shifts: Readonly<Record<StatisticName, number>>;
  /** Mean over the cards of the entropy of the encoder's guesses, in bits, and that over training cards. */
  readonly entropy: number;
  readonly usualEntropy: number;
  readonly cards: number;
}

const FAMILIAR = 1;
const FAR = 2;
/** A shift beyond this is as far as can be. */
const MOST_SHIFT = 6;

/**
 * How familiar a deck's pictures are to the encoder named `name`; undefined for one of which it is not known what it was made for: all
 * but `bundled`. What was measured is kept in the cache. Throws DeckError and EyesError.
 */
export async function familiarityOf(
  name: string,
  deck: Deck,
  pictures: PictureHashes,
  options: StoreOptions = {},
): Promise<Familiarity | undefined> {
  if (name !== 'bundled' || deck.cards.length === 0) return undefined;
  const training = await readTraining();
  const encoder = await openConcepts();
  const key = keyOf(deck, pictures, encoder.id, training);
  const file = join(options.cacheDir ?? cacheFolder(), cacheName(deck, 'familiarity', key));
  const stored = await readStored(file, key);
  if (stored !== undefined) return compare(stored, training);
  const all: CardStatistics[] = [];
  try {
    for (const card of deck.cards) {
      all.push(await cardStatistics(encoder, card, training.meanings));
      options.onProgress?.(all.length, deck.cards.length);
    }
  } finally {
    await encoder.close();
  }
  try {
    await makeFolder(dirname(file));
    await writeWhole(file, `${JSON.stringify({ key, cards: all } satisfies z.infer<typeof StoredFile>)}\n`);
  } catch (error) {
    options.onWarning?.(`cannot keep how familiar ${deck.id} is in ${dirname(file)} (${reasonOf(error)})`);
  }
  return compare(all, training);
}

/** Covers all that the statistics of a deck's cards depend on. */
const keyOf = (deck: Deck, pictures: PictureHashes, encoder: string, { meanings }: TrainingStatistics): string =>
  createHash('sha256')
    .update(JSON.stringify([VERSION, encoder, meanings, deck.cards.map((card) => pictures.get(card.id))]))
    .digest('hex');

const readStored = async (file: string, key: string): Promise<readonly CardStatistics[] | undefined> => {
  const text = await refuseSpecial(file)
    .then(() => readFile(file, 'utf8'))
    .catch(() => '');
  const parsed = StoredFile.safeParse(parse(text));
  return parsed.success && parsed.data.key === key ? parsed.data.cards : undefined;
};

/** One card beside the meanings that the encoder usually sees. */
export async function cardStatistics(
  encoder: ConceptEncoder,
  card: Card,
  meanings: TrainingStatistics['meanings'],
): Promise<CardStatistics> {
  const picture = await pictureStatistics(card);
  const { entropy, meaning } = await encoder.sense(card);
  const scores = meanings.map(({ mean, deviation }, i) => (meaning[i] - mean) / deviation);
  return { ...picture, entropy, meaning: Math.sqrt(meanOf(scores.map((score) => score * score))) };
}

export function compare(all: readonly CardStatistics[], { statistics }: TrainingStatistics): Familiarity {
  const shiftOf = (name: StatisticName): number =>
    (meanOf(all.map((card) => card[name])) - statistics[name].mean) / statistics[name].deviation;
  const shifts = {
    detail: shiftOf('detail'),
    edges: shiftOf('edges'),
    flat: shiftOf('flat'),
    contrast: shiftOf('contrast'),
    lightness: shiftOf('lightness'),
    colour: shiftOf('colour'),
    entropy: shiftOf('entropy'),
    meaning: shiftOf('meaning'),
  };
  const distance = Math.sqrt(meanOf(Object.values(shifts).map((shift) => Math.min(MOST_SHIFT, Math.abs(shift)) ** 2)));
  return {
    verdict: distance < FAMILIAR ? 'familiar' : distance < FAR ? 'strange' : 'far',
    distance,
    shifts,
    entropy: meanOf(all.map(({ entropy }) => entropy)),
    usualEntropy: statistics.entropy.mean,
    cards: all.length,
  };
}

/** In plain words, and what to do about it. */
export function sayFamiliarity({ verdict, shifts, entropy, usualEntropy }: Familiarity): string {
  const bits = `it hesitates among ${ways(entropy)} things a look, ${ways(usualEntropy)} on training cards`;
  if (verdict === 'familiar') return `To the bundled eyes this deck looks like what they were made for (${bits}).`;
  const [first, second] = STATISTIC_NAMES.toSorted((a, b) => Math.abs(shifts[b]) - Math.abs(shifts[a])).map((name) =>
    shifts[name] > 0 ? IN_WORDS[name].more : IN_WORDS[name].less,
  );
  const how = `${first}, ${second}; ${bits}`;
  return verdict === 'strange'
    ? `To the bundled eyes this deck looks unlike what they were made for (${how}): trust their guesses less. ${ADVICE}`
    : `To the bundled eyes this deck looks like nothing they were made for (${how}): their guesses will be mostly noise. ${ADVICE}`;
}

const ADVICE = 'A CLIP-class model knows paintings and photos: seance model pull clip, then --encoder clip.';

/** Among how many equally likely things somebody with so many bits of doubt chooses. */
const ways = (bits: number): string => (2 ** bits).toFixed(0);

/** What `npm run familiarity` measured of the model beside it. Throws EyesError. */
export async function readTraining(dir: string = bundledModels()): Promise<TrainingStatistics> {
  const where = join(dir, 'familiarity.json');
  let text;
  try {
    text = await readFile(where, 'utf8');
  } catch (error) {
    throw new EyesError(`cannot read ${where}, which comes with this package: ${reasonOf(error, 'it is not there')}`, {
      cause: error,
    });
  }
  const parsed = TrainingFile.safeParse(parse(text));
  if (!parsed.success) throw new EyesError(`${where} is damaged; npm run familiarity makes it anew`);
  const { model } = await readManifest(dir);
  if (parsed.data.sha256 !== model.sha256)
    throw new EyesError(`${where} belongs to another model than ${model.file}; npm run familiarity makes it anew`);
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
