import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { EncodedDeck } from '../../engine/kernel/knowledge.ts';
import { issueText } from '../../files/issue-text.ts';
import { reasonOf } from '../../files/reason.ts';
import { refuseSpecial } from '../../files/refuse-special.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { EyesError } from '../encoders/encoder.ts';

/** Raised when what a head's file says, or how it is applied, changes. */
const SCHEMA = 1;

const Count = z.int().positive();
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a sha256 in hexadecimal');

/** A figure with its 95 % interval over held-out groups. */
const Interval = z.object({ value: z.number(), low: z.number(), high: z.number() });
/** Log-loss in nats a row, and the share of rows in which the chosen card had the highest score. */
const Standing = z.object({ logLoss: Interval, accuracy: Interval });

const TrainingFacts = z.object({
  picks: z.object({ file: z.string(), sha256: Sha256 }),
  seed: z.int().nonnegative(),
  backend: z.string().min(1),
  /** Rows in each part; the parts share no group. */
  rows: z.object({ train: Count, validation: Count, heldOut: Count }),
  heldOutGroups: Count,
  /** Prior standard deviation, in logits, of what people add to a pair of cards; chosen on validation rows. */
  spread: z.number().positive(),
  /** Steps of the final training, over train and validation rows together. */
  epochs: z.int().nonnegative(),
  /** All on the same held-out rows. The cosines have a temperature of their own, fitted on the other rows. */
  heldOut: z.object({ head: Standing, centred: Standing, raw: Standing }),
  /** What the head is ahead by, row by row: log-loss that it saves, accuracy that it adds. */
  ahead: z.object({ ofCentred: Standing, ofRaw: Standing }),
});

/** How a head came to be, and what it is worth. */
export type TrainingFacts = z.infer<typeof TrainingFacts>;

const HeadFile = z.object({
  schema: z.literal(SCHEMA, { error: `must be ${SCHEMA}` }),
  kind: z.literal('head', { error: 'must be "head"' }),
  encoder: z.object({ name: z.string().min(1), id: z.string().min(1) }),
  deck: z.string(),
  dim: Count,
  rank: Count,
  /** Of the bytes in `projection`. */
  sha256: Sha256,
  /** Little-endian floats in base64: `down`, then `up`. */
  projection: z.base64(),
  trained: TrainingFacts,
});

/** What a head does to a vector: x becomes x + (x down) up, at length 1. All zero leaves every vector as it is. */
export interface Projection {
  readonly dim: number;
  readonly rank: number;
  /** dim rows of `rank`. */
  readonly down: Float32Array;
  /** rank rows of `dim`. */
  readonly up: Float32Array;
}

/** A projection learned from people, over the frozen vectors of one encoder. */
export interface Head extends Projection {
  /** Where it was read from or is to be written; for messages. */
  readonly file: string;
  /** Whose vectors it is for. */
  readonly encoder: { readonly name: string; readonly id: string };
  /** The deck whose cards people chose among. */
  readonly deck: string;
  readonly trained: TrainingFacts;
}

/** Reads and checks a head's file. Throws EyesError, in one line that names the file. */
export async function readHead(file: string): Promise<Head> {
  const { projection, sha256, ...rest } = parseHead(await readText(file), file);
  const bytes = Buffer.from(projection, 'base64');
  const { dim, rank } = rest;
  const size = 2 * dim * rank * Float32Array.BYTES_PER_ELEMENT;
  if (bytes.length !== size)
    throw new EyesError(
      `${file} is damaged: its projection has ${bytes.length} bytes where ${dim} x ${rank} needs ${size}; train it again`,
    );
  if (hashOf(bytes) !== sha256)
    throw new EyesError(`${file} is damaged: its projection is not the one it was written with; train it again`);
  // A copy of its own, since a file's bytes may start anywhere in a shared buffer and floats may not.
  const numbers = new Float32Array(Uint8Array.from(bytes).buffer);
  if (!numbers.every(Number.isFinite))
    throw new EyesError(`${file} is damaged: its projection has numbers that are not finite; train it again`);
  const { encoder, deck, trained } = rest;
  return { file, encoder, deck, dim, rank, down: numbers.slice(0, dim * rank), up: numbers.slice(dim * rank), trained };
}

