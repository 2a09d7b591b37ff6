import type { Affinity } from '../../engine/kernel/knowledge.ts';

/** A vision and the card it fits best, by row and column. */
export interface BestFit {
  readonly vision: number;
  readonly card: number;
  /** In standard deviations of the affinity. */
  readonly fit: number;
}

/** For each vision the card it fits best; those that fit nothing come first. None where there are no cards. */
export function findMisfits({ rows, columns, cells }: Affinity): readonly BestFit[] {
  if (columns === 0) return [];
  return Array.from({ length: rows }, (_, vision) => {
    const fits = cells.subarray(vision * columns, (vision + 1) * columns);
    const card = fits.reduce((best, fit, column) => (fit > fits[best] ? column : best), 0);
    return { vision, card, fit: fits[card] };
  }).toSorted((a, b) => a.fit - b.fit);
}
