import type { Rng } from '../../engine/kernel/rng.ts';

/** The column of the mask `field`, which is not empty, whose belief at from + column is greatest; the first among equals. */
export function likeliest(belief: Float64Array, from: number, field: number): number {
  let best = -1;
  for (let col = 0; col <= 31 - Math.clz32(field); col++) {
    if ((field >> col) & 1 && (best < 0 || belief[from + col] > belief[from + best])) best = col;
  }
  return best;
}

/** A column of the mask `field` drawn in proportion to exp(belief / temperature), beliefs being in nats; the likeliest at temperature 0. */
export function pick(belief: Float64Array, field: number, temperature: number, rng: Rng): number {
  const best = likeliest(belief, 0, field);
  if (temperature === 0) return best;
  let total = 0;
  for (let col = 0; col <= 31 - Math.clz32(field); col++) {
    if ((field >> col) & 1) total += Math.exp((belief[col] - belief[best]) / temperature);
  }
  let lot = rng.unit() * total;
  for (let col = 0; col <= 31 - Math.clz32(field); col++) {
    if (!((field >> col) & 1)) continue;
    lot -= Math.exp((belief[col] - belief[best]) / temperature);
    if (lot < 0) return col;
  }
  return best;
}
