import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { z } from 'zod';
import type { Chunk, Experiment } from '../sim/index.ts';
import { ClusterError } from './address.ts';

/* What coordinator and workers say to each other by way of Redis, and where. Nothing that comes from there is trusted. */

/** Raised when workers of before would no longer understand. */
const PROTOCOL = 1;

/** The set of runs that want workers. */
export const RUNS = 'seance:runs';
/** Keys of a run. */
export const keysOf = (
  run: string,
): { readonly about: string; readonly results: string; readonly workers: string; readonly refusals: string } => ({
  about: `seance:run:${run}`,
  results: `seance:run:${run}:results`,
  workers: `seance:run:${run}:workers`,
  refusals: `seance:run:${run}:refusals`,
});
export const briefingKey = (hash: string): string => `seance:briefing:${hash}`;
/** The queue of a run, as BullMQ knows it. */
export const queueOf = (run: string): string => `seance-${run}`;

/** Milliseconds between two signs of life of a coordinator or a worker, and after which it is taken for dead. */
export const BEAT = 1000;
export const SILENT = 8000;
/** Seconds after which keys go that nobody has touched. */
export const LINGER = 3600;

/** Whether a name from the set of runs can be that of one. */
export const isRunName = (name: string): boolean => /^[0-9a-z]{1,64}$/.test(name);

/** What a run and its workers must have in common. */
export interface Common {
  /** The version of the package. */
  readonly seance: string;
  /** The digest of the code that plays: two builds of a version may play unlike games. */
  readonly build: string;
  /** With the name of a bundled deck as its id; null where the game needs none. */
  readonly deck: { readonly id: string; readonly hash: string } | null;
  /** The encoder behind each pair of eyes. */
  readonly encoders: Readonly<Record<string, string>>;
}

const name = z
  .string()
  .max(10_000)
  .refine((text) => !(text in {}), 'a name that every object has');
const given = z.record(name, z.union([z.string().max(100_000), z.number(), z.boolean()]));
const experiment = z.object({
  game: z.string(),
  config: given,
  lineup: z.array(z.object({ agent: z.string().max(10_000), params: given })).max(32),
  games: z.int().min(1),
  seed: z.int().min(0),
  series: z.int().min(1).max(1000).optional(),
  cell: z.int().min(0),
});

const runSchema = z.object({
  protocol: z.literal(PROTOCOL),
  seance: z.string(),
  build: z.string(),
  game: z.string(),
  /** Of the game's rules. */
  version: z.int(),
  deck: z.object({ id: z.string(), hash: z.string() }).nullable(),
  encoders: z.record(name, z.string()),
  briefing: z.string().regex(/^[0-9a-f]{64}$/),
  experiments: z.array(experiment).min(1).max(10_000),
  /** Seconds that programs may take; null where none plays. */
  limits: z.object({ hello: z.number(), decision: z.number() }).nullable(),
});

/** A run as workers are told of it. */
export type Run = Omit<z.infer<typeof runSchema>, 'experiments'> & { readonly experiments: readonly Experiment[] };

export const writeRun = (run: Omit<Run, 'protocol'>): string => JSON.stringify({ protocol: PROTOCOL, ...run });

/** @throws ClusterError */
export function readRun(text: string): Run {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new ClusterError('a run is announced in no JSON');
  }
  const found = runSchema.safeParse(data);
  if (found.success) return found.data as Run; // an experiment whose `series` is not given has none
  const version = z.object({ protocol: z.number() }).safeParse(data);
  throw new ClusterError(
    version.success && version.data.protocol !== PROTOCOL
      ? `the run speaks version ${version.data.protocol} of the messages, this worker ${PROTOCOL}`
      : `a run is announced that cannot be read (${found.error.issues[0].path.join('.')})`,
  );
}

/** Games of a job at most. */
const MOST_GAMES = 1 << 16;

const parcelSchema = z
  .object({ experiment: z.int().min(0), from: z.int().min(0), to: z.int().min(1), details: z.boolean() })
  .refine(({ from, to }) => to > from && to - from <= MOST_GAMES, 'no games, or too many');

/** A job, whose experiment is named by its place in the run. */
export type Parcel = z.infer<typeof parcelSchema>;

/** @throws ClusterError */
export function readParcel(data: unknown, { experiments }: Pick<Run, 'experiments'>): Parcel {
  const found = parcelSchema.safeParse(data);
  if (!found.success || found.data.experiment >= experiments.length)
    throw new ClusterError('a chunk was asked for that the run does not have');
  return found.data;
}

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
const CELL = Float64Array.BYTES_PER_ELEMENT;
/** Bytes of a chunk at most. */
const LONGEST = 1 << 28;

const chunkSchema = z.object({
  from: z.int().min(0),
  games: z.int().min(0).max(MOST_GAMES),
  cells: z
    .int()
    .min(0)
    .max(LONGEST / CELL),
  details: z
    .int()
    .min(0)
    .max(LONGEST / CELL),
  failure: z.string().optional(),
});

/** What was played, as bytes: a line of JSON, then the cells, deflated. */
export async function packChunk({ from, games, rows, details, failure }: Chunk): Promise<Buffer> {
  const head = JSON.stringify({ from, games, cells: rows.length, details: details.length, failure });
  const bytes = [rows, details].map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  return Buffer.concat([Buffer.from(`${head}\n`), await deflate(Buffer.concat(bytes), { level: 1 })]);
}

/** @throws ClusterError where it does not hold, or is not of `parcel` */
export async function unpackChunk(bytes: Buffer, parcel: Parcel, width: number): Promise<Chunk> {
  const wrong = new ClusterError(`a worker sent what is no chunk of games ${parcel.from + 1} to ${parcel.to}`);
  const end = bytes.indexOf('\n');
  let data: unknown;
  try {
    data = JSON.parse(bytes.subarray(0, Math.max(0, end)).toString());
  } catch {
    throw wrong;
  }
  const head = chunkSchema.safeParse(data);
  if (!head.success) throw wrong;
  const { from, games, cells, details, failure } = head.data;
  const length = (cells + details) * CELL;
  const isWhole = games === parcel.to - parcel.from || failure !== undefined;
  if (from !== parcel.from || games > parcel.to - parcel.from || cells !== games * width || !isWhole) throw wrong;
  const inflated = await inflate(bytes.subarray(end + 1), { maxOutputLength: Math.max(1, length) }).catch(
    () => undefined,
  );
  if (inflated?.length !== length) throw wrong;
  const all = new Float64Array(cells + details);
  inflated.copy(new Uint8Array(all.buffer));
  return {
    from,
    games,
    rows: all.subarray(0, cells),
    details: all.subarray(cells),
    ...(failure !== undefined && { failure }),
  };
}
