import { expect, test } from 'vitest';
import { Adaptation } from '../../src/agents/adaptation.ts';
import { Eyes } from '../../src/agents/eyes.ts';
import { featuresOf } from '../../src/agents/features.ts';
import type { Affinity } from '../../src/engine/kernel/knowledge.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { Moments } from '../../src/sim/stats.ts';
import { affinityOf, starterKnowledge } from './table.ts';

const bundled = affinityOf(await starterKnowledge(), 'bundled');

/** An affinity of independent standard normal cells, near enough: sums of 12 uniform draws. */
function noise(rows: number, columns: number, seed: number): Affinity {
  const rng = new Sfc32(seed);
  const draw = (): number => Array.from({ length: 12 }, () => rng.unit()).reduce((a, b) => a + b, -6);
  return { rows, columns, cells: Float32Array.from({ length: rows * columns }, draw) };
}

const energyOf = ({ cells }: Affinity): number => cells.reduce((sum, cell) => sum + cell * cell, 0);

test('features are the strongest singular vectors: what they leave of an affinity is orthogonal to them', () => {
  const { rows, columns, cells } = bundled;
  const { count, ofRow, ofColumn } = featuresOf(bundled);
  expect(count).toBe(8);
  // Each feature as a matrix, its square norm, and how much of it the affinity holds.
  const cell = (k: number, row: number, column: number): number =>
    ofRow[row * count + k] * ofColumn[column * count + k];
  const product = (k: number, of: (row: number, column: number) => number): number => {
    let sum = 0;
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) sum += cell(k, row, column) * of(row, column);
    return sum;
  };
  const norms = Array.from({ length: count }, (_, k) => product(k, (row, column) => cell(k, row, column)));
  const held = norms.map((norm, k) => product(k, (row, column) => cells[row * columns + column]) ** 2 / norm);
  for (let k = 0; k < count; k++) {
    for (let l = 0; l < k; l++) expect(Math.abs(product(k, (row, column) => cell(l, row, column)))).toBeLessThan(1e-6);
    if (k > 0) expect(held[k]).toBeLessThanOrEqual(held[k - 1]);
  }
  // Eckart and Young: no eight products of a row and a column factor hold more. Four fifths is what the bundled eyes see with.
  expect(held.reduce((a, b) => a + b) / energyOf(bundled)).toBeGreaterThan(0.8);
  // Standard normal weights make mean square 1.
  expect(norms.reduce((a, b) => a + b) / (rows * columns)).toBeCloseTo(1, 9);
});

test('features of small and empty affinities', () => {
  expect(featuresOf(noise(3, 5, 1)).count).toBe(3);
  const blank = featuresOf({ rows: 4, columns: 2, cells: new Float32Array(8) });
  expect([...blank.ofRow].every((x) => x === 0)).toBe(true);
});

/** Noise of the eyes of one person on an affinity: what they see less what is there. */
function noiseOf(affinity: Affinity, values: { blur: number; kinship: number; taste: number }, seat = 1) {
  const eyes = new Eyes(affinity, { eyes: '', ...values });
  eyes.reset(new Sfc32(7, seat), new Sfc32(7, 99));
  return (row: number, column: number): number =>
    eyes.see(row, column) - affinity.cells[row * affinity.columns + column];
}

test.each([0, 0.5, 1])('taste %f leaves the size of the noise as it is', (taste) => {
  const squares = new Moments();
  for (let seat = 0; seat < 200; seat++) {
    const of = noiseOf(bundled, { blur: 2, kinship: 0, taste }, seat);
    const person = new Moments();
    for (let row = 0; row < bundled.rows; row++)
      for (let column = 0; column < bundled.columns; column++) person.add(of(row, column) ** 2);
    squares.add(person.mean);
  }
  // Persons are the sample: they differ in how strong their taste is.
  expect(Math.abs(squares.mean - 4)).toBeLessThan(4 * Math.sqrt(squares.variance / squares.n));
});

