import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  ParamError,
  changed,
  flag,
  name,
  oneOf,
  parse,
  range,
  real,
  resolve,
  whole,
} from '../../../src/engine/kernel/params.ts';
import type { Given, ValuesOf } from '../../../src/engine/kernel/params.ts';

const table = {
  margin: real(-1, 1, 0.1, 'how much better a further vision must fit'),
  players: whole(2, 7, 4, 'people at the table'),
  difficulty: oneOf(['easy', 'hard'], 'easy', 'how hard it is'),
  open: flag(false, 'whether discards are shown'),
  eyes: name('bundled', 'whose eyes'),
};
const DEFAULTS = { margin: 0.1, players: 4, difficulty: 'easy', open: false, eyes: 'bundled' };

test('what is not given takes its default', () => {
  expect(resolve(table, {})).toEqual(DEFAULTS);
  expect(resolve(table, { players: undefined, open: true })).toEqual({ ...DEFAULTS, open: true });
});

test('the type of the values follows from the table', () => {
  expectTypeOf<ValuesOf<typeof table>>().toEqualTypeOf<{
    readonly margin: number;
    readonly players: number;
    readonly difficulty: 'easy' | 'hard';
    readonly open: boolean;
    readonly eyes: string;
  }>();
});

describe('bounds belong to the range', () => {
  test.each<Given>([
    { margin: -1 },
    { margin: 1 },
    { players: 2 },
    { players: 7 },
    { difficulty: 'hard' },
    { eyes: 'x' },
  ])('%o is taken', (given) => {
    expect(resolve(table, given)).toEqual({ ...DEFAULTS, ...given });
  });
});

describe('what lies outside is refused, and the message says what would do', () => {
  test.each<[Given, string]>([
    [{ margin: 1.01 }, 'margin must be a number from -1 to 1, not 1.01'],
    [{ margin: Number.NaN }, 'margin must be a number from -1 to 1, not NaN'],
    [{ margin: '0.5' }, 'margin must be a number from -1 to 1, not 0.5'],
    [{ players: 1 }, 'players must be a whole number from 2 to 7, not 1'],
    [{ players: 8 }, 'players must be a whole number from 2 to 7, not 8'],
    [{ players: 2.5 }, 'players must be a whole number from 2 to 7, not 2.5'],
    [{ players: true }, 'players must be a whole number from 2 to 7, not true'],
    [{ difficulty: 'medium' }, 'difficulty must be one of easy, hard, not medium'],
    [{ open: 1 }, 'open must be true or false, not 1'],
    [{ eyes: '' }, 'eyes must be a name, not ""'],
    [{ colour: 1 }, 'no parameter colour; there are margin, players, difficulty, open, eyes'],
    [{ toString: 1 }, 'no parameter toString; there are margin, players, difficulty, open, eyes'],
  ])('%o: %s', (given, message) => {
    expect(() => resolve(table, given)).toThrow(new ParamError(message));
  });

  test('with the name of the owner where there is one', () => {
    expect(() => resolve(table, { margin: 2 }, 'ghost')).toThrow('ghost.margin must be a number from -1 to 1, not 2');
    expect(() => resolve({ margin: table.margin }, { greed: 2 }, 'ghost')).toThrow(
      'no parameter ghost.greed; there are ghost.margin',
    );
    expect(() => resolve({}, { greed: 2 }, 'ghost')).toThrow('no parameter ghost.greed; there are none here');
  });
});

describe('text from outside becomes a value, or stays what it was for resolve to refuse', () => {
  test.each([
    [table.margin, '-0.5', -0.5],
    [table.margin, '1e-1', 0.1],
    [table.margin, 'much', 'much'],
    [table.margin, ' ', ' '],
    [table.players, '5', 5],
    [table.players, '5.5', 5.5],
    [table.open, 'true', true],
    [table.open, 'false', false],
    [table.open, 'yes', 'yes'],
    [table.difficulty, 'hard', 'hard'],
    [table.eyes, '7', '7'],
  ])('%o reads %o as %o', (param, text, value) => {
    expect(parse(param, text)).toBe(value);
  });
});

test('every kind of parameter says what it takes', () => {
  expect(Object.values(table).map(range)).toEqual([
    'a number from -1 to 1',
    'a whole number from 2 to 7',
    'one of easy, hard',
    'true or false',
    'a name',
  ]);
});

test('what differs from the defaults, in the order of the table', () => {
  expect(changed(table, { open: true, players: 4, margin: 0.2 })).toEqual({ margin: 0.2, open: true });
  expect(Object.keys(changed(table, { open: true, margin: 0.2 }))).toEqual(['margin', 'open']);
});
