import { Sfc32 } from '../../engine/kernel/rng.ts';
import type { BackendName } from '../../embeddings/index.ts';
import type { ProgressBars } from '../screen.ts';

/** What every training is asked for. */
export interface LessonPlan {
  readonly out: string | undefined;
  readonly seed: number;
  /** The most epochs of a lesson. */
  readonly epochs: number;
  readonly backend: BackendName | undefined;
  readonly quiet: boolean;
}

/** Something that can be learned from files. */
export interface Lesson {
  /** What comes of it, in words. */
  readonly makes: string;
  /** Fails for a file that is no such thing. */
  readonly recognise: (file: string) => Promise<unknown>;
  readonly learn: (signal: AbortSignal) => Promise<Product>;
}

/** What came of a lesson. */
export interface Product {
  readonly write: (out: string) => Promise<void>;
  /** All there is to say of it, as --json prints it. */
  readonly document: object;
  readonly describe: () => Promise<string>;
  /** How it is used once it is written. */
  readonly use: string;
  /** Why it is not worth a file; undefined where it is. */
  readonly refusal: string | undefined;
}

/** Streams of the seed. */
export const SPLIT = 0;
export const START = 1;

type OnEpoch = (at: {
  readonly lesson: number;
  readonly lessons: number;
  readonly epoch: number;
  readonly loss: number;
}) => void;

/** Runs a training under a bar of all epochs it may take; a lesson that stops early skips its share of them. */
export async function withBar<T>(
  startBar: ProgressBars,
  epochs: number,
  work: (onEpoch: OnEpoch) => Promise<T>,
): Promise<T> {
  let bar: ReturnType<ProgressBars> | undefined;
  try {
    return await work(({ lesson, lessons, epoch, loss }) => {
      bar ??= startBar('learns', lessons * epochs, 'epochs');
      const remark = Number.isNaN(loss) ? '' : `, validation loss ${loss.toFixed(4)}`;
      bar.update((lesson - 1) * epochs + epoch, `, lesson ${lesson} of ${lessons}${remark}`);
    });
  } finally {
    bar?.stop();
  }
}

/** Uniform numbers in [0, 1) of one of a seed's streams. */
export function streamOf(seed: number, stream: number): () => number {
  const rng = new Sfc32(seed, stream);
  return () => rng.unit();
}
