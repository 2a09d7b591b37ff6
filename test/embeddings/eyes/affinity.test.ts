import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import type { Affinity, EncodedDeck } from '../../../src/engine/kernel/knowledge.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import { HUB_CORRECTIONS, toAffinity } from '../../../src/embeddings/eyes/affinity.ts';
import type { Card, CardKind, PickedCards } from '../../../src/embeddings/deck/deck.ts';
import { EyesError } from '../../../src/embeddings/encoders/encoder.ts';
import { shuffled } from '../shuffled.ts';

const DIM = 12;

function cardsOf(kind: CardKind, count: number): readonly Card[] {
  return Array.from({ length: count }, (_, i) => {
    const id = `${kind}${i}`;
    return { id, kind, title: id, file: `${id}.webp`, path: `/${id}.webp`, words: undefined };
  });
}

function pick(visions: readonly Card[], categories: readonly (readonly Card[])[]): PickedCards {
  const cards = categories.flat();
  const titles = { visions: visions.map((card) => card.title), cards: cards.map((card) => card.title) };
  return { visions, cards, groups: categories.map((category) => category.length), titles };
}

/** Random unit vectors that all lean the same way, as pictures of one deck do. */
function encode(cards: readonly Card[], seed: number): EncodedDeck {
  const rng = new Sfc32(seed);
  const rows = cards.map(() => {
    const row = Array.from({ length: DIM }, (_, i) => rng.unit() - 0.5 + (i === 0 ? 2 : 0));
    const length = Math.hypot(...row);
    return row.map((x) => x / length);
  });
  return {
    deck: 'paper',
    encoder: 'random',
    ids: cards.map((card) => card.id),
    dim: DIM,
    vectors: Float32Array.from(rows.flat()),
  };
}

const VISIONS = cardsOf('vision', 15);
const CATEGORIES = [cardsOf('character', 6), cardsOf('location', 9), cardsOf('object', 5)];
const PICKED = pick(VISIONS, CATEGORIES);
const ALL = [...VISIONS, ...CATEGORIES.flat()];

const cellsOf = ({ rows, columns, cells }: Affinity, from: number, to: number): readonly number[] =>
  Array.from({ length: rows }, (_, row) => [...cells.subarray(row * columns + from, row * columns + to)]).flat();
const meanOf = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
const deviationOf = (values: readonly number[]): number =>
  Math.sqrt(meanOf(values.map((x) => (x - meanOf(values)) ** 2)));

describe.each(HUB_CORRECTIONS)('corrected by %s', (hubs) => {
  property.prop([fc.integer(), fc.boolean()])(
    'every category, and so the whole, has mean 0 and deviation 1',
    (seed, centre) => {
      const affinity = toAffinity(encode(ALL, seed), PICKED, { centre, hubs });
      expect([affinity.rows, affinity.columns, affinity.cells.length]).toEqual([15, 20, 300]);
      for (const [from, to] of [
        [0, 6],
        [6, 15],
        [15, 20],
        [0, 20],
      ]) {
        expect(meanOf(cellsOf(affinity, from, to))).toBeCloseTo(0, 5);
        expect(deviationOf(cellsOf(affinity, from, to))).toBeCloseTo(1, 5);
      }
    },
  );

  property.prop([fc.integer(), fc.integer()])('does not depend on the order of cards', (seed, order) => {
    const encoded = encode(ALL, seed);
    const rng = new Sfc32(order);
    const mixed = pick(
      shuffled(VISIONS, rng),
      CATEGORIES.map((category) => shuffled(category, rng)),
    );
    const [plain, other] = [toAffinity(encoded, PICKED, { hubs }), toAffinity(encoded, mixed, { hubs })];
    for (const [row, vision] of VISIONS.entries()) {
      for (const [column, card] of PICKED.cards.entries()) {
        const there = mixed.visions.indexOf(vision) * 20 + mixed.cards.indexOf(card);
        expect(other.cells[there]).toBeCloseTo(plain.cells[row * 20 + column], 4);
      }
    }
  });
});

test('by default no card is a hub: every column, and every row of a category, has mean 0', () => {
  const affinity = toAffinity(encode(ALL, 7), PICKED);
  for (let column = 0; column < 20; column++) expect(meanOf(cellsOf(affinity, column, column + 1))).toBeCloseTo(0, 5);
  for (let row = 0; row < 15; row++) {
    for (const [from, to] of [
      [0, 6],
      [6, 15],
      [15, 20],
    ]) {
      expect(meanOf([...affinity.cells.subarray(row * 20 + from, row * 20 + to)])).toBeCloseTo(0, 5);
    }
  }
});

test('a vision that is a card in another frame suggests it most', () => {
  const encoded = encode(ALL, 3);
  encoded.vectors.copyWithin(4 * DIM, (15 + 6 + 2) * DIM, (15 + 6 + 3) * DIM);
  const { cells, columns } = toAffinity(encoded, PICKED);
  const row = [...cells.subarray(4 * columns + 6, 4 * columns + 15)];
  expect(row.indexOf(Math.max(...row))).toBe(2);
});

test('cells lie in shared memory', () => {
  expect(toAffinity(encode(ALL, 1), PICKED).cells.buffer).toBeInstanceOf(SharedArrayBuffer);
});

test('cards that all look alike suggest nothing, and nothing is NaN', () => {
  const encoded = {
    ...encode(ALL, 1),
    vectors: Float32Array.from({ length: ALL.length * DIM }, (_, i) => (i % DIM === 0 ? 1 : 0)),
  };
  for (const hubs of HUB_CORRECTIONS)
    expect(toAffinity(encoded, PICKED, { hubs }).cells.every((cell) => cell === 0)).toBe(true);
});

test.each([
  ['no categories', pick(VISIONS, []), 0],
  ['no visions', pick([], CATEGORIES), 0],
  ['an empty category', pick(VISIONS, [[], CATEGORIES[0]]), 90],
  ['one vision and one card', pick(VISIONS.slice(1, 2), [CATEGORIES[0].slice(0, 1)]), 1],
])('%s', (_, picked, cells) => {
  const affinity = toAffinity(encode(ALL, 1), picked);
  expect(affinity.cells).toHaveLength(cells);
  expect(affinity.cells.every(Number.isFinite)).toBe(true);
});

test('a card that was not encoded is named', () => {
  expect(() => toAffinity(encode(VISIONS, 1), PICKED)).toThrow(EyesError);
  expect(() => toAffinity(encode(VISIONS, 1), PICKED)).toThrow('card character0 is not among the 15 cards');
});
