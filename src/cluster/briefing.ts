import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Affinity, ClueModel, Knowledge } from '../engine/kernel/knowledge.ts';
import { ClusterError } from './address.ts';

/*
 * What workers must know besides the games: the affinities of all eyes, as the coordinator has them, so that every machine plays with the
 * very same numbers, with a user's own deck as well; and the clue models. It travels as bytes, named by their hash: a line of JSON, then the
 * cells of all eyes in its order, 32-bit floats, little-endian.
 */

/** Cells of an affinity, at most: far more than any deck has. */
const MOST_CELLS = 1 << 24;

const numbers = z.array(z.number()).max(1000);
const pictures = z.array(z.object({ id: z.string(), title: z.string(), file: z.string() })).max(10_000);

const headSchema = z.object({
  eyes: z.array(
    z.object({
      eyes: z.string(),
      rows: z.int().min(0).max(MOST_CELLS),
      columns: z.int().min(0).max(MOST_CELLS),
    }),
  ),
  clueModels: z.record(
    z.string(),
    z.object({
      game: z.string(),
      version: z.int(),
      hash: z.string(),
      features: z.array(z.string()).max(1000),
      means: numbers,
      scales: z.array(z.number().positive()).max(1000),
      bias: z.number(),
      direct: numbers,
      units: z.array(z.object({ bias: z.number(), weights: numbers, out: z.number() })).max(1000),
    }),
  ),
  /** Only where programs play, which are told of them, with the paths of the coordinator's machine. */
  pictures: z.object({ visions: pictures, cards: pictures }).optional(),
});

/** Whether a clue model has a number for each of its features wherever it needs one. */
const isWhole = ({ features, means, scales, direct, units }: ClueModel): boolean =>
  [means, scales, direct, ...units.map(({ weights }) => weights)].every(({ length }) => length === features.length);

const isLittle = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Bytes of a cell's 32-bit float in the order in which they travel. */
function bytesOf(cells: Float32Array): Buffer {
  const bytes = Buffer.from(Uint8Array.from(new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength)));
  return isLittle ? bytes : bytes.swap32();
}

/** Packs what games are played with. */
export function packKnowledge({ affinity, clueModels = {}, pictures, outside, ...rest }: Knowledge): Buffer {
  rest satisfies Record<string, never>; // whatever else there comes to be known must travel, too
  const eyes = Object.entries(affinity)
    .flatMap(([name, held]) => (held ? [{ eyes: name, ...held }] : []))
    .toSorted((a, b) => (a.eyes < b.eyes ? -1 : 1));
  const head = JSON.stringify({
    eyes: eyes.map(({ eyes, rows, columns }) => ({ eyes, rows, columns })),
    clueModels,
    ...(outside && pictures && { pictures }),
  });
  return Buffer.concat([Buffer.from(`${head}\n`), ...eyes.map(({ cells }) => bytesOf(cells))]);
}

/** The name of a briefing: its sha256. */
export const hashOfBriefing = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Unpacks what games are played with.
 * @throws ClusterError where the bytes are not those of the hash, or do not hold
 */
export function unpackKnowledge(bytes: Buffer, hash: string): Knowledge {
  if (hashOfBriefing(bytes) !== hash) throw new ClusterError('what the run is played with arrived damaged');
  const end = bytes.indexOf('\n');
  const head = headSchema.safeParse(jsonOf(bytes.subarray(0, Math.max(0, end)).toString()));
  if (!head.success || !Object.values(head.data.clueModels).every(isWhole))
    throw new ClusterError('what the run is played with cannot be read');
  const affinity: [string, Affinity][] = [];
  let at = end + 1;
  for (const { eyes, rows, columns } of head.data.eyes) {
    const length = rows * columns * Float32Array.BYTES_PER_ELEMENT;
    const part = Buffer.from(bytes.subarray(at, at + length));
    if (part.length < length) throw new ClusterError('what the run is played with is cut off');
    if (!isLittle) part.swap32();
    const cells = new Float32Array(rows * columns);
    part.copy(new Uint8Array(cells.buffer));
    if (!cells.every(Number.isFinite)) throw new ClusterError('what the run is played with holds no numbers');
    affinity.push([eyes, { rows, columns, cells }]);
    at += length;
  }
  const { clueModels, pictures } = head.data;
  return {
    affinity: Object.fromEntries(affinity),
    ...(Object.keys(clueModels).length > 0 && { clueModels }),
    ...(pictures && { pictures }),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
