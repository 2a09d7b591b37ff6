import type { Card } from '../deck/deck.ts';
import { DeckError } from '../deck/deck.ts';
import type { WordVectors } from './bundled.ts';
import { bundledModels, readManifest, readWordVectors } from './bundled.ts';
import type { Encoder } from './encoder.ts';
import { toUnit } from './encoder.ts';
import { readWordTable } from './word-table.ts';

/** Raised when a text becomes another vector than before. */
const VERSION = 2;

/**
 * The eyes named `words`: another mind, that never sees a picture. A card's vector is the weighted mean of the vectors of its words in
 * deck.json. A word, tag or caption is looked up whole among the concepts of the bundled encoder, then among everyday words, and is else
 * taken apart into the longest pieces that are known (in any case). A card without a single known word is a DeckError; unknown words
 * beside known ones are left out, and reported once in a line.
 */
export async function openWords(
  onWarning: (line: string) => void = () => {},
  dir: string = bundledModels(),
): Promise<Encoder> {
  const manifest = await readManifest(dir);
  const table = await readWordTable(dir);
  const { vectors, concepts } = manifest;
  const hashes = [vectors.sha256, concepts.sha256OfLines, table.hash].map((hash) => hash.slice(0, 12));
  return {
    name: 'words',
    id: ['words', `v${VERSION}`, ...hashes].join('-'),
    dim: vectors.dim,
    reads: 'words',
    async *encode(cards) {
      const vocabulary = new Vocabulary([table, await readWordVectors(dir, manifest)], vectors.dim);
      const unknown = new Set<string>();
      for (const card of cards) yield toUnit(meaningOf(card, vocabulary, unknown), card, 'words');
      if (unknown.size > 0) onWarning(`the words eyes left out words they do not know: ${listOf([...unknown])}`);
    },
    async close() {},
  };
}

/** The longest piece of a text that is looked up as one, in words. */
const LONGEST = 5;
/** Words that say nothing of a picture. */
const QUIET = new Set(
  'a an and are as at by for from in into is it its near of on onto or over the to under up upon with without'.split(
    ' ',
  ),
);

/** What is known of words; later tables win over earlier ones. */
class Vocabulary {
  readonly #vectors = new Map<string, Float32Array>();

  constructor(
    tables: readonly WordVectors[],
    readonly dim: number,
  ) {
    for (const { names, vectors } of tables) {
      names.forEach((name, row) => this.#vectors.set(plain(name), vectors.subarray(row * dim, (row + 1) * dim)));
    }
  }

  /** The vectors of the pieces of a text; what is in none of them is added to `unknown`. */
  piecesOf(text: string, unknown: Set<string>): readonly Float32Array[] {
    const words = plain(text)
      .split(' ')
      .filter((word) => word !== '');
    const pieces: Float32Array[] = [];
    let at = 0;
    while (at < words.length) {
      let taken = 0;
      for (let length = Math.min(LONGEST, words.length - at); length > 0 && taken === 0; length--) {
        const vector = this.#find(words.slice(at, at + length).join(' '));
        if (vector === undefined) continue;
        // A quiet word is known as part of a name only.
        if (length > 1 || !QUIET.has(words[at])) pieces.push(vector);
        taken = length;
      }
      if (taken === 0 && !QUIET.has(words[at])) unknown.add(words[at]);
      at += Math.max(1, taken);
    }
    return pieces;
  }

  /** A name as it is, or without the mark of the plural. */
  #find(name: string): Float32Array | undefined {
    for (const [ending, singular] of SINGULARS) {
      const vector = name.endsWith(ending)
        ? this.#vectors.get(name.slice(0, name.length - ending.length) + singular)
        : undefined;
      if (vector !== undefined) return vector;
    }
    return undefined;
  }
}

/** Endings and what to put in their place, in the order in which they are tried. */
const SINGULARS = [
  ['', ''],
  ['s', ''],
  ['es', ''],
  ['ies', 'y'],
  ['ves', 'f'],
] as const;

/** In lower case, with single spaces between words, without accents and signs. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}|[’']s\b/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function meaningOf(card: Card, vocabulary: Vocabulary, unknown: Set<string>): Float32Array {
  const words = Object.entries(card.words ?? {});
  if (words.length === 0) {
    throw new DeckError(
      `card ${card.id} has no "words" in deck.json, which the words eyes look at; give it some ("words": "a lighthouse at night"), or choose other eyes`,
    );
  }
  const sum = new Float32Array(vocabulary.dim);
  let found = 0;
  for (const [text, weight] of words) {
    const pieces = vocabulary.piecesOf(text, unknown);
    found += pieces.length;
    for (const piece of pieces) {
      for (let i = 0; i < sum.length; i++) sum[i] += (weight / pieces.length) * piece[i];
    }
  }
  if (found === 0) {
    const names = listOf(words.map(([text]) => text));
    throw new DeckError(
      `the words eyes know none of the words of card ${card.id}: ${names}; use plain English words for what is on the card`,
    );
  }
  return sum;
}

const MOST_LISTED = 8;
const listOf = (words: readonly string[]): string =>
  words.length <= MOST_LISTED
    ? words.join(', ')
    : `${words.slice(0, MOST_LISTED).join(', ')} and ${words.length - MOST_LISTED} more`;
