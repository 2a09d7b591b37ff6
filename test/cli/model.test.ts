import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paperModel } from '../embeddings/models/paper-models.ts';
import type { Ended } from './seance.ts';
import { build, interrupted, seanceWith } from './seance.ts';

/** `seance model`, as a person uses it. */

const home = mkdtempSync(join(tmpdir(), 'seance-cli-model-'));
const at = (...names: readonly string[]): string => join(home, ...names);
const shelf = at('shelf');
const env = { SEANCE_MODELS: shelf, SEANCE_CACHE: at('cache') };
const seance = (...args: readonly string[]): Promise<Ended> => seanceWith(env, ...args);

const MODEL = paperModel({ dim: 24 });
let server: Server;
let host: string;

beforeAll(async () => {
  await build();
  writeFileSync(at('vision_model.onnx'), MODEL);
  writeFileSync(at('words.onnx'), 'no model');
  server = createServer((request, response) => {
    if (request.url?.startsWith('/slow/')) {
      response.writeHead(200, { 'content-length': MODEL.length });
      response.write(MODEL.subarray(0, 1000));
    } else response.writeHead(200, { 'content-length': MODEL.length }).end(MODEL);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 180_000);
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true, force: true });
});

test('an empty shelf says where it is, and what can be fetched', async () => {
  const { code, out, err } = await seance('model', 'list');
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(`no model is on the shelf (${shelf}) yet`);
  expect(out).toMatch(/clip +│ CLIP ViT-B\/32, 8 bits/);
  const { out: json } = await seance('model', 'list', '--json');
  expect(JSON.parse(json)).toMatchObject({ shelf, models: [], known: [{ name: 'clip' }, {}, {}, {}, {}] });
});

describe('wrong usage, code 2, in a line', () => {
  const model = at('vision_model.onnx');
  test.each<readonly [readonly string[], RegExp]>([
    [[], /model needs a form: add, list, check, pull/],
    [['ad'], /no form named "ad"; .*did you mean add\?/],
    [['add'], /model add needs a file/],
    [['add', model], /say what .* is: --preset clip, .*; by what it takes and gives, clip fits/],
    [['add', model, '--preset', 'clp'], /no preset clp; .*did you mean clip\?/],
    [['add', model, '--preset', 'clip', '--manifest', 'x.json'], /not both/],
    [['add', model, '--preset', 'clip', '--fit', 'cover'], /fit must be one of squash, pad, crop, tiles/],
    [['add', model, '--preset', 'clip', '--size', 'big'], /size must be a whole number/],
    [['add', model, '--preset', 'clip', '--name', '../x'], /no model can be called "\.\.\/x"/],
    [['add', model, '--preset', 'clip', '--name', 'words'], /words are eyes that come with the package/],
    [['check', 'clop'], /no model clop is on the shelf; there are bundled, palette/],
    [['pull'], /model pull needs a model: clip, /],
    [['pull', 'clop'], /no model clop is known; .*did you mean clip\?.*seance model add FILE/],
    [['pull', 'clip', '--sha256', 'abc'], /sha256 must be 64 digits/],
    [['pull', 'clip', '--from', 'ftp://x'], /from must be an address/],
    [['pull', 'clip', '--name', 'a/b'], /no model can be called "a\/b"/],
    [['pull', 'clip', '--model', 'siglip'], /no option --model: the model is given by itself/],
    [['add', model, '--preset', 'clip', '--name='], /--name needs a value, and got an empty one/],
  ])('%j', async (args, told) => {
    const { code, out, err } = await seance('model', ...args);
    expect(err).toMatch(told);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect([code, out]).toEqual([2, '']);
    expect(existsSync(shelf)).toBe(false);
  });
});

test('what is no model is refused with code 1', async () => {
  const { code, err } = await seance('model', 'add', at('words.onnx'), '--preset', 'clip');
  expect(code).toBe(1);
  expect(err).toMatch(/^seance: .*words\.onnx cannot be used: it is no ONNX model, or was cut short/);
});

