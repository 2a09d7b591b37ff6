import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openEncoder } from '../../../src/embeddings/encoders/open.ts';
import { EyesError, UnknownEyesError } from '../../../src/embeddings/encoders/encoder.ts';
import { openEyes } from '../../../src/embeddings/eyes/eyes.ts';
import type { Addition } from '../../../src/embeddings/models/add.ts';
import { addModel } from '../../../src/embeddings/models/add.ts';
import { checkCards, checkEncoder, checkModel } from '../../../src/embeddings/models/check.ts';
import { recipeOf } from '../../../src/embeddings/models/presets.ts';
import { hasModel, listModels, openModel, readManifest } from '../../../src/embeddings/models/shelf.ts';
import { makePaperDeck, PAPER_NEED } from '../paper-deck.ts';
import type { PaperModel } from './paper-models.ts';
import { paperModel, textModel } from './paper-models.ts';

let dir: string;
let shelf: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'seance-models-'));
  shelf = join(dir, 'shelf');
  vi.stubEnv('SEANCE_MODELS', shelf);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(dir, { recursive: true, force: true });
});

async function write(bytes: Uint8Array, file = 'vision_model.onnx'): Promise<string> {
  await writeFile(join(dir, file), bytes);
  return join(dir, file);
}

const CLIP: PaperModel = { dim: 16 };
const add = async (model: PaperModel | Uint8Array, more: Partial<Addition> & { readonly preset?: string } = {}) => {
  const { preset = 'clip', ...rest } = more;
  const file = await write(model instanceof Uint8Array ? model : paperModel(model));
  return addModel({ file, name: 'clip', recipe: recipeOf(preset), ...rest });
};

const verdicts = (findings: readonly { readonly what: string; readonly verdict: string }[]): Record<string, string> =>
  Object.fromEntries(findings.map(({ what, verdict }) => [what, verdict]));

test('a model that is added is listed, and looked through by its name, alone and in a mix', async () => {
  expect(await listModels()).toEqual([]);
  await expect(openEncoder('clip')).rejects.toThrow(UnknownEyesError);

  const added = await add(CLIP);
  expect(added.dir).toBe(join(shelf, 'clip'));
  expect(await readdir(shelf)).toEqual(['clip']);
  expect((await readdir(added.dir)).toSorted()).toEqual(['encoder.json', 'model.onnx']);
  expect(await readManifest(added.dir)).toEqual(added.manifest);
  expect(added.manifest).toMatchObject({ preset: 'clip', model: { output: 'image_embeds' }, embedding: { dim: 16 } });
  expect(await listModels()).toEqual([
    { name: 'clip', dir: added.dir, manifest: added.manifest, bytes: paperModel(CLIP).length, problem: undefined },
  ]);

  const paper = await makePaperDeck();
  try {
    const request = { deck: paper.dir, need: PAPER_NEED, cacheDir: join(dir, 'cache') };
    const names = ['clip', 'mix:clip*0.5+palette'];
    const first = await openEyes({ ...request, names });
    expect(Object.keys(first.affinity)).toEqual(names);
    expect(first.encoders['clip']).toMatch(/^clip-v\d+-/);
    expect((await openEyes({ ...request, names })).cached).toBe(true);
    // Another model under the same name is another encoder: nothing the first one saw is used.
    await add({ ...CLIP, dim: 17 }, { force: true });
    const second = await openEyes({ ...request, names: ['clip'] });
    expect(second.cached).toBe(false);
    expect(second.encoders['clip']).not.toBe(first.encoders['clip']);
  } finally {
    await paper.remove();
  }
});

test('a name that is taken is replaced only by force, and only by what passes the check', async () => {
  const first = await add(CLIP);
  await expect(add({ dim: 20 })).rejects.toThrow(/there is a model clip already .*--name.*--force/);
  await expect(add({ spoiled: 'nan' }, { force: true })).rejects.toThrow(/not finite/);
  expect(await readManifest(first.dir)).toEqual(first.manifest);
  const second = await add({ dim: 20 }, { force: true });
  expect(second.manifest.embedding.dim).toBe(20);
  expect(await readManifest(first.dir)).toEqual(second.manifest);
  expect(await readdir(shelf)).toEqual(['clip']);
});

