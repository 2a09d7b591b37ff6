import type { Card } from '../deck/deck.ts';
import { DeckError } from '../deck/deck.ts';
import type { Encoder } from './encoder.ts';
import { toUnit } from './encoder.ts';
import type { WordVectors } from './bundled.ts';
import { bundledModels, readManifest, readWordVectors } from './bundled.ts';

const VERSION = 1;

/**
 * The eyes named `words`: another mind, that never sees a picture. A card's vector is the weighted mean of the vectors of its content
 * words in deck.json, which must be names of concepts (in any case). A card without a single known word is a DeckError; unknown words
 * beside known ones are left out, and reported once in a line.
 */
export async function openWords(
  onWarning: (line: string) => void = () => {},
  dir: string = bundledModels(),
): Promise<Encoder> {
  const manifest = await readManifest(dir);
  const { vectors, concepts } = manifest;
  const hashes = [vectors.sha256, concepts.sha256OfLines].map((hash) => hash.slice(0, 12));
  return {
    name: 'words',
    id: ['words', `v${VERSION}`, ...hashes].join('-'),
    dim: vectors.dim,
    reads: 'words',
    async *encode(cards) {
      const known = await readWordVectors(dir, manifest);
      const rows = new Map(known.names.map((name, row) => [name.toLowerCase(), row]));
      const unknown = new Set<string>();
      for (const card of cards) yield toUnit(meanOfWords(card, rows, known, unknown), card, 'words');
      if (unknown.size > 0) {
        onWarning(`the words eyes left out ${unknown.size} content words they do not know: ${listOf([...unknown])}`);
      }
    },
    async close() {},
  };
}

function meanOfWords(
  card: Card,
  rows: ReadonlyMap<string, number>,
  { dim, vectors }: WordVectors,
  unknown: Set<string>,
): Float32Array {
  const words = Object.entries(card.words ?? {});
  if (words.length === 0) {
    throw new DeckError(
      `card ${card.id} has no "words" in deck.json, which the words eyes look at; give it some, or choose other eyes`,
    );
  }
  const sum = new Float32Array(dim);
  let found = 0;
  for (const [word, weight] of words) {
    const row = rows.get(word.trim().toLowerCase());
    if (row === undefined) {
      unknown.add(word);
      continue;
    }
    found++;
    for (let i = 0; i < dim; i++) sum[i] += weight * vectors[row * dim + i];
  }
  if (found === 0) {
    const names = listOf(words.map(([word]) => word));
    throw new DeckError(
      `the words eyes know none of the words of card ${card.id}: ${names}; use names of data/models/starter-concepts.json`,
    );
  }
  return sum;
}

const MOST_LISTED = 8;
const listOf = (words: readonly string[]): string =>
  words.length <= MOST_LISTED
    ? words.join(', ')
    : `${words.slice(0, MOST_LISTED).join(', ')} and ${words.length - MOST_LISTED} more`;
