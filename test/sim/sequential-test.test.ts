import { describe, expect, test } from 'vitest';
import { SequentialTest } from '../../src/sim/sequential-test.ts';
import type { Look } from '../../src/sim/sequential-test.ts';

const lookOf = (resolution: number, looks: readonly (readonly [number, number, number])[]): Look => {
  const found = new SequentialTest(resolution);
  for (const counts of looks) found.add(...counts);
  return found.look();
};

describe('sequential test of paired deals', () => {
  test('knows nothing of no deals', () => {
    expect(lookOf(0.03, [])).toEqual({ n: 0, value: Number.NaN, low: -1, high: 1, verdict: 'undecided' });
    expect(new SequentialTest(0.03).variance).toBeNaN();
    expect(new SequentialTest(0.03).fixedDeals).toBeNaN();
  });

  test('its interval ends where bets reach 40, reckoned deal by deal', () => {
    // 40 deals, the first look: the stake is the resolution over a variance of 0.5, and twice to sixteen times that.
    const found = lookOf(0.05, [[20, 14, 6]]);
    const shares = [0.9, 0.025, 0.025, 0.025, 0.025];
    const stakes = [0.1, 0.2, 0.4, 0.45, 0.45];
    const gaps = [...Array<number>(20).fill(1), ...Array<number>(14).fill(0), ...Array<number>(6).fill(-1)];
    const capital = (mean: number, side: 1 | -1): number =>
      stakes.reduce(
        (sum, stake, bet) =>
          sum + shares[bet] * gaps.reduce((made, gap) => made * (1 + side * stake * (gap - mean)), 1),
        0,
      );
    expect(found.value).toBe(14 / 40);
    // The side that is farther is where it is; the other is moved out as far.
    const nearer = Math.min(capital(found.low, 1), capital(found.high, -1));
    const farther = Math.max(capital(found.low, 1), capital(found.high, -1));
    expect(nearer).toBeCloseTo(40, 6);
    expect(farther).toBeGreaterThan(40);
    expect(found.high - found.value).toBeCloseTo(found.value - found.low, 12);
  });

  test('one side that wins is told from the other', () => {
    const ours = lookOf(0.03, [[90, 150, 16]]);
    const theirs = lookOf(0.03, [[16, 150, 90]]);
    expect([ours.verdict, theirs.verdict]).toEqual(['ours', 'theirs']);
    expect(theirs.value).toBe(-ours.value);
    expect(theirs.low).toBeCloseTo(-ours.high, 9);
    expect(theirs.high).toBeCloseTo(-ours.low, 9);
  });

  test('the verdict is what the interval says', () => {
    for (let up = 0; up <= 60; up += 4) {
      for (let down = 0; down <= 60; down += 4) {
        const looks = Array.from({ length: 20 }, () => [up, 256 - up - down, down] as const);
        const { low, high, value, verdict } = lookOf(0.03, looks);
        const told = low > 0 ? 'ours' : high < 0 ? 'theirs' : low > -0.03 && high < 0.03 ? 'none' : 'undecided';
        expect(verdict).toBe(told);
        expect(low <= value && value <= high).toBe(true);
      }
    }
  });

  test('deals that never differ come to no difference, after enough of them', () => {
    expect(lookOf(0.03, [[0, 64, 0]]).verdict).toBe('undecided');
    expect(
      lookOf(
        0.03,
        Array.from({ length: 8 }, () => [0, 64, 0] as const),
      ).verdict,
    ).toBe('none');
  });

  test('stakes are set by the deals before: the same deals in one look or in many are bet on differently, and both hold', () => {
    const once = lookOf(0.03, [[400, 3000, 300]]);
    const often = lookOf(
      0.03,
      Array.from({ length: 10 }, () => [40, 300, 30] as const),
    );
    expect(once.value).toBe(often.value);
    expect(often.high - often.low).toBeLessThan(once.high - once.low); // it has learned that the variance is 0.19 and not 0.5
  });

  test('variance, and the deals of a fixed test', () => {
    const found = new SequentialTest(0.03);
    found.add(3, 5, 2);
    // Mean 0.1; squares 5 - 10 * 0.01, over 9.
    expect(found.variance).toBeCloseTo(4.9 / 9, 12);
    expect(found.fixedDeals).toBe(Math.ceil((((1.959964 + 1.644854) / 0.03) ** 2 * 4.9) / 9));
  });
});
