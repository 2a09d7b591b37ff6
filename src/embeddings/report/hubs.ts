import type { Affinity } from '../../engine/kernel/knowledge.ts';

/** How often things of one sort are among the nearest of those of another. */
export interface Occurrence {
  /** How many nearest are counted. */
  readonly nearest: number;
  /** For each thing, how often it is among them. */
  readonly counts: readonly number[];
  /** What every count would be if all were alike. */
  readonly even: number;
  /**
   * Skewness of the counts: 0 where they are symmetric, above 1 where a few hubs are everywhere (M. Radovanović, A. Nanopoulos,
   * M. Ivanović, "Hubs in space", JMLR 11, 2010). 0 where all are the same.
   */
  readonly skewness: number;
}

/** A ghost reaches for one of its best few; so many visions a card, and cards a vision and category. */
export const NEAREST = { visions: 5, cards: 3 };

/** For each vision, of how many cards it is among the nearest visions. */
export function visionOccurrence(affinity: Affinity): Occurrence {
  const nearest = Math.min(NEAREST.visions, affinity.rows);
  const counts = Array.from({ length: affinity.rows }, () => 0);
  for (let column = 0; column < affinity.columns; column++) {
    const fits = counts.map((_, row) => affinity.cells[row * affinity.columns + column]);
    for (const row of best(fits, nearest)) counts[row]++;
  }
  return toOccurrence(nearest, counts);
}

/** For each card, of how many visions it is among the nearest cards of its category. Even is the mean over all categories. */
export function cardOccurrence(affinity: Affinity, groups: readonly number[]): Occurrence {
  const counts = Array.from({ length: affinity.columns }, () => 0);
  for (let row = 0; row < affinity.rows; row++) {
    let from = 0;
    for (const count of groups) {
      const start = row * affinity.columns + from;
      const fits = Array.from(affinity.cells.subarray(start, start + count));
      for (const column of best(fits, Math.min(NEAREST.cards, count))) counts[from + column]++;
      from += count;
    }
  }
  return toOccurrence(NEAREST.cards, counts);
}

const best = (fits: readonly number[], count: number): readonly number[] =>
  fits
    .map((_, i) => i)
    .toSorted((a, b) => fits[b] - fits[a])
    .slice(0, count);

function toOccurrence(nearest: number, counts: readonly number[]): Occurrence {
  const mean = (values: readonly number[]): number =>
    values.length === 0 ? 0 : values.reduce((sum, x) => sum + x, 0) / values.length;
  const even = mean(counts);
  const spread = Math.sqrt(mean(counts.map((count) => (count - even) ** 2)));
  const skewness = spread === 0 ? 0 : mean(counts.map((count) => ((count - even) / spread) ** 3));
  return { nearest, counts, even, skewness };
}
