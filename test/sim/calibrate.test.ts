import { describe, expect, test } from 'vitest';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { fitFalling, logOddsOf, meanOf, oddsOf, placeOf, shareOf } from '../../src/sim/calibrate.ts';
import type { Reading } from '../../src/sim/calibrate.ts';
import { wilson } from '../../src/sim/stats.ts';

describe('odds of the target over one distractor', () => {
  test.each([
    [0.25, 4, 1], // chance
    [0.5, 2, 1],
    [0.732, 12, 30.04], // tangrams at the first try
    [0.919, 12, 124.8],
    [0.4115, 5, 2.797],
  ])('%f right of %i options', (share, options, odds) => {
    expect(oddsOf(share, options)).toBeCloseTo(odds, 1);
    expect(shareOf(oddsOf(share, options), options)).toBeCloseTo(share, 12);
  });

  test('their logarithm has the error of the share, and is finite where all were right or none', () => {
    // 300 of 400: the standard error of a share of 0.75 is 0.02165; d log odds = d share / (0.75 * 0.25).
    const { value, error } = logOddsOf(wilson(300, 400), 5);
    expect(value).toBeCloseTo(Math.log(12), 12);
    expect(error).toBeCloseTo(0.1155, 2);
    for (const hits of [0, 400]) {
      const end = logOddsOf(wilson(hits, 400), 5);
      expect([Number.isFinite(end.value), end.error > 0.5]).toEqual([true, true]);
    }
  });

  test('a mean of independent readings', () => {
    const readings = [
      { value: 1, error: 0.3 },
      { value: 2, error: 0.4 },
    ];
    expect(meanOf(readings)).toEqual({ value: 1.5, error: 0.25 });
  });
});

/** Falls steeply at first, as the odds do. */
const curve = (at: number): number => 4 * Math.exp(-at);
/** Where the curve takes a value. */
const place = (value: number): number => Math.log(4 / value);

describe('the place at which a falling function takes a value', () => {
  const exactly = async (at: number): Promise<Reading> => ({ value: curve(at), error: 0.001 });

  test.each([0.05, 0.3, 1, 2.5, 3.9])('%f, of a function without noise', async (target) => {
    const { isReached, at, low, high, slope, reading } = await fitFalling(exactly, target, [0, 5]);
    expect(isReached).toBe(true);
    // It stops a tenth of the error away from the value, or where the place is known to 0.001.
    expect(Math.abs(at - place(target))).toBeLessThan(0.001);
    expect(reading.value).toBe(curve(at));
    expect(low).toBeLessThan(at);
    expect(high).toBeGreaterThan(at);
    // The slope of the curve is its negative; the chord is steeper or flatter by the reach of the interval at 0.
    expect(slope / -target).toBeGreaterThan(0.8);
    expect(slope / -target).toBeLessThan(1.2);
  });

  test('what was read before is not read again', async () => {
    const known = new Map<number, Reading>();
    let calls = 0;
    const measure = (at: number): Promise<Reading> => {
      calls++;
      return exactly(at);
    };
    await fitFalling(measure, 1, [0, 5], known);
    const first = calls;
    expect(first).toBe(known.size);
    expect(first).toBeLessThan(16);
    await fitFalling(measure, 1, [0, 5], known);
    expect(calls - first).toBeLessThan(4);
  });

  test('is the nearer bound where there is none', async () => {
    const weak = await fitFalling(exactly, 4.5, [0, 5]);
    expect(weak).toMatchObject({ isReached: false, at: 0, low: 0, high: 0, reading: { value: 4 } });
    expect(await fitFalling(exactly, 0.01, [0, 5])).toMatchObject({ isReached: false, at: 5 });
  });

  test('its interval holds the truth as often as it says', async () => {
    // Games as the simulator plays them: the same luck at every place, right where it is small enough.
    const repetitions = 600;
    const games = 300;
    const truth = place(Math.log(3));
    let held = 0;
    for (let seed = 0; seed < repetitions; seed++) {
      const rng = new Sfc32(seed, 5);
      const luck = Array.from({ length: games }, () => rng.unit());
      const measure = async (at: number): Promise<Reading> => {
        const share = shareOf(Math.exp(curve(at)), 5);
        return logOddsOf(wilson(luck.filter((one) => one < share).length, games), 5);
      };
      const { low, high } = await fitFalling(measure, Math.log(3), [0, 5]);
      if (low <= truth && truth <= high) held++;
    }
    // The standard error of 95 % over 600 repetitions is 0.9 points: three of them.
    expect(held / repetitions).toBeGreaterThan(0.923);
    expect(held / repetitions).toBeLessThan(0.977);
  });
});

test('between known readings lies a straight line, and beyond them their ends', () => {
  const known = new Map([
    [2, { value: 1, error: 0 }],
    [0, { value: 5, error: 0 }],
    [1, { value: 3, error: 0 }],
  ]);
  expect([6, 5, 4, 3, 1.5, 1, 0].map((value) => placeOf(known, value))).toEqual([0, 0, 0.5, 1, 1.75, 2, 2]);
});
