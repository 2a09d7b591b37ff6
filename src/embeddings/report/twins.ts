import type { Affinity } from '../../engine/kernel/knowledge.ts';

/** Two cards of one category, by their columns. */
export interface Twins {
  readonly first: number;
  readonly second: number;
  /**
   * How far apart the better of a hand's seven visions puts the two, in standard deviations of the affinity: the mean over all hands and
   * over which of the two is meant. The less, the more a psychic has to guess.
   */
  readonly apart: number;
  /** Of the two columns, -1 to 1. */
  readonly correlation: number;
  /** The row that puts them furthest apart, and by how much. */
  readonly best: { readonly vision: number; readonly gap: number };
}

const HAND = 7;

/** All pairs of cards of one category, the hardest to tell apart first. None where there are no visions. */
export function findTwins(affinity: Affinity, groups: readonly number[]): readonly Twins[] {
  if (affinity.rows === 0) return [];
  const columns = Array.from({ length: affinity.columns }, (_, column) =>
    Float64Array.from({ length: affinity.rows }, (_row, row) => affinity.cells[row * affinity.columns + column]),
  );
  const pairs: Twins[] = [];
  let from = 0;
  for (const count of groups) {
    for (let first = from; first < from + count; first++) {
      for (let second = first + 1; second < from + count; second++) pairs.push(pair(columns, first, second));
    }
    from += count;
  }
  return pairs.toSorted((a, b) => a.apart - b.apart);
}

function pair(columns: readonly Float64Array[], first: number, second: number): Twins {
  const gaps = columns[first].map((fit, row) => fit - columns[second][row]);
  const vision = gaps.reduce((best, gap, row) => (Math.abs(gap) > Math.abs(gaps[best]) ? row : best), 0);
  return {
    first,
    second,
    apart: (bestOfHand(gaps) + bestOfHand(gaps.map((gap) => -gap))) / 2,
    correlation: pearson(columns[first], columns[second]),
    best: { vision, gap: Math.abs(gaps[vision]) },
  };
}

/** The mean of the largest of seven values drawn without replacement: order statistics of a finite population. */
export function bestOfHand(values: Float64Array): number {
  const sorted = values.toSorted();
  const hand = Math.min(HAND, sorted.length);
  let mean = 0;
  // The chance that the i-th smallest is the largest of the hand: C(i, hand - 1) / C(n, hand), counting i from 0.
  let chance = hand / sorted.length;
  for (let i = sorted.length - 1; i >= hand - 1; i--) {
    mean += chance * sorted[i];
    chance *= (i - hand + 1) / i;
  }
  return mean;
}

function pearson(a: Float64Array, b: Float64Array): number {
  const mean = (values: Float64Array): number => values.reduce((sum, x) => sum + x, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, squareA, squareB] = [0, 0, 0];
  a.forEach((x, i) => {
    both += (x - meanA) * (b[i] - meanB);
    squareA += (x - meanA) ** 2;
    squareB += (b[i] - meanB) ** 2;
  });
  return squareA * squareB < 1e-12 ? 0 : both / Math.sqrt(squareA * squareB);
}
