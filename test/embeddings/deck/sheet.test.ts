import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeckError, loadDeck } from '../../../src/embeddings/deck/deck.ts';
import { drawSheet } from '../../../src/embeddings/deck/sheet.ts';
import type { PaperDeck } from '../paper-deck.ts';
import { makePaperDeck } from '../paper-deck.ts';

let paper: PaperDeck;
beforeEach(async () => {
  paper = await makePaperDeck();
});
afterEach(() => paper.remove());

const NIGHT = [0x14, 0x10, 0x1c];

/** How many pixels of a picture are of a colour, give or take 12 a channel. */
async function countPixels(file: string, [r, g, b]: readonly number[]): Promise<number> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let i = 0; i < data.length; i += info.channels) {
    if (Math.abs(data[i] - r) <= 12 && Math.abs(data[i + 1] - g) <= 12 && Math.abs(data[i + 2] - b) <= 12) count++;
  }
  return count;
}

test('every picture is on the sheet, on a dark ground', async () => {
  const out = join(paper.dir, 'sheet.png');
  const { width, height } = await drawSheet(await loadDeck(paper.dir), out);
  expect(await sharp(out).metadata()).toMatchObject({ format: 'png', width, height });
  expect(await countPixels(out, NIGHT)).toBeGreaterThan(0.3 * width * height);
  for (const paint of [
    [0x88, 0x22, 0x22],
    [0xdd, 0xcc, 0x33],
    [0x22, 0x88, 0xcc],
  ]) {
    expect(await countPixels(out, paint)).toBeGreaterThan(20_000);
  }
});

test('one kind, few columns: lower than it is wide no more', async () => {
  const out = join(paper.dir, 'sheet.png');
  const all = await drawSheet(await loadDeck(paper.dir), out, { columns: 4 });
  const one = await drawSheet(await loadDeck(paper.dir), out, { kinds: ['object'], columns: 4 });
  expect(one.width).toBe(all.width);
  expect(one.height).toBeLessThan(all.height / 2);
  expect(await countPixels(out, [0xdd, 0xcc, 0x33])).toBe(0);
});

test('titles are text, whatever is in them', async () => {
  paper.cards[0].title =
    '<script>&"\'</text> \u0001 a very long title that goes on and on without any end in sight whatsoever';
  paper.cards[1].title = 'Donaudampfschifffahrtsgesellschaftskapitän';
  await paper.save();
  const out = join(paper.dir, 'sheet.png');
  await expect(drawSheet(await loadDeck(paper.dir), out)).resolves.toBeDefined();
});

test('a broken picture is named, and nothing is written', async () => {
  const deck = await loadDeck(paper.dir);
  const out = join(paper.dir, 'sheet.png');
  await writeFile(join(paper.dir, 'c3.webp'), 'broken');
  await expect(drawSheet(deck, out)).rejects.toThrow(DeckError);
  await expect(drawSheet(deck, out)).rejects.toThrow('card c3 (c3.webp)');
  await expect(sharp(out).metadata()).rejects.toThrow();
});

test('kinds the deck has none of', async () => {
  const deck = { ...(await loadDeck(paper.dir)), cards: [] };
  await expect(drawSheet(deck, join(paper.dir, 'sheet.png'), { kinds: ['object'] })).rejects.toThrow(
    'deck paper has no object to draw',
  );
});
