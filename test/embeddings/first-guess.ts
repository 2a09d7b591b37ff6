import type { Affinity } from '../../src/engine/kernel/knowledge.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';

/** Cards in the ghost's hand. */
const HAND = 7;

export interface Deals {
  /** Cards of one category on the table. */
  readonly candidates: number;
  /** Default 20,000: a standard error of at most 0.0036. */
  readonly deals?: number;
  readonly seed?: number;
  /** `margin` (default): the vision that fits the target best beside its best rival. `fit`: the one that fits it best, whatever else it fits. */
  readonly ghostBy?: 'margin' | 'fit';
}

/**
 * How often a psychic's first guess is right, from 0 to 1: the ghost gives one vision of its hand, the psychic takes the card that
 * fits it best, and the two look through eyes of their own. Chance is 1 / candidates.
 */
export function firstGuess(
  ghost: Affinity,
  psychic: Affinity,
  groups: readonly number[],
  { candidates, deals = 20_000, seed = 1, ghostBy = 'margin' }: Deals,
): number {
  const rng = new Sfc32(seed);
  const visions = Array.from({ length: ghost.rows }, (_, i) => i);
  const starts = groups.map((_, g) => groups.slice(0, g).reduce((sum, count) => sum + count, 0));
  const columns = groups.map((count, g) => Array.from({ length: count }, (_, i) => starts[g] + i));
  let right = 0;
  for (let deal = 0; deal < deals; deal++) {
    const category = columns[rng.below(columns.length)];
    drawToFront(category, candidates, rng);
    drawToFront(visions, HAND, rng);
    let given = -1;
    let best = -Infinity;
    for (let i = 0; i < HAND; i++) {
      const fit = ghost.cells[visions[i] * ghost.columns + category[0]];
      const worth = ghostBy === 'fit' ? fit : marginOfFirst(ghost, visions[i], category, candidates);
      if (worth > best) [best, given] = [worth, visions[i]];
    }
    if (marginOfFirst(psychic, given, category, candidates) > 0) right++;
  }
  return right / deals;
}

/** How much better the first candidate fits than the best of the others. */
function marginOfFirst(
  { columns, cells }: Affinity,
  row: number,
  cards: readonly number[],
  candidates: number,
): number {
  let rival = -Infinity;
  for (let i = 1; i < candidates; i++) rival = Math.max(rival, cells[row * columns + cards[i]]);
  return cells[row * columns + cards[0]] - rival;
}

/** Swaps `count` random ones to the front. */
function drawToFront(list: number[], count: number, rng: Sfc32): void {
  for (let i = 0; i < count; i++) {
    const j = i + rng.below(list.length - i);
    [list[i], list[j]] = [list[j], list[i]];
  }
}

/** A copy in random order. */
export function shuffled<T>(list: readonly T[], rng: Sfc32): readonly T[] {
  const order = list.map((_, i) => i);
  drawToFront(order, order.length, rng);
  return order.map((i) => list[i]);
}

/** The same eyes with their visions mixed up: what a vision suggests no longer has anything to do with what is on it. */
export function shuffleVisions({ rows, columns, cells }: Affinity, rng: Sfc32): Affinity {
  const order = shuffled([...Array(rows).keys()], rng);
  const mixed = new Float32Array(cells.length);
  for (const [to, from] of order.entries())
    mixed.set(cells.subarray(from * columns, (from + 1) * columns), to * columns);
  return { rows, columns, cells: mixed };
}
