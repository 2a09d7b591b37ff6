import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import type { Figure } from '../engine/kernel/spec.ts';
import { tQuantile, wilson } from './stats.ts';
import type { Estimate } from './stats.ts';
import type { Finding } from './summary.ts';

/** One of the two that are compared: how much more a figure of `ours` is than of `theirs`. */
type Side = 'ours' | 'theirs';

/** Our top and bottom, their top and bottom. */
const SUMS = 4;

/**
 * How much larger our ratio of sums is than theirs where both come from the same deals, one pair of games at a time: the deals' own
 * luck falls out. A mean is the ratio whose bottom is 1 in each game, and comes out as by `pairedDifference`. Nothing is kept but
 * means, squares and products (updated as in `Moments`; West 1979 for the products); the interval is Student's, by the delta method.
 */
class RatioGap {
  n = 0;
  private readonly mean = new Float64Array(SUMS);
  /** Sum of products of deviations of i and j, at i * SUMS + j. */
  private readonly products = new Float64Array(SUMS * SUMS);
  private readonly step = new Float64Array(SUMS);

  add(values: Float64Array): void {
    this.n++;
    for (let i = 0; i < SUMS; i++) {
      this.step[i] = values[i] - this.mean[i];
      this.mean[i] += this.step[i] / this.n;
    }
    for (let i = 0; i < SUMS; i++) {
      for (let j = 0; j < SUMS; j++) this.products[i * SUMS + j] += this.step[i] * (values[j] - this.mean[j]);
    }
  }

  /** The same of what was added so far, apart from it. */
  clone(): RatioGap {
    const other = new RatioGap();
    other.n = this.n;
    other.mean.set(this.mean);
    other.products.set(this.products);
    return other;
  }

  /** `isRate` where each game's value is 0 or 1. */
  estimate(isRate: boolean): Estimate {
    const { n, mean } = this;
    const [ours, theirs] = [mean[0] / mean[1], mean[2] / mean[3]];
    const value = ours - theirs;
    if (n === 0 || Number.isNaN(value))
      return { n, value: Number.NaN, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
    const slope = [1 / mean[1], -ours / mean[1], -1 / mean[3], theirs / mean[3]];
    let squares = 0;
    for (let i = 0; i < SUMS; i++) {
      for (let j = 0; j < SUMS; j++) squares += slope[i] * slope[j] * this.products[i * SUMS + j];
    }
    // Where no pair differs from another there is no spread to estimate from: as many pairs may hide a difference in so many.
    if (isRate && squares <= 1e-12) {
      const hidden = wilson(0, n).high;
      return { n, value, low: Math.max(-1, value - hidden), high: Math.min(1, value + hidden) };
    }
    const spread = Math.sqrt(Math.max(0, squares) / (n - 1) / n);
    const half = n < 2 ? Number.POSITIVE_INFINITY : tQuantile(n - 1) * spread;
    return { n, value, low: value - half, high: value + half };
  }
}

/**
 * Compares every figure of two experiments over the same deals. Each side's games come in the order of their deals, in pieces of any
 * size; what is held of them is only what the other side has not come to yet.
 */
export class Paired {
  /** Deals that both sides have played. */
  deals = 0;
  private readonly width: number;
  private readonly gaps: readonly {
    readonly figure: Figure;
    readonly at: readonly [number, number];
    readonly gap: RatioGap;
    /** Of the series that is being played. */
    readonly sums: Float64Array;
  }[];
  /** Games of the side that is ahead, row after row. */
  private ahead: number[] = [];
  private leader: Side = 'ours';

  /** With `series` games in a row by the same people, which hang together, these are the sample. */
  constructor(
    game: Pick<CataloguedGame, 'metrics' | 'figures'>,
    private readonly series = 1,
  ) {
    const names = game.metrics.map(({ name }) => name);
    this.width = names.length;
    this.gaps = game.figures.map((figure) => ({
      figure,
      at: [names.indexOf(figure.metric), figure.kind === 'ratio' ? names.indexOf(figure.per) : -1],
      gap: new RatioGap(),
      sums: new Float64Array(SUMS),
    }));
  }

  /** Takes in a side's next games. */
  add(side: Side, rows: Float64Array): void {
    let from = 0;
    if (side !== this.leader) {
      const both = Math.min(rows.length, this.ahead.length);
      for (; from < both; from += this.width) this.pair(side, rows, from);
      this.ahead.splice(0, both);
    }
    if (from === rows.length) return;
    this.leader = side;
    for (; from < rows.length; from++) this.ahead.push(rows[from]);
  }

  /** How much more each figure is of ours. */
  differences(): readonly Finding[] {
    const isBroken = this.deals % this.series > 0;
    return this.gaps.map(({ figure, gap, sums }) => {
      const all = isBroken ? gap.clone() : gap;
      if (isBroken) all.add(sums);
      return { figure: figure.name, ...all.estimate(figure.kind === 'rate'), n: this.deals };
    });
  }

  private pair(side: Side, rows: Float64Array, from: number): void {
    const [ours, theirs] = side === 'ours' ? [rows, this.ahead] : [this.ahead, rows];
    this.deals++;
    for (const { at, gap, sums } of this.gaps) {
      note(sums, 0, ours, from, at);
      note(sums, 2, theirs, from, at);
      if (this.deals % this.series > 0) continue;
      gap.add(sums);
      sums.fill(0);
    }
  }
}

/** Adds a game to sums. A value that is not a number stands for "not applicable", and adds nothing to either. */
function note(
  sums: Float64Array,
  to: number,
  rows: ArrayLike<number>,
  from: number,
  [top, bottom]: readonly [number, number],
): void {
  const value = rows[from + top];
  const per = bottom < 0 ? 1 : rows[from + bottom];
  if (Number.isNaN(value) || Number.isNaN(per)) return;
  sums[to] += value;
  sums[to + 1] += per;
}
