import { expect, test } from 'vitest';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import type { GamesRow } from '../../../src/sim/games-row.ts';
import { cellsOf } from '../../../src/sim/grid.ts';
import { EarlierGames } from '../../../src/sim/tune/earlier.ts';
import { objectiveOf } from '../../../src/sim/tune/objective.ts';
import { spaceOf } from '../../../src/sim/tune/space.ts';
import type { TuneTask } from '../../../src/sim/tune/tune.ts';
import { BEST_AIM, chanceOf, darts } from './darts.ts';

const casting = { thrower: { agent: 'steady', params: {} }, judge: { agent: 'strict', params: {} } };
const task: TuneTask = {
  game: darts,
  cells: cellsOf(darts, {}, [1, 2], ['calm']).offered,
  casting,
  space: spaceOf(darts, casting, ['aim'], ['thrower']),
  objective: objectiveOf(darts, 'win'),
  budget: 10_000,
  seed: 1,
};

const rowOf = (aim: number, hit: number, own: Partial<GamesRow> = {}): GamesRow => ({
  config: { board: 1, wind: 'calm' },
  seed: 1,
  gameOfSeries: 1,
  casting: { ...casting, thrower: { agent: 'steady', params: { aim, eyes: 'plain' } } },
  deck: '',
  metrics: Float64Array.of(hit, 1 - hit),
  ...own,
});

test('earlier games propose where to begin: the top of their surface, and the best of what was played', async () => {
  const rng = new Sfc32(3);
  const earlier = new EarlierGames(task, '');
  for (const aim of [0, 0.25, 0.5, 0.75, 1]) {
    for (let i = 0; i < 400; i++)
      earlier.add(rowOf(aim, Number(rng.unit() < chanceOf(aim)), { config: { board: 1 + (i % 2) } }));
  }
  const { settings, games, found } = await earlier.propose();
  expect([games, found]).toEqual([2000, 5]);
  expect(settings).toHaveLength(3);
  expect(Math.abs(Number(settings[0][0]) - BEST_AIM)).toBeLessThan(0.1);
  expect(new Set(settings.slice(1).flat())).toEqual(new Set([0.5, 0.75]));
});

test('games at another table, by other people, with other pictures, or by people who have learned are of no use', async () => {
  const earlier = new EarlierGames(task, '');
  const steady = { agent: 'steady', params: { aim: 0.5 } };
  earlier.add(rowOf(0.5, 1, { config: { board: 1, wind: 'gusty' } }));
  earlier.add(rowOf(0.5, 1, { casting: { ...casting, thrower: { agent: 'wild', params: { aim: 0.5 } } } }));
  earlier.add(rowOf(0.5, 1, { casting: { thrower: steady, judge: { agent: 'strict', params: { flair: true } } } }));
  earlier.add(rowOf(0.5, 1, { casting: { ...casting, thrower: { agent: 'steady', params: { aim: 0.5, shoes: 1 } } } }));
  earlier.add(rowOf(0.5, 1, { deck: 'other' }));
  earlier.add(rowOf(0.5, 1, { gameOfSeries: 2 }));
  expect(await earlier.propose()).toEqual({ settings: [], games: 0, found: 0 });
  earlier.add(rowOf(0.5, 1));
  expect(await earlier.propose()).toEqual({ settings: [], games: 1, found: 1 }); // too few to try again
});
