import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Deck } from '../../../src/embeddings/deck/deck.ts';
import { loadDeck } from '../../../src/embeddings/deck/deck.ts';
import type { Encoder } from '../../../src/embeddings/encoders/encoder.ts';
import { EyesError } from '../../../src/embeddings/encoders/encoder.ts';
import { openPalette } from '../../../src/embeddings/encoders/palette.ts';
import { cacheFolder, encodeDeck, hashDeck, hashPictures } from '../../../src/embeddings/eyes/store.ts';
import { openWords } from '../../../src/embeddings/encoders/words.ts';
import type { PaperDeck } from '../paper-deck.ts';
import { makePaperDeck, paint } from '../paper-deck.ts';

let paper: PaperDeck;
let cacheDir: string;
let warnings: string[];
beforeEach(async () => {
  paper = await makePaperDeck();
  cacheDir = join(paper.dir, 'cache', 'of', 'its', 'own');
  warnings = [];
});
afterEach(() => paper.remove());

type Seen = Awaited<ReturnType<typeof encodeDeck>>;
const encode = async (encoder: Encoder = openPalette(), deck?: Deck): Promise<Seen> => {
  const loaded = deck ?? (await loadDeck(paper.dir));
  return encodeDeck(loaded, encoder, await hashPictures(loaded), {
    cacheDir,
    onWarning: (line) => warnings.push(line),
  });
};
const storedFile = async (): Promise<string> => {
  const [file, ...others] = await readdir(cacheDir);
  expect(others).toEqual([]);
  return join(cacheDir, file);
};

test('what was encoded once is read back, bit by bit', async () => {
  const fresh = await encode();
  const again = await encode();
  expect([fresh.cached, again.cached]).toEqual([false, true]);
  expect(again.encoded).toEqual(fresh.encoded);
  expect((await readdir(cacheDir))[0]).toMatch(/^paper\.palette\.[0-9a-f]{16}\.json$/);
  expect(warnings).toEqual([]);
});

test('a deck with a very long name is kept as any other', async () => {
  await paper.save({ schema: 1, id: '夜'.repeat(200), title: 'Night', license: 'CC0-1.0', cards: paper.cards });
  const seen = [await encode(), await encode()];
  expect(seen.map(({ cached }) => cached)).toEqual([false, true]);
  expect(warnings).toEqual([]);
});

describe('what changes what is seen is encoded anew', () => {
  test('a picture', async () => {
    const before = await encode();
    await writeFile(join(paper.dir, 'c4.webp'), await paint('#0f0', 9));
    const after = await encode();
    expect(after.cached).toBe(false);
    const row = (seen: Seen, i: number): Float32Array =>
      seen.encoded.vectors.subarray(i * seen.encoded.dim, (i + 1) * seen.encoded.dim);
    expect(row(after, 4)).not.toEqual(row(before, 4));
    expect(row(after, 3)).toEqual(row(before, 3));
  });

  test('two pictures changing places', async () => {
    await encode();
    [paper.cards[0].file, paper.cards[1].file] = [paper.cards[1].file, paper.cards[0].file];
    await paper.save();
    expect((await encode()).cached).toBe(false);
  });

  test('the order of cards', async () => {
    await encode();
    paper.cards.reverse();
    await paper.save();
    const after = await encode();
    expect(after.cached).toBe(false);
    expect(after.encoded.ids[0]).toBe('c9');
  });

  test('words, for the words eyes alone', async () => {
    await encode(await openWords());
    await encode();
    paper.cards[2].words = { sunflower: 1, castle: 0.5 };
    await paper.save();
    expect((await encode(await openWords())).cached).toBe(false);
    expect((await encode()).cached).toBe(true);
  });

  test('the encoder', async () => {
    await encode();
    expect((await encode({ ...openPalette(), id: 'palette-v999' })).cached).toBe(false);
  });
});

test('titles and the order of words change nothing that is seen', async () => {
  paper.cards[0].words = { castle: 1, axe: 2 };
  await paper.save();
  await encode(await openWords());
  paper.cards[0].words = { axe: 2, castle: 1 };
  paper.cards[0].title = 'Another';
  await paper.save();
  expect((await encode(await openWords())).cached).toBe(true);
});

