import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Card, Deck } from '../../../src/embeddings/deck/deck.ts';
import { DeckError, loadDeck } from '../../../src/embeddings/deck/deck.ts';
import { EyesError } from '../../../src/embeddings/encoders/encoder.ts';
import { openOnnx } from '../../../src/embeddings/encoders/onnx.ts';
import type { EncoderManifest } from '../../../src/embeddings/models/manifest.ts';
import { parseManifest } from '../../../src/embeddings/models/manifest.ts';
import { PRESETS } from '../../../src/embeddings/models/presets.ts';
import type { PaperModel } from '../models/paper-models.ts';
import { paperModel, textModel } from '../models/paper-models.ts';
import type { PaperDeck } from '../paper-deck.ts';
import { makePaperDeck, paint } from '../paper-deck.ts';

/** Real models through onnxruntime, made so that their outputs of all kinds hold the same vector. */

let paper: PaperDeck;
let deck: Deck;
let dir: string;
beforeAll(async () => {
  paper = await makePaperDeck();
  deck = await loadDeck(paper.dir);
  dir = await mkdtemp(join(tmpdir(), 'seance-onnx-'));
});
afterAll(async () => {
  await paper.remove();
  await rm(dir, { recursive: true, force: true });
});

interface Changes {
  readonly model?: Partial<EncoderManifest['model']>;
  readonly picture?: Partial<EncoderManifest['picture']>;
  readonly embedding?: Partial<EncoderManifest['embedding']>;
}

const manifestOf = (bytes: Uint8Array, file: string, { model, picture, embedding }: Changes = {}): EncoderManifest => {
  const { recipe } = PRESETS['clip'];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    ...recipe,
    model: { ...recipe.model, file, sha256, ...model },
    picture: { ...recipe.picture, fit: 'squash', ...picture },
    embedding: { ...recipe.embedding, dim: 12, ...embedding },
  };
};

let files = 0;
async function see(
  bytes: Uint8Array,
  changes?: Changes,
  cards: readonly Card[] = deck.cards,
): Promise<readonly Float32Array[]> {
  const file = `${files++}.onnx`;
  await writeFile(join(dir, file), bytes);
  const encoder = openOnnx('paper', manifestOf(bytes, file, changes), dir);
  const seen: Float32Array[] = [];
  try {
    for await (const vector of encoder.encode(cards)) seen.push(vector);
  } finally {
    await encoder.close();
  }
  return seen;
}

function expectSame(a: readonly Float32Array[], b: readonly Float32Array[]): void {
  expect(a).toHaveLength(b.length);
  for (const [card, vector] of a.entries())
    for (const [i, x] of vector.entries())
      expect(Math.abs(x - b[card][i]), `card ${card}, number ${i}`).toBeLessThan(1e-5);
}

describe('the same vector, of length 1,', () => {
  let plain: readonly Float32Array[];
  beforeAll(async () => {
    plain = await see(paperModel());
    for (const vector of plain) expect(vector.reduce((sum, x) => sum + x * x, 0)).toBeCloseTo(1, 5);
    expect(plain[0]).not.toEqual(plain[1]);
  });

  test.each<readonly [string, PaperModel, Changes]>([
    ['from the CLS token', { gives: 'cls' }, { embedding: { pooling: 'cls', prefixTokens: 1 } }],
    ['from the mean of the tokens after CLS', { gives: 'cls' }, { embedding: { pooling: 'mean', prefixTokens: 1 } }],
    ['from the mean of all tokens', { gives: 'tokens' }, { embedding: { pooling: 'mean', prefixTokens: 0 } }],
    ['from a feature map', { gives: 'map' }, { embedding: { pooling: 'gap' } }],
    ['from NHWC', { layout: 'NHWC' }, { picture: { layout: 'NHWC' } }],
    [
      'from a feature map of NHWC',
      { layout: 'NHWC', gives: 'map' },
      { picture: { layout: 'NHWC' }, embedding: { pooling: 'gap' } },
    ],
    ['with a size that is declared', { size: 224 }, {}],
    ['one picture a run', { batch: 1, size: 224 }, {}],
    ['four pictures a run', { batch: 4, size: 224 }, {}],
    ['by other names', { input: 'images', output: 'features' }, { model: { input: 'images', output: 'features' } }],
  ])('%s', async (_, model, changes) => {
    expectSame(await see(paperModel(model), changes), plain);
  });

  test('three looks in runs of one, two, four and any number', async () => {
    const tiles = { picture: { fit: 'tiles' } } as const;
    const free = await see(paperModel(), tiles);
    for (const batch of [1, 2, 4]) expectSame(await see(paperModel({ batch, size: 224 }), tiles), free);
    expect(free[0]).not.toEqual(plain[0]);
  });

  test('whatever other cards are looked at, and in what order', async () => {
    expectSame((await see(paperModel(), {}, deck.cards.toReversed())).toReversed(), plain);
    expectSame(await see(paperModel(), {}, [deck.cards[3]]), [plain[3]]);
  });

  test('of a picture whose red and blue are exchanged, if the model takes BGR', async () => {
    const { data, info } = await sharp(await paint('#a4c', 4))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: 3 } as const;
    const write = async (file: string, order: readonly number[]): Promise<Card> => {
      const bytes = data.map((_, i) => data[i - (i % 3) + order[i % 3]]);
      await sharp(bytes, { raw }).png().toFile(join(dir, file));
      return { ...deck.cards[0], id: file, file, path: join(dir, file) };
    };
    const [red, blue] = [await write('rgb.png', [0, 1, 2]), await write('bgr.png', [2, 1, 0])];
    const even = { mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] } as Changes['picture'];
    const asRgb = await see(paperModel(), { picture: { ...even } }, [red]);
    expectSame(await see(paperModel(), { picture: { ...even, colours: 'BGR' } }, [blue]), asRgb);
    expect(await see(paperModel(), { picture: { ...even } }, [blue])).not.toEqual(asRgb);
  });
});

