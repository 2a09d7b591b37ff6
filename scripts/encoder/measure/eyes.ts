import type { Affinity } from '../../../src/engine/kernel/knowledge.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import type { Card, PickedCards } from '../../../src/embeddings/deck/deck.ts';
import { readPicture, squash } from '../../../src/embeddings/deck/picture.ts';
import type { Encoder } from '../../../src/embeddings/encoders/encoder.ts';
import { toUnit } from '../../../src/embeddings/encoders/encoder.ts';
import { allEmoji } from '../emoji.ts';

/* Eyes to compare with: weights by lot, and words that are counted instead of understood. */

const WIDTH = 24;
const HEIGHT = 36;
const HIDDEN = 256;
const DIM = 100;

/** An encoder nobody trained: two layers of fixed random weights over the small picture. */
export function openRandom(seed = 5): Encoder {
  const rng = new Sfc32(seed);
  // Twelve even numbers make a nearly normal one.
  const normal = (): number => Array.from({ length: 12 }, () => rng.below(65_536) / 65_536).reduce((a, b) => a + b, -6);
  const inputs = WIDTH * HEIGHT * 3;
  const first = Float32Array.from({ length: HIDDEN * inputs }, normal);
  const second = Float32Array.from({ length: DIM * HIDDEN }, normal);
  return {
    name: 'random',
    id: `random-${seed}`,
    dim: DIM,
    reads: 'picture',
    async *encode(cards) {
      for (const card of cards) {
        const { data } = await squash(card, await readPicture(card), WIDTH, HEIGHT);
        const pixels = Float32Array.from(data, (byte) => byte / 255 - 0.5);
        const hidden = times(first, pixels, HIDDEN).map((x) => Math.max(0, x));
        yield toUnit(times(second, hidden, DIM), card, 'random');
      }
    },
    async close() {},
  };
}

function times(matrix: Float32Array, vector: Float32Array, rows: number): Float32Array {
  return Float32Array.from({ length: rows }, (_, row) => {
    let sum = 0;
    for (let i = 0; i < vector.length; i++) sum += matrix[row * vector.length + i] * vector[i];
    return sum;
  });
}

/**
 * How many words the things on two cards have in common, rare ones counting more: words of the names count 1, keywords 1/2, times how
 * plainly the thing is seen. No word vectors, so that what agrees with it does not agree by them alone.
 */
export function wordOverlap({ visions, cards }: PickedCards): Affinity {
  const wordsOf = new Map<string, Map<string, number>>();
  for (const { concept, main, keywords } of allEmoji()) {
    if (concept === undefined) continue;
    const words = wordsOf.get(concept) ?? new Map<string, number>();
    for (const word of keywords) words.set(word, Math.max(words.get(word) ?? 0, 0.5));
    for (const word of main) words.set(word, 1);
    wordsOf.set(concept, words);
  }
  const bags = [...visions, ...cards].map((card) => bagOf(card, wordsOf));
  const spread = new Map<string, number>();
  for (const word of bags.flatMap((bag) => [...bag.keys()])) spread.set(word, (spread.get(word) ?? 0) + 1);
  const vectors = bags.map((bag) => {
    const weighed = [...bag].map(
      ([word, weight]) => [word, Math.sqrt(weight) * Math.log(bags.length / (spread.get(word) ?? 1))] as const,
    );
    const length = Math.sqrt(weighed.reduce((sum, [, x]) => sum + x * x, 0)) || 1;
    return new Map(weighed.map(([word, x]) => [word, x / length]));
  });
  const cells = new Float32Array(visions.length * cards.length);
  const tie = new Sfc32(1);
  for (let row = 0; row < visions.length; row++) {
    for (let column = 0; column < cards.length; column++) {
      let sum = 0;
      for (const [word, x] of vectors[row]) sum += x * (vectors[visions.length + column].get(word) ?? 0);
      // Cards without a common word are told apart by lot.
      cells[row * cards.length + column] = sum + tie.below(1000) * 1e-9;
    }
  }
  return withoutHubs({ rows: visions.length, columns: cards.length, cells });
}

function bagOf(card: Card, wordsOf: ReadonlyMap<string, ReadonlyMap<string, number>>): Map<string, number> {
  const bag = new Map<string, number>();
  for (const [concept, weight] of Object.entries(card.words ?? {})) {
    for (const [word, share] of wordsOf.get(concept) ?? []) bag.set(word, (bag.get(word) ?? 0) + weight * share);
  }
  return bag;
}

/** From each column its mean, so that no card is near everything. */
function withoutHubs({ rows, columns, cells }: Affinity): Affinity {
  const mean = new Float64Array(columns);
  cells.forEach((x, i) => (mean[i % columns] += x / rows));
  return { rows, columns, cells: cells.map((x, i) => x - mean[i % columns]) };
}