/** Writes a head to `head.file`, whole or not at all. */
export async function writeHead({ file, encoder, deck, dim, rank, down, up, trained }: Head): Promise<void> {
  const numbers = Float32Array.from([...down, ...up]);
  const bytes = Buffer.from(numbers.buffer);
  const written: z.infer<typeof HeadFile> = {
    schema: SCHEMA,
    kind: 'head',
    encoder: { ...encoder },
    deck,
    dim,
    rank,
    trained,
    sha256: hashOf(bytes),
    projection: bytes.toString('base64'),
  };
  await writeWhole(file, `${JSON.stringify(written, null, 2)}\n`);
}

/**
 * A deck as it is seen through a head. Rows have length 1.
 * Throws EyesError if the deck was encoded by another encoder than the head was trained on, or a card is left without direction.
 */
export function applyHead(encoded: EncodedDeck, head: Head): EncodedDeck {
  refuseOther(head, { id: encoded.encoder, dim: encoded.dim });
  const vectors = project(encoded.vectors, head);
  const lost = encoded.ids.findIndex((_, row) => !Number.isFinite(vectors[row * head.dim]));
  if (lost >= 0)
    throw new EyesError(`${head.file} leaves nothing of card ${encoded.ids[lost]}: its vector is zero; train it again`);
  return { ...encoded, encoder: `${encoded.encoder}+head-${fingerprint(head)}`, vectors };
}

/** Throws EyesError for an encoder on whose vectors a head was not trained. */
export function refuseOther(head: Head, { id, dim }: { readonly id: string; readonly dim: number }): void {
  if (id === head.encoder.id && dim === head.dim) return;
  throw new EyesError(
    `${head.file} was trained on the vectors of ${head.encoder.id}, and these are of ${id}; ` +
      `use the eyes ${head.encoder.name} of that version, or train a head for these with seance train`,
  );
}

/** Rows of `dim` through a projection, each at length 1; NaN where nothing is left of a row. */
export function project(vectors: Float32Array, { dim, rank, down, up }: Projection): Float32Array {
  const seen = new Float32Array(vectors.length);
  const between = new Float64Array(rank);
  for (let at = 0; at < vectors.length; at += dim) {
    between.fill(0);
    for (let i = 0; i < dim; i++) for (let k = 0; k < rank; k++) between[k] += vectors[at + i] * down[i * rank + k];
    const row = Float64Array.from(vectors.subarray(at, at + dim));
    for (let k = 0; k < rank; k++) for (let i = 0; i < dim; i++) row[i] += between[k] * up[k * dim + i];
    const length = Math.sqrt(row.reduce((sum, x) => sum + x * x, 0));
    for (let i = 0; i < dim; i++) seen[at + i] = length < 1e-6 ? Number.NaN : row[i] / length;
  }
  return seen;
}

const fingerprint = ({ down, up }: Projection): string =>
  hashOf(Buffer.from(Float32Array.from([...down, ...up]).buffer)).slice(0, 12);

async function readText(file: string): Promise<string> {
  try {
    await refuseSpecial(file);
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new EyesError(`cannot read ${file}: ${reasonOf(error, 'there is no such file')}`, { cause: error });
  }
}

function parseHead(text: string, file: string): z.infer<typeof HeadFile> {
  let raw: unknown;
  try {
    raw = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new EyesError(`${file} is not the file of a head, which seance train writes: it is no JSON, or cut short`, {
      cause: error,
    });
  }
  const parsed = HeadFile.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const { path } = issue;
  const where = path.length === 0 ? '' : `${path.map(String).join('.')}: `;
  throw new EyesError(`${file} is not the file of a head, which seance train writes: ${where}${issueText(issue)}`);
}

const hashOf = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
