import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Card } from '../../../src/embeddings/deck/deck.ts';
import { findDeck, loadDeck } from '../../../src/embeddings/deck/deck.ts';
import type { Likeness } from '../../../src/embeddings/deck/likeness.ts';
import { alike, differenceOf, LIKENESS_SIDE, likenessOf } from '../../../src/embeddings/deck/likeness.ts';

async function hash(image: Sharp): Promise<Likeness> {
  const data = await sharp(await image.png().toBuffer())
    .flatten()
    .greyscale()
    .resize(LIKENESS_SIDE, LIKENESS_SIDE, { fit: 'fill' })
    .raw()
    .toBuffer();
  return likenessOf({ width: LIKENESS_SIDE, height: LIKENESS_SIDE, data });
}

let cards: readonly (readonly [Card, Likeness])[] = [];
beforeAll(async () => {
  const deck = await loadDeck(await findDeck('starter'));
  cards = await Promise.all(deck.cards.map(async (card) => [card, await hash(sharp(card.path))] as const));
}, 120_000);

test('no two of the 142 starter cards are taken for one', () => {
  expect(cards).toHaveLength(142);
  expect(alike(cards, ([, likeness]) => likeness)).toEqual([]);
});

describe('a copy is found among all others', () => {
  test.each<[string, (image: Sharp) => Sharp]>([
    ['in poor JPEG', (image) => image.jpeg({ quality: 50 })],
    ['of 150 pixels', (image) => image.resize(150)],
    ['squashed', (image) => image.resize(300, 300, { fit: 'fill' })],
    ['brighter', (image) => image.modulate({ brightness: 1.3 })],
    ['darker', (image) => image.modulate({ brightness: 0.7 })],
    ['grey', (image) => image.greyscale()],
    ['with its edges cut off', (image) => image.extract({ left: 6, top: 6, width: 372, height: 564 })],
  ])('%s', async (_, change) => {
    for (const [card, likeness] of cards.filter((_, i) => i % 20 === 0)) {
      const copy = await hash(change(sharp(await readFile(card.path))));
      const groups = alike([...cards.map(([, one]) => one), copy], (one) => one);
      expect([card.id, groups]).toEqual([card.id, [[likeness, copy]]]);
    }
  });
});

test('a hash has 255 bits, half of them set, and differs from itself in none', () => {
  const [[, first], [, second]] = cards;
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(differenceOf(first, first)).toBe(0);
  expect(differenceOf(first, '0'.repeat(64))).toBe(127);
  expect(differenceOf(first, second)).toBe(differenceOf(second, first));
});
