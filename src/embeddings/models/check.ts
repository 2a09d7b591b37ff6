import type { Card } from '../deck/deck.ts';
import { findDeck, loadDeck } from '../deck/deck.ts';
import type { Encoder } from '../encoders/encoder.ts';
import { EyesError } from '../encoders/encoder.ts';
import type { OnnxEncoder } from '../encoders/onnx.ts';
import { prefixOf } from '../encoders/pooling.ts';
import { portText } from '../encoders/session.ts';
import type { EncoderManifest } from './manifest.ts';
import { PRESETS } from './presets.ts';

/** One thing that was looked at. `odd` is worth a thought; with `failed` no game should be played. */
export interface Finding {
  readonly what: string;
  readonly found: string;
  readonly verdict: 'ok' | 'odd' | 'failed';
}

/** Vectors of the same card may differ by so much, in any number, and be the same. */
const SAME = 1e-4;
/** Cards whose cosine is above are one card to these eyes; eyes to which all are above the second hardly tell them apart. */
const ALIKE = 0.9999;
const HARDLY_APART = 0.98;

/** Cards of the starter deck that differ as much as cards do. */
export async function checkCards(count = 8): Promise<readonly Card[]> {
  const { cards } = await loadDeck(await findDeck('starter'));
  return Array.from({ length: count }, (_, i) => cards[Math.floor((i * cards.length) / count)]);
}

/** Looks through an encoder at some cards, twice and in two orders. Every trouble is a finding, and nothing is thrown but what is no fault of the encoder. */
export async function checkEncoder(encoder: Encoder, cards: readonly Card[]): Promise<readonly Finding[]> {
  return findingsOf(async (find) => {
    await all(encoder, cards.slice(0, 1)); // loads
    const from = performance.now();
    const vectors = await all(encoder, cards);
    const perCard = (performance.now() - from) / cards.length;
    const again = (await all(encoder, cards.toReversed())).toReversed();
    const [alone] = await all(encoder, cards.slice(-1));

    find('vector', `${encoder.dim} numbers, all finite, of length 1`);
    const cosines = vectors.flatMap((a, i) => vectors.slice(i + 1).map((b) => dot(a, b)));
    const [least, most] = [Math.min(...cosines), Math.max(...cosines)];
    const range = `cosines of ${cards.length} cards from ${least.toFixed(3)} to ${most.toFixed(3)}`;
    if (least > ALIKE) find('different cards', `${range}: they are all the same to these eyes`, 'failed');
    else if (least > HARDLY_APART) find('different cards', `${range}: hardly told apart`, 'odd');
    else find('different cards', range);

    const off = Math.max(
      ...vectors.map((vector, i) => distance(vector, again[i])),
      distance(vectors[cards.length - 1], alone),
    );
    const same = `differs by at most ${off === 0 ? '0' : off.toExponential(0)}, alone and among others`;
    if (off > SAME) find('the same card again', `${same}, and may by ${SAME}`, 'failed');
    else find('the same card again', same);
    find('speed', `${perCard.toFixed(perCard < 10 ? 1 : 0)} ms a card`);
  });
}

/** The same for a model, after what the file says of itself is compared with its manifest. */
export async function checkModel(
  encoder: OnnxEncoder,
  manifest: EncoderManifest,
  cards: readonly Card[],
): Promise<readonly Finding[]> {
  const declared = await findingsOf(async (find) => {
    const { inputs, outputs } = await encoder.ports();
    const [{ shape }] = inputs;
    find('input', inputs.map(portText).join(', '));
    find('outputs', outputs.map(portText).join(', '));
    find('pictures in a run', typeof shape[0] === 'number' ? `always ${shape[0]}` : 'any number');
    const { picture } = manifest;
    find('looks', `${picture.fit} to ${picture.width} x ${picture.height}, ${picture.kernel}`);
    if (picture.fit === 'crop')
      find('looks', `a crop never shows the ends of a card: the fit "tiles" or "pad" does`, 'odd');
    const { dims } = await encoder.raw(cards[0]);
    checkTokens(dims, manifest, find);
    checkFamily(manifest, find);
  });
  if (declared.some(({ verdict }) => verdict === 'failed')) return declared;
  return [...declared, ...(await checkEncoder(encoder, cards))];
}

type Find = (what: string, found: string, verdict?: Finding['verdict']) => void;

async function findingsOf(look: (find: Find) => Promise<void>): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  try {
    await look((what, found, verdict = 'ok') => void findings.push({ what, found, verdict }));
  } catch (error) {
    if (!(error instanceof EyesError)) throw error;
    findings.push({ what: 'usable', found: error.message, verdict: 'failed' });
  }
  return findings;
}

/** Tokens are those of square patches, and some before them; which pooling is right follows from their number. */
function checkTokens(dims: readonly number[], { embedding, picture }: EncoderManifest, find: Find): void {
  const { pooling, prefixTokens } = embedding;
  if (dims.length !== 3 || (pooling !== 'cls' && pooling !== 'mean') || picture.width !== picture.height) return;
  const [, tokens] = dims;
  const prefix = prefixOf(tokens);
  const side = Math.sqrt(tokens - prefix);
  const told = `${tokens}: ${side} x ${side} patches and ${prefix} before them`;
  if (pooling === 'cls' && prefix === 0)
    find('tokens', `${told}, so that there is no CLS token: another output, or the pooling "mean"`, 'failed');
  else if (pooling === 'mean' && prefix !== prefixTokens)
    find('tokens', `${told}, so that prefixTokens should be ${prefix}, not ${prefixTokens}`, 'failed');
  else find('tokens', told);
}

/** Whether the vector has a size that the preset's family has. */
function checkFamily({ preset, model, embedding }: EncoderManifest, find: Find): void {
  if (preset === undefined || !Object.hasOwn(PRESETS, preset)) return;
  const { dim } = embedding;
  const own = PRESETS[preset];
  if (own.dims.includes(dim)) {
    find('preset', `${preset}, whose models give ${own.dims.join(', ')} numbers`);
    return;
  }
  const better = Object.entries(PRESETS).find(
    ([, { recipe, dims }]) =>
      dims.includes(dim) && recipe.model.output === model.output && recipe.embedding.pooling === embedding.pooling,
  )?.[0];
  const told = `${dim} numbers, where models of the preset ${preset} give ${own.dims.join(', ')}`;
  if (better === undefined) find('preset', `${told}: make sure that it is one`, 'odd');
  else find('preset', `${told}, and those of ${better} as many as this: use --preset ${better}`, 'failed');
}

async function all(encoder: Encoder, cards: readonly Card[]): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for await (const vector of encoder.encode(cards)) {
    if (vector.length !== encoder.dim)
      throw new EyesError(`the ${encoder.name} eyes give ${vector.length} numbers, and said ${encoder.dim}`);
    vectors.push(vector);
  }
  return vectors;
}

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** The largest difference of any number. */
const distance = (a: Float32Array, b: Float32Array): number =>
  a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);
