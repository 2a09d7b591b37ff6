import { describe, expect, test } from 'vitest';
import { logGamma, rateSequence } from '../../src/sim/sequence.ts';
import { reachOf, wilson } from '../../src/sim/stats.ts';

/** The logarithm of what mixing rates about p makes of the games, by its recursion: the next game is a hit with probability (a + hits) / (a + b + n). */
function evidenceByHand(p: number, weight: number, games: readonly (0 | 1)[]): number {
  let [a, b] = [weight * p, weight * (1 - p)];
  let log = 0;
  for (const hit of games) {
    log += hit ? Math.log(a / (a + b) / p) : Math.log(b / (a + b) / (1 - p));
    if (hit) a++;
    else b++;
  }
  return log;
}

describe('logarithm of the gamma function', () => {
  test.each([
    // Factorials, and the square root of pi.
    [1, 0],
    [2, 0],
    [5, Math.log(24)],
    [11, Math.log(3_628_800)],
    [0.5, Math.log(Math.PI) / 2],
    // 1/x - 0.5772... near 0
    [1e-6, Math.log(1e6) - 0.5772156649e-6],
  ])('of %d', (x, value) => {
    expect(logGamma(x)).toBeCloseTo(value, 11);
  });

  test('grows by ln x from x to x + 1, across the place where the series begins', () => {
    for (const x of [0.3, 8.9, 9.5, 10, 1234.5, 1e6])
      expect(logGamma(x + 1) - logGamma(x)).toBeCloseTo(Math.log(x), x > 1e5 ? 7 : 10);
  });
});

describe('confidence sequence of a rate', () => {
  const interval = rateSequence(0.05);
  // -W(-0.05^2/e) = 9.2119; so many standard errors squared at the best number of games, 9.2119 / (4 * 0.05^2).
  const widest = 9.2119;
  const best = Math.round(widest / (4 * 0.05 ** 2));

  test('is as wide as was asked for at its best number of games, and not before', () => {
    expect(reachOf(interval(best / 2, best))).toBeCloseTo(0.05, 3);
    expect(reachOf(interval(0.8 * best * 0.5, 0.8 * best))).toBeGreaterThan(0.053);
    const { low, high } = wilson(best / 2, best);
    expect(reachOf(interval(best / 2, best)) / ((high - low) / 2)).toBeCloseTo(Math.sqrt(widest) / 1.96, 1);
  });

  test('ends where the evidence reaches 20, reckoned game by game', () => {
    const games = Array.from({ length: 60 }, (_, i): 0 | 1 => (i % 4 === 0 ? 1 : 0));
    const { low, high } = interval(15, 60);
    const weight = best / (widest - 1);
    for (const end of [low, high]) expect(evidenceByHand(end, weight, games)).toBeCloseTo(Math.log(20), 2);
  });

  test.each([
    [3, 50],
    [250, 500],
    [0, 400],
    [400, 400],
    [9000, 100_000],
  ])(
    'of %i hits in %i is all that is not ruled out: the evidence grows away from the rate on both sides',
    (hits, n) => {
      const { low, high, value } = interval(hits, n);
      const weight = best / (widest - 1);
      const at = (p: number): number =>
        logGamma(weight * p + hits) +
        logGamma(weight * (1 - p) + n - hits) -
        logGamma(weight + n) -
        (logGamma(weight * p) + logGamma(weight * (1 - p)) - logGamma(weight)) -
        hits * Math.log(p) -
        (n - hits) * Math.log1p(-p);
      for (let i = 1; i < 2000; i++) {
        const p = i / 2000;
        if (Math.abs(p - low) < 1e-9 || Math.abs(p - high) < 1e-9) continue;
        expect(at(p) < Math.log(20)).toBe(low < p && p < high);
      }
      expect(low <= value && value <= high).toBe(true);
    },
  );

  test('of no hit begins at 0, of all hits ends at 1, and of no game knows nothing', () => {
    expect(interval(0, 256)).toMatchObject({ value: 0, low: 0 });
    expect(interval(256, 256)).toMatchObject({ value: 1, high: 1 });
    expect(interval(0, 256).high).toBeCloseTo(1 - interval(256, 256).low, 9);
    expect(interval(0, 0)).toEqual({ n: 0, value: Number.NaN, low: 0, high: 1 });
  });
});
