import type { Affinity, EncodedDeck } from '../../engine/kernel/knowledge.ts';
import type { PickedCards } from '../deck/deck.ts';
import { EyesError } from '../encoders/encoder.ts';

/**
 * What is done about hubs, cards that are near everything and so suggest nothing. Applied to each category's block of cosines.
 * - `none`: nothing.
 * - `means`: from each column its mean over the visions, then from each row its mean over the category.
 * - `z-scores`: the same, divided by the standard deviations.
 * - `csls`: twice the cosine less the mean of its row's and of its column's nearest (Conneau et al. 2018, k = 10).
 *
 * On the starter deck a psychic that looks through other eyes than the ghost finds the first card equally often with the last three
 * (within half a point) and two points less often with raw cosines, four if the ghost gives the best fit and ignores rivals.
 */
export const HUB_CORRECTIONS = ['none', 'means', 'z-scores', 'csls'] as const;
export type HubCorrection = (typeof HUB_CORRECTIONS)[number];

export interface AffinityOptions {
  /** Whether vectors are first centred: visions by their mean, cards by their category's. */
  readonly centre?: boolean;
  readonly hubs?: HubCorrection;
}

/**
 * How strongly each vision suggests each card: rows are `picked.visions`, columns `picked.cards`.
 *
 * Vectors are centred and brought back to length 1, their cosines corrected for hubs, and each category's block of cells is then
 * shifted and scaled as a whole to mean 0 and standard deviation 1 (over all its cells; all 0 if they are all alike).
 * So a cell of 2 means the same in every category, and all cells together have mean 0 and standard deviation 1 too.
 * Does not depend on the order of visions, nor on that of a category's cards, beyond rounding.
 * `cells` lies in shared memory, so that workers look at one copy.
 */
export function toAffinity(
  encoded: EncodedDeck,
  picked: PickedCards,
  { centre = true, hubs = 'means' }: AffinityOptions = {},
): Affinity {
  const rows = picked.visions.length;
  const columns = picked.cards.length;
  const cells = sharedCells(rows, columns);
  const arrange = (ids: readonly string[]): readonly Float64Array[] => {
    const vectors = vectorsOf(encoded, ids);
    return centre ? centred(vectors) : vectors;
  };
  const visions = arrange(picked.visions.map((card) => card.id));
  let from = 0;
  for (const count of picked.groups) {
    const cards = arrange(picked.cards.slice(from, from + count).map((card) => card.id));
    const block = visions.map((vision) => Float64Array.from(cards, (card) => dot(vision, card)));
    standardise(CORRECT[hubs](block)).forEach((row, vision) => cells.set(row, vision * columns + from));
    from += count;
  }
  return { rows, columns, cells };
}

/**
 * What eyes see that look with several encoders at once: the weighted sum of their affinities, each category's block shifted and scaled
 * to mean 0 and standard deviation 1 again. All parts are of one deck and need; `groups` are the sizes of its categories, in order.
 */
export function mixAffinities(
  parts: readonly { readonly affinity: Affinity; readonly weight: number }[],
  groups: readonly number[],
): Affinity {
  const [{ affinity }] = parts;
  const { rows, columns } = affinity;
  const cells = sharedCells(rows, columns);
  let from = 0;
  for (const count of groups) {
    const block = Array.from({ length: rows }, (_, row) =>
      Float64Array.from({ length: count }, (_, column) =>
        parts.reduce((sum, part) => sum + part.weight * part.affinity.cells[row * columns + from + column], 0),
      ),
    );
    standardise(block).forEach((row, vision) => cells.set(row, vision * columns + from));
    from += count;
  }
  return { rows, columns, cells };
}

const sharedCells = (rows: number, columns: number): Float32Array =>
  new Float32Array(new SharedArrayBuffer(rows * columns * Float32Array.BYTES_PER_ELEMENT));

/** The cells of one category: a row a vision, all of one length. */
type Block = readonly Float64Array[];

const CORRECT: Readonly<Record<HubCorrection, (block: Block) => Block>> = {
  none: (block) => block,
  means: (block) => byRow(byColumn(block, shifted), shifted),
  'z-scores': (block) => byRow(byColumn(block, scaled), scaled),
  csls: (block) => {
    const rowNearest = block.map((row) => meanOfNearest(row));
    const columnNearest = transpose(block).map((column) => meanOfNearest(column));
    return block.map((row, r) => row.map((cosine, c) => 2 * cosine - rowNearest[r] - columnNearest[c]));
  },
};

function vectorsOf({ ids, dim, vectors, encoder }: EncodedDeck, wanted: readonly string[]): readonly Float64Array[] {
  const rowOf = new Map(ids.map((id, row) => [id, row]));
  return wanted.map((id) => {
    const row = rowOf.get(id);
    if (row === undefined) throw new EyesError(`card ${id} is not among the ${ids.length} cards encoded by ${encoder}`);
    return Float64Array.from(vectors.subarray(row * dim, (row + 1) * dim));
  });
}

/** Each vector less the mean of all, at length 1; one that is the mean itself stays 0. */
function centred(vectors: readonly Float64Array[]): readonly Float64Array[] {
  if (vectors.length === 0) return vectors;
  const mean = Float64Array.from(vectors[0], (_, i) => meanOf(vectors.map((vector) => vector[i])));
  return vectors.map((vector) => {
    const off = vector.map((x, i) => x - mean[i]);
    const length = Math.sqrt(dot(off, off));
    return off.map((x) => (length < 1e-9 ? 0 : x / length));
  });
}

/** The whole block at mean 0 and standard deviation 1. */
function standardise(block: Block): Block {
  const all = scaled(Float64Array.from(block.flatMap((row) => [...row])));
  const width = block[0]?.length ?? 0;
  return block.map((_, r) => all.subarray(r * width, (r + 1) * width));
}

const byRow = (block: Block, change: (row: Float64Array) => Float64Array): Block => block.map((row) => change(row));

const byColumn = (block: Block, change: (column: Float64Array) => Float64Array): Block =>
  transpose(transpose(block).map((column) => change(column)));

const transpose = (block: Block): Block =>
  Array.from(block[0] ?? [], (_, c) => Float64Array.from(block, (row) => row[c]));

function shifted(values: Float64Array): Float64Array {
  const mean = meanOf(values);
  return values.map((x) => x - mean);
}

/** At mean 0 and standard deviation 1, or all 0 if there is no spread beyond rounding. */
function scaled(values: Float64Array): Float64Array {
  const off = shifted(values);
  const deviation = Math.sqrt(dot(off, off) / off.length);
  return off.map((x) => (deviation < 1e-9 ? 0 : x / deviation));
}

const NEAREST = 10;
const meanOfNearest = (values: Float64Array): number => meanOf(values.toSorted().subarray(-NEAREST));

function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
