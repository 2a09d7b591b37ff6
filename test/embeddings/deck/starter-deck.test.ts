import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import { openConcepts } from '../../../src/embeddings/encoders/concepts.ts';
import type { Deck } from '../../../src/embeddings/deck/deck.ts';
import { findDeck, loadDeck } from '../../../src/embeddings/deck/deck.ts';
import type { OpenEyes } from '../../../src/embeddings/eyes/eyes.ts';
import { openEyes } from '../../../src/embeddings/eyes/eyes.ts';
import { firstGuess } from '../../../src/embeddings/report/first-guess.ts';
import { shuffleVisions } from '../shuffled.ts';

const GROUPS = [18, 18, 18];
const NEED = {
  visions: 84,
  cards: ['character', 'location', 'object'].map((kind, i) => ({ kind, count: GROUPS[i] })),
};

let cacheDir: string;
let deck: Deck;
let eyes: OpenEyes;
const warnings: string[] = [];
beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'seance-cache-'));
  deck = await loadDeck(await findDeck('starter'));
  eyes = await openEyes({
    deck,
    need: NEED,
    names: ['bundled', 'palette', 'words'],
    cacheDir,
    onWarning: (line) => warnings.push(line),
  });
}, 120_000);
afterAll(() => rm(cacheDir, { recursive: true, force: true }));

test('the words eyes know every content word of the deck', () => {
  expect(warnings).toEqual([]);
});

describe('first guesses of a ghost and a psychic that look through different eyes', () => {
  // Measured with 200,000 deals: 59.0, 47.8 and 40.4 % one way, 58.8, 47.8 and 40.5 % the other. The floors leave room for redrawn
  // pictures; chance is 20, 14.3 and 11.1 %.
  test.each([
    ['bundled', 'words', 5, 0.56],
    ['bundled', 'words', 7, 0.45],
    ['bundled', 'words', 9, 0.38],
    ['words', 'bundled', 5, 0.56],
    ['words', 'bundled', 7, 0.45],
    ['words', 'bundled', 9, 0.38],
  ])('%s to %s, %i candidates: at least %f', (ghost, psychic, candidates, floor) => {
    expect(firstGuess(eyes.affinity[ghost], eyes.affinity[psychic], GROUPS, { candidates })).toBeGreaterThan(floor);
  });

  test.each([5, 7, 9])('colours alone are worth little, %i candidates', (candidates) => {
    const found = firstGuess(eyes.affinity['palette'], eyes.affinity['words'], GROUPS, { candidates });
    expect(found).toBeGreaterThan(1 / candidates - 0.01);
    expect(found).toBeLessThan(1 / candidates + 0.06);
  });

  // Averaged over 40 shuffles of 84 visions, since one shuffle may be lucky: the standard error is about 0.004.
  test.each([5, 7, 9])('with the pictures of the visions mixed up it falls to chance, %i candidates', (candidates) => {
    const rng = new Sfc32(11);
    const found = Array.from({ length: 40 }, (_, seed) => {
      const blind = shuffleVisions(eyes.affinity['bundled'], rng);
      return firstGuess(blind, eyes.affinity['words'], GROUPS, { candidates, deals: 2000, seed });
    });
    expect(Math.abs(found.reduce((sum, x) => sum + x, 0) / found.length - 1 / candidates)).toBeLessThan(0.015);
  });
});

test('what the bundled eyes name first is really on most cards', async () => {
  const encoder = await openConcepts();
  let right = 0;
  const some = deck.cards.filter((_, i) => i % 3 === 0);
  for (const card of some) {
    const [{ concept }] = await encoder.see(card, 1);
    if (Object.hasOwn(card.words ?? {}, concept)) right++;
  }
  await encoder.close();
  expect(right / some.length).toBeGreaterThan(0.5);
}, 60_000);
