import { describe, expect, test } from 'vitest';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { Moments, Ratio, pairedDifference, reachOf, tQuantile, wilson } from '../../src/sim/stats.ts';
import type { Estimate } from '../../src/sim/stats.ts';

/** Of 2,000 batches, how many intervals hold the truth; a nominal 95 % has a standard error of half a point here. */
function coverage(truth: number, batch: (rng: Sfc32) => Estimate): number {
  const batches = 2000;
  let held = 0;
  for (let seed = 0; seed < batches; seed++) {
    const { low, high } = batch(new Sfc32(seed, 77));
    if (low <= truth && truth <= high) held++;
  }
  return held / batches;
}

/** A standard normal draw: the sum of twelve uniform ones, less 6 (variance 12/12). */
const normal = (rng: Sfc32): number => Array.from({ length: 12 }, () => rng.unit()).reduce((sum, x) => sum + x, -6);

describe('Wilson interval', () => {
  test.each([
    // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    // 4 of 13 human games won (13 to 58 %).
    [4, 13, 0.1268, 0.5763],
  ])('%i of %i', (hits, n, low, high) => {
    const found = wilson(hits, n);
    expect(found.value).toBe(hits / n);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
  });

  test('ends at 0 and 1 exactly, and knows nothing of no games', () => {
    expect(wilson(0, 7).low).toBe(0);
    expect(wilson(7, 7).high).toBe(1);
    expect(wilson(0, 0)).toEqual({ n: 0, value: Number.NaN, low: 0, high: 1 });
  });

  test.each([0.5, 0.2, 0.03])('covers a rate of %d in 93 to 97 % of batches of 200', (rate) => {
    const held = coverage(rate, (rng) => {
      let hits = 0;
      for (let i = 0; i < 200; i++) hits += rng.unit() < rate ? 1 : 0;
      return wilson(hits, 200);
    });
    expect(held).toBeGreaterThan(0.93);
    expect(held).toBeLessThan(0.97);
  });
});

describe('mean', () => {
  test('2 4 4 4 5 5 7 9 have mean 5 and variance 32/7', () => {
    const moments = new Moments();
    for (const x of [2, 4, 4, 4, 5, 5, 7, 9]) moments.add(x);
    expect(moments.estimate().value).toBe(5);
    expect(moments.variance).toBeCloseTo(32 / 7, 12);
    // t(7) = 2.3646
    expect(reachOf(moments.estimate())).toBeCloseTo(2.3646 * Math.sqrt(32 / 7 / 8), 3);
  });

  test('is steady far from zero', () => {
    const moments = new Moments();
    for (const x of [4, 7, 13, 16]) moments.add(x + 1e9);
    expect(moments.variance).toBe(30);
  });

  test('of one number says nothing of the spread', () => {
    const moments = new Moments();
    moments.add(3);
    expect(moments.estimate()).toEqual({ n: 1, value: 3, low: -Infinity, high: Infinity });
  });

  test.each([
    [1, 12.7062],
    [2, 4.3027],
    [3, 3.1824],
    [4, 2.7764],
    [10, 2.2281],
    [30, 2.0423],
    [1000, 1.9623],
  ])("Student's quantile with %i degrees of freedom is %d", (df, t) => {
    expect(Math.abs(tQuantile(df) - t)).toBeLessThan(0.005);
  });

  test.each([5, 50])('covers in 93 to 97 %% of batches of %i normal numbers', (n) => {
    const held = coverage(10, (rng) => {
      const moments = new Moments();
      for (let i = 0; i < n; i++) moments.add(10 + 3 * normal(rng));
      return moments.estimate();
    });
    expect(held).toBeGreaterThan(0.93);
    expect(held).toBeLessThan(0.97);
  });
});

