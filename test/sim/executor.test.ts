import { describe, expect, test } from 'vitest';
import { gameOf } from '../../src/agents/catalog.ts';
import { runChunk } from '../../src/sim/chunk.ts';
import { CHUNK, inlineExecutor, jobsOf, threadExecutor } from '../../src/sim/executor.ts';
import type { Executor } from '../../src/sim/executor.ts';
import { lineupOf } from '../../src/sim/experiment.ts';
import type { Experiment } from '../../src/sim/experiment.ts';
import { Tally, foldChecksums, hexOf } from '../../src/sim/summary.ts';
import { coinsGame } from './coins.ts';
import { coinsExperiment, nothing } from './experiments.ts';

const mysterium = gameOf('mysterium');
const casting = { ghost: { agent: 'random', params: {} }, psychic: { agent: 'random', params: {} } };
const random = (games: number, players = 4): Experiment => ({
  game: 'mysterium',
  config: { players },
  lineup: lineupOf(mysterium, { players }, casting),
  games,
  seed: 5,
  cell: players,
});

/** All rows of some experiments, in the order in which they came. */
async function rowsOf(
  executor: Executor,
  experiments: readonly Experiment[],
  signal?: AbortSignal,
  seen?: (games: number) => void,
): Promise<number[]> {
  const rows: number[] = [];
  let games = 0;
  for await (const { chunk } of executor.run(
    experiments.flatMap((one) => [...jobsOf(one)]),
    signal,
  )) {
    for (const value of chunk.rows) rows.push(value);
    seen?.((games += chunk.games));
  }
  return rows;
}

describe('a chunk', () => {
  test('depends on its arguments alone: not on what was played before, nor on where it begins', () => {
    const experiment = coinsExperiment();
    const whole = runChunk(coinsGame, nothing, { experiment, from: 0, to: 100, details: true });
    const late = runChunk(coinsGame, nothing, { experiment, from: 60, to: 100, details: true });
    const width = coinsGame.metrics.length;
    expect(late.rows).toEqual(whole.rows.slice(60 * width));
    expect(runChunk(coinsGame, nothing, { experiment, from: 0, to: 100, details: true })).toEqual(whole);
  });

  test('leads every detail row with its game', () => {
    const chunk = runChunk(coinsGame, nothing, {
      experiment: coinsExperiment({ config: { coins: 2 } }),
      from: 7,
      to: 9,
      details: true,
    });
    const width = 1 + coinsGame.details.length;
    expect(chunk.details.length).toBe(2 * 2 * width); // two games of two coins
    expect([...chunk.details].filter((_, i) => i % width === 0)).toEqual([7, 7, 8, 8]);
  });

  test('ends early where it is told to, with what was played', () => {
    let asked = 0;
    const chunk = runChunk(
      coinsGame,
      nothing,
      { experiment: coinsExperiment(), from: 0, to: 100, details: false },
      () => ++asked > 3,
    );
    expect(chunk.games).toBe(3);
    expect(chunk.rows.length).toBe(3 * coinsGame.metrics.length);
  });
});

