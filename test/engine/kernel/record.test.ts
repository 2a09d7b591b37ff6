import { expect, test } from 'vitest';
import type { Action } from '../../../src/engine/kernel/agent.ts';
import { replay } from '../../../src/engine/kernel/record.ts';
import { PASS } from '../../../src/engine/kernel/rules.ts';
import { copy, difference } from '../../kit/data.ts';
import { toy } from '../../kit/toy.ts';
import type { Toy } from '../../kit/toy.ts';
import { seatsIn, walk } from '../../kit/walk.ts';

const CONFIG: Toy['Config'] = { seekers: 2, size: 9, rounds: 3 };
const SEED = 6;

function played() {
  const actions: Action[] = [];
  const stops: { state: unknown; joint: number[] }[] = [];
  const end = walk(toy, CONFIG, SEED, (state, joint) => {
    stops.push({ state: copy(state), joint: [...joint] });
    for (const seat of seatsIn(toy.acting(state))) actions.push(joint[seat]);
  });
  return { actions, stops, end };
}

test('a record plays the same game without its players, and shows each decision on the way', () => {
  const { actions, stops, end } = played();
  const seen: { state: unknown; joint: number[] }[] = [];
  const again = replay(toy, CONFIG, SEED, actions, (state, joint) =>
    seen.push({ state: copy(state), joint: [...joint] }),
  );
  expect(difference(end, again)).toBeUndefined();
  expect(seen).toEqual(stops);
});

test('acting seats alone are recorded, in seat order', () => {
  const { actions, stops } = played();
  expect(actions).toEqual(stops.flatMap(({ joint }) => joint.filter((action) => action !== PASS)));
});

test('where the actions run out, the state is as it stood then', () => {
  const { actions, stops } = played();
  // The keeper's first choice and the first of two guesses: the second guess is missing, so nobody has guessed.
  expect(difference(stops[1].state, replay(toy, CONFIG, SEED, actions.slice(0, 2)))).toBeUndefined();
});
