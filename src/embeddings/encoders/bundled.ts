import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { reasonOf } from '../../files/reason.ts';
import { EyesError } from './encoder.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a sha256 in hexadecimal');
const Count = z.int().positive();
const ManifestFile = z.object({
  schema: z.literal(1),
  id: z.string().min(1),
  title: z.string().min(1),
  license: z.string().min(1),
  model: z.object({
    file: z.string().min(1),
    sha256: Sha256,
    input: z.string().min(1),
    output: z.string().min(1),
    /** Size of the input in pixels. */
    width: Count,
    height: Count,
    /** A channel in 0..1 goes in as (channel - mean) / std. */
    mean: z.number(),
    std: z.number().positive(),
  }),
  /** `sha256OfLines`: of the names joined by newlines, so that the layout of the JSON does not matter. */
  concepts: z.object({ file: z.string().min(1), sha256OfLines: Sha256, count: Count }),
  /** count x dim little-endian floats, a row of length 1 a concept. */
  vectors: z.object({ file: z.string().min(1), sha256: Sha256, dim: Count }),
});

/** What a model folder's `starter.json` says: files, their hashes, shapes and preprocessing. */
export type Manifest = z.infer<typeof ManifestFile>;

/** Words and what they mean: row i of `vectors`, `dim` numbers of length 1, is `names[i]`. */
export interface WordVectors {
  readonly names: readonly string[];
  readonly dim: number;
  readonly vectors: Float32Array;
}

/** Where the models of this package are, seen from src/ and from dist/ alike. */
export const bundledModels = (): string => fileURLToPath(new URL('../../../data/models/', import.meta.url));

/** Reads and checks a manifest. Throws EyesError. */
export async function readManifest(dir: string): Promise<Manifest> {
  const where = join(dir, 'starter.json');
  const parsed = ManifestFile.safeParse(toJson(await readBytes(where), where));
  if (parsed.success) return parsed.data;
  const [{ path, message }] = parsed.error.issues;
  throw new EyesError(`${where}: ${path.join('.')}: ${message}`);
}

/** The model's bytes, which are what the manifest says they are. Throws EyesError. */
export async function readModel(dir: string, { model }: Manifest): Promise<Buffer> {
  const where = join(dir, model.file);
  const bytes = await readBytes(where);
  verify(bytes, model.sha256, where);
  return bytes;
}

/** Names and vectors of all concepts. Throws EyesError. */
export async function readWordVectors(dir: string, { concepts, vectors }: Manifest): Promise<WordVectors> {
  const namesAt = join(dir, concepts.file);
  const names = z.array(z.string()).safeParse(toJson(await readBytes(namesAt), namesAt));
  if (!names.success) throw new EyesError(`${namesAt} must be a list of names`);
  verify(names.data.join('\n'), concepts.sha256OfLines, namesAt);

  const vectorsAt = join(dir, vectors.file);
  const bytes = await readBytes(vectorsAt);
  verify(bytes, vectors.sha256, vectorsAt);
  const size = concepts.count * vectors.dim * Float32Array.BYTES_PER_ELEMENT;
  if (names.data.length !== concepts.count || bytes.length !== size) {
    throw new EyesError(
      `${dir}: ${names.data.length} concepts and ${bytes.length} bytes of vectors where starter.json says ${concepts.count} and ${size}`,
    );
  }
  // A copy of its own, since a file's bytes may start anywhere in a shared buffer and floats may not.
  return { names: names.data, dim: vectors.dim, vectors: new Float32Array(Uint8Array.from(bytes).buffer) };
}

/** The bytes of a file of the package. Throws EyesError. */
export async function readBytes(where: string): Promise<Buffer> {
  try {
    return await readFile(where);
  } catch (error) {
    throw new EyesError(`cannot read ${where}, which comes with this package: ${reasonOf(error, 'it is not there')}`, {
      cause: error,
    });
  }
}

/** Throws EyesError. */
export function toJson(bytes: Buffer, where: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new EyesError(`${where} is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function verify(bytes: Buffer | string, sha256: string, where: string): void {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256)
    throw new EyesError(`${where} is not the file starter.json describes: sha256 ${found}, expected ${sha256}`);
}
