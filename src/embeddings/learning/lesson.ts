import { setImmediate } from 'node:timers/promises';
import type { Rank, Tensor2D, Tensor, Variable } from '@tensorflow/tfjs-core';
import type { Backend } from './backend.ts';
import type { Basis } from './basis.ts';
import type { Choice } from './picks.ts';
import type { Pairs } from './score.ts';
import { meanLoss, weightOf } from './score.ts';

/** What does not change between the trainings of one head. */
export interface Classroom {
  readonly backend: Backend;
  readonly basis: Basis;
  /** The kind of each card; each kind is centred by itself. */
  readonly kinds: readonly number[];
  /** Logits before anything is learned: centred cosines times the temperature that suits them. */
  readonly prior: Pairs;
  readonly temperature: number;
  readonly rank: number;
  /** Where `down` starts, basis.size rows of `rank`; `up` starts at 0, so that the head starts as no change at all. */
  readonly start: Float32Array;
  readonly signal?: AbortSignal | undefined;
}

export interface Lesson {
  readonly rows: readonly Choice[];
  /** Prior standard deviation, in logits, of how far each pair of cards may come from `prior`. */
  readonly spread: number;
  readonly epochs: number;
  /** Rows that say when to stop; without them the lesson takes all its epochs. */
  readonly validation?: readonly Choice[];
  readonly onEpoch?: (epoch: number, loss: number) => void;
}

export interface Learned {
  /** In the coordinates of the basis. */
  readonly down: Float32Array;
  readonly up: Float32Array;
  readonly temperature: number;
  /** After how many epochs it was like this. */
  readonly epochs: number;
  /** Mean log-loss of the validation rows, or of the lesson's own without them. */
  readonly loss: number;
}

const LEARNING_RATE = 0.01;
/** Epochs without a better validation loss after which a lesson stops. */
const PATIENCE = 20;

/**
 * Learns a projection from what people chose: softmax over each row's options, Adam over all rows at once (an epoch is a step), and a
 * Gaussian prior on every pair of cards around what the encoder says (which, unlike weight decay, means the same for all encoders and
 * weakens as rows come in). The result is the epoch with the least validation loss.
 * Throws the signal's reason once it aborts.
 */
export async function learn(room: Classroom, { rows, spread, epochs, validation, onEpoch }: Lesson): Promise<Learned> {
  const { tf } = room.backend;
  const { size, coordinates } = room.basis;
  const n = room.kinds.length;
  const cards = tf.tensor2d(coordinates, [n, size]);
  const means = tf.tensor2d(meansOf(room.kinds), [n, n]);
  const before = tf.tensor2d(Float32Array.from(room.prior.cells), [n, n]);
  const down = tf.variable(tf.tensor2d(room.start, [size, room.rank]));
  const up = tf.variable(tf.zeros<Rank.R2>([room.rank, size]));
  const logTemperature = tf.variable(tf.scalar(Math.log(room.temperature)));
  const variables: Variable[] = [down, up, logTemperature];
  const optimizer = tf.train.adam(LEARNING_RATE);

  const atLengthOne = (x: Tensor2D): Tensor2D => tf.div(x, tf.sqrt(tf.add(tf.sum(tf.square(x), 1, true), 1e-12)));
  /** Logits of all pairs of cards. */
  const logits = (): Tensor2D => {
    const seen = atLengthOne(tf.add(cards, tf.matMul(tf.matMul(cards, down as Tensor2D), up as Tensor2D)));
    const centred = atLengthOne(tf.sub(seen, tf.matMul(means, seen)));
    return tf.mul(tf.exp(logTemperature), tf.matMul(centred, centred, false, true));
  };
  const gradient = new Float32Array(n * n);
  /** The rows' log-loss as an operation of its own: no backend but the native one can scatter a gradient over a few cells. */
  const lossOf = tf.customGrad((pairs) => {
    const cells = (pairs as Tensor).dataSync() as Float32Array;
    return {
      value: tf.scalar(meanLoss({ n, cells }, rows, gradient)),
      gradFunc: (dy: Tensor) => tf.mul(dy, tf.tensor2d(gradient, [n, n])),
    };
  });
  // Each pair stands in the matrix twice.
  const strictness = 1 / (4 * spread * spread * weightOf(rows));
  const step = (): number => {
    const cost = optimizer.minimize(
      () => {
        const pairs = logits();
        const drift = tf.mul(strictness, tf.sum(tf.square(tf.sub(pairs, before))));
        return tf.add(lossOf(pairs), drift);
      },
      true,
      variables,
    );
    const [value] = cost?.dataSync() ?? [Number.NaN];
    cost?.dispose();
    return value;
  };
  const state = (epoch: number, loss: number): Learned => ({
    down: Float32Array.from(down.dataSync()),
    up: Float32Array.from(up.dataSync()),
    temperature: Math.exp(logTemperature.dataSync()[0]),
    epochs: epoch,
    loss,
  });
  const judge = (): number =>
    tf.tidy(() => meanLoss({ n, cells: logits().dataSync() as Float32Array }, validation ?? rows));

  try {
    let best = state(0, judge());
    for (let epoch = 1; epoch <= epochs; epoch++) {
      await setImmediate(); // lets a signal in
      room.signal?.throwIfAborted();
      step();
      if (validation === undefined) {
        onEpoch?.(epoch, Number.NaN);
        continue;
      }
      const loss = judge();
      onEpoch?.(epoch, loss);
      if (loss < best.loss) best = state(epoch, loss);
      else if (epoch - best.epochs >= PATIENCE) break;
    }
    return validation === undefined ? state(epochs, judge()) : best;
  } finally {
    optimizer.dispose();
    for (const tensor of [cards, means, before, ...variables]) tensor.dispose();
  }
}

/** The matrix that turns rows into the mean row of their kind. */
function meansOf(kinds: readonly number[]): Float32Array {
  const counts = new Map<number, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Float32Array.from(
    kinds.flatMap((kind) => kinds.map((other) => (kind === other ? 1 / (counts.get(kind) ?? 1) : 0))),
  );
}
