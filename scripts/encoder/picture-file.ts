import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { premultipliedPlanes, rasterise, SIDE } from './raster.ts';
import { HELD_OUT_SETS } from './sources.ts';
import { hiddenConcepts } from './training-list.ts';

/** One training picture; `concept` is an index into the concepts, or -1 where only words are known. */
interface Entry {
  readonly set: string;
  readonly id: string;
  readonly concept: number;
  readonly weight: number;
}

/** A word vector of length 1. */
type Meaning = Float32Array | Float64Array;

/** A concept and its word vector. */
export interface Concept {
  readonly name: string;
  readonly vector: Meaning;
}

/**
 * Collects training pictures and writes them as the trainer reads them: pictures.u8 (four planes each), concepts.f32 and
 * meanings.f32 (word vectors of concepts and of pictures), and index.json, which says what each picture shows.
 */
export class PictureFile {
  readonly #planes: Buffer[] = [];
  readonly #entries: Entry[] = [];
  readonly #meanings: Meaning[] = [];
  readonly #failed: string[] = [];
  readonly #counts: Record<string, number> = {};

  /** Draws a picture and keeps it; one that cannot be drawn is noted. */
  async add(entry: Entry, source: Buffer, meaning: Meaning): Promise<void> {
    const raster = await rasterise(source, SIDE).catch(() => undefined);
    if (raster === undefined) {
      this.#failed.push(`${entry.set}/${entry.id}`);
      return;
    }
    this.#planes.push(premultipliedPlanes(raster));
    this.#entries.push(entry);
    this.#meanings.push(meaning);
    this.#counts[entry.set] = (this.#counts[entry.set] ?? 0) + 1;
  }

  /** Writes all files into `work` and returns a line about them. */
  async write(work: string, concepts: readonly Concept[]): Promise<string> {
    await mkdir(work, { recursive: true });
    const files = {
      'pictures.u8': Buffer.concat(this.#planes),
      'concepts.f32': floats(concepts.map(({ vector }) => vector)),
      'meanings.f32': floats(this.#meanings),
    };
    const sha256: Record<string, string> = {};
    for (const [file, bytes] of Object.entries(files)) {
      await writeFile(path.join(work, file), bytes);
      sha256[file] = createHash('sha256').update(bytes).digest('hex');
    }
    const index = {
      side: SIDE,
      concepts: concepts.map(({ name }) => name),
      heldOut: { styles: HELD_OUT_SETS, concepts: [...hiddenConcepts] },
      counts: this.#counts,
      failed: this.#failed,
      versions: { node: process.versions.node, sharp: sharp.versions.sharp, vips: sharp.versions.vips },
      sha256,
      pictures: this.#entries,
    };
    await writeFile(path.join(work, 'index.json'), `${JSON.stringify(index)}\n`);
    return (
      `${this.#entries.length} pictures of ${concepts.length} concepts ${JSON.stringify(this.#counts)}; ` +
      `${this.#failed.length} could not be drawn`
    );
  }
}

const floats = (vectors: readonly Meaning[]): Buffer =>
  Buffer.from(Float32Array.from(vectors.flatMap((vector) => [...vector])).buffer);
