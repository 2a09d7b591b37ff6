import { fc, test as property } from '@fast-check/vitest';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runChunk } from '../../src/sim/chunk.ts';
import type { Chunk, Job } from '../../src/sim/chunk.ts';
import { inlineExecutor, jobsOf } from '../../src/sim/executor.ts';
import type { Executor } from '../../src/sim/executor.ts';
import type { Experiment } from '../../src/sim/experiment.ts';
import { journalExecutor, shardsExecutor } from '../../src/sim/journal-executor.ts';
import { Journal, JournalError } from '../../src/sim/journal.ts';
import { coinsGame } from './coins.ts';
import { coinsExperiment, nothing } from './experiments.ts';

const home = mkdtempSync(join(tmpdir(), 'seance-journal-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const path = join(home, 'run.journal');
beforeEach(() => rmSync(path, { force: true }));
afterEach(() => vi.restoreAllMocks());

const HEAD = { run: 'some run' };
const experiments = [coinsExperiment({ games: 600 }), coinsExperiment({ games: 300, cell: 1 })];
const jobs = (): readonly Job[] => experiments.flatMap((one) => [...jobsOf(one, true)]);

/** Plays whole jobs, as threads do, and counts its games. */
class Counting implements Executor {
  games = 0;
  readonly run = this.play.bind(this);
  readonly close = (): Promise<void> => Promise.resolve();

  private async *play(waiting: Iterable<Job>): ReturnType<Executor['run']> {
    for (const job of waiting) {
      this.games += job.to - job.from;
      yield { job, chunk: runChunk(coinsGame, nothing, job) };
    }
  }
}

interface Told {
  readonly experiment: Experiment;
  readonly rows: readonly number[];
  readonly details: readonly number[];
}

/** All that an executor yields, game after game, up to so many games. */
async function all(executor: Executor, most = Infinity, some: Iterable<Job> = jobs()): Promise<readonly Told[]> {
  const told: { experiment: Experiment; rows: number[]; details: number[] }[] = [];
  let games = 0;
  for await (const { job, chunk } of executor.run(some)) {
    if (told.at(-1)?.experiment !== job.experiment) told.push({ experiment: job.experiment, rows: [], details: [] });
    told.at(-1)?.rows.push(...chunk.rows);
    told.at(-1)?.details.push(...chunk.details);
    if ((games += chunk.games) >= most) break;
  }
  return told;
}

const undisturbed = await all(inlineExecutor(coinsGame, nothing));

/** Plays by a journal at `path`, the one that is there or a new one. */
async function playOn(below: Executor, most = Infinity, onDamage?: (bytes: number) => void): Promise<readonly Told[]> {
  const journal = (await Journal.open(path)) ?? (await Journal.create(path, HEAD));
  try {
    return await all(journalExecutor(below, journal, experiments, onDamage), most);
  } finally {
    await journal.close();
  }
}

describe('a journal', () => {
  test('holds the run it was created with and every chunk as it was, whatever its numbers', async () => {
    const rows = Float64Array.of(0, -0, Number.NaN, 1e300, -1 / 3);
    const chunks: readonly Chunk[] = [
      { from: 7, games: 5, rows, details: Float64Array.of(7, 1) },
      { from: 12, games: 1, rows: Float64Array.of(2), details: new Float64Array(0) },
    ];
    const journal = await Journal.create(path, HEAD);
    expect(journal.isEmpty).toBe(true);
    for (const [trial, chunk] of chunks.entries()) await journal.append(trial, chunk);
    await journal.close();
    const read = await Journal.open(path, 'read');
    expect([read?.run, read?.isEmpty]).toEqual([HEAD, false]);
    const held: Chunk[] = [];
    for await (const entry of read?.entries() ?? []) held.push(await entry.chunk());
    expect(held).toEqual(chunks);
    expect(Object.is(held[0].rows[1], -0)).toBe(true);
    expect(read?.damaged).toBe(0);
    await read?.close();
  });

  test('is undefined where there is none, and refused where it is something else', async () => {
    expect(await Journal.open(path)).toBeUndefined();
    for (const bytes of ['', 'seance jour', 'game,version\n'.repeat(99)]) {
      writeFileSync(path, bytes);
      await expect(Journal.open(path)).rejects.toThrow(/is no journal of this version of seance$/);
    }
    await (await Journal.create(path, HEAD)).close();
    truncateSync(path, statSync(path).size - 1);
    await expect(Journal.open(path)).rejects.toThrow(/^the beginning of .*run\.journal is damaged/);
    await expect(Journal.create(join(home, 'no', 'such'), HEAD)).rejects.toThrow(JournalError);
  });
});

describe('a run by its journal', () => {
  test('plays all at first, nothing again, and yields the same both times', async () => {
    const first = new Counting();
    expect(await playOn(first)).toEqual(undisturbed);
    const second = new Counting();
    expect(await playOn(second)).toEqual(undisturbed);
    expect([first.games, second.games]).toEqual([900, 0]);
  });

  property.prop([fc.integer({ min: 1, max: 899 }), fc.integer({ min: 1, max: 899 })], { numRuns: 20, seed: 5 })(
    'stopped after %i games and then after %i, it is the run undisturbed, and plays no more games than are missing',
    async (one, other) => {
      rmSync(path, { force: true });
      await playOn(inlineExecutor(coinsGame, nothing), one);
      await playOn(inlineExecutor(coinsGame, nothing), other);
      const rest = new Counting();
      expect(await playOn(rest)).toEqual(undisturbed);
      expect(rest.games).toBeLessThanOrEqual(900 - Math.max(one, other));
    },
  );

  test('cut in half anywhere, or with a bit turned, it loses nothing that was finished before', async () => {
    await playOn(new Counting());
    const whole = readFileSync(path);
    const ends: number[] = [];
    const journal = await Journal.open(path, 'read');
    for await (const entry of journal?.entries() ?? []) ends.push(entry.games);
    await journal?.close();
    expect(ends).toEqual([256, 256, 88, 256, 44]);
    await (await Journal.create(join(home, 'empty'), HEAD)).close();
    const empty = statSync(join(home, 'empty')).size;
    const lost = new Set<number>();
    for (let at = empty; at < whole.length; at += 331) {
      for (const spoil of ['cut', 'turned']) {
        const bytes = spoil === 'cut' ? whole.subarray(0, at) : Buffer.from(whole);
        if (spoil === 'turned') bytes[at] ^= 1 << (at % 8);
        writeFileSync(path, bytes);
        const rest = new Counting();
        const damages: number[] = [];
        expect(await playOn(rest, Infinity, (damage) => damages.push(damage))).toEqual(undisturbed);
        lost.add(rest.games);
        expect(damages.length).toBe(spoil === 'cut' && at === empty ? 0 : 1);
        expect(readFileSync(path)).toEqual(whole);
      }
    }
    expect([...lost].toSorted((a, b) => a - b)).toEqual([44, 300, 388, 644, 900]);
  });

  test('what a trial has beyond its end, where more of it was under way, is passed over', async () => {
    await playOn(new Counting());
    const journal = await Journal.open(path);
    const [early, , , ...later] = jobs();
    const below = new Counting();
    const told = journal && (await all(journalExecutor(below, journal, experiments), Infinity, [early, ...later]));
    await journal?.close();
    const [first, second] = undisturbed;
    expect(told?.map(({ rows }) => rows)).toEqual([first.rows.slice(0, (first.rows.length * 256) / 600), second.rows]);
    expect(below.games).toBe(0);
  });

  test('Ctrl-C while it is read back leaves it whole', async () => {
    await playOn(new Counting());
    const whole = readFileSync(path);
    const journal = await Journal.open(path);
    const stop = new AbortController();
    let games = 0;
    const run = journal && journalExecutor(new Counting(), journal, experiments).run(jobs(), stop.signal);
    for await (const { chunk } of run ?? []) {
      games += chunk.games;
      stop.abort();
    }
    await journal?.close();
    expect(games).toBe(256);
    expect(readFileSync(path)).toEqual(whole);
  });

  test('a chunk whose program failed is kept for the games before, and the failing one is played again', async () => {
    const failing: Executor = {
      async *run(waiting) {
        for (const job of waiting) {
          const chunk = runChunk(coinsGame, nothing, { ...job, to: job.from + 10 });
          yield { job, chunk: { ...chunk, failure: 'game 11: ended' } };
        }
      },
      close: () => Promise.resolve(),
    };
    await playOn(failing);
    const rest = new Counting();
    expect(await playOn(rest)).toEqual(undisturbed);
    expect(rest.games).toBe(890);
  });

  test('a full disk ends the run in one line; what was written before is good, and the run goes on once there is room', async () => {
    await playOn(new Counting(), 300);
    const probe = await open(path);
    const prototype = Object.getPrototypeOf(probe) as typeof probe;
    await probe.close();
    const refusal = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    // The disk takes three bytes more, and then none.
    const write = vi
      .spyOn(prototype, 'write')
      .mockRejectedValue(refusal)
      .mockImplementationOnce(function (
        this: typeof probe,
        bytes: Uint8Array,
        _from: number,
        _length: number,
        at: number,
      ) {
        return Promise.resolve({ bytesWritten: writeSync(this.fd, bytes, 0, 3, at), buffer: bytes });
      } as never);
    await expect(playOn(new Counting())).rejects.toThrow(`cannot write ${path}: no space is left on the device`);
    write.mockRestore();
    const rest = new Counting();
    const damages: number[] = [];
    expect(await playOn(rest, Infinity, (bytes) => damages.push(bytes))).toEqual(undisturbed);
    // Those three bytes were taken off again: nothing that the run finds is damaged.
    expect([rest.games, damages]).toEqual([900 - 512, []]);
  });
});

describe('shards', () => {
  /** Journals of which each holds every n-th job. */
  async function shards(n: number): Promise<readonly Journal[]> {
    const journals: Journal[] = [];
    for (let index = 0; index < n; index++) {
      const journal = await Journal.create(join(home, `shard-${index}`), HEAD);
      const own = jobs().filter((_, place) => place % n === index);
      await all(journalExecutor(inlineExecutor(coinsGame, nothing), journal, experiments), Infinity, own);
      journals.push(journal);
    }
    return journals;
  }

  test.each([1, 2, 3, 7])('%i of them, in any order, are the run', async (n) => {
    const journals = (await shards(n)).toReversed();
    expect(await all(shardsExecutor(journals, experiments))).toEqual(undisturbed);
    for (const journal of journals) await journal.close();
  });

  test('where one is missing, the first game that nobody has is named', async () => {
    const [first, second, third] = await shards(3);
    await expect(all(shardsExecutor([first, third], experiments))).rejects.toThrow(
      'no shard holds game 257 of experiment 1',
    );
    for (const journal of [first, second, third]) await journal.close();
  });
});