test('probabilities instead of scores, where the manifest says softmax', async () => {
  const [scores] = await see(paperModel());
  const [shares] = await see(paperModel(), { embedding: { normalisation: 'softmax' } });
  expect(Math.min(...scores)).toBeLessThan(0);
  expect(Math.min(...shares)).toBeGreaterThan(0);
});

test('nothing is read before the first card, so that the id of a model costs nothing', () => {
  const encoder = openOnnx('paper', manifestOf(new Uint8Array(), 'nowhere.onnx'), join(dir, 'nowhere'));
  expect(encoder).toMatchObject({ name: 'paper', dim: 12, reads: 'picture' });
  expect(encoder.id).toMatch(/^paper-v\d+-[0-9a-f]{12}-[0-9a-f]{12}$/);
});

test('the id changes with everything that changes a vector, and with nothing else', () => {
  const idOf = (changes: Changes, more: object = {}): string =>
    openOnnx('paper', { ...manifestOf(new Uint8Array(), 'a.onnx', changes), ...more }, dir).id;
  const id = idOf({});
  expect(idOf({}, { title: 'Paper', license: 'CC0-1.0', source: 'a desk', preset: 'clip' })).toBe(id);
  expect(idOf({ model: { file: 'b.onnx' } })).toBe(id);
  const others = [
    { model: { sha256: 'f'.repeat(64) } },
    { model: { output: 'other' } },
    { picture: { width: 225 } },
    { picture: { layout: 'NHWC' } },
    { picture: { colours: 'BGR' } },
    { picture: { fit: 'pad' } },
    { picture: { fit: 'crop', shortestEdge: 256 } },
    { picture: { fit: 'crop', shortestEdge: 240 } },
    { picture: { kernel: 'linear' } },
    { picture: { mean: [0, 0, 0] } },
    { picture: { std: [1, 1, 1] } },
    { embedding: { pooling: 'cls' } },
    { embedding: { pooling: 'mean', prefixTokens: 0 } },
    { embedding: { pooling: 'mean', prefixTokens: 1 } },
    { embedding: { normalisation: 'softmax' } },
    { embedding: { dim: 13 } },
  ] satisfies readonly Changes[];
  expect(new Set([id, ...others.map((changes) => idOf(changes))]).size).toBe(others.length + 1);
});

