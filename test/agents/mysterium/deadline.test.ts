import { expect, test } from 'vitest';
import { Deadline } from '../../../src/agents/mysterium/deadline.ts';

/** Chance of `needed` successes at least in `tries` of probability p. */
function atLeast(needed: number, tries: number, p: number): number {
  let sum = 0;
  for (let set = 0; set < 1 << tries; set++) {
    const successes = set.toString(2).replaceAll('0', '').length;
    if (successes >= needed) sum += p ** successes * (1 - p) ** (tries - successes);
  }
  return sum;
}

test('what a wrong guess leaves of the hope is a ratio of binomial chances', () => {
  const deadline = new Deadline(0.4, 7);
  for (let stage = 0; stage < 3; stage++) {
    for (let left = 0; left <= 6; left++) {
      const right = atLeast(2 - stage, left, 0.4);
      if (right === 0) continue;
      expect(deadline.leftOver(stage, left)).toBeCloseTo(atLeast(3 - stage, left, 0.4) / right, 12);
    }
  }
});

test('nothing is left where the last round must be right, or where it is too late', () => {
  const deadline = new Deadline(0.45, 7);
  expect(deadline.leftOver(2, 0)).toBe(0);
  expect(deadline.leftOver(1, 1)).toBe(0);
  expect(deadline.leftOver(0, 0)).toBe(0);
});

test('at a table of more rounds than it was made for, those beyond count for nothing', () => {
  const deadline = new Deadline(0.45, 7);
  for (const stage of [0, 1, 2]) expect(deadline.leftOver(stage, 9)).toBe(deadline.leftOver(stage, 7));
});
