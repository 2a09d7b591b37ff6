import type { Card } from '../deck/deck.ts';
import { nameOf } from '../deck/deck.ts';

/** Pictures, models or vectors that no game can be played with. The message is one line and says what would be right. */
export class EyesError extends Error {
  override readonly name = 'EyesError';
}

/** There are no eyes of the name that was asked for; the message says which there are. */
export class UnknownEyesError extends Error {
  override readonly name = 'UnknownEyesError';
}

/**
 * Turns cards into vectors. Making one costs nothing: weights and native libraries are loaded when the first card is encoded,
 * so that asking for `id` is free.
 */
export interface Encoder {
  /** Short name, fit for a file name: `bundled`. */
  readonly name: string;
  /** Name, version of the preprocessing and hashes of all weights. The same id and card give the same vector on any machine, to 1e-4. */
  readonly id: string;
  readonly dim: number;
  /** What of a card the vector depends on, and so what a stored vector is keyed by. */
  readonly reads: 'picture' | 'words';
  /**
   * A vector of `dim` numbers and length 1 for each card, in order, as they are done.
   * Throws DeckError for a card that cannot be read, EyesError for a broken model or a vector without direction.
   */
  encode(cards: readonly Card[]): AsyncIterable<Float32Array>;
  close(): Promise<void>;
}

/** `vector` at length 1. Throws EyesError, naming the card, if it has none: a number that is not finite, or all zero. */
export function toUnit(vector: Float32Array, card: Card, encoder: string): Float32Array {
  let square = 0;
  for (const x of vector) square += x * x;
  const length = Math.sqrt(square);
  if (!Number.isFinite(length))
    throw new EyesError(`the ${encoder} eyes see numbers that are not finite on ${nameOf(card)}`);
  if (length < 1e-12)
    throw new EyesError(`the ${encoder} eyes see nothing at all on ${nameOf(card)}: its vector is zero`);
  return vector.map((x) => x / length);
}
