import type { Chunk, Job } from './chunk.ts';
import type { Executor, Played } from './executor.ts';
import type { Experiment } from './experiment.ts';
import type { Entry, Journal } from './journal.ts';
import { JournalError } from './journal.ts';

/** Milliseconds that pieces of a job may wait for more of it before they are written. */
const PATIENCE = 1000;

/**
 * Yields what the journal of a run holds, and plays the rest by `below`, adding it to the journal. Whoever takes in what it yields
 * cannot tell it from `below`. `experiments` are the run's, in the order by which the journal numbers them.
 */
export function journalExecutor(
  below: Executor,
  journal: Journal,
  experiments: readonly Experiment[],
  onDamage: (bytes: number) => void = () => {},
): Executor {
  const numbers = numbersOf(experiments);
  return {
    async *run(jobs, signal) {
      const waiting = jobs[Symbol.iterator]();
      const left = yield* replay([journal], numbers, waiting, signal);
      if (signal?.aborted) return;
      if (journal.damaged > 0) onDamage(journal.damaged);
      await journal.cut();
      if (left) yield* play(below, journal, numbers, chain(left, waiting), signal);
    },
    close: () => below.close(),
  };
}

/**
 * Yields what the journals of all shards of a run hold, in the run's order. Nothing is played.
 * Its run throws JournalError at the first game that none of them has.
 */
export function shardsExecutor(journals: readonly Journal[], experiments: readonly Experiment[]): Executor {
  const numbers = numbersOf(experiments);
  return {
    async *run(jobs, signal) {
      const left = yield* replay(journals, numbers, jobs[Symbol.iterator](), signal);
      if (left)
        throw new JournalError(`no shard holds game ${left.from + 1} of experiment ${numberOf(numbers, left) + 1}`);
    },
    close: () => Promise.resolve(),
  };
}

type Numbers = ReadonlyMap<Experiment, number>;

const numbersOf = (experiments: readonly Experiment[]): Numbers => new Map(experiments.map((one, at) => [one, at]));

const numberOf = (numbers: Numbers, { experiment }: Job): number => numbers.get(experiment) ?? -1;

/** A journal that is read, with the entry that comes next. */
interface Source {
  readonly journal: Journal;
  readonly entries: AsyncGenerator<Entry, void>;
  head: Entry | undefined;
}

/** Yields what journals hold of the jobs. Returns the first job that is not in them whole, but for what was yielded of it, if there is one. */
async function* replay(
  journals: readonly Journal[],
  numbers: Numbers,
  waiting: Iterator<Job, void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Played, Job | undefined> {
  const sources: Source[] = [];
  for (const journal of journals) {
    const entries = journal.entries();
    sources.push({ journal, entries, head: await nextOf(entries) });
  }
  for (let next = waiting.next(); !next.done; next = waiting.next()) {
    const job = next.value;
    for (let from = job.from; from < job.to;) {
      if (signal?.aborted) return undefined;
      const source = await sourceOf(sources, numberOf(numbers, job), from, job.to);
      if (!source?.head) return { ...job, from };
      const chunk = await source.head.chunk();
      from += chunk.games;
      source.journal.replayed += chunk.games;
      source.head = await nextOf(source.entries);
      yield { job, chunk };
    }
  }
  // What is left is whole, though nobody asks for it: the last trial may have been closed while more of it was under way.
  for (const source of sources) while (source.head) source.head = await nextOf(source.entries);
  return undefined;
}

const nextOf = async (entries: AsyncGenerator<Entry, void>): Promise<Entry | undefined> =>
  (await entries.next()).value ?? undefined;

/**
 * The source whose next entry is of a trial and begins with the game `from`. Entries of earlier trials that nobody asks for are passed over: a trial
 * may have been closed while more of it was under way.
 */
async function sourceOf(
  sources: readonly Source[],
  trial: number,
  from: number,
  to: number,
): Promise<Source | undefined> {
  const isNext = ({ head }: Source): boolean =>
    head?.trial === trial && head.from === from && head.games > 0 && from + head.games <= to;
  const found = sources.find(isNext);
  if (found) return found;
  for (const source of sources)
    while (source.head && source.head.trial < trial) source.head = await nextOf(source.entries);
  return sources.find(isNext);
}

function* chain(first: Job, rest: Iterator<Job, void>): Generator<Job, void> {
  yield first;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

/** Plays, and adds to the journal what was played, a job at a time or what a second brought of it. */
async function* play(
  below: Executor,
  journal: Journal,
  numbers: Numbers,
  jobs: Iterable<Job>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Played, void> {
  let pieces: Chunk[] = [];
  let trial = 0;
  let since = 0;
  const write = async (): Promise<void> => {
    const written = pieces;
    pieces = [];
    if (written.length > 0) await journal.append(trial, joined(written));
  };
  try {
    for await (const played of below.run(jobs, signal)) {
      const { job, chunk } = played;
      if (pieces.length === 0) since = performance.now();
      trial = numberOf(numbers, job);
      if (chunk.games > 0) pieces.push(chunk);
      if (chunk.from + chunk.games >= job.to || performance.now() - since >= PATIENCE) await write();
      yield played;
      if (chunk.failure !== undefined) break;
    }
  } finally {
    await write(); // also where nobody takes any more
  }
}

/** Pieces of one job that follow on each other, as one. */
function joined(pieces: readonly Chunk[]): Chunk {
  if (pieces.length === 1) return pieces[0];
  return {
    from: pieces[0].from,
    games: pieces.reduce((sum, { games }) => sum + games, 0),
    rows: concat(pieces.map(({ rows }) => rows)),
    details: concat(pieces.map(({ details }) => details)),
  };
}

function concat(arrays: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}
