import { expect, test } from 'vitest';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import { PASS } from '../../../src/engine/kernel/rules.ts';
import type { State } from '../../../src/engine/kernel/rules.ts';
import { mysterium } from '../../../src/engine/mysterium/rules.ts';
import type { Config, Mysterium } from '../../../src/engine/mysterium/shape.ts';
import { copy } from '../../kit/data.ts';
import { legalFor } from '../../kit/walk.ts';
import { configOf } from './table.ts';

/** Every joint action of a decision: one legal action for each acting seat. */
function jointActions(state: State<Mysterium>): readonly Int32Array[] {
  const options = state.own.map((_, seat) => {
    const legal = legalFor(mysterium, state, seat);
    return legal.length === 0 ? [PASS] : legal;
  });
  return options
    .reduce<number[][]>((joints, legal) => joints.flatMap((joint) => legal.map((action) => [...joint, action])), [[]])
    .map((joint) => Int32Array.from(joint));
}

/** How many games there are from here on: distinct sequences of joint actions to the end. */
function gamesFrom(state: State<Mysterium>, rng: Sfc32): number {
  if (mysterium.acting(state) === 0) return 1;
  let games = 0;
  for (const joint of jointActions(state)) {
    const next = copy(state);
    const dice = rng.clone();
    mysterium.apply(next, joint, dice);
    games += gamesFrom(next, dice);
  }
  return games;
}

function gamesOf(config: Config): number {
  const state = mysterium.create(config);
  const rng = new Sfc32(1);
  mysterium.deal(state, rng);
  return gamesFrom(state, rng);
}

/** Two psychics, two columns, a hand of one card, one round. */
const TOY: Config = { ...configOf({ players: 2 }), width: 2, hand: 1, rounds: 1, crows: 0 };

test.each<readonly [string, Partial<Config>, number]>([
  // 2 orders of service * 1 card * 1 card * 2 guesses * 2 guesses = 8
  ['one person', {}, 8],
  // The crow flies before the first delivery, before the second, or never (after the last round none is offered): 3 * 8 = 24
  ['a crow', { crows: 1 }, 24],
  // Three crows on Medium, spread over the two moments: (0 to 3) crows in 2 places = 1 + 2 + 3 + 4 = 10; 10 * 8 = 80
  ['three crows that do not come back', { crows: 3, crowsReturn: false }, 80],
  // An unplaced pawn is a third guess: 2 * 3 * 3 = 18
  ['pawns that may stay unplaced', { unplacedPawn: 'wrong' }, 18],
  // Two people with one psychic each talk about 2 psychics, 3 words each (2 columns or silence): 8 * (3 * 3) ^ 2 = 648
  ['two people who talk once', { players: 3, persons: 2, talkRounds: 1 }, 648],
  // One token of each symbol: nothing, a check or a cross on the only other pawn, for each psychic: 8 * 3 * 3 = 72
  ['two people with tokens', { players: 4, persons: 2, tokens: 1 }, 72],
  // Hand 2: masks 01, 10, 11 for each psychic, 8 * 3 * 3 = 72
  ['a hand of two', { hand: 2 }, 72],
])('toy games with %s are as many as on paper', (_what, more, games) => {
  expect(gamesOf({ ...TOY, ...more })).toBe(games);
});

test('toy games of two rounds: who is right leaves fewer cards to choose from', () => {
  // Round 1 has 2 orders of service and 4 pairs of guesses. Targets differ, so of the 4 pairs
  //   both right (1): both go on to the locations, 2 * 2 guesses;
  //   both wrong (1): nothing has left the row, 2 * 2 guesses;
  //   one right (2): it goes on to 2 locations, the other has 1 character left, 2 * 1 guesses.
  // Round 2 has 2 orders of service too: 2 * (1 * 2 * 4 + 1 * 2 * 4 + 2 * 2 * 2) = 48.
  expect(gamesOf({ ...TOY, rounds: 2 })).toBe(48);
});
