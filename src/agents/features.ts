import type { Affinity } from '../engine/kernel/knowledge.ts';

/** Features kept of an affinity: enough for four fifths of what the bundled eyes see in the starter deck. */
const MOST_FEATURES = 8;

/**
 * What many pictures have in common: the strongest singular vectors of an affinity. Feature k of vision `row` and card `column` is
 * ofRow[row * count + k] * ofColumn[column * count + k]. A sum of features with weights drawn from a standard normal distribution has
 * mean square 1 over the whole affinity.
 */
export interface Features {
  readonly count: number;
  readonly ofRow: Float64Array;
  readonly ofColumn: Float64Array;
}

const known = new WeakMap<Affinity, Features>();

/** The features of an affinity, worked out once. */
export function featuresOf(affinity: Affinity): Features {
  let features = known.get(affinity);
  if (!features) known.set(affinity, (features = strongest(affinity)));
  return features;
}

function strongest({ rows, columns, cells }: Affinity): Features {
  const count = Math.min(MOST_FEATURES, rows, columns);
  const { values, vectors } = eigen(gram(rows, columns, cells), columns);
  const order = Array.from(values.keys()).toSorted((a, b) => values[b] - values[a]);
  const kept = order.slice(0, count);
  const power = kept.reduce((sum, k) => sum + Math.max(0, values[k]), 0);
  const scale = power > 0 ? Math.sqrt((rows * columns) / power) : 0;
  const ofRow = new Float64Array(rows * count);
  const ofColumn = new Float64Array(columns * count);
  kept.forEach((from, k) => {
    for (let column = 0; column < columns; column++) {
      const entry = vectors[column * columns + from];
      ofColumn[column * count + k] = entry;
      for (let row = 0; row < rows; row++) ofRow[row * count + k] += scale * entry * cells[row * columns + column];
    }
  });
  return { count, ofRow, ofColumn };
}

/** The products of every two columns. */
function gram(rows: number, columns: number, cells: Float32Array): Float64Array {
  const products = new Float64Array(columns * columns);
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < columns; i++) {
      for (let j = 0; j < columns; j++)
        products[i * columns + j] += cells[row * columns + i] * cells[row * columns + j];
    }
  }
  return products;
}

/** More sweeps than any matrix of this size has been seen to need. */
const MOST_SWEEPS = 30;

/**
 * Eigenvalues and eigenvectors (column k belongs to value k) of a symmetric n x n matrix, which is overwritten: the cyclic Jacobi
 * method (G. H. Golub, C. F. Van Loan, "Matrix Computations", 4th ed. 2013, section 8.5).
 */
function eigen(a: Float64Array, n: number): { readonly values: Float64Array; readonly vectors: Float64Array } {
  const vectors = new Float64Array(n * n);
  let size = 0;
  for (let i = 0; i < n; i++) {
    vectors[i * n + i] = 1;
    size = Math.max(size, Math.abs(a[i * n + i]));
  }
  const least = size * Number.EPSILON;
  let isDone = false;
  for (let sweep = 0; sweep < MOST_SWEEPS && !isDone; sweep++) {
    isDone = true;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        if (Math.abs(a[p * n + q]) <= least) continue;
        isDone = false;
        const theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
        const tan = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const cos = 1 / Math.sqrt(tan * tan + 1);
        for (let i = 0; i < n; i++) rotate(a, i * n + p, i * n + q, cos, tan * cos);
        for (let i = 0; i < n; i++) rotate(a, p * n + i, q * n + i, cos, tan * cos);
        for (let i = 0; i < n; i++) rotate(vectors, i * n + p, i * n + q, cos, tan * cos);
      }
    }
  }
  return { values: Float64Array.from({ length: n }, (_, i) => a[i * n + i]), vectors };
}

function rotate(a: Float64Array, at: number, to: number, cos: number, sin: number): void {
  const x = a[at];
  const y = a[to];
  a[at] = cos * x - sin * y;
  a[to] = sin * x + cos * y;
}
