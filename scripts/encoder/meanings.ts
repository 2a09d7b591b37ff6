import type { DescribedPicture } from './clip-art.ts';
import type { Emoji } from './emoji.ts';
import { centred, DIM, meanOf, WordSpace } from './word-vectors.ts';

/** What everything means that the encoder is trained on. */
export interface Meanings {
  readonly space: WordSpace;
  /** By the key of the emoji; undefined for one without a known word. */
  readonly meanings: ReadonlyMap<string, Float64Array | undefined>;
  /** A concept means what its emoji mean on average. Of length 1, in the order of the names. */
  readonly concepts: readonly { readonly name: string; readonly vector: Float64Array }[];
  /** The mean of all concepts, which is taken out of everything. */
  readonly middle: Float64Array;
}

export function meaningsOf(emoji: readonly Emoji[], clipArt: readonly DescribedPicture[]): Meanings {
  const space = new WordSpace([...emoji, ...clipArt].flatMap(({ main, keywords }) => [...main, ...keywords]));
  const meanings = new Map(emoji.map((one) => [one.key, space.meaningOf(one)]));
  const byConcept = new Map<string, Float64Array[]>();
  for (const { key, concept } of emoji) {
    const meaning = meanings.get(key);
    if (concept !== undefined && meaning !== undefined)
      byConcept.set(concept, [...(byConcept.get(concept) ?? []), meaning]);
  }
  const concepts = [...byConcept]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, vectors]) => ({ name, vector: centred(meanOf(vectors), new Float64Array(DIM)) }));
  return { space, meanings, concepts, middle: meanOf(concepts.map(({ vector }) => vector)) };
}
