import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { EyesError } from './encoder.ts';
import type { WordVectors } from './bundled.ts';
import { readBytes, toJson } from './bundled.ts';

const TableFile = z.object({
  schema: z.literal(1),
  file: z.string().min(1),
  sha256: z.string(),
  dim: z.int().positive(),
  /** Separated by spaces. */
  words: z.string().min(1),
});

/** A table of everyday words, and the sha256 of words and vectors. */
export interface WordTable extends WordVectors {
  readonly hash: string;
}

/**
 * Everyday words and what they mean, in the space of the concepts' vectors: `everyday-words.json` of a model folder and the signed bytes
 * it names, a row a word, of which only the direction counts. Throws EyesError.
 */
export async function readWordTable(dir: string): Promise<WordTable> {
  const where = join(dir, 'everyday-words.json');
  const parsed = TableFile.safeParse(toJson(await readBytes(where), where));
  if (!parsed.success)
    throw new EyesError(`${where}: ${parsed.error.issues[0].path.join('.')}: ${parsed.error.issues[0].message}`);
  const { file, sha256, dim, words } = parsed.data;
  const bytes = await readBytes(join(dir, file));
  const names = words.split(' ');
  if (digest(bytes) !== sha256 || bytes.length !== names.length * dim)
    throw new EyesError(
      `${join(dir, file)} is not the file that everyday-words.json describes; install the package again`,
    );
  const vectors = Float32Array.from(new Int8Array(bytes));
  for (let row = 0; row < names.length; row++) {
    const vector = vectors.subarray(row * dim, (row + 1) * dim);
    const length = Math.hypot(...vector);
    for (let i = 0; i < dim; i++) vector[i] /= length;
  }
  return { names, dim, vectors, hash: digest(`${words} ${sha256}`) };
}

const digest = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
