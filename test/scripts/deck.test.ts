import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allRecipes, drawCard, type DrawnCard, renderCard } from '../../scripts/deck/deck.ts';
import { IconBook } from '../../scripts/deck/icons.ts';

const DECK = z.strictObject({
  schema: z.literal(1),
  id: z.literal('starter'),
  title: z.string().min(1),
  license: z.string().min(1),
  cards: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(['vision', 'character', 'location', 'object']),
      title: z.string().min(1),
      file: z.string(),
      words: z.record(z.string(), z.number().positive()),
    }),
  ),
});

function dataFile(name: string): string {
  return fileURLToPath(new URL(`../../data/${name}`, import.meta.url));
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(dataFile(name), 'utf8')) as unknown;
}

/** Red, green and blue of a picture, pixel by pixel. */
async function pixels(picture: Buffer | string): Promise<Uint8Array> {
  return new Uint8Array(await sharp(picture).removeAlpha().raw().toBuffer());
}

describe('the starter deck', () => {
  let deck: z.infer<typeof DECK>;
  const drawn = new Map<string, DrawnCard>();

  beforeAll(async () => {
    sharp.concurrency(1);
    deck = DECK.parse(await readJson('decks/starter/deck.json'));
    const icons = new IconBook();
    for (const recipe of allRecipes()) drawn.set(recipe.id, await drawCard(recipe, icons));
  }, 60_000);

  test('has 84 visions, 20 characters, 20 locations and 18 objects', () => {
    const count = (kind: string) => deck.cards.filter((card) => card.kind === kind).length;
    expect(['vision', 'character', 'location', 'object'].map(count)).toEqual([84, 20, 20, 18]);
  });

  test('names every card once', () => {
    expect(new Set(deck.cards.map(({ id }) => id)).size).toBe(142);
    expect(new Set(deck.cards.map(({ file }) => file)).size).toBe(142);
    expect(new Set(deck.cards.map(({ kind, title }) => `${kind} ${title}`)).size).toBe(142);
  });

  test('has a 384 by 576 WebP for every card, at most 6 MB together', async () => {
    let bytes = 0;
    for (const card of deck.cards) {
      const file = dataFile(`decks/starter/${card.file}`);
      const { format, width, height } = await sharp(file).metadata();
      expect({ id: card.id, format, width, height }).toEqual({ id: card.id, format: 'webp', width: 384, height: 576 });
      bytes += (await stat(file)).size;
    }
    expect(bytes).toBeLessThanOrEqual(6_000_000);
  });

  test('says what is on every card, in words of the vocabulary', async () => {
    const vocabulary = new Set(z.array(z.string()).parse(await readJson('models/starter-concepts.json')));
    for (const card of deck.cards) {
      const words = Object.keys(card.words);
      expect(words.length).toBeGreaterThanOrEqual(3);
      expect({ id: card.id, unknown: words.filter((word) => !vocabulary.has(word)) }).toEqual({
        id: card.id,
        unknown: [],
      });
    }
  });

  test('leads no more than four visions to the same thing', () => {
    const uses = new Map<string, number>();
    for (const card of deck.cards.filter(({ kind }) => kind === 'vision')) {
      const clear = Object.entries(card.words).filter(([, weight]) => weight > 0.5);
      for (const [word] of clear) uses.set(word, (uses.get(word) ?? 0) + 1);
    }
    expect(Math.max(...uses.values())).toBeLessThanOrEqual(4);
    expect(uses.size).toBeGreaterThanOrEqual(240);
  });

  test('is described as its scripts draw it', () => {
    const told = deck.cards.map(({ id, words }) => [id, words]);
    expect(told).toEqual([...drawn].map(([id, { words }]) => [id, words]));
  });

  test('has no text on any picture', () => {
    const lettered = [...drawn].filter(([, { svg }]) => /<text|<tspan|font-family/.test(svg)).map(([id]) => id);
    expect(lettered).toEqual([]);
  });

  test.for(['v01', 'c05', 'l01', 'o10'])('draws %s as it was committed', { timeout: 30_000 }, async (id) => {
    const svg = drawn.get(id)?.svg ?? '';
    const now = await pixels(await renderCard(svg));
    const committed = await pixels(dataFile(`decks/starter/${id}.webp`));
    expect(now.length).toBe(committed.length);
    const difference = now.reduce((sum, value, i) => sum + Math.abs(value - (committed[i] ?? 0)), 0) / now.length;
    expect(difference).toBeLessThan(3);
  });
});
