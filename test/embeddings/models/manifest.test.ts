import { describe, expect, test } from 'vitest';
import { EyesError } from '../../../src/embeddings/encoders/encoder.ts';
import { isModelName, parseManifest, parseRecipe } from '../../../src/embeddings/models/manifest.ts';
import { presetOf } from '../../../src/embeddings/models/presets.ts';

const { recipe } = presetOf('dinov2');
const manifest = {
  ...recipe,
  model: { ...recipe.model, file: 'model.onnx', sha256: 'ab'.repeat(32) },
  embedding: { ...recipe.embedding, dim: 384 },
};

test('a manifest without its file is a recipe, and both are read as one', () => {
  expect(parseRecipe(manifest, 'here')).toEqual(recipe);
  expect(parseRecipe(recipe, 'here')).toEqual(recipe);
});

type Path = readonly [string, string?];
const changed = ([group, field]: Path, value: unknown): unknown => {
  if (field === undefined) return { ...manifest, [group]: value };
  const inner = Object.entries(manifest).find(([name]) => name === group)?.[1];
  return { ...manifest, [group]: { ...(inner as object), [field]: value } };
};

describe('every field is checked, and named where it is wrong', () => {
  test.each<readonly [Path, unknown, RegExp]>([
    [['schema'], 2, /schema: must be 1/],
    [['title'], '', /title: must not be empty/],
    [['model'], undefined, /model: /],
    [['model', 'file'], '../../etc/passwd', /model\.file: must be a file beside encoder\.json/],
    [['model', 'file'], String.raw`..\model.onnx`, /model\.file: must be a file beside encoder\.json/],
    [['model', 'file'], '', /model\.file: must not be empty/],
    [['model', 'sha256'], 'abc', /model\.sha256: must be a sha256/],
    [['model', 'input'], 7, /model\.input: must be a text/],
    [['model', 'output'], undefined, /model\.output: /],
    [['model', 'outputs'], 'x', /model: has outputs, of which nothing is known/],
    [['picture', 'width'], 0, /picture\.width: /],
    [['picture', 'height'], 224.5, /picture\.height: /],
    [['picture', 'height'], 100_000, /picture\.height: /],
    [['picture', 'layout'], 'HWC', /picture\.layout: must be one of NCHW, NHWC/],
    [['picture', 'colours'], 'rgb', /picture\.colours: must be one of RGB, BGR/],
    [['picture', 'fit'], 'cover', /picture\.fit: must be one of squash, pad, crop, tiles/],
    [['picture', 'fit'], 'crop', /picture\.shortestEdge: must be at least the width and the height/],
    [['picture', 'shortestEdge'], 256, /picture\.shortestEdge: belongs to the fit "crop" alone/],
    [['picture', 'kernel'], 'bicubic', /picture\.kernel: must be one of nearest, linear, cubic/],
    [['picture', 'mean'], [123.675, 116.28, 103.53], /picture\.mean\.0: must be at most 1, in shares of 1/],
    [['picture', 'mean'], [0.5], /picture\.mean: /],
    [['picture', 'std'], [58.395, 57.12, 57.375], /picture\.std\.0: must be at most 2, in shares of 1/],
    [['picture', 'std'], [0, 1, 1], /picture\.std\.0: /],
    [['picture', 'std'], [Number.NaN, 1, 1], /picture\.std\.0: /],
    [['embedding', 'pooling'], 'max', /embedding\.pooling: must be one of none, cls, mean, gap/],
    [['embedding', 'prefixTokens'], -1, /embedding\.prefixTokens: /],
    [['embedding', 'normalisation'], 'none', /embedding\.normalisation: must be one of l2, softmax/],
    [['embedding', 'dim'], 0, /embedding\.dim: /],
    [['embedding', 'dim'], '384', /embedding\.dim: must be a number/],
  ])('%s as %j', (path, value, told) => {
    const parse = (): unknown => parseManifest(changed(path, value), 'shelf/x/encoder.json');
    expect(parse).toThrow(EyesError);
    expect(parse).toThrow(told);
    expect(parse).toThrow(/^shelf\/x\/encoder\.json: /);
    expect(parse).not.toThrow('\n');
  });

  test.each([null, [], 'text', 7, {}])('%j instead of one', (raw) => {
    expect(() => parseManifest(raw, 'here')).toThrow(/^here: /);
    expect(() => parseRecipe(raw, 'here')).toThrow(/^here: /);
  });
});

test.each(['clip', 'clip-b32', 'my.model_2', '0', 'a'.repeat(64)])('%s may be a name', (name) =>
  expect(isModelName(name)).toBe(true),
);

test.each([
  '',
  '.',
  '..',
  '../x',
  'a/b',
  String.raw`a\b`,
  'Clip',
  'a b',
  '-a',
  '.a',
  'a*2',
  'a+b',
  'mix:a',
  'a.json',
  'a.',
  'é',
  'a'.repeat(65),
  'a\n',
])('%j may not', (name) => expect(isModelName(name)).toBe(false));
