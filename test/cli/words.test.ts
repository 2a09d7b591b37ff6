import { describe, expect, test } from 'vitest';
import { oneOf, real, whole } from '../../src/engine/kernel/params.ts';
import { figureText, thousands } from '../../src/cli/screen.ts';
import { selectValues } from '../../src/cli/selection.ts';
import { didYouMean } from '../../src/cli/suggest.ts';
import { wilson } from '../../src/sim/stats.ts';

describe('values for a grid', () => {
  const players = whole(2, 7, 4, 'people');
  const difficulty = oneOf(['easy', 'medium', 'hard'], 'easy', 'how hard');

  test.each([
    [undefined, [2, 3, 4, 5, 6, 7]],
    ['4', [4]],
    ['2,4', [2, 4]],
    ['4-7', [4, 5, 6, 7]],
    ['6-7, 2,6', [2, 6, 7]],
  ])('players %s', (text, values) => {
    expect(selectValues('players', players, text)).toEqual(values);
  });

  test('words come in the order of the grid', () => {
    expect(selectValues('difficulty', difficulty, 'hard,easy')).toEqual(['easy', 'hard']);
  });

  test.each([
    ['1', 'players must be a whole number from 2 to 7, not 1'],
    ['4-9', 'players must be a whole number from 2 to 7, not 9'],
    ['7-4', 'players 7-4 runs backwards'],
    ['4,', 'a part is empty'],
    ['', 'a part is empty'],
    ['many', 'players must be a whole number from 2 to 7, not many'],
  ])('players %s: %s', (text, message) => {
    expect(() => selectValues('players', players, text)).toThrow(message);
  });

  test('a real number spans no table', () => {
    expect(() => selectValues('x', real(0, 1, 0, 'x'), undefined)).toThrow('cannot span');
  });
});

describe('what was meant', () => {
  const known = ['games', 'seed', 'ghost.margin', 'players'];
  test.each([
    ['gmaes', '; did you mean games?'],
    ['ghost.marign', '; did you mean ghost.margin?'],
    ['player', '; did you mean players?'],
    ['zebra', ''],
    ['x', ''],
  ])('%s%s', (wrong, said) => {
    expect(didYouMean(wrong, known)).toBe(said);
  });
});

describe('figures in words', () => {
  test.each([
    [wilson(413, 1000), true, '41.3 ± 3.1 %'],
    [wilson(0, 1000), true, '0.0 ± 0.4 %'],
    [wilson(500_000, 1_000_000), true, '50.00 ± 0.10 %'],
    [wilson(50_000_000, 100_000_000), true, '50.000 ± 0.010 %'],
    [{ n: 10, value: 5.234, low: 5, high: 5.468 }, false, '5.23 ± 0.23'],
    [{ n: 1, value: 5, low: -Infinity, high: Infinity }, false, '5.00 ± ?'],
    [{ n: 0, value: Number.NaN, low: -Infinity, high: Infinity }, false, '–'],
  ])('%o', (estimate, asShare, text) => {
    expect(figureText(estimate, asShare)).toBe(text);
  });

  test.each([
    [7, '7'],
    [1234, '1,234'],
    [1234567, '1,234,567'],
  ])('%i is %s', (n, text) => {
    expect(thousands(n)).toBe(text);
  });
});
