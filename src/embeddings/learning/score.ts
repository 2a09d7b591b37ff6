import type { Choice } from './picks.ts';

/** How much each of n cards suggests each other: cell (shown, option) at shown * n + option. */
export interface Pairs {
  readonly n: number;
  readonly cells: Float32Array | Float64Array;
}

/** What each row of picks makes of some scores. */
export interface Outcome {
  /** Log-loss in nats: minus the logarithm of the probability of the chosen card. */
  readonly loss: Float64Array;
  /** 1 where the chosen card has the highest score, 0 where not; where it shares it, its share. */
  readonly hit: Float64Array;
}

/** An option's logit is the mean of its cells with the cards shown. Calls `see` with every row's logits, in a buffer that is used again. */
function eachRow(
  { n, cells }: Pairs,
  rows: readonly Choice[],
  see: (row: Choice, logits: Float64Array, at: number) => void,
): void {
  const buffer = new Float64Array(rows.reduce((most, { options }) => Math.max(most, options.length), 0));
  rows.forEach((row, at) => {
    const { shown, options } = row;
    const logits = buffer.subarray(0, options.length);
    for (let o = 0; o < options.length; o++) {
      let sum = 0;
      for (let s = 0; s < shown.length; s++) sum += cells[shown[s] * n + options[o]];
      logits[o] = sum / shown.length;
    }
    see(row, logits, at);
  });
}

/** Turns logits into probabilities in place, and returns the log of the sum of their exponentials. */
function softmax(logits: Float64Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let o = 0; o < logits.length; o++) most = Math.max(most, logits[o]);
  let total = 0;
  for (let o = 0; o < logits.length; o++) total += logits[o] = Math.exp(logits[o] - most);
  for (let o = 0; o < logits.length; o++) logits[o] /= total;
  return most + Math.log(total);
}

export const weightOf = (rows: readonly Choice[]): number => rows.reduce((sum, { weight }) => sum + weight, 0);

/** Mean log-loss over rows, by weight. Where `gradient` is given, of n * n numbers, the loss's gradient by cell is written there. */
export function meanLoss(pairs: Pairs, rows: readonly Choice[], gradient?: Float32Array): number {
  const total = weightOf(rows);
  let loss = 0;
  gradient?.fill(0);
  eachRow(pairs, rows, ({ shown, options, chosen, weight }, logits) => {
    const ofChosen = logits[chosen];
    loss += weight * (softmax(logits) - ofChosen);
    if (gradient === undefined) return;
    logits[chosen] -= 1;
    const scale = weight / total / shown.length;
    for (let s = 0; s < shown.length; s++)
      for (let o = 0; o < options.length; o++) gradient[shown[s] * pairs.n + options[o]] += scale * logits[o];
  });
  return loss / total;
}

/** Row by row, what the scores make of the picks. */
export function outcomeOf(pairs: Pairs, rows: readonly Choice[]): Outcome {
  const outcome = { loss: new Float64Array(rows.length), hit: new Float64Array(rows.length) };
  eachRow(pairs, rows, ({ chosen }, logits, at) => {
    const ofChosen = logits[chosen];
    const most = Math.max(...logits);
    if (ofChosen === most) outcome.hit[at] = 1 / logits.filter((logit) => logit === most).length;
    outcome.loss[at] = softmax(logits) - ofChosen;
  });
  return outcome;
}

/** The scale, 0 or above, at which `pairs` have the least log-loss: what turns cosines into logits. The loss is convex in it. */
export function fitTemperature(pairs: Pairs, rows: readonly Choice[]): number {
  /** First and second derivative of the summed loss. */
  const slopes = (scale: number): readonly [number, number] => {
    let first = 0;
    let second = 0;
    eachRow(pairs, rows, ({ chosen, weight }, scores) => {
      const chances = scores.map((score) => score * scale);
      softmax(chances);
      let mean = 0;
      let square = 0;
      for (let o = 0; o < scores.length; o++) {
        mean += chances[o] * scores[o];
        square += chances[o] * scores[o] * scores[o];
      }
      first += weight * (mean - scores[chosen]);
      second += weight * (square - mean * mean);
    });
    return [first, second];
  };
  let low = 0;
  let high = MOST_SCALE;
  if (slopes(0)[0] >= 0) return 0;
  let scale = 1;
  for (let step = 0; step < 60 && high - low > 1e-6 * (1 + low); step++) {
    const [first, second] = slopes(scale);
    if (first < 0) low = scale;
    else high = scale;
    const newton = scale - first / second;
    if (Math.abs(newton - scale) < 1e-7 * (1 + scale)) return newton;
    scale = newton > low && newton < high ? newton : (low + high) / 2;
  }
  return scale;
}

/** Cosines are told apart to 1e-3 at best; beyond that a scale says only that the rows leave no doubt. */
const MOST_SCALE = 1000;

export const scaled = ({ n, cells }: Pairs, scale: number): Pairs => ({ n, cells: cells.map((cell) => cell * scale) });

/** The cosines of all pairs of rows of length 1. */
export function cosines(vectors: Float32Array | Float64Array, dim: number): Pairs {
  const n = vectors.length / dim;
  const cells = new Float64Array(n * n);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      for (let i = 0; i < dim; i++) sum += vectors[a * dim + i] * vectors[b * dim + i];
      cells[a * n + b] = sum;
      cells[b * n + a] = sum;
    }
  }
  return { n, cells };
}

/** The same after each row has lost the mean of its kind and has length 1 again, as an affinity's rows do; one that is the mean is 0. */
export function centredCosines(vectors: Float32Array, dim: number, kinds: readonly number[]): Pairs {
  const rowsOf = new Map<number, number[]>();
  kinds.forEach((kind, row) => rowsOf.set(kind, [...(rowsOf.get(kind) ?? []), row]));
  const off = Float64Array.from(vectors);
  for (const rows of rowsOf.values()) {
    for (let i = 0; i < dim; i++) {
      const mean = rows.reduce((sum, row) => sum + vectors[row * dim + i], 0) / rows.length;
      for (const row of rows) off[row * dim + i] -= mean;
    }
    for (const row of rows) {
      const one = off.subarray(row * dim, (row + 1) * dim);
      const length = Math.sqrt(one.reduce((sum, x) => sum + x * x, 0));
      one.forEach((x, i) => (one[i] = length < 1e-6 ? 0 : x / length));
    }
  }
  return cosines(off, dim);
}
