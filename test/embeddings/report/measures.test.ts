import { describe, expect, test } from 'vitest';
import type { Affinity } from '../../../src/engine/kernel/knowledge.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import { firstGuess } from '../../../src/embeddings/report/first-guess.ts';
import { orderHeatmap } from '../../../src/embeddings/report/heatmap-order.ts';
import { colourOf } from '../../../src/embeddings/report/heatmap.ts';
import { cardOccurrence, visionOccurrence } from '../../../src/embeddings/report/hubs.ts';
import { findMisfits } from '../../../src/embeddings/report/misfits.ts';
import { statisticsOf } from '../../../src/embeddings/report/picture-statistics.ts';
import { bestOfHand, findTwins } from '../../../src/embeddings/report/twins.ts';

const toAffinity = (rows: readonly (readonly number[])[]): Affinity => ({
  rows: rows.length,
  columns: rows[0].length,
  cells: Float32Array.from(rows.flat()),
});
const randomAffinity = (rows: number, columns: number, seed: number): Affinity => {
  const rng = new Sfc32(seed);
  return { rows, columns, cells: Float32Array.from({ length: rows * columns }, () => rng.unit() * 4 - 2) };
};

describe('hubs', () => {
  test('a vision that fits all cards best is among the nearest of all, and the counts are skewed', () => {
    const affinity = randomAffinity(40, 30, 1);
    for (let column = 0; column < 30; column++) affinity.cells[7 * 30 + column] = 5;
    const { counts, even, skewness, nearest } = visionOccurrence(affinity);
    expect(nearest).toBe(5);
    expect(counts[7]).toBe(30);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30 * 5);
    expect(even).toBeCloseTo((30 * 5) / 40);
    expect(skewness).toBeGreaterThan(3);
    expect(Math.abs(visionOccurrence(randomAffinity(40, 30, 1)).skewness)).toBeLessThan(1);
  });

  test('cards are counted within their category', () => {
    const affinity = randomAffinity(50, 10, 2);
    for (let row = 0; row < 50; row++) affinity.cells[row * 10 + 9] = 5;
    const { counts } = cardOccurrence(affinity, [6, 4]);
    expect(counts[9]).toBe(50);
    expect(counts.slice(0, 6).reduce((sum, count) => sum + count, 0)).toBe(50 * 3);
    expect(counts.slice(6).reduce((sum, count) => sum + count, 0)).toBe(50 * 3);
  });

  test('few visions, few cards, and none differing', () => {
    expect(visionOccurrence(toAffinity([[1, 2]])).counts).toEqual([2]);
    expect(visionOccurrence(toAffinity([[1, 2]])).skewness).toBe(0);
    expect(cardOccurrence(toAffinity([[1, 2]]), [2]).counts).toEqual([1, 1]);
  });
});

describe('twins', () => {
  test('the best of a hand is what all hands of seven say on average', () => {
    const values = Float64Array.from([3, -1, 4, 1, -5, 9, 2, 6, -5.5, 3.5]);
    let [sum, hands] = [0, 0];
    for (let hand = 0; hand < 1 << 10; hand++) {
      const held = [...values].filter((_, i) => (hand >> i) & 1);
      if (held.length !== 7) continue;
      sum += Math.max(...held);
      hands++;
    }
    expect(hands).toBe(120);
    expect(bestOfHand(values)).toBeCloseTo(sum / hands, 10);
    expect(bestOfHand(Float64Array.from([2, 5]))).toBe(5);
  });

  test('the same column twice comes first, 0 apart; pairs stay within a category', () => {
    const affinity = randomAffinity(30, 9, 3);
    for (let row = 0; row < 30; row++) affinity.cells[row * 9 + 4] = affinity.cells[row * 9 + 2];
    const twins = findTwins(affinity, [5, 4]);
    expect(twins).toHaveLength(10 + 6);
    expect(twins[0]).toMatchObject({ first: 2, second: 4, best: { gap: 0 } });
    expect(twins[0].apart).toBeCloseTo(0);
    expect(twins[0].correlation).toBeCloseTo(1);
    expect(twins.every(({ first, second }) => first < 5 === second < 5)).toBe(true);
    for (const { first, second, best } of twins) {
      const gaps = Array.from({ length: 30 }, (_, row) =>
        Math.abs(affinity.cells[row * 9 + first] - affinity.cells[row * 9 + second]),
      );
      expect(best.gap).toBeCloseTo(Math.max(...gaps));
      expect(gaps[best.vision]).toBeCloseTo(best.gap);
    }
  });
});

