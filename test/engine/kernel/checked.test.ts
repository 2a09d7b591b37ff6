import { describe, expect, test } from 'vitest';
import { IllegalActionError, checked } from '../../../src/engine/kernel/checked.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import { PASS } from '../../../src/engine/kernel/rules.ts';
import { copy } from '../../kit/data.ts';
import { keeperOf, toy } from '../../kit/toy.ts';

const strict = checked(toy);

function afterSwap() {
  const state = strict.create({ seekers: 2, size: 4, rounds: 2 });
  const rng = new Sfc32(1);
  strict.deal(state, rng);
  strict.apply(state, Int32Array.of(0, PASS, PASS), rng);
  return { state, rng };
}

describe('refused, with the seat and the action in the message, and the state as it was', () => {
  test.each([
    [[PASS, 4, 0], 'seat 1 may not play 4 now'],
    [[PASS, 0, -2], 'seat 2 may not play -2 now'],
    [[PASS, 0, PASS], 'seat 2 may not play -1 now'],
    [[0, 0, 0], 'seat 0 is not asked now, yet plays 0'],
  ])('[%s]: %s', (joint, message) => {
    const { state, rng } = afterSwap();
    const before = copy(state);
    expect(() => strict.apply(state, Int32Array.from(joint), rng)).toThrow(new IllegalActionError(message));
    expect(state).toEqual(before);
  });

  test('a move after the end', () => {
    const { state, rng } = afterSwap();
    const { number } = keeperOf(state);
    strict.apply(state, Int32Array.of(PASS, number, number), rng);
    expect(() => strict.apply(state, Int32Array.of(PASS, PASS, PASS), rng)).toThrow(
      new IllegalActionError('the game is over'),
    );
  });
});

test('what is legal goes through, and does what the plain rules do', () => {
  const { state, rng } = afterSwap();
  const twin = copy(state);
  strict.apply(state, Int32Array.of(PASS, 0, 3), rng.clone());
  toy.apply(twin, Int32Array.of(PASS, 0, 3), rng.clone());
  expect(state).toEqual(twin);
});