test('a model is added, listed, checked and played with; once its file changes it is refused', async () => {
  const added = await seance('model', 'add', at('vision_model.onnx'), '--preset', 'clip', '--fit', 'pad');
  expect([added.code, added.err]).toEqual([0, '']);
  expect(added.out).toContain('--encoder clip looks through it');
  expect(added.out).toMatch(/ok +│ speed +│ [\d.]+ ms a card/);

  const { models } = JSON.parse((await seance('model', 'list', '--json')).out);
  expect(models).toMatchObject([{ name: 'clip', manifest: { picture: { fit: 'pad' }, embedding: { dim: 24 } } }]);
  expect((await seance('model', 'check', 'clip')).code).toBe(0);

  const args = [
    'simulate',
    'mysterium',
    '--games',
    '20',
    '--players',
    '4',
    '--difficulty',
    'easy',
    '--quiet',
    '--json',
  ];
  const played = await seance(...args, '--encoder', 'clip');
  expect([played.code, played.err]).toEqual([0, '']);
  expect(JSON.parse(played.out).encoders.clip).toMatch(/^clip-v\d+-/);

  appendFileSync(join(shelf, 'clip', 'model.onnx'), 'x');
  const check = await seance('model', 'check', 'clip', '--json');
  expect(check.code).toBe(1);
  expect(JSON.parse(check.out)).toMatchObject([{ name: 'clip', findings: [{ verdict: 'failed' }] }]);
  rmSync(shelf, { recursive: true });
}, 180_000);

test('a manifest of one’s own', async () => {
  const recipe = {
    schema: 1,
    model: { input: 'images', output: 'features' },
    picture: {
      width: 64,
      height: 96,
      layout: 'NHWC',
      colours: 'BGR',
      fit: 'squash',
      kernel: 'linear',
      mean: [0, 0, 0],
      std: [1, 1, 1],
    },
    embedding: { pooling: 'gap', prefixTokens: 0, normalisation: 'l2' },
  };
  writeFileSync(at('Mine.onnx'), paperModel({ input: 'images', output: 'features', layout: 'NHWC', gives: 'map' }));
  writeFileSync(at('mine.json'), JSON.stringify(recipe));
  const added = await seance('model', 'add', at('Mine.onnx'), '--manifest', at('mine.json'), '--json');
  expect(added.err).toBe('');
  expect(JSON.parse(added.out)).toMatchObject({ name: 'mine', manifest: { embedding: { dim: 12 } } });

  writeFileSync(at('mine.json'), JSON.stringify({ ...recipe, schema: 2 }));
  const wrong = await seance('model', 'add', at('Mine.onnx'), '--manifest', at('mine.json'));
  expect(wrong).toMatchObject({ code: 1, err: `seance: ${at('mine.json')}: schema: must be 1\n` });
  rmSync(shelf, { recursive: true });
}, 120_000);

test('a model is pulled from a mirror, and not twice', async () => {
  const sha256 = createHash('sha256').update(MODEL).digest('hex');
  const args = ['model', 'pull', 'clip', '--name', 'eye', '--from', host, '--sha256', sha256];
  const first = await seance(...args);
  expect([first.code, first.err]).toEqual([0, '']);
  expect(first.out).toContain('--encoder eye looks through it');
  const again = await seance(...args);
  expect([again.code, again.out]).toEqual([0, expect.stringMatching(/^eye is on the shelf already/)]);
  const wrong = await seance('model', 'pull', 'clip', '--from', host);
  expect(wrong).toMatchObject({ code: 1, out: '' });
  expect(wrong.err).toMatch(/^seance: what came from .* has the sha256 .* it is thrown away/);
}, 120_000);

test('without internet it says what to do, in a line', async () => {
  const { code, out, err } = await seance('model', 'pull', 'siglip', '--from', 'http://nowhere.invalid');
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(
    /without internet, fetch .* elsewhere, bring it here, and to put it into .*siglip run: seance model add vision_model_quantized\.onnx/,
  );
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('Ctrl-C keeps what came', async () => {
  process.env['SEANCE_MODELS'] = shelf;
  const ended = await interrupted(['model', 'pull', 'clip', '--from', `${host}/slow`], () =>
    existsSync(join(shelf, '.clip.part')),
  );
  delete process.env['SEANCE_MODELS'];
  expect(ended.code).toBe(130);
  expect(ended.err).toMatch(/interrupted; what came of clip is kept, and the same command goes on from there/);
  expect(readdirSync(shelf).filter((name) => name.includes('clip'))).toEqual(['.clip.part']);
}, 60_000);
