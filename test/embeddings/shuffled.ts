import type { Affinity } from '../../src/engine/kernel/knowledge.ts';
import type { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { drawToFront } from '../../src/embeddings/report/first-guess.ts';

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
