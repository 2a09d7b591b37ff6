import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Card } from './deck.ts';
import type { Encoder } from './encoder.ts';
import { EyesError, toUnit } from './encoder.ts';
import type { Manifest, WordVectors } from './models.ts';
import { bundledModels, readManifest, readModel, readWordVectors } from './models.ts';
import type { Pixels } from './picture.ts';
import { crop, readPicture, squash } from './picture.ts';

/** Raised when the looks below, or how pixels become numbers, change: stored vectors are then made anew. */
const PREPROCESSING = 1;

/** The whole card counts as much as two of the six crops: three rows of two, each a little more than half the width, half the height. */
const WHOLE_WEIGHT = 2;
const CROPS = [0, 0.25, 0.5].flatMap((top) => [0, 0.45].map((left) => ({ left, top, width: 0.55, height: 0.5 })));
const LOOKS = 1 + CROPS.length;

/** Something the encoder believes to be on a card; the shares of all concepts sum to 1. */
export interface Sighting {
  readonly concept: string;
  readonly share: number;
}

/** The default eyes, which can also say what they see. */
export interface ConceptEncoder extends Encoder {
  /** The `count` likeliest concepts of a card, likeliest first. */
  see(card: Card, count: number): Promise<readonly Sighting[]>;
}

/** What takes time to load. */
interface Loaded {
  readonly session: InferenceSession;
  readonly Tensor: typeof Tensor;
  readonly words: WordVectors;
}

/**
 * The eyes named `bundled`: a small network looks at the whole card and at six crops and names what it sees, as probabilities over
 * the concepts of the manifest; the card's vector is the mean of those concepts' word vectors. It knows clip art, not paintings.
 */
export async function openConcepts(dir: string = bundledModels()): Promise<ConceptEncoder> {
  const manifest = await readManifest(dir);
  const { model, vectors, concepts } = manifest;
  const hashes = [model.sha256, vectors.sha256, concepts.sha256OfLines].map((hash) => hash.slice(0, 12));
  let loading: Promise<Loaded> | undefined;
  const load = (): Promise<Loaded> => (loading ??= loadConcepts(dir, manifest));

  return {
    name: 'bundled',
    id: ['bundled', `v${PREPROCESSING}`, ...hashes].join('-'),
    dim: vectors.dim,
    reads: 'picture',
    async *encode(cards) {
      const loaded = await load();
      for (const card of cards)
        yield toUnit(meaningOf(await conceptsOn(card, manifest, loaded), loaded.words), card, 'bundled');
    },
    async see(card, count) {
      const loaded = await load();
      const shares = await conceptsOn(card, manifest, loaded);
      return loaded.words.names
        .map((concept, i) => ({ concept, share: shares[i] }))
        .sort((a, b) => b.share - a.share)
        .slice(0, count);
    },
    async close() {
      const loaded = await loading?.catch(() => undefined);
      loading = undefined;
      await loaded?.session.release();
    },
  };
}

async function loadConcepts(dir: string, manifest: Manifest): Promise<Loaded> {
  const [bytes, words] = await Promise.all([readModel(dir, manifest), readWordVectors(dir, manifest)]);
  const onnx = await import('onnxruntime-node');
  const session = await onnx.InferenceSession.create(bytes, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  return { session, Tensor: onnx.Tensor, words };
}

/** Probabilities over all concepts, averaged over the looks. */
async function conceptsOn(
  card: Card,
  { model, concepts }: Manifest,
  { session, Tensor }: Loaded,
): Promise<Float32Array> {
  const { width, height } = model;
  const bytes = await readPicture(card);
  const whole = await squash(card, bytes, width, height);
  const large = await squash(card, bytes, width * 2, height * 2);
  const looks = [whole];
  for (const { left, top, width: w, height: h } of CROPS) {
    const region = {
      left: Math.round(left * large.width),
      top: Math.round(top * large.height),
      width: Math.round(w * large.width),
      height: Math.round(h * large.height),
    };
    looks.push(await crop(large, region, width, height));
  }

  const input = new Float32Array(LOOKS * 3 * width * height);
  looks.forEach((look, i) => writePlanes(look, model, input, i * 3 * width * height));
  const outputs = await session.run({ [model.input]: new Tensor('float32', input, [LOOKS, 3, height, width]) });
  const found = outputs[model.output];
  if (!(found?.data instanceof Float32Array) || found.data.length !== LOOKS * concepts.count) {
    throw new EyesError(`${model.file} gives no output ${model.output} of ${LOOKS} x ${concepts.count} numbers`);
  }
  const shares = new Float32Array(concepts.count);
  for (let look = 0; look < LOOKS; look++) {
    const weight = (look === 0 ? WHOLE_WEIGHT : 1) / (WHOLE_WEIGHT + CROPS.length);
    for (let i = 0; i < shares.length; i++) shares[i] += weight * found.data[look * shares.length + i];
  }
  return shares;
}

/** Writes a picture as three planes, red, green and blue, from `at` on. */
function writePlanes({ data }: Pixels, { mean, std }: Manifest['model'], into: Float32Array, at: number): void {
  const area = data.length / 3;
  for (let i = 0; i < area; i++) {
    for (let channel = 0; channel < 3; channel++)
      into[at + channel * area + i] = (data[i * 3 + channel] / 255 - mean) / std;
  }
}

function meaningOf(shares: Float32Array, { dim, vectors }: WordVectors): Float32Array {
  const sum = new Float32Array(dim);
  shares.forEach((share, row) => {
    for (let i = 0; i < dim; i++) sum[i] += share * vectors[row * dim + i];
  });
  return sum;
}
