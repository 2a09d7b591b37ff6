import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { games, gameOf } from '../agents/catalog.ts';
import { commandOf } from '../engine/kernel/outside.ts';
import { limitsOf, Programs } from '../outside/programs.ts';
import { startPool } from '../sim/index.ts';
import type { Pool } from '../sim/index.ts';
import { ClusterError, connect, refusedBy } from './address.ts';
import type { Address } from './address.ts';
import { unpackKnowledge } from './briefing.ts';
import { removeQueue } from './queue.ts';
import { BEAT, LINGER, RUNS, briefingKey, isRunName, keysOf, packChunk, queueOf, readParcel, readRun } from './run.ts';
import type { Run } from './run.ts';

/** How a worker works. */
export interface WorkerOptions {
  readonly threads: number;
  /** Seconds without a sign of life after which a chunk goes to another worker. */
  readonly patience: number;
  /** Seconds without any run after which the worker ends; endless where none are given. */
  readonly idle: number | undefined;
  /** Whether programs that a run names are started on this machine. */
  readonly runBots: boolean;
  /** What this machine has itself: a run with another of the same name is refused. */
  readonly own: {
    readonly seance: string;
    /** The digest of the code that plays. */
    readonly build: string;
    /** Hashes of decks by id. */
    readonly decks: Readonly<Record<string, string>>;
    /** Encoders by the names of eyes. */
    readonly encoders: Readonly<Record<string, string>>;
  };
}

/** What a worker has to say. */
export interface WorkerNews {
  onNote(line: string): void;
  onWarning(line: string): void;
  /** Called after each chunk with its games. */
  onGames(games: number): void;
}

/** A run that this worker plays. */
interface Service {
  readonly pool: Pool;
  close(): Promise<void>;
}

/** A chunk is handed on so often; where the next worker is lost over it too, it counts as one that cannot be played. */
const MOST_STALLED = 2;
/** Milliseconds for a chunk that is given back. */
const GIVE_BACK = 3000;

/**
 * Why a run cannot be played here, in a line; undefined where it can.
 * Other versions, rules, decks or encoders would make other games of the same run.
 */
export function refusalOf(run: Run, { own, runBots }: Pick<WorkerOptions, 'own' | 'runBots'>): string | undefined {
  if (run.seance !== own.seance) return `it is of version ${run.seance}, this worker of ${own.seance}`;
  const game = games.find(({ id }) => id === run.game);
  if (!game) return `it plays ${run.game}, which this worker does not know`;
  if (run.version !== game.version)
    return `it plays by version ${run.version} of the rules of ${game.id}, this worker by ${game.version}`;
  const deck = run.deck && Object.hasOwn(own.decks, run.deck.id) ? own.decks[run.deck.id] : undefined;
  if (run.deck && deck !== undefined && deck !== run.deck.hash)
    return `its deck ${run.deck.id} is ${run.deck.hash.slice(0, 12)}, this worker's is ${deck.slice(0, 12)}`;
  if (run.build !== own.build)
    return `it is of another build of version ${run.seance} (${run.build}) than this worker (${own.build})`;
  for (const [eyes, encoder] of Object.entries(run.encoders)) {
    if (Object.hasOwn(own.encoders, eyes) && own.encoders[eyes] !== encoder)
      return `its eyes ${eyes} are ${encoder}, this worker's are ${own.encoders[eyes]}`;
  }
  const hasPrograms = run.experiments.some(({ lineup }) => lineup.some(({ agent }) => commandOf(agent) !== undefined));
  if (hasPrograms && !runBots) return 'programs (exec:...) play in it, which a worker starts only with --run-bots';
  if (run.experiments.some(({ game: id }) => id !== run.game)) return 'it mixes games';
  return undefined;
}

/**
 * Plays for whoever announces runs at an address, until `signal` aborts or nothing came for `idle` seconds.
 * @throws ClusterError where the address cannot be used
 */
