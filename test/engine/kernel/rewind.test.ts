import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { recorder } from '../../../src/engine/kernel/rewind.ts';
import { copy } from '../../kit/data.ts';

const blank = () => ({
  round: 0,
  phase: 'deliver',
  won: false,
  hand: new Int8Array([1, 2, 3]),
  seats: [
    { role: 'ghost', target: new Int32Array(2) },
    { role: 'psychic', vote: -1 },
  ],
  config: Object.freeze({ players: 4 }),
});

test('numbers, words, truth values and typed arrays go back to what they were, in place', () => {
  const state = blank();
  const { hand, seats, config } = state;
  const rewind = recorder(state);
  state.round = 5;
  state.phase = 'over';
  state.won = true;
  hand.fill(9);
  seats[1].vote = 3;
  seats[0].target?.fill(7);
  rewind();
  expect(state).toEqual(blank());
  expect([state.hand, state.seats, state.config]).toEqual([hand, seats, config]);
  expect(state.hand).toBe(hand);
});

test('a record is good for any number of rewinds', () => {
  const state = blank();
  const rewind = recorder(state);
  for (let i = 1; i <= 3; i++) {
    state.round = i;
    state.hand[0] = i;
    rewind();
    expect(state).toEqual(blank());
  }
});

test('a part of a larger buffer goes back without touching its neighbours', () => {
  const whole = new Int8Array([1, 2, 3, 4]);
  const rewind = recorder({ part: whole.subarray(1, 3) });
  whole.fill(9);
  rewind();
  expect([...whole]).toEqual([9, 2, 3, 9]);
});

test.prop([fc.float32Array(), fc.int32Array(), fc.nat()])('whatever the numbers are', (floats, ints, count) => {
  const state = { floats, ints, count };
  const before = copy(state);
  const rewind = recorder(state);
  floats.fill(1);
  ints.fill(2);
  state.count = -1;
  rewind();
  expect(state).toEqual(before);
});
