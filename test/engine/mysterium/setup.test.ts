import { describe, expect, test } from 'vitest';
import { ParamError } from '../../../src/engine/kernel/params.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import { mysterium } from '../../../src/engine/mysterium/rules.ts';
import { ghostOf } from '../../../src/engine/mysterium/seats.ts';
import { ROWS, bandOf, speakers } from '../../../src/engine/mysterium/shape.ts';
import { sorted } from '../../kit/data.ts';
import { bitsOf, configOf } from './table.ts';

const harder = { allowHarderSmallGroup: true };

describe('people and psychics (rules, A.1)', () => {
  test.each([
    [2, { persons: 1, psychics: 2, tokens: 0 }],
    [3, { persons: 2, psychics: 4, tokens: 0 }],
    [4, { persons: 3, psychics: 3, tokens: 2 }],
    [5, { persons: 4, psychics: 4, tokens: 2 }],
    [6, { persons: 5, psychics: 5, tokens: 3 }],
    [7, { persons: 6, psychics: 6, tokens: 3 }],
  ])('%i people', (players, expected) => {
    expect(configOf({ players })).toMatchObject({ players, ...expected });
  });

  test.each([
    [2, [0]],
    [3, [0, 2]],
    [4, [0, 1, 2]],
    [7, [0, 1, 2, 3, 4, 5]],
  ])('%i people speak and vote by the first psychic of each', (players, psychics) => {
    expect(bitsOf(speakers(configOf({ players })))).toEqual(psychics);
  });
});

describe('face-up cards a row for small groups (rules, A.3, decision A-1)', () => {
  test.each([
    [2, 'easy', 4],
    [2, 'medium', 5],
    [2, 'hard', 6],
    [3, 'easy', 5],
    [3, 'medium', 6],
    [3, 'hard', 7],
  ])('%i people on %s: %i', (players, difficulty, width) => {
    expect(configOf({ players, difficulty, ...harder }).width).toBe(width);
  });

  test.each([
    [2, 'medium'],
    [3, 'hard'],
  ])('%i people are refused %s unless they ask for it', (players, difficulty) => {
    expect(() => configOf({ players, difficulty })).toThrow(
      new ParamError(`${players} people play on easy; allowHarderSmallGroup lets them play on ${difficulty}`),
    );
  });
});

describe('crows (rules, A.3)', () => {
  test.each([
    ['easy', { crows: 1, crowsReturn: true }],
    ['medium', { crows: 3, crowsReturn: false }],
    ['hard', { crows: 1, crowsReturn: false }],
  ])('%s', (difficulty, expected) => {
    expect(configOf({ difficulty })).toMatchObject(expected);
  });
});

describe('bands of the clairvoyancy track (rules, A.8)', () => {
  // From, in the order of the cards after which a psychic votes.
  test.each([
    [4, [0, 5, 7]],
    [5, [0, 5, 7]],
    [6, [0, 7, 10]],
    [7, [0, 7, 10]],
  ])('%i people', (players, from) => {
    const config = configOf({ players });
    from.forEach((level, band) => {
      expect(bandOf(config, level)).toBe(band);
      if (band > 0) expect(bandOf(config, level - 1)).toBe(band - 1);
    });
    expect(bandOf(config, 16)).toBe(2);
  });

  test('are options, and must be in order', () => {
    expect(configOf({ players: 6, middleFrom67: 6, highFrom67: 9 })).toMatchObject({ middleFrom: 6, highFrom: 9 });
    expect(() => configOf({ players: 6, middleFrom67: 11 })).toThrow(
      'middleFrom67 (11) must not be above highFrom67 (10)',
    );
    expect(() => configOf({ players: 4, middleFrom45: 8 })).toThrow(
      'middleFrom45 (8) must not be above highFrom45 (7)',
    );
    expect(() => configOf({ players: 4, middleFrom67: 50 })).not.toThrow();
  });
});

describe('a deal is even', () => {
  const DEALS = 6_000;
  const config = configOf({ players: 5 });

  /** Counts over `DEALS` deals; each of the cells is expected equally often, within 4.5 standard errors of a binomial count. */
  function even(cells: number, cellOf: (state: ReturnType<typeof mysterium.create>) => number): void {
    const counts = Array.from({ length: cells }, () => 0);
    for (let seed = 0; seed < DEALS; seed++) {
      const state = mysterium.create(config);
      mysterium.deal(state, new Sfc32(seed));
      counts[cellOf(state)]++;
    }
    const error = Math.sqrt((DEALS / cells) * (1 - 1 / cells));
    for (const count of counts) expect(Math.abs(count - DEALS / cells)).toBeLessThan(4.5 * error);
  }

  test.each([0, 1, 2])('every card of row %i is laid out first equally often', (row) => {
    even(18, ({ open }) => open.card[row * config.width]);
  });

  test.each([0, 3])('psychic %i gets every column as its target equally often', (p) => {
    even(6, (state) => ghostOf(state).target[p * ROWS + 1]);
  });

  test('every vision is drawn first equally often', () => {
    even(84, (state) => ghostOf(state).hand[0]);
  });

  test('every psychic is the eldest equally often, or the first where age goes by seat', () => {
    even(4, ({ open }) => open.ageRank.indexOf(0));
    const bySeat = mysterium.create(configOf({ players: 5, ageOrder: 'seat' }));
    mysterium.deal(bySeat, new Sfc32(9));
    expect([...bySeat.open.ageRank]).toEqual([0, 1, 2, 3]);
  });

  test('what is set aside is what is not laid out', () => {
    const state = mysterium.create(config);
    mysterium.deal(state, new Sfc32(4));
    state.hidden.box.forEach((box, row) => {
      const laidOut = state.open.card.subarray(row * config.width, (row + 1) * config.width);
      const all = [...laidOut, ...box.subarray(0, 18 - config.width)];
      expect(sorted(all)).toEqual(Array.from({ length: 18 }, (_, card) => card));
    });
  });
});
