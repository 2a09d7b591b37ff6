import type { Estimate } from './stats.ts';

/** How often an interval of ours may miss, over all looks together. */
export const ALPHA = 0.05;

/** Turns hits among n games into a rate and its interval. */
export type RateInterval = (hits: number, n: number) => Estimate;

/**
 * At its best number of games the sequence is sqrt(WIDEST) standard errors wide to each side, 3.04 where a fixed interval has 1.96.
 * It is -W(-ALPHA^2/e), W the lower branch of Lambert's function: the root of w - ln w = 1 - 2 ln ALPHA (Howard et al. 2021, section 3.5).
 */
const WIDEST = lambert();

function lambert(): number {
  let w = 9;
  for (let i = 0; i < 40; i++) w = 1 - 2 * Math.log(ALPHA) + Math.log(w);
  return w;
}

/**
 * A 95 % confidence sequence for a rate: the intervals of all n together hold it with probability 95 %, so that play may stop at any
 * look, for any reason. For each rate p, the likelihood of the games under a mixture of rates, beta distributed about p, over that
 * under p is a martingale that starts at 1, and reaches 1/ALPHA with probability ALPHA at most (J. Ville 1939; H. Robbins,
 * "Statistical methods related to the law of the iterated logarithm", Annals of Mathematical Statistics 41, 1970; the mixture is
 * the beta-binomial one of S. R. Howard, A. Ramdas, J. McAuliffe, J. Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence
 * sequences", Annals of Statistics 49, 2021). The interval is of those p that have not reached it. It takes hits and n alone.
 *
 * It is tightest where a rate of a half is known to `precision`, a number such as 0.01.
 */
export function rateSequence(precision: number): RateInterval {
  /** Games that the mixture weighs as much as. */
  const weight = WIDEST / (4 * precision * precision * (WIDEST - 1));
  /** The logarithm of the martingale of rate p, 0 < p < 1. */
  const evidence = (p: number, hits: number, misses: number): number =>
    logBeta(weight * p + hits, weight * (1 - p) + misses) -
    logBeta(weight * p, weight * (1 - p)) -
    hits * Math.log(p) -
    misses * Math.log1p(-p);
  const isOut = (p: number, hits: number, misses: number): boolean => evidence(p, hits, misses) >= -Math.log(ALPHA);

  return (hits, n) => {
    if (n === 0) return { n, value: Number.NaN, low: 0, high: 1 };
    const value = hits / n;
    const misses = n - hits;
    return {
      n,
      value,
      low: hits === 0 ? 0 : edge(0, value, (p) => isOut(p, hits, misses)),
      high: misses === 0 ? 1 : edge(1, value, (p) => isOut(p, hits, misses)),
    };
  };
}

/** Where `isOut`, true at `out` and false at `within`, changes, from the outer side: by halves, to the last digits that matter. */
export function edge(out: number, within: number, isOut: (at: number) => boolean): number {
  for (let i = 0; i < 44; i++) {
    const at = (out + within) / 2;
    if (isOut(at)) out = at;
    else within = at;
  }
  return out;
}

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** The logarithm of the gamma function of x > 0, right to 1e-13 of its size: Stirling's series, beyond 10 (Abramowitz and Stegun 6.1.41). */
export function logGamma(x: number): number {
  let product = 1;
  while (x < 10) product *= x++;
  const y = 1 / (x * x);
  const series = (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y * (1 / 1188 - (y * 691) / 360360))))) / x;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
}
