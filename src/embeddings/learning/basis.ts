/** An orthonormal basis of what some vectors span, and the vectors in its coordinates. */
export interface Basis {
  readonly dim: number;
  /** Number of its directions, at most `dim` and at most the number of vectors. */
  readonly size: number;
  /** `size` rows of `dim`. */
  readonly directions: Float64Array;
  /** A row of `size` for each vector. */
  readonly coordinates: Float32Array;
}

/**
 * What `vectors`, rows of `dim` and length 1, span (Gram and Schmidt, each row twice for accuracy). Whatever a projection learns from
 * these cards lies inside, and there it is learned in far fewer numbers.
 */
export function spanOf(vectors: Float32Array, dim: number): Basis {
  const rows: Float64Array[] = [];
  for (let at = 0; at < vectors.length && rows.length < dim; at += dim) {
    const row = Float64Array.from(vectors.subarray(at, at + dim));
    for (let pass = 0; pass < 2; pass++) for (const other of rows) subtract(row, other, dot(row, other));
    const length = Math.sqrt(dot(row, row));
    if (length > LEAST_LENGTH) rows.push(row.map((x) => x / length));
  }
  const directions = new Float64Array(rows.length * dim);
  rows.forEach((row, i) => directions.set(row, i * dim));
  const coordinates = new Float32Array((vectors.length / dim) * rows.length);
  for (let card = 0; card < vectors.length / dim; card++) {
    const vector = vectors.subarray(card * dim, (card + 1) * dim);
    rows.forEach((row, i) => (coordinates[card * rows.length + i] = dot(row, vector)));
  }
  return { dim, size: rows.length, directions, coordinates };
}

/** What is left of a vector of length 1 that others nearly span is rounding below this. */
const LEAST_LENGTH = 1e-4;

function subtract(row: Float64Array, other: Float64Array, times: number): void {
  for (let i = 0; i < row.length; i++) row[i] -= times * other[i];
}

function dot(a: Float64Array, b: Float64Array | Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
