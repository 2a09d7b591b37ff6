import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FITS, POOLINGS, parseManifest } from '../../../src/embeddings/models/manifest.ts';
import { KNOWN_MODELS } from '../../../src/embeddings/models/known.ts';
import { PRESETS } from '../../../src/embeddings/models/presets.ts';

const text = readFileSync(fileURLToPath(new URL('../../../docs/encoders.md', import.meta.url)), 'utf8');

/** The rows of a table between two marks, each cell trimmed. */
const tableOf = (mark: string): readonly (readonly string[])[] =>
  (new RegExp(`<!-- ${mark} -->([^]*?)<!-- /${mark} -->`).exec(text)?.[1] ?? '')
    .trim()
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );

const short = (numbers: readonly number[]): string => numbers.map((x) => String(Math.round(x * 1000) / 1000)).join(' ');

test('the presets of docs/encoders.md are those there are', () => {
  expect(tableOf('presets')).toEqual(
    Object.entries(PRESETS).map(
      ([
        name,
        {
          family,
          file,
          dims,
          recipe: { model, picture, embedding },
        },
      ]) => [
        name,
        family,
        file,
        model.output,
        embedding.pooling,
        picture.fit,
        `${short(picture.mean)}, ${short(picture.std)}`,
        dims.join(', '),
      ],
    ),
  );
  for (const { recipe } of Object.values(PRESETS)) {
    expect(recipe.model.input).toBe('pixel_values');
    expect(recipe.picture).toMatchObject({ width: 224, height: 224, layout: 'NCHW', colours: 'RGB' });
  }
});

test('so are the models that can be pulled', () => {
  expect(tableOf('known')).toEqual(
    Object.entries(KNOWN_MODELS).map(([name, { title, repository, path, megabytes, license, sha256 }]) => [
      name,
      title,
      `${repository} ${path}`,
      `${megabytes} MB`,
      license,
      sha256 === undefined ? 'taken at first use' : `${sha256.slice(0, 12)}…`,
    ]),
  );
});

test('the manifest of docs/encoders.md is one, of the model it names', () => {
  const [, example = ''] = /```json\n([^]*?)```/.exec(text) ?? [];
  const manifest = parseManifest(JSON.parse(example), 'docs/encoders.md');
  expect(manifest.model.sha256).toBe(KNOWN_MODELS['clip-full'].sha256);
  const { recipe } = PRESETS['clip'];
  expect(manifest.picture).toEqual(recipe.picture);
  expect({ ...manifest.embedding, dim: undefined }).toEqual({ ...recipe.embedding, dim: undefined });
});

test('every word a manifest may use is explained', () => {
  for (const word of [...Object.keys(FITS), ...Object.keys(POOLINGS), 'NHWC', 'BGR', 'lanczos3', 'softmax'])
    expect(text).toContain(`\`${word}\``);
});
