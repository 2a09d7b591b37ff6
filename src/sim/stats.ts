/** A figure and its 95 % interval. */
export interface Estimate {
  /** Games it was made from. */
  readonly n: number;
  /** NaN where there is nothing to estimate from. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The 0.975 quantile of the standard normal distribution. */
export const Z = 1.959963984540054;

/** The larger side of an interval: what stands behind `±`. */
export const reachOf = ({ value, low, high }: Estimate): number => Math.max(value - low, high - value);

/**
 * The score interval of a rate (E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22, 1927):
 * close to its nominal 95 % even near 0 and 1, and never outside them.
 */
export function wilson(hits: number, n: number): Estimate {
  if (n === 0) return { n, value: Number.NaN, low: 0, high: 1 };
  const value = hits / n;
  const square = Z * Z;
  const centre = (value + square / (2 * n)) / (1 + square / n);
  const half = (Z / (1 + square / n)) * Math.sqrt((value * (1 - value)) / n + square / (4 * n * n));
  // At the ends the bound is 0 or 1 exactly; rounding must not say otherwise.
  return { n, value, low: hits === 0 ? 0 : centre - half, high: hits === n ? 1 : centre + half };
}

/**
 * The 0.975 quantile of Student's t distribution: exact for 1 and 2 degrees of freedom, else the expansion in 1/df of
 * Abramowitz and Stegun 26.7.5, right to 0.005 from 3 degrees on.
 */
export function tQuantile(df: number): number {
  if (df <= 0) return Number.POSITIVE_INFINITY;
  if (df === 1) return Math.tan(Math.PI * 0.475);
  if (df === 2) return 0.95 * Math.sqrt(2 / (1 - 0.95 * 0.95));
  const z2 = Z * Z;
  const g1 = (Z * (z2 + 1)) / 4;
  const g2 = (Z * ((5 * z2 + 16) * z2 + 3)) / 96;
  const g3 = (Z * (((3 * z2 + 19) * z2 + 17) * z2 - 15)) / 384;
  const g4 = (Z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945)) / 92160;
  return Z + (g1 + (g2 + (g3 + g4 / df) / df) / df) / df;
}

/**
 * Mean and spread of numbers that come one at a time (B. P. Welford, "Note on a method for calculating corrected sums of squares
 * and products", Technometrics 4, 1962).
 */
export class Moments {
  n = 0;
  mean = 0;
  private squares = 0;

  add(x: number): void {
    this.n++;
    const step = x - this.mean;
    this.mean += step / this.n;
    this.squares += step * (x - this.mean);
  }

  /** Sample variance; NaN below two numbers. */
  get variance(): number {
    return this.n < 2 ? Number.NaN : this.squares / (this.n - 1);
  }

  /** Mean with Student's interval; with one number it is everything. */
  estimate(): Estimate {
    if (this.n === 0) return { n: 0, value: Number.NaN, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
    const half = this.n < 2 ? Number.POSITIVE_INFINITY : tQuantile(this.n - 1) * Math.sqrt(this.variance / this.n);
    return { n: this.n, value: this.mean, low: this.mean - half, high: this.mean + half };
  }
}

/**
 * The sum of one column over the sum of another that it is a part of, such as right guesses over guesses. Games are the sample, not guesses, which hang
 * together within a game; the interval is that of the ratio estimator (delta method; W. G. Cochran, "Sampling Techniques", 3rd ed.
 * 1977, section 6.4). Sums of squares and products as in `Moments` (West 1979 for the cross term).
 *
 * Where the part is nothing in every game, or all, there is no spread to estimate from, and that interval would have no width. Then it
 * is Wilson's, which holds even for few draws and none that hit (L. D. Brown, T. T. Cai, A. DasGupta, "Interval estimation for a binomial
 * proportion", Statistical Science 16, 2001), over the games that had anything to share, each counted once.
 */
export class Ratio {
  private n = 0;
  /** Games with anything below. */
  private shared = 0;
  /** Whether no game had more above than below: what makes it a share, and its interval end at 0 and 1. */
  private isShare = true;
  private top = 0;
  private bottom = 0;
  private topSquares = 0;
  private bottomSquares = 0;
  private products = 0;

  add(top: number, bottom: number): void {
    this.n++;
    if (bottom > 0) this.shared++;
    this.isShare &&= top >= 0 && top <= bottom;
    const topStep = top - this.top;
    const bottomStep = bottom - this.bottom;
    this.top += topStep / this.n;
    this.bottom += bottomStep / this.n;
    this.topSquares += topStep * (top - this.top);
    this.bottomSquares += bottomStep * (bottom - this.bottom);
    this.products += topStep * (bottom - this.bottom);
  }

  /** A ratio of what was added so far, apart from it. */
  clone(): Ratio {
    return Object.assign(new Ratio(), this);
  }

  estimate(): Estimate {
    const { n } = this;
    if (n === 0 || this.bottom === 0) {
      return { n, value: Number.NaN, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
    }
    const value = this.top / this.bottom;
    if (this.isShare && (value === 0 || value === 1)) return { ...wilson(value * this.shared, this.shared), n };
    const residuals = Math.max(0, this.topSquares - 2 * value * this.products + value * value * this.bottomSquares);
    const half =
      n < 2
        ? Number.POSITIVE_INFINITY
        : (tQuantile(n - 1) * Math.sqrt(residuals / (n - 1) / n)) / Math.abs(this.bottom);
    const [least, most] = this.isShare ? [0, 1] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    return { n, value, low: Math.max(least, value - half), high: Math.min(most, value + half) };
  }
}

/**
 * How much more `ours` is than `theirs` where element i of both comes from the same deal: the deals' own luck falls out.
 * @throws RangeError where the two are not of one length.
 */
export function pairedDifference(ours: ArrayLike<number>, theirs: ArrayLike<number>): Estimate {
  if (ours.length !== theirs.length)
    throw new RangeError(`${ours.length} games cannot be paired with ${theirs.length}`);
  const gaps = new Moments();
  for (let i = 0; i < ours.length; i++) gaps.add(ours[i] - theirs[i]);
  return gaps.estimate();
}
