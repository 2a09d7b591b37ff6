import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EyesError } from '../../../src/embeddings/encoders/encoder.ts';
import { openEncoder } from '../../../src/embeddings/encoders/open.ts';
import { encodersBehind } from '../../../src/embeddings/eyes/eyes.ts';
import { applyHead, readHead, writeHead } from '../../../src/embeddings/learning/head.ts';
import type { Head, TrainingFacts } from '../../../src/embeddings/learning/head.ts';
import { readVectors } from '../../../src/embeddings/learning/vectors.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';

const DIM = 6;
const RANK = 2;
const rng = new Sfc32(1);
const numbers = (count: number): Float32Array => Float32Array.from({ length: count }, () => rng.unit() - 0.5);
const interval = { value: 0.5, low: 0.4, high: 0.6 };
const standing = { logLoss: interval, accuracy: interval };
const trained: TrainingFacts = {
  picks: { file: 'picks.csv', sha256: 'a'.repeat(64) },
  seed: 1,
  backend: 'wasm (tfjs 4.22.0)',
  rows: { train: 65, validation: 15, heldOut: 20 },
  heldOutGroups: 20,
  spread: 0.3,
  epochs: 12,
  heldOut: { head: standing, centred: standing, raw: standing },
  ahead: { ofCentred: standing, ofRaw: standing },
};

let dir: string;
let head: Head;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'seance-head-'));
  head = {
    file: join(dir, 'eyes.json'),
    encoder: { name: 'paper', id: 'paper-v1' },
    deck: 'paper',
    dim: DIM,
    rank: RANK,
    down: numbers(DIM * RANK),
    up: numbers(DIM * RANK),
    trained,
  };
  await writeHead(head);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test('what is read is what was written', async () => {
  expect(await readHead(head.file)).toEqual(head);
});

