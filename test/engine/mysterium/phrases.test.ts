import { expect, test } from 'vitest';
import { resolve } from '../../../src/engine/kernel/params.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import { viewOf } from '../../../src/engine/kernel/rules.ts';
import {
  KEEP,
  deliverAction,
  pointAction,
  redrawAction,
  stateBelief,
  tokensAction,
} from '../../../src/engine/mysterium/actions.ts';
import { mysteriumParams, toConfig } from '../../../src/engine/mysterium/params.ts';
import { phrases } from '../../../src/engine/mysterium/phrases.ts';
import { mysterium } from '../../../src/engine/mysterium/rules.ts';
import { ghostOf } from '../../../src/engine/mysterium/seats.ts';
import type { Phase } from '../../../src/engine/mysterium/shape.ts';

const say = phrases({
  visions: Array.from({ length: 84 }, (_, i) => `V${i}`),
  cards: Array.from({ length: 54 }, (_, i) => `C${i}`),
});

function table(phase: Phase, players = 4) {
  const state = mysterium.create(toConfig(resolve(mysteriumParams, { players })));
  mysterium.deal(state, new Sfc32(1));
  state.open.phase = phase;
  const { open } = state;
  open.caseCard.forEach((_, at) => (open.caseCard[at] = at));
  const { hand } = ghostOf(state);
  return { open, hand, ghost: viewOf(state, 0), red: viewOf(state, 1) };
}

test('what the ghost does, by the visions of its hand', () => {
  const { hand, ghost, open } = table('deliver');
  const [a, b, c] = hand;
  const words = (action: number): string => say.option(ghost, action).words;
  expect(say.option(ghost, deliverAction(1, 0b11))).toEqual({
    words: `“V${a}” and “V${b}” to Blue`,
    shows: [
      { kind: 'vision', id: a },
      { kind: 'vision', id: b },
    ],
  });
  expect(words(redrawAction(0b11))).toBe(`a crow for “V${a}” and “V${b}”`);
  expect(words(redrawAction(0b111))).toBe('a crow for 3 visions');
  expect(words(redrawAction(0b1111111))).toBe('a whole new hand');
  open.phase = 'close';
  expect(words(KEEP)).toBe('keeping the hand');
  open.phase = 'point';
  expect(words(pointAction(2, 0, 2, 1))).toBe(`case 3 by “V${a}”, “V${c}” and “V${b}”`);
});

test('what psychics do', () => {
  const { open, red } = table('guess');
  const words = (action: number): string => say.option(red, action).words;
  expect(words(2)).toBe(`C${open.card[2]}`);
  expect(say.option(red, 2).shows).toEqual([{ kind: 'card', id: open.card[2] }]);
  expect(words(open.config.width)).toBe('no card');
  open.phase = 'predict';
  expect(words(tokensAction(0b010, 0b100))).toBe('a check on Blue and a cross on Green');
  expect(words(0)).toBe('no token');
  open.phase = 'vote';
  expect(say.option(red, 1)).toEqual({
    words: 'case 2',
    shows: [3, 22, 41].map((id) => ({ kind: 'card', id })), // numbers 3, 4 and 5 of their categories, of 18 each
  });
});

test('things and seats', () => {
  expect([0, 1, 3].map((seat) => say.name(seat))).toEqual(['The ghost', 'Red', 'Green']);
  expect(say.thing({ kind: 'vision', id: 7 })).toEqual({ words: '“V7”', shows: [{ kind: 'vision', id: 7 }] });
  expect(say.thing({ kind: 'card', id: 20 }).words).toBe('C20');
  expect(say.thing({ kind: 'talk', id: 1 })).toEqual({ words: 'Blue’s word', shows: [] });
  expect(() => say.thing({ kind: 'tile', id: 1 })).toThrow('no tile in Mysterium');
});

test('one token of several is a part of what was laid; no token is a part of nothing else', () => {
  const { red } = table('predict');
  const laid = tokensAction(0b010, 0b100);
  const isPart = (option: number): boolean => say.includes(red, laid, option);
  expect([tokensAction(0b010, 0), tokensAction(0, 0b100), laid].map(isPart)).toEqual([true, true, true]);
  expect([tokensAction(0b100, 0), tokensAction(0, 0b010), 0].map(isPart)).toEqual([false, false, false]);
  expect(say.includes(red, 0, 0)).toBe(true);
});

test('stated beliefs choose every case that they put first', () => {
  const { red } = table('vote', 3);
  const stated = [0, 2, 0, 5].reduce((vote, level, i) => stateBelief(vote, i, level), 0);
  const only = (first: number): number =>
    [0, 1, 2, 3].reduce((vote, i) => stateBelief(vote, i, i === first ? 0 : 7), 0);
  expect([0, 1, 2, 3].map((i) => say.includes(red, stated, only(i)))).toEqual([true, false, true, false]);
  expect(say.option(red, only(2)).words).toBe('case 3');
});