describe('ratio of sums', () => {
  test('by hand: (1, 2), (2, 3), (3, 7)', () => {
    const ratio = new Ratio();
    for (const [top, bottom] of [
      [1, 2],
      [2, 3],
      [3, 7],
    ])
      ratio.add(top, bottom);
    const { value, high } = ratio.estimate();
    expect(value).toBe(0.5);
    // residuals top - bottom/2: 0, 0.5, -0.5, so variance 0.25; standard error of the ratio sqrt(0.25 / 3) / 4; t(2) = 4.3027
    expect(high - value).toBeCloseTo((4.3027 * Math.sqrt(0.25 / 3)) / 4, 4);
  });

  test('is not a number where the lower sum is 0', () => {
    const ratio = new Ratio();
    ratio.add(0, 0);
    expect(ratio.estimate().value).toBeNaN();
  });

  const ratioOf = (games: readonly (readonly [number, number])[]): Estimate => {
    const ratio = new Ratio();
    for (const [top, bottom] of games) ratio.add(top, bottom);
    return ratio.estimate();
  };

  test('that is 0 or 1 in every game has Wilson’s interval over the games that count', () => {
    const ten = Array.from({ length: 10 }, (_, i): readonly [number, number] => [1 + (i % 3), 1 + (i % 3)]);
    expect(ratioOf(ten)).toEqual(wilson(10, 10));
    expect(ratioOf(ten.map(([, bottom]) => [0, bottom]))).toEqual(wilson(0, 10));
    expect(ratioOf([...ten, [0, 0], [0, 0]])).toEqual({ ...wilson(10, 10), n: 12 });
    expect(ratioOf([[3, 3]])).toEqual(wilson(1, 1));
  });

  test('ends at 0 and 1, unless it is no share', () => {
    const games: readonly (readonly [number, number])[] = [
      [9, 9],
      [9, 9],
      [0, 1],
    ];
    const share = ratioOf(games);
    expect(share.value).toBe(18 / 19);
    expect(share.high).toBe(1);
    expect(ratioOf(games.map(([top, bottom]) => [bottom - top, bottom])).low).toBe(0);
    expect(ratioOf([[1, 2]])).toEqual({ n: 1, value: 0.5, low: 0, high: 1 });
    expect(ratioOf([...games, [2, 1]]).high).toBeGreaterThan(1);
  });

  test.each([0.005, 0.995])('covers a share of %d in at least 93 %% of batches of 10 games', (rate) => {
    const held = coverage(rate, (rng) =>
      ratioOf(
        Array.from({ length: 10 }, () => {
          const guesses = 1 + rng.below(3);
          let right = 0;
          for (let i = 0; i < guesses; i++) right += rng.unit() < rate ? 1 : 0;
          return [right, guesses] as const;
        }),
      ),
    );
    expect(held).toBeGreaterThan(0.93);
  });

  test('covers where the guesses of a game hang together', () => {
    // A game is hard or easy (0.2 or 0.8, evenly) and has 4 or 8 guesses, evenly: the ratio is 0.5.
    const held = coverage(0.5, (rng) => {
      const ratio = new Ratio();
      for (let game = 0; game < 200; game++) {
        const rate = rng.unit() < 0.5 ? 0.2 : 0.8;
        const guesses = rng.unit() < 0.5 ? 4 : 8;
        let right = 0;
        for (let i = 0; i < guesses; i++) right += rng.unit() < rate ? 1 : 0;
        ratio.add(right, guesses);
      }
      return ratio.estimate();
    });
    expect(held).toBeGreaterThan(0.93);
    expect(held).toBeLessThan(0.97);
  });
});

describe('paired difference', () => {
  test('the luck of the deals falls out', () => {
    const found = pairedDifference([10, 21, 29, 41], [9, 20, 28, 40]);
    expect(found).toEqual({ n: 4, value: 1, low: 1, high: 1 });
  });

  test('needs pairs', () => {
    expect(() => pairedDifference([1], [1, 2])).toThrow('1 games cannot be paired with 2');
  });

  test('somebody against an equal: 0 is in the interval in 93 to 97 % of batches', () => {
    const held = coverage(0, (rng) => {
      const draw = (deal: number): number => (rng.unit() < deal ? 1 : 0);
      const deals = Array.from({ length: 100 }, () => rng.unit());
      return pairedDifference(deals.map(draw), deals.map(draw));
    });
    expect(held).toBeGreaterThan(0.93);
    expect(held).toBeLessThan(0.97);
  });
});
