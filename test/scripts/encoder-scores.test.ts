import { describe, expect, test } from 'vitest';
import { compare, lots } from '../../scripts/encoder/measure/decks.ts';
import { inLines } from '../../scripts/encoder/measure/in-lines.ts';
import { agreement, bootstrap, overHalves, part, share, spearman } from '../../scripts/encoder/measure/scores.ts';

describe('the scores of the encoder', () => {
  test('Spearman’s correlation looks at ranks alone, and shares them among equals', () => {
    expect(spearman([1, 2, 3, 4], [10, 20, 30, 1000])).toBeCloseTo(1, 12);
    expect(spearman([1, 2, 3, 4], [4, 3, 2, 1])).toBeCloseTo(-1, 12);
    // Ranks 0, 1.5, 1.5, 3 against 0, 1, 2, 3: 4.5 / sqrt(4.5 * 5).
    expect(spearman([1, 2, 2, 3], [1, 2, 3, 4])).toBeCloseTo(4.5 / Math.sqrt(22.5), 12);
  });

  test('shares have Wilson’s interval', () => {
    // Agresti and Coull 1998: 0 of 10 is 0 to .278.
    const none = share(Array.from({ length: 10 }, () => false));
    expect(none.low).toBeCloseTo(0, 12);
    expect(none.high).toBeCloseTo(0.278, 3);
    const half = share(Array.from({ length: 10 }, (_, i) => i < 5));
    expect([half.low, half.high].map((x) => x.toFixed(3))).toEqual(['0.237', '0.763']);
  });

  test('a bootstrap of a mean is as wide as its standard error says', () => {
    const values = Array.from({ length: 400 }, (_, i) => i % 2);
    const mean = bootstrap(400, (cases) => cases.reduce((sum, i) => sum + values[i], 0) / cases.length, 1000);
    expect(mean.value).toBe(0.5);
    expect(mean.high - mean.low).toBeCloseTo(2 * 1.96 * 0.025, 2);
  });

  test('halves spread as much as the whole would', () => {
    const { value, low, high } = overHalves(0.5, [0.4, 0.6]);
    expect([value, low, high].map((x) => x.toFixed(3))).toEqual(['0.500', '0.304', '0.696']);
  });

  test('eyes that are the same agree, and numbers by lot do not', () => {
    const [one, other] = [lots(1), lots(2)];
    expect(agreement(one, one, 5)).toEqual({ value: 1, low: 1, high: 1 });
    const { low, high } = agreement(one, other, 100);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
    expect([...part(one, [3], [1, 0]).cells]).toEqual([one.cells[3 * 58 + 1], one.cells[3 * 58]]);
  });

  test('the game by numbers by lot is played at chance', () => {
    const { play } = compare(lots(1), lots(2));
    for (const cards of [5, 7, 9] as const) {
      expect(play[cards].low).toBeLessThan(1 / cards);
      expect(play[cards].high).toBeGreaterThan(1 / cards);
    }
  });

  test('files of scores have few lines', () => {
    expect(inLines({ a: { b: [1, { c: 2 }] }, d: 3 }, 2)).toBe('{\n  "a": {\n    "b": [1,{"c":2}]\n  },\n  "d": 3\n}');
  });
});
