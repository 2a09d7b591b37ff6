import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConcepts } from '../../../src/embeddings/encoders/concepts.ts';
import type { Card, Deck } from '../../../src/embeddings/deck/deck.ts';
import { DeckError, loadDeck } from '../../../src/embeddings/deck/deck.ts';
import type { Encoder } from '../../../src/embeddings/encoders/encoder.ts';
import { EyesError, toUnit } from '../../../src/embeddings/encoders/encoder.ts';
import { bundledModels } from '../../../src/embeddings/encoders/bundled.ts';
import { openPalette } from '../../../src/embeddings/encoders/palette.ts';
import { openWords } from '../../../src/embeddings/encoders/words.ts';
import type { PaperDeck } from '../paper-deck.ts';
import { makePaperDeck, paint } from '../paper-deck.ts';

let paper: PaperDeck;
let deck: Deck;
beforeAll(async () => {
  paper = await makePaperDeck();
  deck = await loadDeck(paper.dir);
});
afterAll(() => paper.remove());

const look = async (encoder: Encoder, cards: readonly Card[]): Promise<readonly Float32Array[]> => {
  const seen: Float32Array[] = [];
  for await (const vector of encoder.encode(cards)) seen.push(vector);
  await encoder.close();
  return seen;
};
const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** A card whose picture is what is given. */
async function cardOf(file: string, bytes: Uint8Array): Promise<Card> {
  await writeFile(join(paper.dir, file), bytes);
  return { ...deck.cards[0], id: 'x', file, path: join(paper.dir, file) };
}

describe.each([
  ['bundled', () => openConcepts()],
  ['palette', () => Promise.resolve(openPalette())],
  ['words', () => openWords()],
])('the %s eyes', (name, open) => {
  test('give each card a vector of length 1, the same every time, and different cards different ones', async () => {
    const encoder = await open();
    const [first, again] = [await look(encoder, deck.cards), await look(await open(), deck.cards.toReversed())];
    expect(encoder.name).toBe(name);
    expect(encoder.id.startsWith(`${name}-v`)).toBe(true);
    expect(first).toHaveLength(deck.cards.length);
    for (const [i, vector] of first.entries()) {
      expect(vector).toHaveLength(encoder.dim);
      expect(dot(vector, vector)).toBeCloseTo(1, 5);
      const twin = again[first.length - 1 - i];
      for (const [at, x] of vector.entries()) expect(Math.abs(x - twin[at])).toBeLessThan(1e-4);
      for (const other of first.slice(i + 1)) expect(dot(vector, other)).toBeLessThan(0.999);
    }
  });
});

describe.each([
  ['bundled', () => openConcepts()],
  ['palette', () => Promise.resolve(openPalette())],
])('the %s eyes refuse, naming card and file,', (_, open) => {
  const complaint = async (card: Card): Promise<void> => {
    const trial = look(await open(), [card]);
    await expect(trial).rejects.toThrow(DeckError);
    await expect(trial).rejects.toThrow(`card x (${card.file})`);
    await expect(trial).rejects.not.toThrow('\n');
  };

  test.each(['webp', 'png', 'jpeg'] as const)('a %s picture that is cut short', async (format) => {
    const whole = await sharp(await paint('#456', 3))
      .toFormat(format)
      .toBuffer();
    await complaint(await cardOf(`short.${format}`, whole.subarray(0, Math.floor(whole.length * 0.6))));
  });

  test('an empty file', async () => complaint(await cardOf('empty.webp', new Uint8Array())));
  test('a text that calls itself a picture', async () =>
    complaint(await cardOf('text.webp', Buffer.from('not a picture\n'.repeat(50)))));
  test('noise', async () =>
    complaint(
      await cardOf(
        'noise.png',
        Uint8Array.from({ length: 5000 }, (_byte, i) => (i * 197) % 251),
      ),
    ));
  test('a picture of 900 million pixels, saying how many are read', async () => {
    const head = Buffer.from(
      await sharp(await paint('#456', 3))
        .png()
        .toBuffer(),
    );
    // A PNG's size stands in its first chunk, bytes 16 to 24, under a checksum of bytes 12 to 29.
    head.writeUInt32BE(30_000, 16);
    head.writeUInt32BE(30_000, 20);
    head.writeUInt32BE(crc32(head.subarray(12, 29)), 29);
    const card = await cardOf('huge.png', head);
    await complaint(card);
    await expect(look(await open(), [card])).rejects.toThrow('has 30000 x 30000 pixels; at most 100 million are read');
  });
  test('a picture that is gone', async () => {
    const card = await cardOf('gone.webp', await paint('#456', 3));
    await rm(card.path);
    await complaint(card);
  });
});

test.each([
  ['bundled', () => openConcepts()],
  ['palette', () => Promise.resolve(openPalette())],
])('the %s eyes see one picture in whatever form it is stored', async (_, open) => {
  const plain = sharp(await paint('#7a5', 4));
  const wide = await plain.clone().rotate(90).png().toBuffer();
  const cards = await Promise.all([
    cardOf('form.png', await plain.clone().png().toBuffer()),
    cardOf('form-alpha.webp', await plain.clone().ensureAlpha().webp({ lossless: true }).toBuffer()),
    cardOf('form-16.png', await plain.clone().toColourspace('rgb16').png().toBuffer()),
    cardOf('form-turned.png', await sharp(wide).withMetadata({ orientation: 8 }).png().toBuffer()),
  ]);
  const [first, ...rest] = await look(await open(), cards);
  for (const vector of rest) expect(dot(first, vector)).toBeGreaterThan(0.99);
  const grey = await cardOf('form-grey.png', await plain.clone().greyscale().png().toBuffer());
  await expect(look(await open(), [grey])).resolves.toHaveLength(1);
});

