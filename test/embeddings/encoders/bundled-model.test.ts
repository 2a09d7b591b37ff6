import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDeck, loadDeck } from '../../../src/embeddings/deck/deck.ts';
import { bundledModels, readManifest, readModel, readWordVectors } from '../../../src/embeddings/encoders/bundled.ts';
import { openConcepts } from '../../../src/embeddings/encoders/concepts.ts';

/* The model that is committed is the one that its manifest, its card and its recorded scores speak of. */

const dir = bundledModels();
const read = (file: string): unknown => JSON.parse(readFileSync(join(dir, file), 'utf8'));
const { training } = read('starter.json') as {
  training: {
    steps: number;
    stoppedBy: string;
    heldOutStyles: string[];
    heldOutConcepts: string[];
    counts: Record<string, number>;
    options: { seed: number; steps: number };
    inputs: Record<string, string>;
  };
};
const metrics = read('metrics.json') as { model: string; vectors: Record<string, number[]> };

test('files are what the manifest says, and small', async () => {
  const manifest = await readManifest(dir);
  await expect(readModel(dir, manifest)).resolves.toBeDefined();
  await expect(readWordVectors(dir, manifest)).resolves.toBeDefined();
  expect(statSync(join(dir, manifest.model.file)).size).toBeLessThanOrEqual(4 * 1024 * 1024);
  expect(metrics.model).toBe(manifest.model.sha256);
});

test('trained by steps from a recorded seed and recorded inputs', () => {
  expect(training.stoppedBy).toBe('steps');
  expect(training.steps).toBe(training.options.steps);
  expect(Number.isInteger(training.options.seed)).toBe(true);
  for (const hash of Object.values(training.inputs)) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(Object.keys(training.inputs).toSorted()).toEqual([
    'cards.json',
    'cards.u8',
    'index.json',
    'meanings.f32',
    'pictures.u8',
  ]);
});

test('no style and no concept that is held out was trained on', () => {
  expect(training.heldOutStyles).toEqual(['twemoji', 'openmoji', 'emojione-v1', 'tuxpaint-stamps']);
  expect(Object.keys(training.counts).filter((set) => training.heldOutStyles.includes(set))).toEqual([]);
  expect(training.heldOutConcepts).toHaveLength(120);
  const names = new Set(read('starter-concepts.json') as string[]);
  expect(training.heldOutConcepts.filter((concept) => names.has(concept))).toEqual([]);
});

test('it still sees what was recorded when it was measured', async () => {
  const deck = await loadDeck(await findDeck('starter'));
  const cards = deck.cards.filter(({ id }) => Object.hasOwn(metrics.vectors, id));
  expect(cards).toHaveLength(5);
  const encoder = await openConcepts();
  let i = 0;
  for await (const vector of encoder.encode(cards)) {
    const recorded = metrics.vectors[cards[i++].id];
    for (const [at, x] of vector.entries()) expect(Math.abs(x - recorded[at])).toBeLessThan(2e-3);
  }
  await encoder.close();
});