describe('a damaged file is never used, and is mended', () => {
  const halve = (text: string): string => text.slice(0, text.length / 2);
  const withNumbers = (text: string, change: (numbers: Float32Array) => void, rehash?: boolean): string => {
    const stored = JSON.parse(text);
    const bytes = Uint8Array.from(Buffer.from(stored.vectors, 'base64'));
    change(new Float32Array(bytes.buffer));
    stored.vectors = Buffer.from(bytes).toString('base64');
    if (rehash) stored.sha256 = createHash('sha256').update(bytes).digest('hex');
    return JSON.stringify(stored);
  };

  test.each<[string, (text: string) => string]>([
    ['empty', () => ''],
    ['cut in half', halve],
    ['not JSON', () => 'vectors!'],
    ['JSON of something else', () => '{"schema":1}'],
    ['a number changed', (text) => withNumbers(text, (numbers) => (numbers[5] += 0.25))],
    ['a NaN, with the hash made to fit', (text) => withNumbers(text, (numbers) => (numbers[5] = Number.NaN), true)],
    ['a row too few, with the hash made to fit', (text) => text.replace('"c9"', '"c9","c10"')],
    ['two cards changing places', (text) => text.replace('"c8","c9"', '"c9","c8"')],
    ['the key of another deck', (text) => text.replace(/"key":"./, '"key":"x')],
  ])('%s', async (_, damage) => {
    const fresh = await encode();
    const file = await storedFile();
    await writeFile(file, damage(await readFile(file, 'utf8')));
    const mended = await encode();
    expect(mended).toEqual(fresh);
    expect(warnings).toEqual([`${file} is damaged and is made anew`]);
    expect((await encode()).cached).toBe(true);
  });
});

test('without a cache that can be written, it goes on in memory and says so', async () => {
  await writeFile(join(paper.dir, 'wall'), '');
  cacheDir = join(paper.dir, 'wall', 'cache');
  const seen = await encode();
  expect(seen.cached).toBe(false);
  expect(seen.encoded.vectors.every(Number.isFinite)).toBe(true);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^cannot keep what the palette eyes saw in .*wall\/cache \(a part of the path is not a folder\)/,
    ),
  ]);
});

test('many at once leave one whole file', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => encode()));
  for (const { encoded } of all) expect(encoded).toEqual(all[0].encoded);
  await storedFile();
  expect((await encode()).cached).toBe(true);
  expect(warnings).toEqual([]);
});

test('progress is told card by card; a broken picture leaves nothing behind', async () => {
  const deck = await loadDeck(paper.dir);
  const steps: string[] = [];
  await encodeDeck(deck, openPalette(), await hashPictures(deck), {
    cacheDir,
    onProgress: (done, total) => steps.push(`${done}/${total}`),
  });
  expect(steps).toEqual(Array.from({ length: 10 }, (_, i) => `${i + 1}/10`));
  await writeFile(join(paper.dir, 'c7.webp'), 'broken');
  await expect(encode()).rejects.toThrow('card c7 (c7.webp)');
  await storedFile();
});

test('an encoder that stops early is not believed', async () => {
  const lazy: Encoder = {
    ...openPalette(),
    async *encode(cards) {
      yield* openPalette().encode(cards.slice(1));
    },
  };
  await expect(encode(lazy)).rejects.toThrow(EyesError);
});

test("a deck's hash covers titles, words and pictures, not where it lies", async () => {
  const hash = async (): Promise<string> => {
    const deck = await loadDeck(paper.dir);
    return hashDeck(deck, await hashPictures(deck));
  };
  const hashes = [await hash()];
  expect(await hash()).toBe(hashes[0]);
  paper.cards[0].title = 'Another';
  await paper.save();
  hashes.push(await hash());
  paper.cards[0].words = { axe: 1 };
  await paper.save();
  hashes.push(await hash());
  await writeFile(join(paper.dir, 'c0.webp'), await paint('#123', 8));
  hashes.push(await hash());
  expect(new Set(hashes).size).toBe(4);
});

test('SEANCE_CACHE names the folder', () => {
  const before = process.env['SEANCE_CACHE'];
  try {
    process.env['SEANCE_CACHE'] = '/somewhere/else';
    expect(cacheFolder()).toBe('/somewhere/else');
    delete process.env['SEANCE_CACHE'];
    expect(cacheFolder()).toMatch(/seance/i);
  } finally {
    if (before === undefined) delete process.env['SEANCE_CACHE'];
    else process.env['SEANCE_CACHE'] = before;
  }
});
