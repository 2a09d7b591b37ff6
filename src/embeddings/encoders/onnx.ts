import { join } from 'node:path';
import { reasonOf } from '../../files/reason.ts';
import { sha256Of } from '../../files/sha256-of.ts';
import type { Card } from '../deck/deck.ts';
import { readPicture } from '../deck/picture.ts';
import type { EncoderManifest } from '../models/manifest.ts';
import { hashRules } from '../models/manifest.ts';
import type { Encoder } from './encoder.ts';
import { EyesError, toUnit } from './encoder.ts';
import { fitCard, writePixels } from './fit.ts';
import { SIDE_BY_SIDE, inOrder } from './in-order.ts';
import type { Output } from './pooling.ts';
import { pool, shapeText, softmax } from './pooling.ts';
import type { ModelSession, Ports } from './session.ts';
import { openSession } from './session.ts';

/** Raised when anything below, or in fit.ts or pooling.ts, changes what a card's vector is. */
const VERSION = 1;

/** An encoder that is a model file with its manifest. */
export interface OnnxEncoder extends Encoder {
  /** Throws EyesError as `encode` would for a model that cannot be used. */
  ports(): Promise<Ports>;
  /** The output that is pooled, for one card: what a check looks at. Throws as `encode` does. */
  raw(card: Card): Promise<Output>;
}

/**
 * The eyes of a model in `dir`, which `manifest` describes. The file is read when the first card is encoded, and refused unless it has
 * the manifest's sha256.
 *
 * All looks at one card, and no other's, make up a run: quantised models scale their numbers by the largest in a run, so what shares a
 * run would change a vector.
 */
export function openOnnx(name: string, manifest: EncoderManifest, dir: string): OnnxEncoder {
  const { model, embedding } = manifest;
  let loading: Promise<ModelSession> | undefined;
  const load = (): Promise<ModelSession> => (loading ??= loadVerified(name, manifest, dir));

  return {
    name,
    id: [name, `v${VERSION}`, model.sha256.slice(0, 12), hashRules(manifest).slice(0, 12)].join('-'),
    dim: embedding.dim,
    reads: 'picture',
    async *encode(cards) {
      const loaded = await load();
      yield* inOrder(cards, SIDE_BY_SIDE, async (card) =>
        vectorOf(card, await outputOf(card, manifest, loaded), manifest, name),
      );
    },
    async ports() {
      return (await load()).ports;
    },
    async raw(card) {
      return outputOf(card, manifest, await load());
    },
    async close() {
      const loaded = await loading?.catch(() => undefined);
      loading = undefined;
      await loaded?.release();
    },
  };
}

async function loadVerified(name: string, manifest: EncoderManifest, dir: string): Promise<ModelSession> {
  const where = join(dir, manifest.model.file);
  const found = await sha256Of(where).catch((error: unknown) => {
    throw new EyesError(
      `cannot read ${where}, the model of ${name}: ${reasonOf(error, 'it is not there')}; add it again`,
      {
        cause: error,
      },
    );
  });
  if (found !== manifest.model.sha256)
    throw new EyesError(
      `${where} is not the file that was added as ${name}: its sha256 begins ${found.slice(0, 12)}, that of the other ${manifest.model.sha256.slice(0, 12)}; add it again with --force, or under another name`,
    );
  return openSession(where, manifest);
}

/** The output of all looks at a card, in runs of as many pictures as the model takes; those that fill up the last run are left out. */
async function outputOf(card: Card, { model, picture }: EncoderManifest, session: ModelSession): Promise<Output> {
  const looks = await fitCard(card, await readPicture(card), picture);
  const { width, height, layout } = picture;
  const shape = layout === 'NCHW' ? [3, height, width] : [height, width, 3];
  const size = 3 * width * height;
  const perRun = session.batch ?? looks.length;
  let all: Output = { data: new Float32Array(), dims: [] };
  for (let from = 0; from < looks.length; from += perRun) {
    const input = new Float32Array(perRun * size);
    for (let i = 0; i < perRun; i++) writePixels(looks[Math.min(from + i, looks.length - 1)], picture, input, i * size);
    const { data, dims } = await session.run(input, [perRun, ...shape]);
    if (dims[0] !== perRun)
      throw new EyesError(
        `${model.file} gives ${model.output} ${shapeText(dims)} for ${perRun} pictures, not a row a picture`,
      );
    const each = data.length / perRun;
    if (from === 0) all = { data: new Float32Array(each * looks.length), dims: [looks.length, ...dims.slice(1)] };
    all.data.set(data.subarray(0, each * Math.min(perRun, looks.length - from)), from * each);
  }
  return all;
}

/** The mean of the looks' vectors, each at length 1. */
function vectorOf(card: Card, output: Output, manifest: EncoderManifest, name: string): Float32Array {
  const { embedding, model } = manifest;
  let vectors;
  try {
    vectors = pool(output, manifest);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new EyesError(`the output ${model.output} of ${model.file} does not fit: ${error.message}`, { cause: error });
  }
  const sum = new Float32Array(vectors[0].length);
  for (const vector of vectors) {
    const unit = toUnit(embedding.normalisation === 'softmax' ? softmax(vector) : vector, card, name);
    unit.forEach((x, i) => (sum[i] += x));
  }
  if (sum.length !== embedding.dim)
    throw new EyesError(
      `${model.file} gives vectors of ${sum.length} numbers where the manifest of ${name} says ${embedding.dim}`,
    );
  return toUnit(sum, card, name);
}
