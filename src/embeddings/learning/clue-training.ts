import { setImmediate } from 'node:timers/promises';
import type { Rank, Scalar, Tensor, Tensor2D, Variable } from '@tensorflow/tfjs-core';
import type { ClueModel } from '../../engine/kernel/knowledge.ts';
import type { Backend } from './backend.ts';
import type { Clue } from './clues.ts';

/** A clue model without what it is for. */
export type ClueWeights = Pick<ClueModel, 'means' | 'scales' | 'bias' | 'direct' | 'units'>;

export interface ClueTrainingRequest {
  /** Rows to learn from, and rows that say when to stop and which model is better. */
  readonly train: readonly Clue[];
  readonly validation: readonly Clue[];
  /** Places of the features in the rows that are learned from. */
  readonly places: readonly number[];
  /** Numbers of hidden units to try, one model each; 0 is a logistic regression. */
  readonly units: readonly number[];
  readonly backend: Backend;
  /** Uniform numbers in [0, 1) from a fixed seed. */
  readonly random: () => number;
  /** The most epochs of a lesson. */
  readonly epochs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onEpoch?: (at: {
    readonly lesson: number;
    readonly lessons: number;
    readonly epoch: number;
    readonly loss: number;
  }) => void;
}

export interface ClueTraining {
  readonly weights: ClueWeights;
  readonly epochs: number;
}

const LEARNING_RATE = 0.02;
/** Epochs without a better validation loss after which a lesson stops. */
const PATIENCE = 20;
/** Digits of a weight that are kept: what is judged is what is written, on every machine. */
const DIGITS = 6;

/**
 * Learns the chance that a clue is understood: one lesson a number of hidden units (Adam over all rows at once, stopped early by the
 * validation rows); the model with the least validation loss is taken. Throws the signal's reason once it aborts.
 */
export async function trainClueModel(request: ClueTrainingRequest): Promise<ClueTraining> {
  const { train, places, units } = request;
  const means = places.map((place) => rounded(train.reduce((sum, { x }) => sum + x[place], 0) / train.length));
  const scales = places.map((place, i) => {
    const square = train.reduce((sum, { x }) => sum + (x[place] - means[i]) ** 2, 0) / train.length;
    return rounded(Math.sqrt(square)) || 1; // of what never changes nothing is learned
  });
  const lessons: (ClueTraining & { readonly loss: number })[] = [];
  for (const [at, count] of units.entries()) lessons.push(await learn(request, { means, scales }, at, count));
  return lessons.reduce((best, one) => (one.loss < best.loss ? one : best));
}

const rounded = (x: number): number => Number(x.toPrecision(DIGITS));

async function learn(
  { train, validation, places, units, backend: { tf }, random, epochs, signal, onEpoch }: ClueTrainingRequest,
  { means, scales }: Pick<ClueModel, 'means' | 'scales'>,
  at: number,
  count: number,
): Promise<ClueTraining & { readonly loss: number }> {
  const size = places.length;
  const tensorOf = (rows: readonly Clue[]): Tensor2D => {
    const cells = new Float32Array(rows.length * size);
    rows.forEach(({ x }, row) => {
      for (let i = 0; i < size; i++) cells[row * size + i] = (x[places[i]] - means[i]) / scales[i];
    });
    return tf.tensor2d(cells, [rows.length, size]);
  };
  const inputs = tensorOf(train);
  const others = tensorOf(validation);
  const rate = train.reduce((sum, { right }) => sum + right, 0.5) / (train.length + 1);
  const bias = tf.variable(tf.scalar(Math.log(rate / (1 - rate))));
  const direct = tf.variable(tf.zeros<Rank.R2>([size, 1]));
  const start = Float32Array.from({ length: size * count }, () => gaussian(random) / Math.sqrt(size));
  const hidden =
    count === 0
      ? undefined
      : {
          weights: tf.variable(tf.tensor2d(start, [size, count])),
          // Where units bend differs from the start, or they would all bend at the mean.
          biases: tf.variable(tf.tensor1d(Float32Array.from({ length: count }, () => gaussian(random)))),
          out: tf.variable(tf.zeros<Rank.R2>([count, 1])),
        };
  const variables: Variable[] = [bias, direct, ...(hidden ? Object.values(hidden) : [])];
  const optimizer = tf.train.adam(LEARNING_RATE);

  const logits = (x: Tensor2D): Tensor => {
    const plain = tf.add(tf.matMul(x, direct as Tensor2D), bias);
    if (!hidden) return plain;
    const sums = tf.add(tf.matMul(x, hidden.weights as Tensor2D), hidden.biases);
    return tf.add(plain, tf.matMul(tf.relu(sums) as Tensor2D, hidden.out as Tensor2D));
  };
  const slopes = new Float32Array(train.length);
  /** The log-loss as an operation of its own, exact where a chance is near 0 or 1. */
  const lossOf = tf.customGrad((told) => ({
    value: tf.scalar(meanLoss((told as Tensor).dataSync(), train, slopes)),
    gradFunc: (dy: Tensor) => tf.mul(dy, tf.tensor2d(slopes, [train.length, 1])),
  }));
  const judge = (): number => tf.tidy(() => meanLoss(logits(others).dataSync(), validation));
  const state = (): ClueWeights => {
    const [weights, biases, out] = hidden ? [hidden.weights, hidden.biases, hidden.out].map(numbersOf) : [[], [], []];
    return {
      means,
      scales,
      bias: rounded(bias.dataSync()[0]),
      direct: numbersOf(direct),
      units: biases.map((unitBias, unit) => ({
        bias: unitBias,
        weights: Array.from({ length: size }, (_, i) => weights[i * count + unit]),
        out: out[unit],
      })),
    };
  };
  try {
    let best = { weights: state(), epochs: 0, loss: judge() };
    for (let epoch = 1; epoch <= epochs; epoch++) {
      await setImmediate(); // lets a signal in
      signal?.throwIfAborted();
      optimizer.minimize(() => lossOf(logits(inputs)) as Scalar, false, variables);
      const loss = judge();
      onEpoch?.({ lesson: at + 1, lessons: units.length, epoch, loss });
      if (loss < best.loss) best = { weights: state(), epochs: epoch, loss };
      else if (epoch - best.epochs >= PATIENCE) break;
    }
    return best;
  } finally {
    optimizer.dispose();
    for (const tensor of [inputs, others, ...variables]) tensor.dispose();
  }
}

const numbersOf = (tensor: Tensor): readonly number[] => Array.from(tensor.dataSync(), rounded);

/** Mean log-loss in nats; where `slopes` is given, the gradient by logit is written there. */
function meanLoss(logits: ArrayLike<number>, rows: readonly Clue[], slopes?: Float32Array): number {
  let loss = 0;
  rows.forEach(({ right }, at) => {
    const logit = logits[at];
    // log(1 + e^x) without an overflow.
    loss += Math.max(logit, 0) + Math.log1p(Math.exp(-Math.abs(logit))) - right * logit;
    if (slopes) slopes[at] = (1 / (1 + Math.exp(-logit)) - right) / rows.length;
  });
  return loss / rows.length;
}

/** A normal number (Box and Muller 1958). */
const gaussian = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
