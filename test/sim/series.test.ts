import { describe, expect, test } from 'vitest';
import { runChunk } from '../../src/sim/chunk.ts';
import { CHUNK, inlineExecutor, jobsOf, threadExecutor } from '../../src/sim/executor.ts';
import type { Executor } from '../../src/sim/executor.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { lineupOf } from '../../src/sim/experiment.ts';
import type { Experiment } from '../../src/sim/experiment.ts';
import { Paired } from '../../src/sim/paired.ts';
import { SeriesTally, firstOfSeries, wholeSeries } from '../../src/sim/series.ts';
import { Tally } from '../../src/sim/summary.ts';
import { game, plan, starterKnowledge } from '../agents/table.ts';
import { coinsGame } from './coins.ts';
import { coinsExperiment, nothing } from './experiments.ts';

const knowledge = await starterKnowledge();
const config = { players: 2, difficulty: 'easy' };
const learning = (games: number, series: number, params: object = { taste: 1 }): Experiment => ({
  game: game.id,
  config,
  lineup: lineupOf(game, config, {
    ghost: plan('contrast', { ...params }),
    psychic: plan('literal', { ...params, adapt: true }),
  }),
  games,
  seed: 3,
  cell: 0,
  series,
});
const rowsOf = (experiment: Experiment, from = 0, to = experiment.games): Float64Array =>
  runChunk(game, knowledge, { experiment, from, to, details: false }).rows;

describe('a series', () => {
  test('begins with every so many games, and is played whole', () => {
    const six = coinsExperiment({ series: 6 });
    expect([0, 5, 6, 17].map((index) => firstOfSeries(six, index))).toEqual([0, 0, 6, 12]);
    expect([1, 6, 256].map((games) => wholeSeries(six, games))).toEqual([6, 6, 258]);
    expect(wholeSeries(coinsExperiment(), 256)).toBe(256);
  });

  test('changes nothing of the deals, nor of what agents draw that have no traits and learn nothing', () => {
    const alone = coinsExperiment({ games: 50 });
    const job = { from: 0, to: 50, details: false };
    const rows = runChunk(coinsGame, nothing, { experiment: alone, ...job }).rows;
    expect(runChunk(coinsGame, nothing, { experiment: { ...alone, series: 6 }, ...job }).rows).toEqual(rows);
  });

  test('keeps the eyes of its first game: that one alone is as if it were played by itself', () => {
    const width = game.metrics.length;
    const [one, six] = [1, 6].map((series) => rowsOf(learning(60, series, { taste: 0 })));
    const differs = Array.from({ length: 60 }, (_, i) =>
      one.subarray(i * width, (i + 1) * width).some((value, at) => !Object.is(value, six[i * width + at])),
    );
    expect(differs.filter((_, i) => i % 6 === 0)).not.toContain(true);
    expect(differs.filter((_, i) => i % 6 !== 0).filter(Boolean).length).toBeGreaterThan(40);
  });

  test('a chunk from the middle of one is played with all that was learned before', () => {
    const experiment = learning(30, 6);
    const whole = rowsOf(experiment);
    const width = game.metrics.length;
    for (const from of [1, 5, 6, 16]) expect(rowsOf(experiment, from)).toEqual(whole.slice(from * width));
    // What was played last leaves nothing behind.
    expect(rowsOf(experiment, 0, 20)).toEqual(whole.slice(0, 20 * width));
    const forgetful = rowsOf(learning(30, 6, { taste: 0 }));
    expect(whole).not.toEqual(forgetful);
  });

  test('jobs end where series do, however many workers play them', async () => {
    const experiments = [learning(2 * CHUNK + 5, 6), learning(30, 20)];
    const jobs = experiments.flatMap((experiment) => [...jobsOf(experiment)]);
    expect(jobs.map(({ from, to }) => [from, to])).toEqual([
      [0, 258],
      [258, 516],
      [516, 517],
      [0, 30],
    ]);
    const played = async (executor: Executor): Promise<number[]> => {
      const rows: number[] = [];
      for await (const { chunk } of executor.run(jobs)) rows.push(...chunk.rows);
      await executor.close();
      return rows;
    };
    const inline = await played(inlineExecutor(game, knowledge));
    expect(inline.length).toBe((2 * CHUNK + 35) * game.metrics.length);
    for (const workers of [1, 2]) expect(await played(await threadExecutor(knowledge, workers))).toEqual(inline);
  });
});

