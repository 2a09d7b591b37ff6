import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gameOf } from '../../src/agents/catalog.ts';
import { openEyes } from '../../src/embeddings/eyes/eyes.ts';
import type { CataloguedGame } from '../../src/engine/kernel/catalog.ts';
import { MYSTERIUM_DECK } from '../../src/engine/mysterium/shape.ts';
import { compareSequentially } from '../../src/sim/compare.ts';
import type { Match, MatchResult } from '../../src/sim/compare.ts';
import { inlineExecutor, jobsOf, threadExecutor } from '../../src/sim/executor.ts';
import type { Executor } from '../../src/sim/executor.ts';
import { lineupOf } from '../../src/sim/experiment.ts';
import { gridIndex } from '../../src/sim/grid.ts';
import { runChunk } from '../../src/sim/chunk.ts';
import { coinsGame } from './coins.ts';
import { coinsExperiment, nothing } from './experiments.ts';

const coinsBy = (caller: string): Match['ours'] =>
  coinsExperiment({
    games: 50_000,
    config: { coins: 1 },
    lineup: lineupOf(
      coinsGame,
      { coins: 1 },
      { tosser: { agent: 'honest', params: {} }, caller: { agent: caller, params: {} } },
    ),
  });
const both = (executor: Executor) => ({ ours: executor, theirs: executor });
const inline = both(inlineExecutor(coinsGame, nothing));
const compareCoins = (match: Partial<Match>): Promise<MatchResult> =>
  compareSequentially(
    coinsGame,
    { ours: coinsBy('heads'), theirs: coinsBy('guess'), resolution: 0.05, ...match },
    inline,
  );

describe('two line-ups over the same deals', () => {
  test('callers who agree win a coin in two, those who guess one in four: the first are better by 25 points', async () => {
    const found = await compareCoins({});
    expect(found.verdict).toBe('ours');
    expect(found.low).toBeGreaterThan(0);
    expect(found.low).toBeLessThan(0.25);
    expect(found.high).toBeGreaterThan(0.25);
    const { ours, theirs, both: all, neither } = found.outcomes;
    expect(ours + theirs + all + neither).toBe(found.n);
    expect(found.value).toBe((ours - theirs) / found.n);
    expect(found.n % 256).toBe(0);
    expect(found.path.map(({ n }) => n)).toEqual(found.path.map((_, look) => 256 * (look + 1)));
    expect(found.path.at(-1)).toMatchObject({ n: found.n, value: found.value, verdict: 'ours' });
    expect(found.interrupted).toBe(false);
  });

  test('the deals are those of the experiments: outcomes are theirs, game by game', async () => {
    const found = await compareCoins({});
    const won = coinsGame.metrics.findIndex(({ name }) => name === 'won');
    const wins = [coinsBy('heads'), coinsBy('guess')].map((experiment) => {
      const { rows } = runChunk(coinsGame, nothing, { experiment, from: 0, to: found.n, details: false });
      return Array.from({ length: found.n }, (_, i) => rows[i * coinsGame.metrics.length + won]);
    });
    expect(found.outcomes.ours).toBe(wins[0].filter((win, i) => win > wins[1][i]).length);
    expect(found.outcomes.both).toBe(wins[0].filter((win, i) => win === 1 && wins[1][i] === 1).length);
  });

  test('turned round it says the same of the others', async () => {
    const [found, turned] = [
      await compareCoins({}),
      await compareCoins({ ours: coinsBy('guess'), theirs: coinsBy('heads') }),
    ];
    expect(turned).toMatchObject({ verdict: 'theirs', n: found.n, value: -found.value });
  });

  test('one against itself over other deals: no difference in at least 93 of 100 matches', async () => {
    let none = 0;
    let wrong = 0;
    for (let seed = 0; seed < 100; seed++) {
      const ours = { ...coinsBy('guess'), seed: 1000 + seed };
      const theirs = { ...coinsBy('guess'), seed: 2000 + seed };
      const { verdict } = await compareCoins({ ours, theirs, resolution: 0.08 });
      if (verdict === 'none') none++;
      else wrong++;
    }
    expect(none).toBeGreaterThanOrEqual(93);
    expect(wrong).toBeLessThanOrEqual(7);
  }, 60_000);

  test('ends undecided where the games run out, the last of them too', async () => {
    const ours = { ...coinsBy('guess'), games: 300, seed: 7 };
    const found = await compareCoins({ ours, theirs: { ...coinsBy('guess'), games: 1000 }, resolution: 0.01 });
    expect(found).toMatchObject({ verdict: 'undecided', n: 300, interrupted: false });
    expect(found.path.map(({ n }) => n)).toEqual([256, 300]);
  });

  test('what is stopped keeps the whole chunks until then', async () => {
    const stop = new AbortController();
    const match = { ours: coinsBy('guess'), theirs: { ...coinsBy('guess'), seed: 9 }, resolution: 0.005 };
    const found = await compareSequentially(coinsGame, match, inline, {
      signal: stop.signal,
      onLook: ({ n }) => {
        if (n >= 512) stop.abort();
      },
    });
    expect(found).toMatchObject({ n: 512, verdict: 'undecided', interrupted: true });
  });

  test('series, and games whose first figure is no rate, are refused', async () => {
    await expect(compareCoins({ ours: { ...coinsBy('heads'), series: 3 } })).rejects.toThrow(
      'series cannot be compared',
    );
    const meanFirst: CataloguedGame = { ...coinsGame, figures: coinsGame.figures.slice(1) };
    const match = { ours: coinsBy('heads'), theirs: coinsBy('guess'), resolution: 0.05 };
    await expect(compareSequentially(meanFirst, match, inline)).rejects.toThrow(
      'coins cannot be compared: its first figure, heads, is no rate of games',
    );
  });

  test('a figure that does not apply to a deal leaves it out', async () => {
    // `share` is not a number where no heads fell; as a rate it serves to see which deals count.
    const figures = [{ kind: 'rate', name: 'share', doc: '', metric: 'share' } as const];
    const match = {
      ours: { ...coinsBy('heads'), games: 256 },
      theirs: { ...coinsBy('guess'), games: 256 },
      resolution: 0.001,
    };
    const found = await compareSequentially({ ...coinsGame, figures }, match, inline);
    expect(found.n).toBeGreaterThan(0);
    expect(found.n).toBeLessThan(200);
    expect(found.interrupted).toBe(false);
  });
});

