import { describe, expect, test } from 'vitest';
import { gameOf } from '../../../src/agents/catalog.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import { objectiveOf, sharesIn } from '../../../src/sim/tune/objective.ts';
import { jointZ, normalQuantile } from '../../../src/sim/tune/quantile.ts';
import {
  castingWith,
  fullName,
  latin,
  neighbours,
  pointOf,
  settingAt,
  settingIn,
  spaceOf,
} from '../../../src/sim/tune/space.ts';
import { bestOf, fitSurface } from '../../../src/sim/tune/surface.ts';
import { coinsGame } from '../coins.ts';
import { darts } from './darts.ts';

const casting = { thrower: { agent: 'steady', params: { shoes: 4 } }, judge: { agent: 'strict', params: {} } };
const roles = ['thrower', 'judge'];
const space = spaceOf(darts, casting, ['thrower.all'], roles);

describe('names', () => {
  test('all is an agent’s strategy, and not what its people are', () => {
    expect(space.map(fullName)).toEqual(['thrower.aim', 'thrower.socks', 'thrower.shoes', 'thrower.hand']);
    const mysterium = gameOf('mysterium');
    const cast = { ghost: { agent: 'planner', params: {} }, psychic: { agent: 'pragmatic', params: {} } };
    const people = new Set(['eyes', 'blur', 'kinship', 'taste']);
    for (const role of ['ghost', 'psychic']) {
      const names = spaceOf(mysterium, cast, [`${role}.all`], ['ghost', 'psychic']).map(({ name }) => name);
      expect(names.length).toBeGreaterThan(3);
      expect(names.filter((name) => people.has(name))).toEqual([]);
    }
  });

  test('a plain name is of the agent that has it, and a role may be named', () => {
    expect(spaceOf(darts, casting, ['socks', 'judge.flair'], roles).map(fullName)).toEqual([
      'thrower.socks',
      'judge.flair',
    ]);
    expect(spaceOf(darts, casting, ['aim'], ['judge']).map(fullName)).toEqual(['judge.aim']);
  });

  test.each([
    ['aim', 'aim may be meant of several roles; say thrower.aim or judge.aim'],
    ['all', 'all may be meant of several roles; say thrower.all or judge.all'],
    ['socks,thrower.socks', 'thrower.socks is named twice'],
    ['crowd.aim', 'no role crowd; there are thrower, judge'],
    ['thrower.eyes', 'no parameter eyes to search; the thrower steady has aim (a number from 0 to 1), socks'],
    ['nothing', 'no parameter nothing to search; the thrower steady has aim'],
  ])('%s is refused: %s', (names, message) => {
    expect(() => spaceOf(darts, casting, names.split(','), roles)).toThrow(message);
  });

  test('an agent without parameters has none to search', () => {
    expect(() => spaceOf(darts, { ...casting, thrower: { agent: 'blind', params: {} } }, ['all'], ['thrower'])).toThrow(
      'no parameter all to search; the thrower blind has none',
    );
  });
});