describe('nothing is put on the shelf', () => {
  const refused = async (trial: Promise<unknown>, told: RegExp): Promise<void> => {
    await expect(trial).rejects.toThrow(told);
    await expect(trial).rejects.toThrow(EyesError);
    await expect(trial).rejects.not.toThrow('\n');
    expect(await readdir(shelf).catch(() => [])).toEqual([]);
  };

  test.each(['../x', '..', 'a/b', 'A', 'x.json', '', 'mix:a'])('under the name %j', (name) =>
    refused(add(CLIP, { name }), /no model can be called ".*"; a name is/),
  );
  test.each(['bundled', 'palette', 'words'])('under the name %s, which comes with the package', (name) =>
    refused(add(CLIP, { name }), /come with the package/),
  );
  test('of a file that is not there', () =>
    refused(
      addModel({ file: join(dir, 'no.onnx'), name: 'clip', recipe: recipeOf('clip') }),
      /cannot read .*no\.onnx/,
    ));
  test('of a folder', () =>
    refused(
      addModel({ file: dir, name: 'clip', recipe: recipeOf('clip') }),
      /is a folder; a model is one \.onnx file/,
    ));
  test('of an empty file', () => refused(add(new Uint8Array()), /is an empty file/));
  test('of words', () => refused(add(Buffer.from('words')), /is no ONNX model, or was cut short/));
  test('of half a model', () => refused(add(paperModel().subarray(0, 9000)), /is no ONNX model, or was cut short/));
  test('of a model that reads', () => refused(add(textModel()), /it reads text/));
  test('of a model that gives NaN', () => refused(add({ spoiled: 'nan' }), /not finite/));
  test('of a model that gives zeros', () => refused(add({ spoiled: 'zero' }), /its vector is zero/));
  test('of a model to which all cards are one', () =>
    refused(add({ spoiled: 'same' }), /they are all the same to these eyes/));
  test('of a model that sees a card otherwise each time', () =>
    refused(add({ spoiled: 'noise' }), /the same card again: differs by at most .*, and may by 0\.0001/));

  test('with the preset of another family, and the right one is named', async () => {
    const siglip = { gives: 'tokens', pooler: true, output: 'last_hidden_state', dim: 768 } as const;
    const dinov2 = { gives: 'cls', output: 'last_hidden_state', dim: 384 } as const;
    await refused(add(siglip), /has no output image_embeds.*--preset siglip or dinov2 fits/);
    await refused(add(dinov2, { preset: 'siglip' }), /has no output pooler_output.*--preset dinov2 fits/);
    await refused(add({ dim: 512 }, { preset: 'mobilenet' }), /has no output logits.*--preset clip fits/);
    await refused(
      add(siglip, { preset: 'dinov2' }),
      /49: 7 x 7 patches and 0 before them, so that there is no CLS token/,
    );
    await refused(
      add({ output: 'logits', dim: 1001 }, { preset: 'mobilenet' }),
      /1001 numbers.*use --preset mobilenet-v2/,
    );
    await refused(add({ output: 'logits', dim: 1000 }, { preset: 'mobilenet-v2' }), /use --preset mobilenet/);
    await refused(add({ size: 384 }), /give --size 384/);
  });

  test('where the number of prefix tokens is not that of the model', () => {
    const { embedding, ...recipe } = recipeOf('dinov2');
    const trial = add(
      { gives: 'cls', output: 'last_hidden_state' },
      { recipe: { ...recipe, embedding: { ...embedding, pooling: 'mean', prefixTokens: 5 } } },
    );
    return refused(trial, /prefixTokens should be 1, not 5/);
  });

  describe('where the preprocessor_config.json it was published with says otherwise', () => {
    const config = {
      do_normalize: true,
      do_center_crop: true,
      crop_size: { height: 224, width: 224 },
      image_mean: [0.48145466, 0.4578275, 0.40821073],
      image_std: [0.26862954, 0.26130258, 0.27577711],
      size: { shortest_edge: 224 },
    };
    const beside = async (changes: object, where = dir): Promise<void> => {
      await writeFile(join(where, 'preprocessor_config.json'), JSON.stringify({ ...config, ...changes }));
    };
    test.each([
      [{ image_mean: [0.5, 0.5, 0.5] }, /image_mean 0\.5,0\.5,0\.5, and the preset or manifest 0\.48/],
      [{ image_std: [0.5, 0.5, 0.5] }, /image_std 0\.5,0\.5,0\.5/],
      [{ crop_size: 336 }, /pictures of 336, and the preset or manifest 224/],
      [{ do_normalize: false }, /image_mean 0,0,0/],
    ])('%j', async (changes, told) => {
      await beside(changes);
      await refused(add(CLIP), told);
    });

    test('a folder above, as in their repositories', async () => {
      await mkdir(join(dir, 'onnx'));
      await beside({ image_mean: [0, 0, 0] });
      const file = await write(paperModel(CLIP), 'onnx/vision_model.onnx');
      await refused(addModel({ file, name: 'clip', recipe: recipeOf('clip') }), /image_mean 0,0,0/);
    });
  });

  test('that is in nobody’s power to write', async () => {
    await mkdir(shelf);
    await chmod(shelf, 0o500);
    // Root may write anywhere, but below a file nobody may.
    await writeFile(join(dir, 'file'), '');
    await refused(add(CLIP, { shelf: join(dir, 'file') }), /cannot put a model into .*file: .*\$SEANCE_MODELS/);
    if (process.getuid?.() !== 0) await refused(add(CLIP), /cannot put a model into .*permission denied/);
    await chmod(shelf, 0o700);
  });
});