describe('executors', () => {
  test('jobs cover an experiment in chunks of one size', () => {
    const jobs = [...jobsOf(coinsExperiment({ games: 2 * CHUNK + 1 }))];
    expect(jobs.map(({ from, to }) => to - from)).toEqual([CHUNK, CHUNK, 1]);
  });

  test('one thread, two threads and no thread play the same games in the same order', async () => {
    const experiments = [random(3 * CHUNK + 17), random(CHUNK + 1, 2), random(5, 7)];
    const inline = await rowsOf(inlineExecutor(mysterium, nothing), experiments);
    expect(inline.length).toBe((4 * CHUNK + 23) * mysterium.metrics.length);
    for (const workers of [1, 2]) {
      const executor = await threadExecutor(nothing, workers);
      try {
        expect(await rowsOf(executor, experiments)).toEqual(inline);
      } finally {
        await executor.close();
      }
    }
  });

  test('jobs are taken as they are played, not all at once', async () => {
    const executor = await threadExecutor(nothing, 2);
    let taken = 0;
    function* endless(): ReturnType<typeof jobsOf> {
      for (const job of jobsOf(random(1_000_000_000))) {
        taken++;
        yield job;
      }
    }
    try {
      let chunks = 0;
      for await (const { chunk } of executor.run(endless())) {
        expect(chunk.games).toBe(CHUNK);
        if (++chunks === 10) break;
      }
      expect(taken).toBeLessThanOrEqual(10 + 4);
      // And the executor is still good for another run.
      expect((await rowsOf(executor, [random(3)])).length).toBe(3 * mysterium.metrics.length);
    } finally {
      await executor.close();
    }
  });

  test.each([['inline'], ['threads']])(
    '%s: what was played before an abort is kept, and is the beginning of the whole',
    async (kind) => {
      const executor = kind === 'inline' ? inlineExecutor(mysterium, nothing) : await threadExecutor(nothing, 2);
      try {
        const stop = new AbortController();
        const some = await rowsOf(executor, [random(1_000_000)], stop.signal, (games) => {
          if (games > 1000) stop.abort();
        });
        const played = some.length / mysterium.metrics.length;
        expect(played).toBeGreaterThan(1000);
        expect(played).toBeLessThan(10_000);
        expect(await rowsOf(executor, [random(played)])).toEqual(some);
      } finally {
        await executor.close();
      }
    },
  );

  test('an error in a thread comes out', async () => {
    const executor = await threadExecutor(nothing, 1);
    try {
      const wrong = { ...random(5), config: { players: 99 } };
      await expect(rowsOf(executor, [wrong])).rejects.toThrow('players must be a whole number from 2 to 7');
    } finally {
      await executor.close();
    }
  });
});

describe('a tally', () => {
  const rows = (games: number): Float64Array =>
    runChunk(coinsGame, nothing, { experiment: coinsExperiment(), from: 0, to: games, details: false }).rows;

  test('figures follow from the metrics', () => {
    const tally = new Tally(coinsGame);
    const all = rows(500);
    tally.add(all);
    const column = (name: string): number[] => {
      const at = coinsGame.metrics.findIndex((metric) => metric.name === name);
      return [...all].filter((_, i) => i % coinsGame.metrics.length === at);
    };
    const sum = (values: readonly number[]): number => values.reduce((total, x) => total + x, 0);
    const value = Object.fromEntries(tally.findings().map((finding) => [finding.figure, finding]));
    expect(tally.games).toBe(500);
    expect(value['won'].value).toBe(sum(column('won')) / 500);
    expect(value['heads'].value).toBeCloseTo(sum(column('heads')) / 500, 12);
    expect(value['right'].value).toBeCloseTo(sum(column('right')) / sum(column('tossed')), 12);
    const shares = column('share').filter((x) => !Number.isNaN(x));
    expect(shares.length).toBeLessThan(500);
    expect(value['share'].n).toBe(shares.length); // games without heads have no share
    expect(value['share'].value).toBeCloseTo(sum(shares) / shares.length, 12);
  });

  test('the checksum asks for every game in its order, and not for how they were parcelled', () => {
    const sumOf = (...parts: readonly Float64Array[]): string => {
      const tally = new Tally(coinsGame);
      for (const part of parts) tally.add(part);
      return hexOf(tally.checksum);
    };
    const all = rows(20);
    const cut = 7 * coinsGame.metrics.length;
    expect(sumOf(all.slice(0, cut), all.slice(cut))).toBe(sumOf(all));
    expect(sumOf(all.slice(cut), all.slice(0, cut))).not.toBe(sumOf(all));
    const bent = all.slice();
    bent[3] += 1;
    expect(sumOf(bent)).not.toBe(sumOf(all));
    expect(sumOf(all)).toMatch(/^[0-9a-f]{8}$/);
    expect(foldChecksums([1, 2])).not.toBe(foldChecksums([2, 1]));
  });
});