describe('the bundled eyes', () => {
  test('say what they see on a card', async () => {
    const encoder = await openConcepts();
    const seen = await encoder.see(deck.cards[2], 5);
    await encoder.close();
    expect(seen).toHaveLength(5);
    expect(seen.map(({ share }) => share)).toEqual(seen.map(({ share }) => share).toSorted((a, b) => b - a));
    expect(seen[0].share).toBeLessThanOrEqual(1);
  });

  describe('check their model', () => {
    let models: string;
    beforeAll(async () => {
      models = await mkdtemp(join(tmpdir(), 'seance-models-'));
    });
    afterAll(() => rm(models, { recursive: true, force: true }));
    const copy = async (): Promise<void> => {
      for (const file of await readdir(bundledModels()))
        await copyFile(join(bundledModels(), file), join(models, file));
    };

    test.each(['starter-encoder.onnx', 'starter-text.f32'])('%s cut short', async (file) => {
      await copy();
      await truncate(join(models, file), 1000);
      await expect(look(await openConcepts(models), deck.cards)).rejects.toThrow(
        `${file} is not the file starter.json describes`,
      );
    });

    test('a concept renamed', async () => {
      await copy();
      const names = await readFile(join(models, 'starter-concepts.json'), 'utf8');
      await writeFile(join(models, 'starter-concepts.json'), names.replace('abacus', 'abacuz'));
      await expect(look(await openWords(undefined, models), deck.cards)).rejects.toThrow(EyesError);
    });

    test('everyday words that are gone or changed', async () => {
      await copy();
      await truncate(join(models, 'everyday-words.i8'), 1000);
      await expect(openWords(undefined, models)).rejects.toThrow(/everyday-words\.i8 is not the file/);
      await writeFile(join(models, 'everyday-words.json'), '{"schema": 1}');
      await expect(openWords(undefined, models)).rejects.toThrow(/everyday-words\.json: file: /);
      await rm(join(models, 'everyday-words.json'));
      await expect(openWords(undefined, models)).rejects.toThrow(/cannot read .*everyday-words\.json/);
    });

    test('a manifest that is gone or wrong', async () => {
      await copy();
      await writeFile(join(models, 'starter.json'), '{}');
      await expect(openConcepts(models)).rejects.toThrow(/starter\.json: schema: /);
      await rm(join(models, 'starter.json'));
      await expect(openConcepts(models)).rejects.toThrow(/cannot read .*starter\.json/);
    });
  });
});

describe('the words eyes', () => {
  const withWords = (words: Record<string, number> | undefined): Card => ({ ...deck.cards[0], words });

  test('look at words alone, in any case', async () => {
    const [one, two] = await look(await openWords(), [
      withWords({ 'Crescent Moon': 2, castle: 1 }),
      { ...deck.cards[5], words: { castle: 5, ' crescent moon': 10 } },
    ]);
    expect(dot(one, two)).toBeCloseTo(1, 6);
  });

  test('find likes alike', async () => {
    const [owl, eagle, axe] = await look(
      await openWords(),
      ['owl', 'eagle', 'axe'].map((word) => withWords({ [word]: 1 })),
    );
    expect(dot(owl, eagle)).toBeGreaterThan(dot(owl, axe) + 0.2);
  });

  test('read tags and captions, and know plurals and the longest names', async () => {
    const texts = ['A lighthouse at night, by the sea', 'The crescent moon over two castles!', 'lighthouses'].map(
      (text) => withWords({ [text]: 1 }),
    );
    const words = [{ lighthouse: 1, night: 1, sea: 1 }, { 'crescent moon': 1, two: 1, castle: 1 }, { lighthouse: 1 }];
    const [caption, moon, plural] = await look(await openWords(), texts);
    const [parts, name, single] = await look(await openWords(), words.map(withWords));
    expect(dot(caption, parts)).toBeCloseTo(1, 6);
    expect(dot(moon, name)).toBeCloseTo(1, 6);
    expect(dot(plural, single)).toBeCloseTo(1, 6);
  });

  test('leave out words they do not know, and say so once', async () => {
    const lines: string[] = [];
    const encoder = await openWords((line) => lines.push(line));
    const [mixed, plain] = await look(encoder, [withWords({ castle: 1, blorp: 3 }), withWords({ castle: 1 })]);
    expect(dot(mixed, plain)).toBeCloseTo(1, 6);
    expect(lines).toEqual(['the words eyes left out words they do not know: blorp']);
  });

  test('refuse a card without known words', async () => {
    await expect(look(await openWords(), [withWords({ blorp: 1, gleep: 1 })])).rejects.toThrow(
      /none of the words of card c0: blorp, gleep/,
    );
    await expect(look(await openWords(), [withWords(undefined)])).rejects.toThrow(/card c0 has no "words"/);
  });
});

describe('a vector without direction is refused by card', () => {
  test.each([
    ['zero', [0, 0, 0]],
    ['not finite', [1, Number.NaN, 0]],
    ['not finite', [1, Number.POSITIVE_INFINITY, 0]],
  ])('%s', (what, numbers) => {
    const trial = (): Float32Array => toUnit(Float32Array.from(numbers), deck.cards[1], 'odd');
    expect(trial).toThrow(EyesError);
    expect(trial).toThrow(what);
    expect(trial).toThrow('card c1 (c1.webp)');
  });
});
