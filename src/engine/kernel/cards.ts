import type { Rng } from './rng.ts';

/**
 * Takes a uniformly random card out of the first `count` of `pile`, whose order means nothing, and returns it.
 * The caller lowers its count by one. So there is no hidden order to leak, and shuffling costs nothing.
 */
export function drawCard(pile: Int8Array, count: number, rng: Rng): number {
  const at = rng.below(count);
  const card = pile[at];
  pile[at] = pile[count - 1];
  return card;
}

/** Writes 0, 1, … into the whole of `pile`. */
export function fillInOrder(pile: Int8Array): void {
  for (let i = 0; i < pile.length; i++) pile[i] = i;
}

/** Puts the first `count` of `pile` in random order (Fisher and Yates 1938). */
export function shuffle(pile: Int8Array, count: number, rng: Rng): void {
  for (let i = count - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    const card = pile[i];
    pile[i] = pile[j];
    pile[j] = card;
  }
}

/** How many bits are set in a 32-bit integer. */
export function bitCount(mask: number): number {
  mask -= (mask >>> 1) & 0x55555555;
  mask = (mask & 0x33333333) + ((mask >>> 2) & 0x33333333);
  return Math.imul((mask + (mask >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The bits set in a mask, in rising order. Makes a list, so it is for the edges. */
export const bitsOf = (mask: number): number[] =>
  Array.from({ length: 31 }, (_, i) => i).filter((i) => (mask >> i) & 1);