test('visions that fit nothing come first, each with the card it fits best', () => {
  const rows = [
    [0.5, 2, -1],
    [-3, -2, 0.1],
    [1, 0, 1.5],
  ];
  expect(findMisfits(toAffinity(rows)).map(({ vision, card }) => [vision, card])).toEqual([
    [1, 2],
    [2, 2],
    [0, 1],
  ]);
});

describe('first guesses', () => {
  const groups = [6, 6];

  // One hand in 128 holds no vision of the target.
  test('are nearly all right where every vision suggests one of two cards, and both see the same', () => {
    const clear = toAffinity(Array.from({ length: 48 }, (_, row) => [Number(row % 2 === 0), Number(row % 2 === 1)]));
    expect(firstGuess(clear, clear, [2], { candidates: 2, deals: 500 })).toBeGreaterThan(0.97);
  });

  // One pair of unrelated eyes may be lucky by itself: its rate scatters by about 0.03, that of 20 by less than 0.01.
  test('are chance where the two see nothing in common', () => {
    const rates = Array.from({ length: 20 }, (_, i) =>
      firstGuess(randomAffinity(60, 12, i), randomAffinity(60, 12, 100 + i), groups, { candidates: 5, deals: 1000 }),
    );
    expect(Math.abs(rates.reduce((sum, rate) => sum + rate, 0) / 20 - 0.2)).toBeLessThan(0.03);
  });

  test('get worse with blur, and are the same for the same seed', () => {
    const eyes = randomAffinity(60, 12, 5);
    const rate = (blur: number): number => firstGuess(eyes, eyes, groups, { candidates: 5, blur, deals: 5000 });
    expect(rate(0)).toBeGreaterThan(rate(1) + 0.1);
    expect(rate(1)).toBeGreaterThan(rate(4) + 0.05);
    expect(rate(1)).toBe(rate(1));
  });

  test('leave out categories that are too small, and refuse where all are', () => {
    const eyes = randomAffinity(10, 9, 1);
    expect(firstGuess(eyes, eyes, [3, 6], { candidates: 5, deals: 100 })).toBeGreaterThan(0);
    expect(() => firstGuess(eyes, eyes, [3, 6], { candidates: 7 })).toThrow(RangeError);
  });
});

describe('the heatmap', () => {
  test('stands alike beside alike: likes in one chain, visions by the card they fit best', () => {
    const rows = [
      [0, 3, 0, 0],
      [0, 0, 0, 3],
      [3, 0, 2.9, 0],
      [2, 0, 2.1, 0],
    ];
    const { rows: order, columns } = orderHeatmap(toAffinity(rows), [3, 1]);
    expect(new Set(columns.slice(0, 2))).toEqual(new Set([0, 2]));
    expect(columns[3]).toBe(3);
    expect(new Set(order)).toEqual(new Set([0, 1, 2, 3]));
    expect(new Set(order.slice(0, 2))).toEqual(new Set([2, 3]));
    expect(order[3]).toBe(1);
  });

  test('has colours that end, meet in the middle and differ in hue on both sides', () => {
    expect(colourOf(9)).toEqual(colourOf(3));
    expect(colourOf(-9)).toEqual(colourOf(-3));
    expect(Math.min(...colourOf(0))).toBeGreaterThan(230);
    const [red, , blue] = colourOf(2);
    expect(red).toBeGreaterThan(blue);
    expect(colourOf(-2)[2]).toBeGreaterThan(colourOf(-2)[0]);
  });
});

test('a picture of one tone is flat, without edges or colour; stripes are neither', () => {
  const paint = (level: (x: number) => number): Uint8Array =>
    Uint8Array.from({ length: 30 * 20 * 3 }, (_, i) => level(Math.floor(i / 3) % 30));
  const plain = statisticsOf({ width: 30, height: 20, data: paint(() => 90) });
  expect(plain).toMatchObject({ flat: 1, colour: 0 });
  expect(plain.lightness).toBeCloseTo(90);
  expect(plain.contrast).toBeCloseTo(0);
  const stripes = statisticsOf({ width: 30, height: 20, data: paint((x) => (x % 4 < 2 ? 0 : 200)) });
  expect(stripes.flat).toBe(0);
  expect(stripes.edges).toBeGreaterThan(plain.edges + 5);
  expect(stripes.contrast).toBeGreaterThan(90);
});