test('taste is the same for the same picture twice; what is not taste differs', () => {
  const twice: Affinity = { ...bundled, cells: bundled.cells.slice() };
  twice.cells.copyWithin(twice.columns, 0, twice.columns); // vision 1 is vision 0 again
  const taste = noiseOf(twice, { blur: 1, kinship: 0, taste: 1 });
  const rest = noiseOf(twice, { blur: 1, kinship: 0, taste: 0 });
  for (let column = 0; column < twice.columns; column++) {
    expect(taste(1, column)).toBeCloseTo(taste(0, column), 6);
    expect(rest(1, column)).not.toBeCloseTo(rest(0, column), 6);
  }
});

test('kin share their taste, others do not', () => {
  const values = { blur: 1, kinship: 1, taste: 1 };
  expect(noiseOf(bundled, values, 1)(3, 4)).toBe(noiseOf(bundled, values, 2)(3, 4));
  const apart = { ...values, kinship: 0 };
  expect(noiseOf(bundled, apart, 1)(3, 4)).not.toBe(noiseOf(bundled, apart, 2)(3, 4));
});

test('one observation of one weight moves the belief as the posterior says', () => {
  const variance = 0.25;
  const sharpness = 0.5;
  const seen = [0.4, 0, -0.3];
  const features = [1, 0.2, -0.5];
  const adaptation = new Adaptation(1, variance);
  adaptation.seen.set(seen);
  adaptation.features.set(features);
  adaptation.observe(3, 0);
  // The same by sums over a grid of weights.
  let total = 0;
  let mean = 0;
  for (let weight = -5; weight <= 5; weight += 0.001) {
    const power = seen.map((fit, i) => Math.exp(sharpness * (fit + weight * features[i])));
    const mass = (Math.exp((-weight * weight) / (2 * variance)) * power[0]) / (power[0] + power[1] + power[2]);
    total += mass;
    mean += mass * weight;
  }
  expect(mean / total).toBeGreaterThan(0.05);
  expect(adaptation.shift[0]).toBeCloseTo(mean / total, 2);
  adaptation.forget();
  expect(adaptation.shift[0]).toBe(0);
});

test('meanings of somebody with another taste bring the eyes towards it', () => {
  const values = { eyes: '', blur: 1.2, kinship: 0, taste: 1 };
  const distances = new Moments();
  const before = new Moments();
  for (let pair = 0; pair < 40; pair++) {
    const theirs = new Eyes(bundled, values);
    const ours = new Eyes(bundled, { ...values, adapt: true });
    theirs.reset(new Sfc32(pair, 1), new Sfc32(pair, 9));
    ours.reset(new Sfc32(pair, 2), new Sfc32(pair, 9));
    const distance = (): number => {
      let sum = 0;
      for (let row = 0; row < 84; row++)
        for (let column = 0; column < 54; column++) sum += (theirs.see(row, column) - ours.see(row, column)) ** 2;
      return sum / (84 * 54);
    };
    before.add(distance());
    const rng = new Sfc32(pair, 3);
    for (let n = 0; n < 100; n++) {
      const row = rng.below(84);
      const cards = Int32Array.from({ length: 5 }, (_, i) => (rng.below(10) * 5 + i) % 54);
      // They mean a card in proportion to exp(affinity / 2), as ours take it.
      const power = Array.from(cards, (card) => Math.exp(0.5 * theirs.see(row, card)));
      let lot = rng.unit() * power.reduce((a, b) => a + b);
      const meant = Math.max(
        0,
        power.findIndex((mass) => (lot -= mass) < 0),
      );
      ours.learn(Int32Array.of(row), 1, cards, 5, meant);
    }
    distances.add(distance());
  }
  expect(distances.mean).toBeLessThan(before.mean / 2);
});

test('eyes without taste, or not asked to, learn nothing', () => {
  for (const values of [
    { taste: 0, adapt: true },
    { taste: 1, adapt: false },
    { taste: 1, adapt: true, blur: 0 },
  ]) {
    const eyes = new Eyes(bundled, { eyes: '', blur: 1, kinship: 0, ...values });
    expect(eyes.adapts).toBe(false);
    eyes.reset(new Sfc32(1, 1), new Sfc32(1, 2));
    const before = eyes.see(1, 2);
    eyes.learn(Int32Array.of(1), 1, Int32Array.of(2, 3), 2, 0);
    expect(eyes.see(1, 2)).toBe(before);
  }
});