test('the same preprocessor_config.json, and one of another kind, say nothing against a model', async () => {
  const config = { image_mean: [0.481, 0.458, 0.408], image_std: [0.269, 0.261, 0.276], size: 224 };
  await writeFile(join(dir, 'preprocessor_config.json'), JSON.stringify(config));
  await add(CLIP);
  for (const other of ['not json', '[]', '{"image_mean": 3}']) {
    await writeFile(join(dir, 'preprocessor_config.json'), other);
    await add(CLIP, { force: true });
  }
});

test('a folder on the shelf that is no model is listed with what is wrong, and does not hide the others', async () => {
  await add(CLIP);
  for (const name of ['empty', 'broken', 'wrong', 'gone', '.hidden', 'Not-A-Name']) await mkdir(join(shelf, name));
  await writeFile(join(shelf, 'a-file'), '');
  await writeFile(join(shelf, 'broken', 'encoder.json'), '{');
  await writeFile(join(shelf, 'wrong', 'encoder.json'), '{"schema": 3}');
  await writeFile(join(shelf, 'gone', 'encoder.json'), await readFile(join(shelf, 'clip', 'encoder.json')));
  const problems = Object.fromEntries((await listModels()).map(({ name, problem }) => [name, problem]));
  expect(problems).toEqual({
    clip: undefined,
    empty: expect.stringMatching(/cannot read .*encoder\.json: it is not there/),
    broken: expect.stringMatching(/encoder\.json is not JSON/),
    wrong: expect.stringMatching(/encoder\.json: schema: must be 1/),
    gone: expect.stringMatching(/model\.onnx is not there; add it again/),
  });
  for (const name of ['empty', 'broken', 'wrong']) await expect(openModel(name)).rejects.toThrow(EyesError);
  expect(await openModel('nowhere')).toBeUndefined();
  for (const name of ['../shelf', '..', '.hidden', 'a-file', '', 'Not-A-Name']) {
    expect(await hasModel(name)).toBe(false);
    expect(await openModel(name)).toBeUndefined();
  }
});

describe('a check', () => {
  test('of a sound model finds all in order', async () => {
    const { findings } = await add({ dim: 512, batch: 2, size: 224 });
    expect(verdicts(findings)).toEqual({
      input: 'ok',
      outputs: 'ok',
      'pictures in a run': 'ok',
      looks: 'ok',
      preset: 'ok',
      vector: 'ok',
      'different cards': 'ok',
      'the same card again': 'ok',
      speed: 'ok',
    });
    expect(findings.find(({ what }) => what === 'pictures in a run')?.found).toBe('always 2');
  });

  test('of a model of an unusual size, and of one that crops, says so', async () => {
    const recipe = recipeOf('clip');
    const { findings } = await add(CLIP, {
      recipe: { ...recipe, picture: { ...recipe.picture, fit: 'crop', shortestEdge: 224 } },
    });
    expect(findings.filter(({ verdict }) => verdict === 'odd').map(({ what }) => what)).toEqual(['looks', 'preset']);
  });

  test('of a model whose manifest was edited fails', async () => {
    const { dir: place, manifest } = await add({ dim: 512 });
    const edited = { ...manifest, embedding: { ...manifest.embedding, dim: 768 } };
    await writeFile(join(place, 'encoder.json'), JSON.stringify(edited));
    const encoder = await openModel('clip');
    if (!encoder) throw new Error('it was just added');
    const findings = await checkModel(encoder, edited, await checkCards(3));
    await encoder.close();
    expect(findings.at(-1)).toEqual({
      what: 'usable',
      found: 'model.onnx gives vectors of 512 numbers where the manifest of clip says 768',
      verdict: 'failed',
    });
  });

  test('of the eyes of the package finds all in order too', async () => {
    const encoder = await openEncoder('palette');
    const findings = await checkEncoder(encoder, await checkCards(3));
    expect(Object.values(verdicts(findings))).toEqual(['ok', 'ok', 'ok', 'ok']);
  });
});
