import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { EncodedDeck } from '../../engine/kernel/knowledge.ts';
import { reasonOf } from '../../files/reason.ts';
import { refuseSpecial } from '../../files/refuse-special.ts';
import { EyesError } from '../encoders/encoder.ts';

/** Stands for an encoder's name where there is none: only its vectors came. */
export const VECTORS = 'vectors';

/**
 * Vectors from elsewhere: a file of little-endian floats, `dim` a card, brought to length 1. Ids are the lines of `idsFile`, or 1, 2, 3 and
 * so on. The encoder's id is made of the file's sha256. Throws EyesError.
 */
export async function readVectors(file: string, dim: number, idsFile?: string): Promise<EncodedDeck> {
  const bytes = await readBytes(file);
  const width = dim * Float32Array.BYTES_PER_ELEMENT;
  const count = bytes.length / width;
  if (count === 0 || !Number.isInteger(count))
    throw new EyesError(`${file} has ${bytes.length} bytes, which are no rows of ${dim} floats (${width} bytes each)`);
  // A copy of its own, since a file's bytes may start anywhere in a shared buffer and floats may not.
  const vectors = new Float32Array(Uint8Array.from(bytes).buffer);
  const ids =
    idsFile === undefined ? Array.from({ length: count }, (_, row) => String(row + 1)) : await readIds(idsFile);
  if (ids.length !== count)
    throw new EyesError(`${idsFile} names ${ids.length} cards, and ${file} has ${count} vectors`);
  ids.forEach((id, row) => {
    const vector = vectors.subarray(row * dim, (row + 1) * dim);
    const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
    if (!Number.isFinite(length) || length < 1e-12)
      throw new EyesError(`the vector of card ${id} in ${file} is zero or not finite`);
    vector.forEach((x, i) => (vector[i] = x / length));
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { deck: basename(file), encoder: `${VECTORS}-${sha256.slice(0, 16)}`, ids, dim, vectors };
}

async function readIds(file: string): Promise<readonly string[]> {
  const lines = (await readBytes(file))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
  const ids = lines.map((line) => line.trim());
  const seen = new Set<string>();
  const wrong = ids.findIndex((id) => id === '' || /[\s|]/.test(id) || seen.size === seen.add(id).size);
  if (wrong >= 0)
    throw new EyesError(`${file}, line ${wrong + 1}: "${ids[wrong]}" must be an id of its own, without spaces or "|"`);
  return ids;
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    await refuseSpecial(file);
    return await readFile(file);
  } catch (error) {
    throw new EyesError(`cannot read ${file}: ${reasonOf(error, 'there is no such file')}`, { cause: error });
  }
}
