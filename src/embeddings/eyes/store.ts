import { createHash } from 'node:crypto';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { z } from 'zod';
import type { EncodedDeck } from '../../engine/kernel/knowledge.ts';
import type { Card, Deck } from '../deck/deck.ts';
import { DeckError } from '../deck/deck.ts';
import type { Encoder } from '../encoders/encoder.ts';
import { EyesError } from '../encoders/encoder.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { reasonOf } from '../../files/reason.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { readPicture } from '../deck/picture.ts';
import { DAMAGED, readCacheFile } from './cache-file.ts';

/** Raised when the layout of a stored file changes. */
const SCHEMA = 1;

const StoredFile = z.object({
  schema: z.literal(SCHEMA),
  key: z.string(),
  deck: z.string(),
  encoder: z.string(),
  dim: z.int().positive(),
  ids: z.array(z.string()),
  /** Of the bytes in `vectors`. */
  sha256: z.string(),
  /** Little-endian floats in base64, a row a card. */
  vectors: z.base64(),
});

/** The sha256 of every picture of a deck, by card id. */
export type PictureHashes = ReadonlyMap<string, string>;

export interface StoreOptions {
  /** Default: `cacheFolder()`. */
  readonly cacheDir?: string | undefined;
  /** Told after each card that had to be encoded. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Told, in a line, of a damaged file that was made anew and of a cache that cannot be written. */
  readonly onWarning?: ((line: string) => void) | undefined;
}

/** Where encoded decks are kept: $SEANCE_CACHE, or the system's folder for caches. */
export const cacheFolder = (): string => process.env['SEANCE_CACHE'] || envPaths('seance', { suffix: '' }).cache;

/** As much of a deck's id as is part of a file's name: systems take 255 bytes in all. */
const BEGINNING = /^.{0,32}/su;

/** What a file is called that keeps `what` of a deck under a key, which alone tells decks apart. */
export const cacheName = ({ id }: Deck, what: string, key: string): string =>
  `${BEGINNING.exec(id)?.[0] ?? ''}.${what}.${key.slice(0, 16)}.json`;

/** Reads every picture once. Throws DeckError. */
export async function hashPictures(deck: Deck): Promise<PictureHashes> {
  const hashes = new Map<string, string>();
  for (const card of deck.cards) hashes.set(card.id, sha256(await readPicture(card)));
  return hashes;
}

/** What a deck is, wherever it lies: a hash over its cards' ids, kinds, titles, pictures and words, in order. */
export const hashDeck = (deck: Deck, pictures: PictureHashes): string =>
  sha256(
    JSON.stringify([
      deck.id,
      deck.cards.map((card) => [card.id, card.kind, card.title, pictures.get(card.id), wordsOf(card)]),
    ]),
  );

/** A deck as an encoder sees it, and whether that came from the cache. */
export interface SeenDeck {
  readonly encoded: EncodedDeck;
  readonly cached: boolean;
  /** Where it is kept; undefined where it cannot be. */
  readonly file: string | undefined;
}

/**
 * A deck as `encoder` sees it: from the cache if it holds this very deck, or else encoded card by card and stored.
 * The key of a stored file covers all that vectors depend on (encoder id, card ids and pictures or words), so a changed deck is never
 * served old vectors, and two processes that write at once write the same file, each whole.
 * Throws DeckError, beside what the encoder throws, if a picture is replaced while it is looked at.
 */
export async function encodeDeck(
  deck: Deck,
  encoder: Encoder,
  pictures: PictureHashes,
  { cacheDir = cacheFolder(), onProgress, onWarning }: StoreOptions = {},
): Promise<SeenDeck> {
  const key = keyOf(deck, encoder, pictures);
  const file = join(cacheDir, cacheName(deck, encoder.name, key));
  const stored = await readStored(file, key, deck, encoder, onWarning);
  if (stored !== undefined) return { encoded: stored, cached: true, file };

  const vectors = new Float32Array(deck.cards.length * encoder.dim);
  let done = 0;
  for await (const vector of encoder.encode(deck.cards)) {
    vectors.set(vector, done * encoder.dim);
    done++;
    onProgress?.(done, deck.cards.length);
  }
  if (done !== deck.cards.length)
    throw new EyesError(`the ${encoder.name} eyes saw ${done} of ${deck.cards.length} cards of ${deck.id}`);
  if (encoder.reads === 'picture' && keyOf(deck, encoder, await hashPictures(deck)) !== key)
    throw new DeckError(`pictures of ${deck.id} were replaced while they were looked at; look again`);
  const encoded = {
    deck: deck.id,
    encoder: encoder.id,
    ids: deck.cards.map((card) => card.id),
    dim: encoder.dim,
    vectors,
  };
  try {
    await makeFolder(cacheDir);
    await writeWhole(file, toText(encoded, key));
    return { encoded, cached: false, file };
  } catch (error) {
    const why = reasonOf(error);
    onWarning?.(
      `cannot keep what the ${encoder.name} eyes saw in ${cacheDir} (${why}); they will look again next time`,
    );
  }
  return { encoded, cached: false, file: undefined };
}

function keyOf(deck: Deck, encoder: Encoder, pictures: PictureHashes): string {
  const cards = deck.cards.map((card) => [card.id, encoder.reads === 'words' ? wordsOf(card) : pictures.get(card.id)]);
  return sha256(JSON.stringify([SCHEMA, encoder.id, encoder.dim, deck.id, cards]));
}

/** A stored deck, or undefined if there is none or it is not what was stored. */
async function readStored(
  file: string,
  key: string,
  deck: Deck,
  encoder: Encoder,
  onWarning: StoreOptions['onWarning'],
): Promise<EncodedDeck | undefined> {
  const stored = await readCacheFile(file, StoredFile, key);
  if (stored === undefined) return undefined;
  const encoded = stored === DAMAGED ? undefined : encodedOf(stored);
  const isSound =
    encoded?.encoder === encoder.id &&
    encoded.dim === encoder.dim &&
    encoded.ids.length === deck.cards.length &&
    encoded.ids.every((id, i) => id === deck.cards[i].id);
  if (isSound) return encoded;
  onWarning?.(`${file} is damaged and is made anew`);
  return undefined;
}

function toText({ deck, encoder, dim, ids, vectors }: EncodedDeck, key: string): string {
  const bytes = Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength);
  const stored: z.infer<typeof StoredFile> = {
    schema: SCHEMA,
    key,
    deck,
    encoder,
    dim,
    ids: [...ids],
    sha256: sha256(bytes),
    vectors: bytes.toString('base64'),
  };
  return `${JSON.stringify(stored)}\n`;
}

/** Undefined for anything but what `toText` wrote: with other bytes, or with rows that are not of length 1. */
function encodedOf({ deck, encoder, dim, ids, ...stored }: z.infer<typeof StoredFile>): EncodedDeck | undefined {
  const bytes = Buffer.from(stored.vectors, 'base64');
  if (sha256(bytes) !== stored.sha256 || bytes.length !== ids.length * dim * 4) return undefined;
  const vectors = new Float32Array(Uint8Array.from(bytes).buffer);
  for (let row = 0; row < ids.length; row++) {
    const square = vectors.subarray(row * dim, (row + 1) * dim).reduce((sum, x) => sum + x * x, 0);
    if (!(Math.abs(square - 1) < 1e-3)) return undefined;
  }
  return { deck, encoder, ids, dim, vectors };
}

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** A card's words, in an order that does not depend on how deck.json lists them. */
const wordsOf = (card: Card): readonly (readonly [string, number])[] =>
  Object.entries(card.words ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
