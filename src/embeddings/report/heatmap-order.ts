import type { Affinity } from '../../engine/kernel/knowledge.ts';

/** In which order a heatmap shows rows and columns, so that what is alike stands together. */
export interface HeatmapOrder {
  readonly rows: readonly number[];
  /** Category after category. */
  readonly columns: readonly number[];
}

/**
 * Cards of a category in a chain, each followed by the one whose column is most like its own; visions by the card they fit best, and
 * among those of one card the best first: a staircase, with what else they fit beside it.
 */
export function orderHeatmap({ rows, columns, cells }: Affinity, groups: readonly number[]): HeatmapOrder {
  const columnAt = (column: number): readonly number[] =>
    Array.from({ length: rows }, (_, row) => cells[row * columns + column]);
  const chained: number[] = [];
  let from = 0;
  for (const count of groups) {
    chained.push(
      ...chain(
        Array.from({ length: count }, (_, i) => from + i),
        columnAt,
      ),
    );
    from += count;
  }
  const steps = Array.from({ length: rows }, (_, row) => {
    const fits = chained.map((column) => cells[row * columns + column]);
    const fit = Math.max(...fits);
    return { row, step: fits.indexOf(fit), fit };
  });
  return {
    rows: steps.toSorted((a, b) => a.step - b.step || b.fit - a.fit).map(({ row }) => row),
    columns: chained,
  };
}

function chain(cards: readonly number[], columnAt: (column: number) => readonly number[]): readonly number[] {
  const left = new Map(cards.map((card) => [card, columnAt(card)]));
  const order: number[] = [];
  let last: readonly number[] | undefined;
  while (left.size > 0) {
    const here = last;
    const nearness = ([, column]: readonly [number, readonly number[]]): number =>
      here ? column.reduce((sum, fit, i) => sum + fit * here[i], 0) : 0;
    const [next, column] = [...left].reduce((best, one) => (nearness(one) > nearness(best) ? one : best));
    order.push(next);
    left.delete(next);
    last = column;
  }
  return order;
}
