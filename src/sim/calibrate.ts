import type { Estimate } from './stats.ts';
import { Z } from './stats.ts';

/**
 * The odds at which a target is chosen over one distractor, where it is chosen with probability `share` among `options` that are
 * otherwise alike (R. D. Luce, "Individual Choice Behavior", 1959): 1 is chance.
 */
export const oddsOf = (share: number, options: number): number => (share * (options - 1)) / (1 - share);

/** The probability with which a target at such odds is chosen among `options`. */
export const shareOf = (odds: number, options: number): number => odds / (odds + options - 1);

/** A measured number and its standard error. */
export interface Reading {
  readonly value: number;
  readonly error: number;
}

/** The logarithm of the odds that a share stands for. */
export function logOddsOf({ value, low, high, n }: Estimate, options: number): Reading {
  // A share of 0 or 1 is one that no game has missed yet: half a hit or half a miss is assumed.
  const share = Math.min(Math.max(value, 0.5 / (n + 1)), 1 - 0.5 / (n + 1));
  return { value: Math.log(oddsOf(share, options)), error: (high - low) / (2 * Z) / (share * (1 - share)) };
}

/** The mean of independent readings. */
export const meanOf = (readings: readonly Reading[]): Reading => ({
  value: readings.reduce((sum, { value }) => sum + value, 0) / readings.length,
  error: Math.hypot(...readings.map(({ error }) => error)) / readings.length,
});

/** Where a falling function takes a value. */
export interface Fit {
  /** False where it takes no such value between the bounds; `at` is then the bound that comes nearest. */
  readonly isReached: boolean;
  readonly at: number;
  /** 95 % interval from the error of the readings; the bound itself where the value is not reached. */
  readonly low: number;
  readonly high: number;
  /** What was read at `at`. */
  readonly reading: Reading;
  /** Change of the reading for each step of 1; 0 where the value is not reached. */
  readonly slope: number;
}

/** Measures a function at a place. It must play the same games everywhere, so that what it reads falls but for little. */
export type Measure = (at: number) => Promise<Reading>;

/** Half of the distance over which the slope is taken. */
const STEP = 0.1;
/** Readings taken in one search at most; regula falsi needs six or so. */
const MOST = 30;
/** No bracket is made narrower than this. */
const NARROW = 0.001;

/**
 * Finds where a measured function that falls from `least` to `most` takes the value `target`, by regula falsi with the Illinois
 * correction (M. Dowell, P. Jarratt, BIT 11, 1971). It stops where what is left is a tenth of the reading's standard error.
 * `known` holds what was read before, by its place; readings are added to it.
 */
export async function fitFalling(
  measure: Measure,
  target: number,
  [least, most]: readonly [number, number],
  known: Map<number, Reading> = new Map(),
): Promise<Fit> {
  const read = async (at: number): Promise<Reading> => {
    const reading = known.get(at) ?? (await measure(at));
    known.set(at, reading);
    return reading;
  };
  const short = (at: number, reading: Reading): Fit => {
    return { isReached: false, at, low: at, high: at, reading, slope: 0 };
  };
  const first = await read(least);
  if (first.value <= target) return short(least, first);
  const last = await read(most);
  if (last.value >= target) return short(most, last);

  // The nearest places on both sides, from what is known.
  let [left, right] = [least, most];
  let [above, below] = [first.value - target, last.value - target];
  for (const [at, { value }] of known) {
    if (value > target && at > left) [left, above] = [at, value - target];
  }
  for (const [at, { value }] of known) {
    if (value <= target && at > left && at < right) [right, below] = [at, value - target];
  }
  let at = left;
  let reading = await read(at);
  let side = 0;
  for (let n = 0; n < MOST && right - left > NARROW; n++) {
    at = left + ((right - left) * above) / (above - below);
    reading = await read(at);
    const gap = reading.value - target;
    if (Math.abs(gap) <= reading.error / 10) break;
    if (gap > 0) {
      [left, above] = [at, gap];
      if (side > 0) below /= 2;
      side = 1;
    } else {
      [right, below] = [at, gap];
      if (side < 0) above /= 2;
      side = -1;
    }
  }
  const [from, to] = [Math.max(least, at - STEP), Math.min(most, at + STEP)];
  const slope = ((await read(to)).value - (await read(from)).value) / (to - from);
  const reach = slope < 0 ? (Z * reading.error) / -slope : Number.POSITIVE_INFINITY;
  return {
    isReached: true,
    at,
    low: Math.max(least, at - reach),
    high: Math.min(most, at + reach),
    reading,
    slope,
  };
}

/**
 * Where readings of a falling function, joined by straight lines, take a value: between two of them, or at the first or the last
 * place where the value is beyond all.
 */
export function placeOf(known: ReadonlyMap<number, Reading>, target: number): number {
  const places = [...known].toSorted(([a], [b]) => a - b).map(([at, { value }]) => [at, value] as const);
  const next = places.findIndex(([, value]) => value <= target);
  if (next === 0) return places[0][0];
  if (next < 0) return places[places.length - 1][0];
  const [[from, above], [to, below]] = [places[next - 1], places[next]];
  return from + ((to - from) * (above - target)) / (above - below);
}