describe('a damaged file is refused, by name:', () => {
  const damage = async (change: (text: string) => string): Promise<string> => {
    const file = join(dir, 'damaged.json');
    await writeFile(file, change(await readFile(head.file, 'utf8')));
    return file;
  };
  const set =
    (key: string, value: unknown) =>
    (text: string): string =>
      JSON.stringify({ ...(JSON.parse(text) as object), [key]: value });

  test.each([
    ['cut short', (text: string) => text.slice(0, 200), /is not the file of a head.*cut short/],
    ['empty', () => '', /is not the file of a head/],
    ['a list', () => '[]', /is not the file of a head/],
    ['of another schema', set('schema', 2), /schema: must be 1/],
    ['of another kind', set('kind', 'deck'), /kind: must be "head"/],
    ['without its facts', set('trained', undefined), /trained: /],
    ['of another dim', set('dim', DIM + 1), /is damaged: its projection has 96 bytes where 7 x 2 needs 112/],
    ['of another rank', set('rank', 1), /is damaged: its projection has 96 bytes where 6 x 1 needs 48/],
    [
      'with one bit turned',
      (text: string) => text.replace(/("projection": ")(.)/, (_, key, one) => `${key}${one === 'A' ? 'B' : 'A'}`),
      /is damaged: its projection is not the one/,
    ],
    ['with another hash', set('sha256', 'b'.repeat(64)), /is damaged: its projection is not the one/],
    ['with text for numbers', set('projection', '***'), /projection: /],
  ])('%s', async (_, change, message) => {
    const file = await damage(change);
    await expect(readHead(file)).rejects.toThrow(EyesError);
    await expect(readHead(file)).rejects.toThrow(message);
    await expect(readHead(file)).rejects.toThrow(file);
  });

  test('not finite, though it was written whole', async () => {
    const file = join(dir, 'nan.json');
    await writeHead({ ...head, file, up: head.up.with(3, Number.NaN) });
    await expect(readHead(file)).rejects.toThrow(`${file} is damaged: its projection has numbers that are not finite`);
  });

  test('not there, or a folder', async () => {
    await expect(readHead(join(dir, 'none.json'))).rejects.toThrow(/none\.json: there is no such file/);
    await expect(readHead(dir)).rejects.toThrow(`cannot read ${dir}: it is a folder`);
    await expect(readHead('/dev/zero')).rejects.toThrow('cannot read /dev/zero: it is no ordinary file');
  });
});

describe('a deck through a head', () => {
  const encoded = (encoder = 'paper-v1', dim = DIM) => {
    const vectors = new Float32Array(3 * dim);
    for (let i = 0; i < vectors.length; i++) vectors[i] = 1 / Math.sqrt(dim);
    return { deck: 'paper', encoder, ids: ['a', 'b', 'c'], dim, vectors };
  };

  test('has rows of length 1, x + (x down) up before, and an id of its own', () => {
    const seen = applyHead(encoded(), head);
    const x = encoded().vectors.subarray(0, DIM);
    const between = Array.from({ length: RANK }, (_, k) =>
      x.reduce((sum, one, i) => sum + one * head.down[i * RANK + k], 0),
    );
    const row = [...x].map((one, i) => one + between.reduce((sum, b, k) => sum + b * head.up[k * DIM + i], 0));
    row.forEach((one, i) => expect(seen.vectors[i]).toBeCloseTo(one / Math.hypot(...row), 6));
    expect(seen).toMatchObject({ deck: 'paper', ids: ['a', 'b', 'c'], dim: DIM });
    expect(seen.encoder).toMatch(/^paper-v1\+head-[0-9a-f]{12}$/);
  });

  test.each([
    ['another encoder', encoded('paper-v2')],
    ['another dim', encoded('paper-v1', 5)],
  ])('of %s is refused, with the way out', (_, other) => {
    expect(() => applyHead(other, head)).toThrow(EyesError);
    expect(() => applyHead(other, head)).toThrow(
      /eyes\.json was trained on the vectors of paper-v1, and these are of paper-v.*seance train/,
    );
  });

  test('whose encoder has changed since is refused before anything is looked at', async () => {
    const file = join(dir, 'old.json');
    await writeHead({ ...head, file, encoder: { name: 'palette', id: 'palette-v0' } });
    for (const eyes of [file, `mix:words+${file}`])
      await expect(encodersBehind(eyes)).rejects.toThrow(
        /old\.json was trained on the vectors of palette-v0, and these/,
      );
  });

  test('is no encoder, nor is a mix', async () => {
    await expect(openEncoder(head.file)).rejects.toThrow(/is a head, and one encoder is needed here/);
    await expect(openEncoder('mix:bundled+words')).rejects.toThrow(/is a mix of eyes, and one encoder is needed here/);
  });

  test('that leaves nothing of a card is refused, with the card', () => {
    const away = {
      ...head,
      rank: 1,
      down: Float32Array.from(encoded().vectors.subarray(0, DIM)),
      up: encoded()
        .vectors.slice(0, DIM)
        .map((x) => -x),
    };
    expect(() => applyHead(encoded(), away)).toThrow(/leaves nothing of card a/);
  });
});

describe('vectors from elsewhere', () => {
  const save = async (name: string, data: Uint8Array | string): Promise<string> => {
    const file = join(dir, name);
    await writeFile(file, data);
    return file;
  };
  const floats = (...all: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(all).buffer);

  test('are brought to length 1 and numbered from 1, or named by a file', async () => {
    const file = await save('two.f32', floats(3, 4, 0, 2));
    const { ids, dim, vectors, encoder } = await readVectors(file, 2);
    expect([ids, dim, [...vectors].map((x) => Math.round(x * 1e6) / 1e6)]).toEqual([['1', '2'], 2, [0.6, 0.8, 0, 1]]);
    expect(encoder).toMatch(/^vectors-[0-9a-f]{16}$/);
    expect((await readVectors(file, 2, await save('ids.txt', '\uFEFFeins\r\nzwei\r\n'))).ids).toEqual(['eins', 'zwei']);
  });

  test.each([
    ['no whole rows', floats(1, 2, 3), undefined, /3\.f32 has 12 bytes, which are no rows of 2 floats/],
    ['nothing', floats(), undefined, /has 0 bytes/],
    ['a row of zeros', floats(1, 0, 0, 0), undefined, /vector of card 2 in .* is zero or not finite/],
    ['a number that is none', floats(1, Number.NaN), undefined, /vector of card 1/],
    ['fewer ids', floats(1, 0, 0, 1), 'a\n', /ids\.txt names 1 cards, and .* has 2 vectors/],
    ['an id twice', floats(1, 0, 0, 1), 'a\na\n', /ids\.txt, line 2: "a" must be an id of its own/],
    ['an id with a space', floats(1, 0, 0, 1), 'a\nb c\n', /ids\.txt, line 2: "b c"/],
  ])('with %s are refused', async (_, bytes, ids, message) => {
    const file = await save('3.f32', bytes);
    const names = ids === undefined ? undefined : await save('ids.txt', ids);
    await expect(readVectors(file, 2, names)).rejects.toThrow(message);
  });
});
