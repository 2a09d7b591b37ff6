import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import type { Knowledge } from '../engine/kernel/knowledge.ts';
import type { Chunk, Executor, Experiment, Job } from '../sim/index.ts';
import { ClusterError, connect, refusedBy } from './address.ts';
import type { Address } from './address.ts';
import { hashOfBriefing, packKnowledge } from './briefing.ts';
import { removeQueue } from './queue.ts';
import { BEAT, LINGER, RUNS, SILENT, briefingKey, keysOf, queueOf, unpackChunk, writeRun } from './run.ts';
import type { Common, Parcel } from './run.ts';

/** Chunks under way, at least, and for each thread that is known to play. */
const LEAST_AHEAD = 16;
const AHEAD = 3;
/** Milliseconds between two looks at what is under way, where no event tells of it. */
const LOOK = 1000;
/** Milliseconds after which it is said that nobody plays. */
const LONELY = 3000;

/** How often a chunk is tried where playing it fails, as when a thread runs out of memory. */
const ATTEMPTS = 3;
/** Milliseconds for clearing away; a server that hangs is left as it is. */
const FAREWELL = 3000;

/** What a coordinator has to say. */
export interface ClusterNews {
  /** A line for people: nobody listens, a worker was refused, the server is gone. */
  readonly onNote: (line: string) => void;
  readonly onWarning: (line: string) => void;
}

/** An executor whose jobs are played by whoever listens. */
export interface ClusterExecutor extends Executor {
  /** Threads that play now, and the most that ever did. */
  readonly threads: number;
  readonly mostThreads: number;
}

/** A job under way, and what came of it once it is known. */
interface Underway {
  readonly job: Job;
  readonly parcel: Parcel;
  readonly id: string;
  chunk: Chunk | undefined;
}

/**
 * Hands the jobs of a run to the workers that listen at an address, by BullMQ. What a chunk is does not depend on who plays it, so a
 * chunk may be played twice, and one that was lost, with a worker or with the whole server, is asked for again. `experiments` are all
 * that jobs may be of.
 * @throws ClusterError where the address cannot be used; its run throws one where a chunk cannot be played anywhere
 */
