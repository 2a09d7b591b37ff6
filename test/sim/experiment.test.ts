import { describe, expect, test } from 'vitest';
import { games } from '../../src/agents/catalog.ts';
import { ParamError } from '../../src/engine/kernel/params.ts';
import { GAMES_A_CELL, MOST_CELLS, gameSeed, hashOf, lineupOf } from '../../src/sim/experiment.ts';
import { cellsOf, gridIndex, gridOf } from '../../src/sim/grid.ts';
import { coinsGame } from './coins.ts';
import { coinsExperiment } from './experiments.ts';

describe('the grid', () => {
  test('a cell has the same place whether its neighbours are played or not', () => {
    const { rows, columns } = gridOf(coinsGame);
    expect(rows).toEqual([1, 2, 3, 4]);
    expect(columns).toEqual(['fair', 'loaded']);
    const all = cellsOf(coinsGame, {}, rows, columns).offered.map(({ index }) => index);
    expect(all).toEqual([0, 1, 2, 3, 4, 5, 6]); // 7 is refused
    expect(cellsOf(coinsGame, {}, [3], ['loaded']).offered.map(({ index }) => index)).toEqual([2 * 2 + 1]);
    expect(gridIndex(coinsGame, { coins: 3 })).toBe(4);
  });

  test('a cell that the rules do not offer comes with the reason', () => {
    const { offered, refused } = cellsOf(coinsGame, {}, [4], ['fair', 'loaded']);
    expect(offered).toHaveLength(1);
    expect(refused.map(({ why }) => why)).toEqual(['four coins are always fair']);
  });

  test('but a config that does not hold is refused, not left out', () => {
    expect(() => cellsOf(coinsGame, { luck: 0.95 }, [1, 2], ['fair', 'loaded'])).toThrow(ParamError);
    expect(() => cellsOf(coinsGame, { luck: 7 }, [1], ['fair'])).toThrow('luck must be a number from 0 to 1, not 7');
  });

  test.each(games.map((game) => [game.id, game] as const))(
    'the whole grid of %s fits into the indices there are',
    (_id, game) => {
      const { rows, columns } = gridOf(game);
      expect(rows.length * Math.max(1, columns.length)).toBeLessThanOrEqual(MOST_CELLS);
    },
  );
});

describe('seeds', () => {
  test('are 32-bit, and no two games of a run share one', () => {
    const ends = [0, 1, 2, 77_777, GAMES_A_CELL - 2, GAMES_A_CELL - 1];
    const seeds = Array.from({ length: MOST_CELLS }, (_, cell) =>
      ends.map((index) => gameSeed(coinsExperiment({ cell }), index)),
    ).flat();
    expect(new Set(seeds).size).toBe(MOST_CELLS * ends.length);
    for (const seed of seeds) expect(seed >>> 0).toBe(seed);
  });

  test('depend on the run', () => {
    expect(gameSeed(coinsExperiment({ seed: 1 }), 0)).not.toBe(gameSeed(coinsExperiment({ seed: 2 }), 0));
  });
});

test('a line-up gives each seat its role’s plan', () => {
  const casting = { tosser: { agent: 'bent', params: { bend: 1 } }, caller: { agent: 'heads', params: {} } };
  expect(lineupOf(coinsGame, {}, casting).map(({ agent }) => agent)).toEqual(['bent', 'heads', 'heads']);
  expect(() => lineupOf(coinsGame, {}, { tosser: casting.tosser })).toThrow('nobody for the role caller');
});

describe('the hash of an experiment', () => {
  const means = { version: 1, deck: 'd1', encoders: { bundled: 'b1' } };
  const one = coinsExperiment({ config: { coins: 2, coin: 'fair' } });
  const hash = hashOf(one, means);

  test('does not ask in which order it was written, and survives JSON', () => {
    expect(hashOf(coinsExperiment({ config: { coin: 'fair', coins: 2 } }), means)).toBe(hash);
    expect(hashOf(JSON.parse(JSON.stringify(one)), means)).toBe(hash);
    expect(hashOf({ ...one, seed: 2 }, means)).not.toBe(hash);
  });

  test.each([[{ version: 2 }], [{ deck: 'd2' }], [{ deck: null }], [{ encoders: { bundled: 'b2' } }]])(
    'is another with %j',
    (other) => {
      expect(hashOf(one, { ...means, ...other })).not.toBe(hash);
    },
  );
});
