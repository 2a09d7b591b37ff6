import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../../files/make-folder.ts';
import { reasonOf } from '../../files/reason.ts';
import { writeWhole } from '../../files/write-whole.ts';
import type { Deck } from '../deck/deck.ts';
import { DAMAGED, readCacheFile } from '../eyes/cache-file.ts';
import type { PictureHashes, StoreOptions } from '../eyes/store.ts';
import { cacheFolder, cacheName } from '../eyes/store.ts';
import type { KnownCard } from './known-card.ts';
import { SAMPLES } from './correlation.ts';
import { FEATURES_VERSION, WORDS, countOf } from './features.ts';

/** Raised when the layout of a stored file changes. */
const SCHEMA = 1;

const StoredFile = z.object({
  schema: z.literal(SCHEMA),
  key: z.string(),
  /** Features of each card, in the deck's order. */
  counts: z.array(z.int().nonnegative()),
  /** Of the bytes in `data`. */
  sha256: z.string(),
  /** Card after card: points and descriptors, 4 bytes each, little-endian, and then the grey samples. In base64. */
  data: z.base64(),
});

const SAMPLE_BYTES = SAMPLES.width * SAMPLES.height;
const bytesOf = (count: number): number => count * (2 + WORDS) * 4 + SAMPLE_BYTES;

/** Where the features of this very deck are kept, and under which key. */
function placeOf(
  deck: Deck,
  pictures: PictureHashes,
  cacheDir: string,
): { readonly file: string; readonly key: string } {
  const cards = deck.cards.map((card) => pictures.get(card.id));
  const key = sha256(Buffer.from(JSON.stringify([SCHEMA, FEATURES_VERSION, cards])));
  return { file: join(cacheDir, cacheName(deck, 'features', key)), key };
}

/** What was stored of a deck; undefined if there is nothing, or not what was stored. */
export async function readKnown(
  deck: Deck,
  pictures: PictureHashes,
  { cacheDir = cacheFolder(), onWarning }: StoreOptions,
): Promise<readonly KnownCard[] | undefined> {
  const { file, key } = placeOf(deck, pictures, cacheDir);
  const stored = await readCacheFile(file, StoredFile, key);
  if (stored === undefined) return undefined;
  const known = stored === DAMAGED ? undefined : knownOf(stored, deck);
  if (known === undefined) onWarning?.(`${file} is damaged and is made anew`);
  return known;
}

function knownOf(
  { counts, data, sha256: hash }: z.infer<typeof StoredFile>,
  deck: Deck,
): readonly KnownCard[] | undefined {
  const bytes = Uint8Array.from(Buffer.from(data, 'base64'));
  const size = counts.reduce((sum, count) => sum + bytesOf(count), 0);
  if (counts.length !== deck.cards.length || bytes.length !== size || sha256(bytes) !== hash) return undefined;
  let at = 0;
  return deck.cards.map((card, i) => {
    const points = new Float32Array(bytes.buffer, at, counts[i] * 2);
    const descriptors = new Uint32Array(bytes.buffer, at + points.byteLength, counts[i] * WORDS);
    at += bytesOf(counts[i]);
    return {
      card,
      features: { points, descriptors },
      samples: { ...SAMPLES, data: bytes.subarray(at - SAMPLE_BYTES, at) },
    };
  });
}

/** Keeps what is known of a deck. Says so if it cannot. */
export async function keepKnown(
  deck: Deck,
  pictures: PictureHashes,
  known: readonly KnownCard[],
  { cacheDir = cacheFolder(), onWarning }: StoreOptions,
): Promise<void> {
  const { file, key } = placeOf(deck, pictures, cacheDir);
  const bytes = Buffer.concat(
    known.flatMap(({ features: { points, descriptors }, samples }) => [
      Buffer.from(points.buffer, points.byteOffset, points.byteLength),
      Buffer.from(descriptors.buffer, descriptors.byteOffset, descriptors.byteLength),
      samples.data,
    ]),
  );
  const stored: z.infer<typeof StoredFile> = {
    schema: SCHEMA,
    key,
    counts: known.map(({ features }) => countOf(features)),
    sha256: sha256(bytes),
    data: bytes.toString('base64'),
  };
  try {
    await makeFolder(cacheDir);
    await writeWhole(file, `${JSON.stringify(stored)}\n`);
  } catch (error) {
    onWarning?.(`cannot keep the features of ${deck.id} in ${cacheDir} (${reasonOf(error)}); they will be found again`);
  }
}

const sha256 = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
