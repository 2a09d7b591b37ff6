import { Z, tQuantile } from '../stats.ts';
import type { Estimate } from '../stats.ts';
import type { Figure } from '../../engine/kernel/spec.ts';
import type { Share } from './objective.ts';
import type { Setting } from './space.ts';

/** Why a setting is played no further: clearly worse than the best, or in the worse half when there was room for one half only. */
export type Drop = 'behind' | 'halved';

/** A setting that is tried, with every deal it played. */
export interface Trial {
  /** Place in the order in which settings came up; 0 is the default. */
  readonly index: number;
  readonly setting: Setting;
  /** Where it came from. */
  readonly origin: 'default' | 'earlier' | 'start' | 'surface' | 'neighbour';
  /** The round it came up in: 0 is the start. */
  readonly round: number;
  /** Shares of each cell, deal after deal: element i of any two trials is of the same deal. */
  readonly cells: readonly Share[][];
  /** Rungs it has climbed, all rounds together. */
  rungs: number;
  /** What it was dropped for in the last race it ran, if it was. */
  dropped: { readonly round: number; readonly rung: number; readonly why: Drop } | undefined;
}

/** Deals that a trial has played in every cell. */
export const dealsOf = ({ cells }: Pick<Trial, 'cells'>): number => Math.min(...cells.map(({ length }) => length));

/** A mean over cells of equal weight, with its standard error. */
export interface Spread {
  readonly n: number;
  readonly value: number;
  /** Standard error. */
  readonly error: number;
  /** Degrees of freedom (Welch-Satterthwaite). */
  readonly df: number;
}

/** A figure over the first `deals` of each cell. */
export const figureOf = (trial: Pick<Trial, 'cells'>, figure: Figure, deals = dealsOf(trial)): Spread =>
  spreadOf(trial.cells, undefined, figure, deals);

/** How much more a figure is of `ours` than of `theirs`, over the first `deals` of each cell, which both played. */
export const gapOf = (
  ours: Pick<Trial, 'cells'>,
  theirs: Pick<Trial, 'cells'>,
  figure: Figure,
  deals = Math.min(dealsOf(ours), dealsOf(theirs)),
): Spread => spreadOf(ours.cells, theirs.cells, figure, deals);

/** The interval of a spread: Student's 95 %, or that of another normal quantile. */
export function intervalOf({ n, value, error, df }: Spread, z = Z): Estimate {
  if (n === 0 || Number.isNaN(value))
    return { n, value: Number.NaN, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const half = df < 1 ? Number.POSITIVE_INFINITY : (z / Z) * tQuantile(df) * error;
  return { n, value, low: value - half, high: value + half };
}

/**
 * The figure is a ratio of sums in each cell; its variance is that of the residuals (delta method), and of a difference that of the
 * residuals' difference, deal by deal, so that the deals' own luck falls out. In games that are won or lost at least one deal of each
 * cell is taken to come out differently: few deals may hide it.
 */
function spreadOf(ours: Trial['cells'], theirs: Trial['cells'] | undefined, { kind }: Figure, deals: number): Spread {
  let value = 0;
  let variance = 0;
  let fourth = 0;
  for (const [c, cell] of ours.entries()) {
    const other = theirs?.[c];
    const [mine, its] = [ratioOf(cell, deals), other && ratioOf(other, deals)];
    value += mine.ratio - (its?.ratio ?? 0);
    let squares = kind === 'rate' ? 1 : 0;
    let found = 0;
    for (let i = 0; i < deals; i++) {
      const mineLeft = (cell[i].top - mine.ratio * cell[i].bottom) / mine.bottom;
      const itsLeft = other && its ? (other[i].top - its.ratio * other[i].bottom) / its.bottom : 0;
      found += (mineLeft - itsLeft) ** 2;
    }
    squares = Math.max(squares, found);
    const ofCell = squares / (deals - 1) / deals;
    variance += ofCell;
    fourth += ofCell ** 2 / (deals - 1);
  }
  const count = ours.length;
  return {
    n: deals * count,
    value: value / count,
    error: deals < 2 ? Number.POSITIVE_INFINITY : Math.sqrt(variance) / count,
    df: deals < 2 ? 0 : variance === 0 ? deals - 1 : variance ** 2 / fourth,
  };
}

/** The ratio of a cell's first deals, and its mean bottom. */
function ratioOf(shares: readonly Share[], deals: number): { readonly ratio: number; readonly bottom: number } {
  let top = 0;
  let bottom = 0;
  for (let i = 0; i < deals; i++) {
    top += shares[i].top;
    bottom += shares[i].bottom;
  }
  return { ratio: top / bottom, bottom: bottom / deals };
}