export async function clusterExecutor(
  address: Address,
  game: CataloguedGame,
  knowledge: Knowledge,
  experiments: readonly Experiment[],
  common: Common,
  { onNote, onWarning }: ClusterNews,
): Promise<ClusterExecutor> {
  const redis = await connect(address);
  const { Queue, QueueEvents } = await import('bullmq');
  const run = randomBytes(8).toString('hex');
  const keys = keysOf(run);
  const briefing = packKnowledge(knowledge);
  const hash = hashOfBriefing(briefing);
  const limits = knowledge.outside?.limits ?? null;
  const about = writeRun({
    ...common,
    game: game.id,
    version: game.version,
    briefing: hash,
    experiments: [...experiments],
    limits: limits && { hello: limits.hello, decision: limits.decision },
  });
  const numbers = new Map(experiments.map((experiment, at) => [experiment, at]));
  const tell = async (): Promise<void> => {
    const done = await redis
      .multi()
      .set(keys.about, about, 'PX', SILENT)
      .sadd(RUNS, run)
      .set(briefingKey(hash), briefing, 'EX', LINGER)
      .exec();
    for (const [error] of done ?? []) if (error) throw error;
  };
  try {
    await tell(); // before there is a queue, which a server that refuses would keep from ever closing
  } catch (error) {
    redis.disconnect();
    throw refusedBy(address, error);
  }
  const queue = new Queue<Parcel, void, 'chunk'>(queueOf(run), { connection: address.options });
  const events = new QueueEvents(queueOf(run), { connection: address.options });
  // Whoever is thrown out tries again by itself.
  queue.on('error', () => {});
  events.on('error', () => {});
  queue.setMaxListeners(0);

  const underway = new Map<string, Underway>();
  let failure: ClusterError | undefined;
  let wake = (): void => {};
  let threads = 0;
  let mostThreads = 0;
  let isLost = false;
  let isClosed = false;
  let refusals = 0;
  let hasBeen = performance.now(); // when somebody was last there to play
  let isLonely = false;

  redis.on('close', () => {
    if (isLost || isClosed) return;
    isLost = true;
    onWarning(`the connection to ${address.text} is lost; trying again until it is back (Ctrl-C ends the run)`);
  });
  redis.on('ready', () => {
    if (isLost) onNote(`${address.text} is back`);
    isLost = false;
  });

  const announce = async (): Promise<void> => {
    await tell();
    // Of a coordinator that died nothing stays, though no worker may ever come to clear it away.
    const own = [...Object.values(queue.keys), ...[...underway.keys()].map((id) => queue.toKey(id))];
    const touched = redis.pipeline();
    for (const key of own) touched.expire(key, LINGER);
    await touched.exec();
  };
  const handOut = async ({ id, parcel }: Underway): Promise<void> => {
    await queue.add('chunk', parcel, {
      jobId: id,
      attempts: ATTEMPTS,
      removeOnComplete: true,
      removeOnFail: { count: 1000 },
    });
  };

  async function receive(one: Underway): Promise<boolean> {
    if (one.chunk) return true;
    const bytes = await redis.hgetBuffer(keys.results, one.id);
    if (!bytes) return false;
    one.chunk = await unpackChunk(bytes, one.parcel, game.metrics.length);
    await redis.hdel(keys.results, one.id);
    wake();
    return true;
  }

  async function failed(one: Underway, reason: string): Promise<void> {
    if (await receive(one)) return;
    const { experiment, from, to } = one.parcel;
    const why = /stalled/.test(reason) ? 'every worker that took it stopped answering' : reason;
    failure ??= new ClusterError(`games ${from + 1} to ${to} of experiment ${experiment + 1} cannot be played: ${why}`);
    wake();
  }

  /** What no event told of: a chunk whose result or whose job was lost, with a connection or the whole server. */
  async function lookAfter(): Promise<void> {
    for (const one of underway.values()) {
      if (isClosed || (await receive(one))) continue;
      const job = await queue.getJob(one.id);
      if (job === undefined) {
        if (!(await receive(one))) await handOut(one); // it may have been done in between
      } else if (await job.isFailed()) {
        await failed(one, job.failedReason);
      }
    }
  }

  async function meetWorkers(): Promise<void> {
    const now = (await redis.time())[0] * 1000;
    const here = await redis.zrangebyscore(keys.workers, now - 3 * BEAT - 1000, '+inf');
    threads = here.reduce((sum, text) => sum + (Number(text.split(' ')[1]) || 0), 0);
    mostThreads = Math.max(mostThreads, threads);
    if (threads > 0) {
      hasBeen = performance.now();
      isLonely = false;
    } else if (!isLonely && performance.now() - hasBeen > LONELY) {
      isLonely = true;
      onNote(`no worker listens at ${address.text}; start some there: seance worker --cluster ${address.text}`);
    }
    for (const text of await redis.lrange(keys.refusals, refusals, refusals + 9)) {
      refusals++;
      onWarning(`a worker cannot play this run: ${text}`);
    }
  }

  events.on('completed', ({ jobId }) => {
    const one = underway.get(jobId);
    if (one) receive(one).catch(caught);
  });
  events.on('failed', ({ jobId, failedReason }) => {
    const one = underway.get(jobId);
    if (one) failed(one, failedReason).catch(caught);
  });
  function caught(error: unknown): void {
    failure ??= refusedBy(address, error);
    wake();
  }

  const beating = (async () => {
    while (!isClosed) {
      await announce();
      await meetWorkers();
      await setTimeout(BEAT, undefined, { ref: false });
    }
  })().catch((error: unknown) => {
    if (!isClosed) caught(error);
  });
  const looking = (async () => {
    while (!isClosed) {
      await setTimeout(LOOK, undefined, { ref: false });
      await lookAfter();
    }
  })().catch((error: unknown) => {
    if (!isClosed) caught(error);
  });

  return {
    get threads() {
      return threads;
    },
    get mostThreads() {
      return mostThreads;
    },
    async *run(jobs, signal) {
      const waiting = jobs[Symbol.iterator]();
      const onAbort = (): void => wake();
      signal?.addEventListener('abort', onAbort);
      const heads: Underway[] = [];
      const fill = async (): Promise<void> => {
        while (!signal?.aborted && underway.size < Math.max(LEAST_AHEAD, AHEAD * threads)) {
          const next = waiting.next();
          if (next.done) return;
          const job = next.value;
          const at = numbers.get(job.experiment);
          if (at === undefined) throw new TypeError('a job of an experiment that is not of the run');
          const parcel = { experiment: at, from: job.from, to: job.to, details: job.details };
          const one: Underway = { job, parcel, id: `${at}-${job.from}-${job.to}`, chunk: undefined };
          underway.set(one.id, one);
          heads.push(one);
          handOut(one).catch(caught);
        }
      };
      try {
        await fill();
        for (let head = heads.shift(); head; head = heads.shift()) {
          while (!head.chunk && failure === undefined && !signal?.aborted)
            await new Promise<void>((resolve) => (wake = resolve));
          if (failure !== undefined) throw failure;
          if (!head.chunk) return; // stopped
          underway.delete(head.id);
          await fill();
          yield { job: head.job, chunk: head.chunk };
          if (head.chunk.games < head.job.to - head.job.from) return;
        }
      } finally {
        signal?.removeEventListener('abort', onAbort);
        underway.clear();
      }
    },
    async close() {
      isClosed = true;
      if (isLost) {
        // Nobody to say goodbye to: what is left there goes by itself.
        redis.disconnect();
        for (const one of [queue, events]) void one.close().catch(() => {});
        return;
      }
      const clear = async (): Promise<void> => {
        await redis.srem(RUNS, run).catch(() => {});
        await redis.del(keys.about).catch(() => {});
        await removeQueue(queue, redis);
        await redis.del(keys.results, keys.workers, keys.refusals).catch(() => {});
        await Promise.allSettled([queue.close(), events.close(), beating, looking]);
      };
      await Promise.race([clear(), setTimeout(FAREWELL, undefined, { ref: false })]);
      redis.disconnect();
      for (const one of [queue, events]) void one.disconnect().catch(() => {});
    },
  };
}
