import type { Affinity } from '../../../src/engine/kernel/knowledge.ts';
import { RandomStream } from '../../deck/random.ts';

/** A score from 0 (or -1) to 1, and where it would lie in 95 of 100 decks. */
export interface Score {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const Z = 1.96;

/** Ranks from 0, equal values sharing the mean of theirs. */
function ranks(values: ArrayLike<number>): Float64Array {
  const order = Array.from({ length: values.length }, (_, i) => i).toSorted((a, b) => values[a] - values[b]);
  const found = new Float64Array(values.length);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let i = from; i < to; i++) found[order[i]] = (from + to - 1) / 2;
    from = to;
  }
  return found;
}

/** Spearman's rank correlation. */
export function spearman(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [x, y] = [ranks(a), ranks(b)];
  const middle = (x.length - 1) / 2;
  let [xy, xx, yy] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    xy += (x[i] - middle) * (y[i] - middle);
    xx += (x[i] - middle) ** 2;
    yy += (y[i] - middle) ** 2;
  }
  return xy / Math.sqrt(xx * yy || 1);
}

/** `count` different ones of 0..size-1, in random order. */
export function sample(size: number, count: number, random: RandomStream): readonly number[] {
  const list = Array.from({ length: size }, (_, i) => i);
  for (let i = 0; i < count; i++) {
    const j = i + Math.floor(random.next() * (size - i));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list.slice(0, count);
}

/** `count` of 0..size-1, each drawn anew. */
const resample = (size: number, random: RandomStream): readonly number[] =>
  Array.from({ length: size }, () => Math.floor(random.next() * size));

/** The part of an affinity that the rows and columns named make up, in that order. */
export function part({ columns, cells }: Affinity, rows: readonly number[], chosen: readonly number[]): Affinity {
  const kept = rows.flatMap((row) => chosen.map((column) => cells[row * columns + column]));
  return { rows: rows.length, columns: chosen.length, cells: Float32Array.from(kept) };
}

/** How alike two pairs of eyes rank all pairs of cards; the interval is a percentile bootstrap over visions and cards. */
export function agreement(a: Affinity, b: Affinity, rounds = 300): Score {
  const random = new RandomStream('agreement');
  const found = Array.from({ length: rounds }, () => {
    const [rows, columns] = [resample(a.rows, random), resample(a.columns, random)];
    return spearman(part(a, rows, columns).cells, part(b, rows, columns).cells);
  });
  return { value: spearman(a.cells, b.cells), ...middle95(found) };
}

/** The mean of yes (1) and no (0), with Wilson's interval. */
export function share(hits: readonly boolean[]): Score {
  const n = hits.length;
  const value = hits.filter(Boolean).length / n;
  const centre = (value + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const reach = (Z / (1 + Z ** 2 / n)) * Math.sqrt((value * (1 - value)) / n + Z ** 2 / (4 * n ** 2));
  return { value, low: centre - reach, high: centre + reach };
}

/** What `of` makes of all cases; the interval is a percentile bootstrap over the cases. */
export function bootstrap(count: number, of: (cases: readonly number[]) => number, rounds = 300): Score {
  const random = new RandomStream('bootstrap');
  const all = Array.from({ length: count }, (_, i) => i);
  return { value: of(all), ...middle95(Array.from({ length: rounds }, () => of(resample(count, random)))) };
}

function middle95(values: readonly number[]): { low: number; high: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (q: number): number => sorted[Math.round(q * (sorted.length - 1))] ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}

/**
 * A score of a whole deck, with an interval over decks from the spread of the scores of random halves of it: a half misses what the
 * other half would add, so that its variance is that of the whole (delete-half jackknife, Shao and Wu 1989).
 */
export function overHalves(value: number, halves: readonly number[]): Score {
  const reach = Z * Math.sqrt(halves.reduce((sum, x) => sum + (x - value) ** 2, 0) / halves.length);
  return { value, low: value - reach, high: value + reach };
}
