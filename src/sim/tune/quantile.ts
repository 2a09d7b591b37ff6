/** Terms of the continued fraction: enough for 12 digits from z = 1 on. */
const TERMS = 200;

/** The chance that a standard normal number is above z, for z from 1 on, by Laplace's continued fraction (Abramowitz and Stegun 26.2.14). */
function upperTail(z: number): number {
  let fraction = 0;
  for (let k = TERMS; k > 0; k--) fraction = k / (z + fraction);
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) / (z + fraction);
}

/** The z that a standard normal number exceeds with a chance of `tail`, from 1e-300 to 0.1. */
export function normalQuantile(tail: number): number {
  let [low, high] = [1, 40];
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (upperTail(middle) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The z of two-sided 95 % intervals of which `count` hold at once (Z. Šidák, JASA 62, 1967), whatever hangs together between them.
 */
export const jointZ = (count: number): number => normalQuantile(-Math.expm1(Math.log(0.95) / Math.max(1, count)) / 2);
