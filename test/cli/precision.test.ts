import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { gameOf } from '../../src/agents/catalog.ts';
import { Args } from '../../src/cli/command.ts';
import { planRun } from '../../src/cli/run-plan.ts';
import { rateSequence } from '../../src/sim/sequence.ts';
import { Closing } from '../../src/sim/closing.ts';
import { Journal } from '../../src/sim/journal.ts';
import { journalExecutor } from '../../src/sim/journal-executor.ts';
import { inlineExecutor, jobsOf } from '../../src/sim/executor.ts';
import type { Played } from '../../src/sim/executor.ts';
import type { Job } from '../../src/sim/chunk.ts';
import { Tally } from '../../src/sim/summary.ts';
import { coinsGame } from '../sim/coins.ts';
import { coinsExperiment, nothing } from '../sim/experiments.ts';
import { build, interrupted, rowsOf, seance } from './seance.ts';

const home = mkdtempSync(join(tmpdir(), 'seance-precision-'));
const at = (...names: readonly string[]): string => join(home, ...names);
const read = (...names: readonly string[]): string => readFileSync(at(...names), 'utf8');

beforeAll(async () => {
  await build();
  await seance('simulate', 'mysterium', '--games', '1', '--quiet'); // looks at the starter deck, if nobody has yet
}, 120_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const Document = z.object({
  precision: z.number(),
  games: z.number(),
  interrupted: z.boolean(),
  cells: z.array(
    z.object({
      lineup: z.string(),
      games: z.number(),
      headline: z.string().optional(),
      isPrecise: z.boolean().optional(),
      figures: z.object({ won: z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.number() }) }),
    }),
  ),
});

const RUN = ['simulate', 'mysterium', '--players', '4', '--difficulty', 'easy,hard', '--precision', '0.03'];

describe('seance simulate --precision', () => {
  test('ends each cell at the first chunk where it is known so well, with one worker, two, and after a kill', async () => {
    const [two, one] = await Promise.all([
      seance(...RUN, '--workers', '2', '--out', at('two')),
      seance(...RUN, '--workers', '1', '--out', at('one'), '--quiet'),
    ]);
    expect([two.code, two.err, one.code, one.err]).toEqual([0, '', 0, '']);
    expect(two.out).toMatch(/\(up to [\d,]+ games a cell\)/);
    expect(two.out).toContain('± 3 points');
    for (const file of ['games.csv', 'summary.csv']) expect(read('one', file)).toBe(read('two', file));

    const { precision, games, interrupted: isBroken, cells } = Document.parse(JSON.parse(read('two', 'run.json')));
    expect([precision, games, isBroken]).toEqual([0.03, 1_000_000, false]);
    const asked = cells.filter(({ lineup }) => lineup === 'asked');
    const wins = rowsOf(read('two', 'games.csv'));
    const interval = rateSequence(0.03);
    let before = 0;
    for (const cell of asked) {
      const own = wins.slice(before, before + cell.games).map(({ won }) => Number(won));
      before += cell.games;
      const knownAt = (n: number): number => {
        const { low, high, value } = interval(
          own.slice(0, n).reduce((sum, win) => sum + win, 0),
          n,
        );
        return Math.max(high - value, value - low);
      };
      expect(cell).toMatchObject({ headline: 'sequence', isPrecise: true });
      expect(cell.games % 256).toBe(0);
      expect(knownAt(cell.games)).toBeLessThanOrEqual(0.03);
      for (let n = 256; n < cell.games; n += 256) expect(knownAt(n)).toBeGreaterThan(0.03);
      expect(cell.figures.won.high - cell.figures.won.low).toBeLessThanOrEqual(0.06);
    }
    expect(before).toBe(wins.length);
    expect(new Set(asked.map(({ games: played }) => played)).size).toBe(2); // each has its own end
    const bounds = cells.filter(({ lineup }) => lineup !== 'asked');
    expect(bounds.map(({ games: played }) => played)).toEqual(bounds.map(() => 1000));
    expect(bounds.every(({ headline }) => headline === undefined)).toBe(true);

    const kinds = rowsOf(read('two', 'summary.csv')).map((row) => [row['lineup'], row['figure'], row['interval']]);
    expect(kinds.filter(([, , kind]) => kind === 'sequence')).toEqual([
      ['asked', 'won', 'sequence'],
      ['asked', 'won', 'sequence'],
    ]);

    const journal = at('killed', 'run.journal');
    await interrupted(
      [...RUN, '--workers', '2', '--out', at('killed'), '--quiet'],
      () => existsSync(journal) && readFileSync(journal).length > 8000,
      'SIGKILL',
    );
    expect(existsSync(at('killed', 'run.json'))).toBe(false);
    const resumed = await seance('simulate', '--resume', at('killed'), '--quiet');
    expect([resumed.code, resumed.err]).toEqual([0, '']);
    for (const file of ['games.csv', 'summary.csv']) expect(read('killed', file)).toBe(read('two', file));
  }, 60_000);

  test('never plays more than --games, and says what is not known so well', async () => {
    const { code, out } = await seance(...RUN, '--games', '600', '--no-bounds');
    expect(code).toBe(0);
    expect(out).toContain('(up to 600 games a cell)');
    expect(out).toContain('± 3 points; 2 cells are not known so well');
  });

  test('is refused where it cannot be kept', () => {
    const game = gameOf('mysterium');
    const plan = (given: Readonly<Record<string, unknown>>): unknown => planRun(game, new Args(given), 1);
    expect(() => plan({ precision: '0' })).toThrow('precision must be a number from 0.0005 to 0.25, not 0');
    expect(() => plan({ precision: 'much' })).toThrow('precision must be a number');
    expect(() => plan({ precision: '0.01', series: '2' })).toThrow('use --games beside --series');
    expect(() => plan({ precision: '0.01', shard: '1/2' })).toThrow('use --games beside --shard');
    expect(() => plan({ precision: '0.01', 'compare-rule': ['refill=end'] })).toThrow('--compare-rule needs the same');
    const meanFirst = { ...game, figures: game.figures.toReversed() };
    const [{ kind, name }] = meanFirst.figures;
    expect(kind).not.toBe('rate');
    expect(() => planRun(meanFirst, new Args({ precision: '0.01' }), 1)).toThrow(`mysterium, ${name}, is none`);
  });
});

