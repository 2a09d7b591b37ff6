import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Card } from '../deck/deck.ts';
import type { Encoder } from './encoder.ts';
import { EyesError, toUnit } from './encoder.ts';
import type { Manifest, WordVectors } from './bundled.ts';
import { bundledModels, readManifest, readModel, readWordVectors } from './bundled.ts';
import { SIDE_BY_SIDE, inOrder } from './in-order.ts';
import type { Pixels } from '../deck/picture.ts';
import { crop, readPicture, squash } from '../deck/picture.ts';

/** Raised when the looks below, or how pixels become numbers, change: stored vectors are then made anew. */
const PREPROCESSING = 3;

/** A part of a card, in shares of its width and height, and how much what is seen there counts. */
interface Look {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly weight: number;
}

/** A grid of overlapping parts that count `weight` together. */
const grid = (
  lefts: readonly number[],
  tops: readonly number[],
  size: readonly [number, number],
  weight: number,
): readonly Look[] =>
  tops.flatMap((top) =>
    lefts.map((left) => ({
      left,
      top,
      width: size[0],
      height: size[1],
      weight: weight / (lefts.length * tops.length),
    })),
  );

/**
 * Four scales, since a card shows things of many sizes and the network knows each best when it fills about a third of what it is shown.
 * Of an earlier network, the whole card and the six halves alone found 40 % of first cards among five on the starter deck; with the
 * other two scales it was 44 %.
 */
const LOOKS: readonly Look[] = [
  ...grid([0], [0], [1, 1], 1),
  ...grid([0.1], [0, 0.25], [0.8, 0.75], 2),
  ...grid([0, 0.45], [0, 0.25, 0.5], [0.55, 0.5], 3),
  ...grid([0, 0.275, 0.55], [0, 0.3, 0.6], [0.45, 0.4], 2),
];
const ALL_WEIGHT = LOOKS.reduce((sum, look) => sum + look.weight, 0);

/** Something the encoder believes to be on a card; the shares of all concepts sum to 1. */
export interface Sighting {
  readonly concept: string;
  readonly share: number;
}

/** The default eyes, which can also say what they see. */
export interface ConceptEncoder extends Encoder {
  /** The `count` likeliest concepts of a card, likeliest first. */
  see(card: Card, count: number): Promise<readonly Sighting[]>;
  sense(card: Card): Promise<Impression>;
}

/** How sure the network is of what is on a card, and what it takes it for. */
export interface Impression {
  /** Of the probabilities over all concepts, in bits: the mean over the looks. */
  readonly entropy: number;
  /** The probability of the likeliest concept: the mean over the looks. */
  readonly top: number;
  /** The mean of all concepts' vectors by their shares; the less is recognised, the shorter. */
  readonly meaning: Float32Array;
}

/** What takes time to load. */
interface Loaded {
  readonly session: InferenceSession;
  readonly Tensor: typeof Tensor;
  readonly words: WordVectors;
}

/**
 * The eyes named `bundled`: a small network looks at the whole card and at parts of it and names what it sees, as probabilities over
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
      yield* inOrder(cards, SIDE_BY_SIDE, async (card) =>
        toUnit(meaningOf(sharesOf(await lookAt(card, manifest, loaded)), loaded.words), card, 'bundled'),
      );
    },
    async see(card, count) {
      const loaded = await load();
      const shares = sharesOf(await lookAt(card, manifest, loaded));
      return loaded.words.names
        .map((concept, i) => ({ concept, share: shares[i] }))
        .toSorted((a, b) => b.share - a.share)
        .slice(0, count);
    },
    async sense(card) {
      const loaded = await load();
      const looks = await lookAt(card, manifest, loaded);
      return {
        entropy: weighted(looks.map(bitsOf)),
        top: weighted(looks.map((probabilities) => probabilities.reduce((most, p) => Math.max(most, p), 0))),
        meaning: meaningOf(sharesOf(looks), loaded.words),
      };
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

/** For each look its probabilities over all concepts. */
async function lookAt(
  card: Card,
  { model, concepts }: Manifest,
  { session, Tensor }: Loaded,
): Promise<readonly Float32Array[]> {
  const { width, height } = model;
  const bytes = await readPicture(card);
  const large = await squash(card, bytes, width * 2, height * 2);
  const input = new Float32Array(LOOKS.length * 3 * width * height);
  await Promise.all(
    LOOKS.map(async (look, i) => {
      const region = {
        left: Math.round(look.left * large.width),
        top: Math.round(look.top * large.height),
        width: Math.round(look.width * large.width),
        height: Math.round(look.height * large.height),
      };
      writePlanes(await crop(large, region, width, height), model, input, i * 3 * width * height);
    }),
  );

  const outputs = await session.run({ [model.input]: new Tensor('float32', input, [LOOKS.length, 3, height, width]) });
  const found = outputs[model.output];
  if (!(found?.data instanceof Float32Array) || found.data.length !== LOOKS.length * concepts.count) {
    throw new EyesError(`${model.file} gives no output ${model.output} of ${LOOKS.length} x ${concepts.count} numbers`);
  }
  const { data } = found;
  return LOOKS.map((_, look) => data.subarray(look * concepts.count, (look + 1) * concepts.count));
}

/** What each look says, averaged by how much the looks count. */
const weighted = (values: readonly number[]): number =>
  LOOKS.reduce((sum, { weight }, look) => sum + (weight / ALL_WEIGHT) * values[look], 0);

/** How sure a look is: the chance that two concepts drawn by its probabilities are the same. */
const surenessOf = (probabilities: Float32Array): number => probabilities.reduce((sum, p) => sum + p * p, 0);

/**
 * Probabilities over all concepts, averaged over the looks, sure ones counting more: a look at half a thing, or at none, says little.
 * It wins a point of first guesses on the starter deck, and on its twins that other hands draw.
 */
function sharesOf(looks: readonly Float32Array[]): Float32Array {
  const counts = LOOKS.map(({ weight }, look) => weight * surenessOf(looks[look]));
  const all = counts.reduce((sum, count) => sum + count, 0);
  const shares = new Float32Array(looks[0].length);
  looks.forEach((probabilities, look) => {
    for (let i = 0; i < shares.length; i++) shares[i] += (counts[look] / all) * probabilities[i];
  });
  return shares;
}

/** The entropy of probabilities, in bits. */
const bitsOf = (probabilities: Float32Array): number =>
  probabilities.reduce((sum, p) => (p > 0 ? sum - p * Math.log2(p) : sum), 0);

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