describe('settings', () => {
  test('what a casting has is its default, and a setting’s values go in its place', () => {
    expect(settingIn(casting, space)).toEqual([0.2, 1, 4, 'left']);
    expect(castingWith(casting, space, [0.3, 2, 1, 'right'])).toEqual({
      thrower: { agent: 'steady', params: { aim: 0.3, socks: 2, shoes: 1, hand: 'right' } },
      judge: casting.judge,
    });
  });

  test('a scale by ratio has its middle at the root, and every point is within bounds', () => {
    expect(settingAt(space, [0.5, 0.5, 0.5, 1])).toEqual([0.5, 1, 3, 'right']);
    expect(settingAt(space, [-3, -3, -3, -3])).toEqual([0, 0.1, 1, 'left']);
    expect(settingAt(space, [3, 3, 3, 3])).toEqual([1, 10, 5, 'right']);
    expect(pointOf(space, [1, 10, 5, 'right'])).toEqual([1, 1, 1, 1]);
  });

  test('a Latin hypercube meets each part of each range once, and a box stays inside', () => {
    const rng = new Sfc32(1);
    const spread = latin(space, 10, rng, { centre: [0.2, 0.5, 0.5, 0], width: 1 });
    expect(spread.map(([aim]) => Math.floor(10 * Number(aim))).toSorted((a, b) => a - b)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(spread.map(([, , shoes]) => Number(shoes)).toSorted((a, b) => a - b)).toEqual([
      1, 1, 2, 2, 3, 3, 4, 4, 5, 5,
    ]);
    expect(spread.filter(([, , , hand]) => hand === 'left')).toHaveLength(5);
    for (const [aim, socks] of latin(space, 20, rng, { centre: [0.02, 0.5, 0.5, 0], width: 0.1 })) {
      expect(Number(aim)).toBeLessThanOrEqual(0.1);
      expect(Math.abs(Math.log10(Number(socks)))).toBeLessThanOrEqual(0.11);
    }
  });

  test('neighbours are one step away along one knob, the next whole number and each other option', () => {
    expect(neighbours(space, [0.95, 1, 5, 'left'], 0.1)).toEqual([
      [0.85, 1, 5, 'left'],
      [1, 1, 5, 'left'],
      [0.95, 0.631, 5, 'left'],
      [0.95, 1.58, 5, 'left'],
      [0.95, 1, 4, 'left'],
      [0.95, 1, 5, 'right'],
    ]);
  });
});

test('a surface of a quadratic is that quadratic, whatever the level of its groups, and its top is found', async () => {
  const rng = new Sfc32(5);
  const heightOf = ([aim, socks, , hand]: readonly number[]): number =>
    -((aim - 0.62) ** 2) - 0.5 * (socks - 0.3) ** 2 + 0.3 * (aim - 0.62) * (socks - 0.3) + 0.05 * hand;
  const observations = Array.from({ length: 80 }, (_, i) => {
    const point = [rng.unit(), rng.unit(), rng.below(5) / 4, rng.below(2)];
    return { point, value: heightOf(point) + (i % 2) * 7, weight: 100, group: i % 2 };
  });
  const surface = await fitSurface(space, observations);
  if (!surface) throw new Error('no surface');
  const [low, high] = [
    [0.1, 0.9, 0.5, 0],
    [0.6, 0.3, 0.5, 1],
  ];
  expect(surface.at(high) - surface.at(low)).toBeCloseTo(heightOf(high) - heightOf(low), 2);
  const best = bestOf(surface, space, 1, rng, new Set());
  const [aim, socks, , hand] = pointOf(space, best ?? []);
  expect(aim).toBeCloseTo(0.62, 1);
  expect(socks).toBeCloseTo(0.3, 1);
  expect(hand).toBe(1);
  const boxed = bestOf(surface, space, 1, rng, new Set(), { point: [0.2, 0.5, 0.5, 0], reach: 0.1 });
  expect(Math.abs(pointOf(space, boxed ?? [])[0] - 0.3)).toBeLessThan(0.011);
  expect(await fitSurface(space, observations.slice(0, 2))).toBeUndefined();
});

describe('objectives', () => {
  test('win is the headline, and - asks for the least', () => {
    expect(objectiveOf(darts, 'win')).toEqual({ figure: darts.figures[0], sign: 1 });
    expect(objectiveOf(darts, '-misses')).toEqual({ figure: darts.figures[1], sign: -1 });
    expect(() => objectiveOf(darts, 'goals')).toThrow(
      'no figure "goals" to tune for; there are win, hit, misses, each',
    );
  });

  test('a figure is made of shares, and games to which it does not apply have none', () => {
    const rows = Float64Array.from([1, 2, 3, 4, 0.5, 0, 1, 1, 2, Number.NaN]);
    expect(sharesIn(coinsGame, objectiveOf(coinsGame, 'right'))(rows)).toEqual([
      { top: 3, bottom: 4 },
      { top: 1, bottom: 2 },
    ]);
    expect(sharesIn(coinsGame, objectiveOf(coinsGame, 'share'))(rows)).toEqual([
      { top: 0.5, bottom: 1 },
      { top: 0, bottom: 0 },
    ]);
  });
});

test('quantiles are those of the tables (Abramowitz and Stegun 26.2)', () => {
  expect(normalQuantile(0.025)).toBeCloseTo(1.959963985, 8);
  expect(normalQuantile(0.005)).toBeCloseTo(2.575829304, 8);
  expect(normalQuantile(0.0005)).toBeCloseTo(3.290526731, 8);
  expect(jointZ(1)).toBeCloseTo(1.959963985, 8);
  expect(jointZ(20)).toBeCloseTo(normalQuantile((1 - 0.95 ** (1 / 20)) / 2), 8);
});
