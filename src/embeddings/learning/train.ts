import { EyesError } from '../encoders/encoder.ts';
import { project } from './head.ts';
import type { Projection } from './head.ts';
import type { Backend } from './backend.ts';
import { spanOf } from './basis.ts';
import type { Basis } from './basis.ts';
import { learn } from './lesson.ts';
import type { Classroom, Learned } from './lesson.ts';
import { centredCosines, cosines, fitTemperature, outcomeOf, scaled } from './score.ts';
import type { Outcome, Pairs } from './score.ts';
import type { Split } from './split.ts';

/** Cards as an encoder sees them, which no training changes. */
export interface FrozenCards {
  readonly dim: number;
  /** A row of `dim` and length 1 for each card. */
  readonly vectors: Float32Array;
  /** The kind of each card; 0 for all where they have none. Each kind is centred by itself, as for an affinity. */
  readonly kinds: readonly number[];
}

/** What a training may be told otherwise; the defaults are right for a few hundred to a hundred thousand rows. */
export interface TrainingPlan {
  /** Numbers a vector passes through; less where the cards span fewer. */
  readonly rank: number;
  /** The most epochs of one lesson. */
  readonly epochs: number;
  /** Prior standard deviations to try, in logits. */
  readonly spreads: readonly number[];
}

export const USUAL_PLAN: TrainingPlan = { rank: 64, epochs: 300, spreads: [0.1, 0.3, 1, 3] };

export interface TrainingRequest {
  readonly cards: FrozenCards;
  readonly split: Split;
  readonly backend: Backend;
  /** Uniform numbers in [0, 1) from a fixed seed: the same give the same head. */
  readonly random: () => number;
  readonly plan?: TrainingPlan;
  readonly signal?: AbortSignal;
  /** Told after each epoch. `lesson` counts from 1; the last of `lessons` learns from train and validation rows without a loss to report. */
  readonly onEpoch?: (at: {
    readonly lesson: number;
    readonly lessons: number;
    readonly epoch: number;
    readonly loss: number;
  }) => void;
}

/** A trained projection and what it makes of the held-out rows, beside what the encoder alone does. */
export interface Training {
  readonly projection: Projection;
  readonly spread: number;
  readonly epochs: number;
  readonly heldOut: { readonly head: Outcome; readonly centred: Outcome; readonly raw: Outcome };
  /** Logits of all pairs of cards, for rows of other files. */
  readonly logits: { readonly head: Pairs; readonly centred: Pairs; readonly raw: Pairs };
}

/**
 * Trains a head: one lesson a spread, stopped early by the validation rows, then one with the best spread over train and validation rows.
 * Held-out rows are looked at once, at the end. The cosines they are compared with get the temperature that suits all other rows best.
 * Throws EyesError for more cards than can be learned over, and the signal's reason once it aborts.
 */
export async function trainHead({
  cards,
  split,
  backend,
  random,
  plan = USUAL_PLAN,
  signal,
  onEpoch,
}: TrainingRequest): Promise<Training> {
  const { dim, vectors, kinds } = cards;
  if (kinds.length > MOST_CARDS)
    throw new EyesError(`a head is learned over at most ${MOST_CARDS} cards, and there are ${kinds.length}`);
  const centred = centredCosines(vectors, dim, kinds);
  const basis = spanOf(vectors, dim);
  const rank = Math.min(plan.rank, basis.size);
  const temperature = Math.max(LEAST_TEMPERATURE, fitTemperature(centred, split.train));
  const room: Classroom = {
    backend,
    basis,
    kinds,
    prior: scaled(centred, temperature),
    temperature,
    rank,
    start: gaussians(basis.size * rank, 1 / Math.sqrt(basis.size), random),
    signal,
  };
  const lessons = plan.spreads.length + 1;
  const tried: (Learned & { readonly spread: number })[] = [];
  for (const [i, spread] of plan.spreads.entries()) {
    const learned = await learn(room, {
      rows: split.train,
      spread,
      epochs: plan.epochs,
      validation: split.validation,
      onEpoch: (epoch, loss) => onEpoch?.({ lesson: i + 1, lessons, epoch, loss }),
    });
    tried.push({ ...learned, spread });
  }
  const { spread, epochs } = tried.reduce((best, one) => (one.loss < best.loss ? one : best));
  const rows = [...split.train, ...split.validation];
  const last = await learn(room, {
    rows,
    spread,
    epochs,
    onEpoch: (epoch, loss) => onEpoch?.({ lesson: lessons, lessons, epoch, loss }),
  });
  const projection = widen(last, basis, rank);
  const raw = cosines(vectors, dim);
  const logits = {
    head: scaled(centredCosines(project(vectors, projection), dim, kinds), last.temperature),
    centred: scaled(centred, fitTemperature(centred, rows)),
    raw: scaled(raw, fitTemperature(raw, rows)),
  };
  const judge = (pairs: Pairs): Outcome => outcomeOf(pairs, split.heldOut);
  return {
    projection,
    spread,
    epochs,
    heldOut: { head: judge(logits.head), centred: judge(logits.centred), raw: judge(logits.raw) },
    logits,
  };
}

/** Every pair of cards has a number of its own, several times over. */
const MOST_CARDS = 3000;

/** A head must be able to grow from its start even where people seem to choose against the encoder. */
const LEAST_TEMPERATURE = 0.1;

/** Independent normal numbers with standard deviation `deviation` (Box and Muller 1958). */
const gaussians = (count: number, deviation: number, random: () => number): Float32Array =>
  Float32Array.from(
    { length: count },
    () => deviation * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  );

/** From the coordinates of the basis to those of the vectors. */
function widen({ down, up }: Learned, { dim, size, directions }: Basis, rank: number): Projection {
  const wide = { dim, rank, down: new Float32Array(dim * rank), up: new Float32Array(rank * dim) };
  for (let k = 0; k < rank; k++) {
    for (let i = 0; i < dim; i++) {
      let into = 0;
      let outOf = 0;
      for (let j = 0; j < size; j++) {
        into += directions[j * dim + i] * down[j * rank + k];
        outOf += up[k * size + j] * directions[j * dim + i];
      }
      wide.down[i * rank + k] = into;
      wide.up[k * dim + i] = outOf;
    }
  }
  return wide;
}