/** Games of a run in which whole series of six are good or bad: 0.8 or 0.2 of them are won, so that they hang together. */
function clustered(seed: number, games: number, bonus = 0): Float64Array {
  const rng = new Sfc32(seed);
  const rows = new Float64Array(3 * games);
  let share = 0;
  for (let i = 0; i < games; i++) {
    if (i % 6 === 0) share = rng.unit() < 0.5 ? 0.2 : 0.8;
    const won = rng.unit() < share + bonus * (share > 0.5 ? 2 : 0) ? 1 : 0;
    rows.set([won, won + rng.below(3), 3], 3 * i);
  }
  return rows;
}

describe('intervals of games in series', () => {
  const metrics = ['won', 'right', 'guesses'].map((name) => ({ name, doc: name }));
  const figures = [
    { kind: 'rate', name: 'won', doc: '', metric: 'won' },
    { kind: 'mean', name: 'right', doc: '', metric: 'right' },
    { kind: 'ratio', name: 'share', doc: '', metric: 'right', per: 'guesses' },
  ] as const;
  const truth = [0.5, 1.5, 0.5];

  test('cover the truth 93 to 97 times in a hundred, where those that count games do far less often', () => {
    const covered = { asSeries: [0, 0, 0], asGames: [0, 0, 0] };
    for (let batch = 0; batch < 1000; batch++) {
      const rows = clustered(batch, 300);
      for (const [name, series] of [
        ['asSeries', 6],
        ['asGames', 1],
      ] as const) {
        const tally = new Tally({ metrics, figures }, series);
        tally.add(rows);
        tally.findings().forEach(({ low, high }, i) => {
          if (low <= truth[i] && truth[i] <= high) covered[name][i]++;
        });
      }
    }
    // Two standard errors of a thousand batches are 14.
    for (const times of covered.asSeries) expect(Math.abs(times - 950)).toBeLessThan(20);
    for (const times of covered.asGames) expect(times).toBeLessThan(900);
  });

  test('a figure is that of all games, those of a series that was stopped among them', () => {
    const rows = clustered(1, 303);
    const [games, series] = [1, 6].map((length) => {
      const tally = new Tally({ metrics, figures }, length);
      tally.add(rows);
      return [...tally.findings(), ...tally.findings()];
    });
    series.forEach(({ value, n }, i) => {
      expect(value).toBeCloseTo(games[i].value, 12);
      expect(n).toBe(303);
    });
  });

  test('so it is with differences on the same deals', () => {
    let asSeries = 0;
    let asGames = 0;
    for (let batch = 0; batch < 1500; batch++) {
      const [ours, theirs] = [clustered(batch, 300, 0.1), clustered(batch, 300)];
      const [games, series] = [1, 6].map((length) => {
        const paired = new Paired({ metrics, figures }, length);
        paired.add('ours', ours);
        paired.add('theirs', theirs);
        return paired.differences()[0];
      });
      expect(series.value).toBeCloseTo(games.value, 12);
      expect(series.n).toBe(300);
      // Good series, every second, win 0.2 more.
      if (series.low <= 0.1 && 0.1 <= series.high) asSeries++;
      if (games.low <= 0.1 && 0.1 <= games.high) asGames++;
    }
    // Two standard errors of 1,500 batches are 17.
    expect(Math.abs(asSeries - 1425)).toBeLessThan(30);
    expect(asGames).toBeLessThan(1350);
  });

  test('a difference is that of all deals, those of a series that was stopped among them', () => {
    const [games, series] = [1, 6].map((length) => {
      const paired = new Paired({ metrics, figures }, length);
      paired.add('theirs', clustered(2, 303));
      paired.add('ours', clustered(3, 303));
      return [...paired.differences(), ...paired.differences()];
    });
    series.forEach(({ value, n }, i) => {
      expect(value).toBeCloseTo(games[i].value, 12);
      expect(n).toBe(303);
    });
  });
});

test('a tally of series takes each game at its place, wherever chunks begin', () => {
  const experiment = coinsExperiment({ games: 20, series: 3 });
  const chunk = (from: number, to: number) => runChunk(coinsGame, nothing, { experiment, from, to, details: false });
  const series = new SeriesTally(coinsGame, 3);
  series.add(chunk(0, 7));
  series.add(chunk(7, 20));
  expect(series.places.map(({ games }) => games)).toEqual([7, 7, 6]);
  const width = coinsGame.metrics.length;
  const { rows } = chunk(0, 20);
  series.places.forEach((tally, place) => {
    const own = new Tally(coinsGame);
    for (let i = place; i < 20; i += 3) own.add(rows.slice(i * width, (i + 1) * width));
    expect(tally.findings()).toEqual(own.findings());
  });
});