describe('bots of Mysterium', () => {
  const game = gameOf('mysterium');
  const config = { players: 4, difficulty: 'easy' };
  const ghost = (agent: string): Match['ours'] => ({
    game: game.id,
    config,
    lineup: lineupOf(game, config, { ghost: { agent, params: {} }, psychic: { agent: 'literal', params: {} } }),
    games: 20_000,
    seed: 1,
    cell: gridIndex(game, config),
  });
  const executors: Executor[] = [];
  beforeAll(async () => {
    const opened = await openEyes({ deck: 'starter', need: MYSTERIUM_DECK, names: ['bundled'] });
    executors.push(inlineExecutor(game, opened), await threadExecutor(opened, 2), await threadExecutor(opened, 1));
  }, 60_000);
  afterAll(() => Promise.all(executors.map((executor) => executor.close())));

  test('a ghost that plans beats one that draws blindly, with one worker, two, and two executors', async () => {
    const match = { ours: ghost('planner'), theirs: ghost('random'), resolution: 0.1 };
    const [here, pool, other] = executors;
    const found = await compareSequentially(game, match, both(here));
    expect(found.verdict).toBe('ours');
    expect(found.low).toBeGreaterThan(0);
    expect(await compareSequentially(game, match, both(pool))).toEqual(found);
    expect(await compareSequentially(game, match, { ours: pool, theirs: other })).toEqual(found);
  }, 60_000);

  test('the skewness of means is what docs/statistics.md says: small at the usual table, and large where nearly all games are lost', async () => {
    const width = game.metrics.length;
    /** Games that Cochran's rule asks for, by the name of each mean. */
    const askedBy = async (experiment: Match['ours']): Promise<ReadonlyMap<string, number>> => {
      const rows: number[] = [];
      for await (const { chunk } of executors[0].run(jobsOf(experiment))) rows.push(...chunk.rows);
      return new Map(
        game.figures
          .filter(({ kind }) => kind === 'mean')
          .map(({ name, metric }) => {
            const at = game.metrics.findIndex((one) => one.name === metric);
            const values = rows.filter((value, i) => i % width === at && !Number.isNaN(value));
            const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
            const moment = (power: number): number =>
              values.reduce((sum, value) => sum + (value - mean) ** power, 0) / values.length;
            return [name, (25 * moment(3) ** 2) / moment(2) ** 3] as const;
          }),
      );
    };
    const usual = await askedBy({ ...ghost('planner'), games: 1024 });
    expect([...usual.keys()]).toContain('rounds');
    expect(Math.max(...usual.values())).toBeLessThan(100);
    const floor = await askedBy({ ...ghost('random'), games: 1024 });
    expect(floor.get('rounds')).toBeGreaterThan(500);
    expect(floor.get('visions')).toBeLessThan(100);
  }, 60_000);
});