describe('refuses, in a line that says what to do,', () => {
  const refusal = async (bytes: Uint8Array, changes: Changes, told: RegExp): Promise<void> => {
    const trial = see(bytes, changes);
    await expect(trial).rejects.toThrow(told);
    await expect(trial).rejects.toThrow(EyesError);
    await expect(trial).rejects.not.toThrow('\n');
  };

  test('an empty file', () => refusal(new Uint8Array(), {}, /0?\.onnx is an empty file; a model is one \.onnx file/));
  test('a text that calls itself a model', () =>
    refusal(Buffer.from('these are words\n'), {}, /it is no ONNX model, or was cut short/));
  test('a model that is cut short', () => {
    const whole = paperModel();
    return refusal(whole.subarray(0, whole.length / 2), {}, /it is no ONNX model, or was cut short/);
  });
  test('a model that reads texts', () =>
    refusal(
      textModel(),
      {},
      /takes no picture pixel_values but input_ids int64.*take the export of the part that sees/,
    ));
  test('a whole model that sees and reads', () =>
    refusal(paperModel({ reads: true }), {}, /also takes input_ids int64.*\(vision_model\.onnx\)/));
  test('an input of another name', () =>
    refusal(paperModel({ input: 'image' }), {}, /has no input pixel_values: it takes image float32/));
  test('an output of another name', () =>
    refusal(paperModel({ output: 'logits' }), {}, /has no output image_embeds: it gives logits float32/));
  test('another size of picture', () =>
    refusal(
      paperModel({ size: 384 }),
      {},
      /\[batch, 3, 384, 384\].*not the NCHW picture of 224 x 224.*give --size 384/,
    ));
  test('another layout', () =>
    refusal(paperModel({ size: 224, layout: 'NHWC' }), {}, /not the NCHW picture.*its layout is NHWC, its size 224/));
  test('a size that the model only refuses when it runs', () =>
    refusal(paperModel(), { picture: { width: 16, height: 16 } }, /does not run on pictures \[1, 3, 16, 16\]/));
  test('numbers that are not finite', () =>
    refusal(paperModel({ spoiled: 'nan' }), {}, /the paper eyes see numbers that are not finite on card c0/));
  test('a vector of zeros', () => refusal(paperModel({ spoiled: 'zero' }), {}, /see nothing at all on card c0/));
  test('another number of numbers', () =>
    refusal(
      paperModel(),
      { embedding: { dim: 512 } },
      /gives vectors of 12 numbers where the manifest of paper says 512/,
    ));
  test('tokens where the manifest says a vector', () =>
    refusal(
      paperModel({ gives: 'tokens' }),
      {},
      /the pooling "none" needs an output \[batch, numbers\], and it is \[1, 49, 12\]/,
    ));
  test('a vector where the manifest says tokens', () =>
    refusal(
      paperModel(),
      { embedding: { pooling: 'cls' } },
      /needs an output \[batch, tokens, numbers\], and it is \[1, 12\]/,
    ));
  test('a vector where the manifest says a feature map', () =>
    refusal(paperModel(), { embedding: { pooling: 'gap' } }, /needs a feature map/));
  test('more prefix tokens than there are tokens', () =>
    refusal(
      paperModel({ gives: 'tokens' }),
      { embedding: { pooling: 'mean', prefixTokens: 49 } },
      /more than 49 tokens/,
    ));

  test('a file that changed since it was added, and one that is gone', async () => {
    const bytes = paperModel();
    const where = join(dir, 'changing.onnx');
    await writeFile(where, bytes);
    const manifest = manifestOf(bytes, 'changing.onnx');
    const look = async (): Promise<void> => {
      const encoder = openOnnx('paper', manifest, dir);
      for await (const vector of encoder.encode(deck.cards.slice(0, 1))) expect(vector).toHaveLength(12);
      await encoder.close();
    };
    await look();
    await appendFile(where, 'x');
    await expect(look()).rejects.toThrow(/changing\.onnx is not the file that was added as paper.*--force/);
    await rm(where);
    await expect(look()).rejects.toThrow(
      /cannot read .*changing\.onnx, the model of paper: it is not there; add it again/,
    );
  });

  test('a card that cannot be decoded, as every encoder does', async () => {
    await writeFile(join(dir, 'no.webp'), 'no picture');
    const card = { ...deck.cards[0], id: 'x', file: 'no.webp', path: join(dir, 'no.webp') };
    for (const fit of ['squash', 'pad', 'tiles'] as const) {
      const trial = see(paperModel(), { picture: { fit } }, [card]);
      await expect(trial).rejects.toThrow(DeckError);
      await expect(trial).rejects.toThrow(/the picture of card x \(no\.webp\) is damaged or no picture at all/);
    }
  });
});

test('every preset is a manifest once it has a file', () => {
  for (const [preset, { recipe, dims }] of Object.entries(PRESETS)) {
    const [dim] = dims;
    const manifest = {
      ...recipe,
      preset,
      model: { ...recipe.model, file: 'model.onnx', sha256: '0'.repeat(64) },
      embedding: { ...recipe.embedding, dim },
    };
    expect(parseManifest(manifest, preset)).toEqual(manifest);
  }
});
