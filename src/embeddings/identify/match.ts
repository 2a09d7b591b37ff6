import type { Features } from './features.ts';
import { WORDS, countOf } from './features.ts';

/** Two features that look alike: positions in the one list and in the other. */
export interface Match {
  readonly from: number;
  readonly to: number;
}

/** Bits, of 256, in which two places may differ and still be taken for one. */
const MOST_BITS = 80;
/** The best must differ in this share of the bits of the second best (D. Lowe, "Distinctive image features", IJCV 2004, section 7.1). */
const RATIO = 0.85;

/**
 * For the first `most` features of `from`, the one feature of `to` that looks like it, where there is exactly one. What several look like
 * belongs to the one that does so most: a chequered cloth has many corners, and a card's picture only one such.
 */
export function matchFeatures(from: Features, to: Features, most: number = countOf(from)): readonly Match[] {
  const others = countOf(to);
  const claimant = new Int32Array(others).fill(-1);
  const claim = new Int32Array(others).fill(257);
  for (let i = 0; i < Math.min(most, countOf(from)); i++) {
    let best = 257;
    let second = 257;
    let at = -1;
    for (let j = 0; j < others; j++) {
      const bits = distance(from.descriptors, i * WORDS, to.descriptors, j * WORDS, second);
      if (bits < best) {
        second = best;
        best = bits;
        at = j;
      } else if (bits < second) second = bits;
    }
    if (best > MOST_BITS || best >= RATIO * second || best >= claim[at]) continue;
    claim[at] = best;
    claimant[at] = i;
  }
  return Array.from(claimant, (from, to) => ({ from, to })).filter(({ from }) => from >= 0);
}

/** In how many bits two descriptors differ; stops counting at `enough`. */
function distance(a: Uint32Array, i: number, b: Uint32Array, j: number, enough: number): number {
  let bits = 0;
  for (let word = 0; word < WORDS; word++) {
    bits += ones(a[i + word] ^ b[j + word]);
    if (bits >= enough) return bits;
  }
  return bits;
}

/** How many bits of a 32-bit number are set. */
function ones(x: number): number {
  let n = x - ((x >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
