import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Card } from '../../../src/embeddings/deck/deck.ts';
import { readPicture } from '../../../src/embeddings/deck/picture.ts';
import type { Pixels } from '../../../src/embeddings/deck/picture.ts';
import { fitCard, writePixels } from '../../../src/embeddings/encoders/fit.ts';
import type { EncoderManifest, Fit } from '../../../src/embeddings/models/manifest.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'seance-fit-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const SIDE = 60;
const RULES: Omit<EncoderManifest['picture'], 'fit' | 'shortestEdge'> = {
  width: SIDE,
  height: SIDE,
  layout: 'NCHW',
  colours: 'RGB',
  kernel: 'cubic',
  mean: [0.5, 0.25, 0.75],
  std: [0.5, 0.5, 0.25],
};

/** A card in three bands of equal size along its longer side: red, green, blue. */
async function banded(width: number, height: number): Promise<Card> {
  const bands = ['#f00', '#0f0', '#00f'].map((colour, i) =>
    height >= width
      ? `<rect width="${width}" y="${(i * height) / 3}" height="${height / 3}" fill="${colour}"/>`
      : `<rect height="${height}" x="${(i * width) / 3}" width="${width / 3}" fill="${colour}"/>`,
  );
  const file = `${width}x${height}.png`;
  const path = join(dir, file);
  await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${bands.join('')}</svg>`),
  )
    .png()
    .toFile(path);
  return { id: 'banded', kind: 'vision', title: 'banded', file, path, words: undefined };
}

const looks = async (card: Card, fit: Fit, shortestEdge?: number): Promise<readonly Pixels[]> =>
  fitCard(card, await readPicture(card), { ...RULES, fit, ...(shortestEdge === undefined ? {} : { shortestEdge }) });

/** The colour at a share of width and height, each channel to the nearest quarter. */
function colourAt({ width, height, data }: Pixels, x: number, y: number): string {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3;
  return Array.from(data.subarray(at, at + 3), (value) => Math.round(value / 63.75) / 4).join(' ');
}
const [RED, GREEN, BLUE, BARS] = ['1 0 0', '0 1 0', '0 0 1', '0.5 0.25 0.75'];

describe('a card of 2:3', () => {
  test('squashed: all of it, without bars', async () => {
    const [one, ...more] = await looks(await banded(120, 180), 'squash');
    expect(more).toEqual([]);
    expect([one.width, one.height]).toEqual([SIDE, SIDE]);
    expect([0.05, 0.5, 0.95].map((y) => colourAt(one, 0.02, y))).toEqual([RED, GREEN, BLUE]);
  });

  test('padded: all of it, between bars of the mean colour', async () => {
    const [one] = await looks(await banded(120, 180), 'pad');
    expect([0.05, 0.5, 0.95].map((y) => colourAt(one, 0.5, y))).toEqual([RED, GREEN, BLUE]);
    expect([colourAt(one, 0.05, 0.5), colourAt(one, 0.95, 0.5)]).toEqual([BARS, BARS]);
  });

  test('cropped: the middle alone', async () => {
    const [one] = await looks(await banded(120, 180), 'crop', SIDE);
    expect([0.02, 0.5, 0.98].map((y) => colourAt(one, 0.5, y))).toEqual([RED, GREEN, BLUE]);
    const [closer] = await looks(await banded(120, 180), 'crop', SIDE * 2);
    expect([0.2, 0.5, 0.8].map((y) => colourAt(closer, 0.5, y))).toEqual([GREEN, GREEN, GREEN]);
  });

  test('in tiles: all of it with bars, and both ends', async () => {
    const [whole, top, bottom, ...more] = await looks(await banded(120, 180), 'tiles');
    expect(more).toEqual([]);
    for (const one of [whole, top, bottom]) expect([one.width, one.height]).toEqual([SIDE, SIDE]);
    expect([0.05, 0.5, 0.95].map((y) => colourAt(whole, 0.5, y))).toEqual([RED, GREEN, BLUE]);
    expect(colourAt(whole, 0.05, 0.5)).toBe(BARS);
    expect([0.02, 0.4, 0.9].map((y) => colourAt(top, 0.02, y))).toEqual([RED, RED, GREEN]);
    expect([0.1, 0.6, 0.98].map((y) => colourAt(bottom, 0.98, y))).toEqual([GREEN, BLUE, BLUE]);
  });
});

test('a card that lies on its side: its left and its right end', async () => {
  const [whole, left, right] = await looks(await banded(180, 120), 'tiles');
  expect([0.05, 0.5, 0.95].map((x) => colourAt(whole, x, 0.5))).toEqual([RED, GREEN, BLUE]);
  expect([colourAt(left, 0.02, 0.5), colourAt(right, 0.98, 0.5)]).toEqual([RED, BLUE]);
});

test.each([
  [1, 1],
  [7, 5],
  [61, 59],
  [3000, 250],
])('a picture of %i x %i pixels fits in every way', async (width, height) => {
  const card = await banded(width, height);
  for (const fit of ['squash', 'pad', 'crop', 'tiles'] as const) {
    for (const one of await looks(card, fit, fit === 'crop' ? SIDE : undefined)) {
      expect([one.width, one.height, one.data.length]).toEqual([SIDE, SIDE, SIDE * SIDE * 3]);
    }
  }
});

test('a picture like a thread is refused where only parts are looked at, since the whole would have no bound', async () => {
  const card = await banded(4, 4000);
  for (const fit of ['crop', 'tiles'] as const)
    await expect(looks(card, fit)).rejects.toThrow(/card banded \(4x4000\.png\) is 4 x 4000 pixels, too long/);
  expect(await looks(card, 'pad')).toHaveLength(1);
});

describe('numbers of a picture of one red and one blue pixel', () => {
  const pixels = { width: 2, height: 1, data: Uint8Array.from([255, 0, 0, 0, 0, 255]) };
  const write = (layout: 'NCHW' | 'NHWC', colours: 'RGB' | 'BGR'): readonly number[] => {
    const into = new Float32Array(7).fill(9);
    writePixels(pixels, { ...RULES, fit: 'squash', layout, colours }, into, 1);
    return [...into];
  };
  // (channel - mean) / std: red 1 or -1, green -0.5, blue -3 or 1
  test.each([
    ['NCHW', 'RGB', [1, -1, -0.5, -0.5, -3, 1]],
    ['NCHW', 'BGR', [-3, 1, -0.5, -0.5, 1, -1]],
    ['NHWC', 'RGB', [1, -0.5, -3, -1, -0.5, 1]],
    ['NHWC', 'BGR', [-3, -0.5, 1, 1, -0.5, -1]],
  ] as const)('%s, %s', (layout, colours, expected) => {
    expect(write(layout, colours)).toEqual([9, ...expected]);
  });
});
