import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { bitCount, drawCard, fillInOrder, shuffle } from '../../../src/engine/kernel/cards.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import { sorted } from '../../kit/data.ts';
import { ScriptedRng } from '../../kit/scripted-rng.ts';

const pileOf = (count: number): Int8Array => {
  const pile = new Int8Array(count);
  fillInOrder(pile);
  return pile;
};

/** Ways to order four cards. */
const ORDERS = 24;
const TRIALS = 24_000;
/** 23 degrees of freedom: mean 23, standard deviation sqrt(46); beyond 4 of them and a margin for skew once in 30,000. */
const BOUND = 23 + 4 * Math.sqrt(46) + 8;

function spread(order: (rng: Sfc32) => string): number {
  const rng = new Sfc32(8);
  const counts = new Map<string, number>();
  for (let i = 0; i < TRIALS; i++) {
    const key = order(rng);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  expect(counts.size).toBe(ORDERS);
  return [...counts.values()].reduce((sum, count) => sum + (count - TRIALS / ORDERS) ** 2 / (TRIALS / ORDERS), 0);
}

test('a draw takes the card the dice say, and the last one fills its place', () => {
  const pile = pileOf(5);
  const rng = new ScriptedRng([1, 1]);
  expect([drawCard(pile, 5, rng), drawCard(pile, 4, rng)]).toEqual([1, 4]);
  expect([...pile.subarray(0, 3)]).toEqual([0, 3, 2]);
  expect(rng.left).toBe(0);
});

test.prop([fc.nat({ max: 1000 }), fc.integer({ min: 1, max: 84 })])(
  'drawing a whole pile brings every card once',
  (seed, count) => {
    const pile = pileOf(count);
    const rng = new Sfc32(seed);
    const drawn = Array.from({ length: count }, (_, i) => drawCard(pile, count - i, rng));
    expect(new Set(drawn).size).toBe(count);
  },
);

test('every order of four drawn cards is equally frequent', () => {
  expect(
    spread((rng) => {
      const pile = pileOf(4);
      return [4, 3, 2, 1].map((left) => drawCard(pile, left, rng)).join();
    }),
  ).toBeLessThan(BOUND);
});

test('every order of four shuffled cards is equally frequent', () => {
  expect(
    spread((rng) => {
      const pile = pileOf(4);
      shuffle(pile, 4, rng);
      return pile.join();
    }),
  ).toBeLessThan(BOUND);
});

test('a shuffle of the first three leaves the rest where it is', () => {
  const pile = pileOf(6);
  shuffle(pile, 3, new Sfc32(3));
  expect([...pile.subarray(3)]).toEqual([3, 4, 5]);
  expect(sorted(pile.subarray(0, 3))).toEqual([0, 1, 2]);
});

test.prop([fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff })])('bitCount counts as one does on paper', (mask) => {
  expect(bitCount(mask)).toBe((mask >>> 0).toString(2).replaceAll('0', '').length);
});