export async function serve(
  address: Address,
  options: WorkerOptions,
  news: WorkerNews,
  signal: AbortSignal,
): Promise<void> {
  const redis = await connect(address);
  news.onNote(
    `a worker of ${options.threads === 1 ? '1 thread' : `${options.threads} threads`} listens at ${address.text}`,
  );
  const name = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  const services = new Map<string, Service | 'refused'>();
  let isLost = false;
  let isOver = false;
  redis.on('close', () => {
    if (!isLost && !isOver) news.onWarning(`the connection to ${address.text} is lost; trying again until it is back`);
    isLost = true;
  });
  redis.on('ready', () => {
    if (isLost) news.onNote(`${address.text} is back`);
    isLost = false;
  });
  let idleSince = performance.now();
  const stopped = aborted(signal);
  const pause = (): Promise<unknown> => Promise.race([setTimeout(BEAT), stopped]);
  try {
    while (!signal.aborted) {
      const there = await Promise.race([redis.smembers(RUNS), stopped]);
      if (!there) break;
      for (const run of there.filter(isRunName)) await attend(run);
      for (const [run, service] of services) {
        if (there.includes(run)) continue;
        services.delete(run);
        if (service === 'refused') continue;
        news.onNote(`run ${run} is over`);
        await service.close();
        await redis.del(keysOf(run).results, `bull:${queueOf(run)}:meta`); // a chunk that came too late makes them anew
      }
      const isServing = [...services.values()].some((service) => service !== 'refused');
      if (!isServing && options.idle !== undefined && performance.now() - idleSince > options.idle * 1000) break;
      await pause();
    }
  } catch (error) {
    throw error instanceof Error && error.name === 'ReplyError' ? refusedBy(address, error) : error;
  } finally {
    const taken = [...services.values()].flatMap((one) => (one === 'refused' ? [] : [one.close()]));
    await Promise.allSettled(taken);
    isOver = true;
    redis.disconnect();
  }

  /** Takes a run, or shows that this worker is still there for it, or clears it away. */
  async function attend(run: string): Promise<void> {
    const keys = keysOf(run);
    const about = await redis.get(keys.about).catch((error: unknown) => {
      // Whatever else lies there under a run's name is no reason to leave the others alone.
      if (error instanceof Error && error.message.startsWith('WRONGTYPE')) return '';
      throw error;
    });
    if (about === null) {
      await clearAway(redis, address, run);
      return;
    }
    if (!services.has(run)) {
      const why = await take(run, about);
      if (why !== undefined) {
        services.set(run, 'refused');
        await redis.multi().rpush(keys.refusals, `${name}: ${why}`).expire(keys.refusals, LINGER).exec();
        news.onWarning(`cannot play run ${run}, and waits for another: ${why}`);
      }
    }
    if (services.get(run) === 'refused') return;
    const [seconds] = await redis.time();
    await redis
      .multi()
      .zadd(keys.workers, seconds * 1000, `${name} ${options.threads}`)
      .expire(keys.workers, LINGER)
      .exec();
    idleSince = performance.now();
  }

  /** Begins to play a run. Returns why not, where it cannot. */
  async function take(id: string, about: string): Promise<string | undefined> {
    try {
      const run = readRun(about);
      const why = refusalOf(run, options);
      if (why !== undefined) return why;
      const bytes = await redis.getBuffer(briefingKey(run.briefing));
      if (!bytes) return 'what it is played with is gone';
      const limits = run.limits && limitsOf(run.limits.decision);
      const knowledge = {
        ...unpackKnowledge(bytes, run.briefing),
        ...(limits && { outside: new Programs(limits) }),
      };
      const game = gameOf(run.game);
      for (const { config, lineup } of run.experiments) game.open(config, lineup, knowledge);
      const pool = await startPool(knowledge, options.threads);
      services.set(id, await join(id, run, pool));
      news.onNote(`plays run ${id}: ${game.title}, ${run.experiments.length} experiments`);
      return undefined;
    } catch (error) {
      if (error instanceof ClusterError || (error instanceof Error && error.name === 'ParamError'))
        return error.message;
      throw error;
    }
  }

  /** Takes chunks of a run, as many at a time as there are threads. The main thread stays free, to show that it lives. */
  async function join(id: string, run: Run, pool: Pool): Promise<Service> {
    const { WaitingError, Worker } = await import('bullmq');
    const { results } = keysOf(id);
    const worker = new Worker(
      queueOf(id),
      async (job, token) => {
        const { experiment, from, to, details } = readParcel(job.data, run);
        const chunk = await pool.play({ experiment: run.experiments[experiment], from, to, details });
        if (chunk.games < to - from && chunk.failure === undefined) {
          await job.moveToWait(token); // for another worker: this one ends
          throw new WaitingError();
        }
        await redis
          .multi()
          .hset(results, job.id ?? '', await packChunk(chunk))
          .expire(results, LINGER)
          .exec();
        news.onGames(chunk.games);
      },
      {
        connection: address.options,
        concurrency: options.threads,
        lockDuration: options.patience * 1000,
        stalledInterval: options.patience * 500,
        maxStalledCount: MOST_STALLED,
        drainDelay: 1,
      },
    );
    // It connects again by itself; a chunk whose lock is gone is somebody else's by now.
    worker.on('error', () => {});
    return {
      pool,
      async close() {
        // Chunks under way are played to their end, or given back where that takes long. Where the server is gone there is nobody to hand them to.
        const closed = worker.close(isLost);
        await Promise.race([closed, setTimeout(options.patience * 1000, undefined, { ref: false })]);
        pool.halt(true);
        await Promise.race([closed, setTimeout(GIVE_BACK, undefined, { ref: false })]);
        await pool.close();
      },
    };
  }
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

/** Removes what a coordinator left that died. */
async function clearAway(redis: Redis, address: Address, run: string): Promise<void> {
  if ((await redis.srem(RUNS, run)) === 0) return; // another was faster
  const { Queue } = await import('bullmq');
  const { results, workers, refusals } = keysOf(run);
  await redis.del(results, workers, refusals);
  const queue = new Queue(queueOf(run), { connection: address.options });
  queue.on('error', () => {});
  await removeQueue(queue, redis);
  await queue.close();
}