describe('a trial that ends when it is known well enough', () => {
  /** Two trials with coins, each of which ends by itself, and a job source that asks whether it has. */
  const trials = () =>
    [1, 2].map((cell) => {
      const experiment = coinsExperiment({ games: 100_000, cell });
      const tally = new Tally(coinsGame, 1, rateSequence(0.05));
      return { experiment, tally, closing: new Closing(tally, 0.05) };
    });
  function* jobsIn(all: ReturnType<typeof trials>): Generator<Job, void> {
    for (const { experiment, closing } of all) {
      for (const job of jobsOf(experiment)) {
        if (closing.isClosed) break;
        yield job;
      }
    }
  }
  const take = (all: ReturnType<typeof trials>, { job, chunk }: Played): void => {
    const trial = all.find(({ experiment }) => experiment === job.experiment);
    if (!trial || trial.closing.isClosed) return;
    trial.tally.add(chunk.rows);
    trial.closing.look(job, chunk);
  };

  test('looks at whole jobs alone: the pieces of the inline executor change nothing', async () => {
    const all = trials();
    for await (const played of inlineExecutor(coinsGame, nothing).run(jobsIn(all))) take(all, played);
    expect(all.map(({ closing }) => closing.isClosed)).toEqual([true, true]);
    for (const { tally } of all) expect(tally.games % 256).toBe(0);
  });

  test('what the journal holds beyond its end is left out when it is taken up, and no damage; what is cut off is', async () => {
    const path = at('beyond.journal');
    const whole = trials();
    const journal = await Journal.create(path, {});
    // As workers leave it: two more chunks of each trial were under way when it closed.
    for (const [trial, { experiment }] of whole.entries()) {
      let more = 2;
      for (const job of jobsOf(experiment)) {
        if (whole[trial].closing.isClosed && more-- === 0) break;
        for await (const played of inlineExecutor(coinsGame, nothing).run([job])) {
          await journal.append(trial, played.chunk);
          take(whole, played);
        }
      }
    }
    await journal.close();
    const damage: number[] = [];
    const again = async (): Promise<readonly number[]> => {
      const all = trials();
      const held = await Journal.open(path);
      if (!held) throw new Error('no journal');
      const run = all.map(({ experiment }) => experiment);
      const below = inlineExecutor(coinsGame, nothing);
      for await (const played of journalExecutor(below, held, run, (bytes) => damage.push(bytes)).run(jobsIn(all)))
        take(all, played);
      await held.close();
      return all.map(({ tally }) => tally.checksum);
    };
    const sums = whole.map(({ tally }) => tally.checksum);

    expect(await again()).toEqual(sums);
    expect(damage).toEqual([]);
    const { truncate, stat } = await import('node:fs/promises');
    await truncate(path, (await stat(path)).size - 5);
    expect(await again()).toEqual(sums);
    expect(damage).toHaveLength(1);
  });
});
