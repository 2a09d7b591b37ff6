import { setImmediate } from 'node:timers/promises';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import type { Affinity, Knowledge } from '../engine/kernel/knowledge.ts';
import { commandOf } from '../engine/kernel/outside.ts';
import type { Limits } from '../engine/kernel/outside.ts';
import { runChunk } from './chunk.ts';
import type { Chunk, Job } from './chunk.ts';
import type { Experiment } from './experiment.ts';
import { wholeSeries } from './series.ts';

/** Games a worker is asked for at a time, or the whole series that reach so far. A constant, so that nothing depends on the number of workers. */
export const CHUNK = 256;
/** The same where a program plays, which takes its time over a game. */
const FEW = 8;
/** Games between two looks at the event loop where there are no workers. */
const SLICE = 16;
/** Chunks under way for each worker: one being played, one waiting. */
const AHEAD = 2;

export interface Played {
  readonly job: Job;
  readonly chunk: Chunk;
}

/** Whoever plays the jobs. */
export interface Executor {
  /**
   * Plays `jobs`, taking them as they are needed, and yields what was played in their order, in one or more pieces a job. Only a few
   * chunks are held at a time. When `signal` aborts, games under way end, what was played is still yielded, and that is all; so it is after
   * a chunk with a `failure`.
   * One run at a time.
   */
  run(jobs: Iterable<Job>, signal?: AbortSignal): AsyncGenerator<Played, void>;
  close(): Promise<void>;
}

/** What a worker thread is started with. */
export interface Briefing {
  readonly knowledge: Knowledge;
  /** One cell, shared: not 0 once play is to end. */
  readonly stop: Int32Array;
  /** What programs may take; undefined where none is to be had. */
  readonly limits: Limits | undefined;
}

/** An experiment's jobs, in order. */
export function* jobsOf(experiment: Experiment, details = false): Generator<Job, void> {
  const isSlow = experiment.lineup.some(({ agent }) => commandOf(agent) !== undefined);
  const size = wholeSeries(experiment, isSlow ? FEW : CHUNK);
  for (let from = 0; from < experiment.games; from += size) {
    yield { experiment, from, to: Math.min(from + size, experiment.games), details };
  }
}

/** Plays in this thread, one game after the other. */
export function inlineExecutor(game: CataloguedGame, knowledge: Knowledge): Executor {
  return {
    async *run(jobs, signal) {
      for (const job of jobs) {
        const size = wholeSeries(job.experiment, SLICE);
        for (let from = job.from; from < job.to; from += size) {
          await setImmediate(); // lets Ctrl-C be heard
          if (signal?.aborted) return;
          const chunk = runChunk(game, knowledge, { ...job, from, to: Math.min(from + size, job.to) });
          yield { job, chunk };
          if (chunk.failure !== undefined) return;
        }
      }
    },
    close: () => Promise.resolve(),
  };
}

/** Threads that play jobs, as many at a time as there are threads. */
export interface Pool {
  play(job: Job): Promise<Chunk>;
  /** Whether games under way end now, and those of later jobs before they begin. */
  halt(isHalted: boolean): void;
  close(): Promise<void>;
}

/** Starts `workers` threads, which share the knowledge. Games are looked up in the catalogue. */
export async function startPool(knowledge: Knowledge, workers: number): Promise<Pool> {
  const { Piscina } = await import('piscina');
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const briefing: Briefing = { knowledge: shareKnowledge(knowledge), stop, limits: knowledge.outside?.limits };
  const fromSource = import.meta.url.endsWith('.ts');
  const pool = new Piscina<Job, Chunk>({
    filename: new URL(fromSource ? './worker.ts' : './worker.js', import.meta.url).href,
    name: 'play',
    execArgv: fromSource ? ['--import', 'tsx'] : [],
    minThreads: workers,
    maxThreads: workers,
    workerData: briefing,
    recordTiming: false,
  });
  return {
    play: (job) => pool.run(job),
    halt: (isHalted) => void Atomics.store(stop, 0, Number(isHalted)),
    close: () => pool.destroy(),
  };
}

/** Plays in `workers` threads. */
export async function threadExecutor(knowledge: Knowledge, workers: number): Promise<Executor> {
  const pool = await startPool(knowledge, workers);
  return {
    async *run(jobs, signal) {
      const waiting = jobs[Symbol.iterator]();
      const underway: { readonly job: Job; readonly chunk: Promise<Chunk> }[] = [];
      const fill = (): void => {
        while (!signal?.aborted && underway.length < AHEAD * workers) {
          const next = waiting.next();
          if (next.done) return;
          const chunk = pool.play(next.value);
          chunk.catch(() => {}); // heard below, in its turn
          underway.push({ job: next.value, chunk });
        }
      };
      const halt = (): void => pool.halt(true);
      pool.halt(false);
      signal?.addEventListener('abort', halt, { once: true });
      try {
        fill();
        for (let head = underway.shift(); head; head = underway.shift()) {
          const chunk = await head.chunk;
          fill();
          yield { job: head.job, chunk };
          if (chunk.games < head.job.to - head.job.from) return; // what follows a gap does not count
        }
      } finally {
        signal?.removeEventListener('abort', halt);
        halt();
        await Promise.allSettled(underway.map(({ chunk }) => chunk));
      }
    },
    close: () => pool.close(),
  };
}

/** The same knowledge in memory that threads can share; programs are to be had anew in each. */
function shareKnowledge({ affinity, pictures, clueModels }: Knowledge): Knowledge {
  const shared: Record<string, Affinity> = {};
  for (const [name, held] of Object.entries(affinity)) {
    if (!held) continue;
    const cells = new Float32Array(new SharedArrayBuffer(held.cells.byteLength));
    cells.set(held.cells);
    shared[name] = { ...held, cells };
  }
  return { affinity: shared, ...(pictures && { pictures }), ...(clueModels && { clueModels }) };
}
