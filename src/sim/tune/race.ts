import type { Field } from './field.ts';
import type { Objective } from './objective.ts';
import { dealsOf, figureOf, gapOf, intervalOf } from './trial.ts';
import type { Drop, Trial } from './trial.ts';

/** The normal quantile of the intervals by which trials drop out: 99 %, since there is a look at every rung. */
const CLEARLY = 2.5758;
/** So many are left of every race. */
const LEAST = 3;
/** Fewer deals a cell tell nothing. */
export const FEWEST = 8;

/** A look at a race, once a rung is climbed or while it is. */
export interface RaceLook {
  readonly rung: number;
  readonly alive: number;
  readonly leader: Trial | undefined;
}

/** Rungs in which halving leaves the least. */
export const rungsFor = (trials: number): number => Math.max(1, Math.ceil(Math.log2(Math.max(1, trials / LEAST))) + 1);

/** How many deals a cell the first rung of a race may have, so that halving after each and doubling deals uses up the budget. */
export const firstRung = (trials: number, cells: number, budget: number): number =>
  Math.floor(budget / (trials * cells * (1 + (rungsFor(trials) - 1) / 2)));

/**
 * Successive halving (K. Jamieson, A. Talwalkar, AISTATS 2016) in which trials race (O. Maron, A. W. Moore, NIPS 1993): all play the same
 * deals, twice as many at each rung; then those drop out that are clearly behind the best of them, and of the rest the worse half. Trials in
 * `kept` stay whatever they do. Ends where the budget does. Returns who is left, the best first, over the deals that all of them played.
 */
export async function* race(
  field: Field,
  objective: Objective,
  entrants: readonly Trial[],
  {
    kept,
    budget,
    first,
    seed,
    round,
  }: {
    readonly kept: readonly Trial[];
    /** Games. */
    readonly budget: number;
    /** Deals a cell of the first rung. */
    readonly first: number;
    readonly seed: number;
    readonly round: number;
  },
): AsyncGenerator<RaceLook, readonly Trial[]> {
  const { figure, sign } = objective;
  const scoreOf = (trial: Trial, deals: number): number => {
    const { value } = figureOf(trial, figure, deals);
    return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : sign * value;
  };
  const until = field.games + budget;
  let alive = [...entrants];
  let deals = 0;
  for (let rung = 0, next = Math.max(FEWEST, first); !field.isOver; rung++, next = deals * 2) {
    next = affordable(field, alive, next, until - field.games);
    if (next < Math.max(FEWEST, 1.25 * deals)) break;
    for await (const _ of field.bring(alive, next, seed)) yield { rung, alive: alive.length, leader: alive[0] };
    if (alive.some((trial) => dealsOf(trial) < next)) break; // play is over
    deals = next;
    const scores = new Map(alive.map((trial) => [trial, scoreOf(trial, deals)]));
    alive = alive.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || a.index - b.index);
    const [leader] = alive;
    for (const trial of alive) trial.rungs++;
    const out = new Map<Trial, Drop>();
    const rivals = alive.filter((trial) => !kept.includes(trial));
    for (const trial of rivals) {
      const gap = gapOf(trial, leader, figure, deals);
      const { low, high } = intervalOf(gap, CLEARLY);
      if ((sign === 1 ? high : -low) < 0) out.set(trial, 'behind');
    }
    const room = Math.max(LEAST, Math.ceil(rivals.length / 2));
    for (const trial of rivals.filter((one) => !out.has(one)).slice(room)) out.set(trial, 'halved');
    for (const [trial, why] of out) trial.dropped = { round, rung, why };
    alive = alive.filter((trial) => !out.has(trial));
    yield { rung, alive: alive.length, leader };
    if (alive.length === 1) break;
  }
  return alive;
}

/** The most deals, up to so many, to which all can be brought for the budget. */
function affordable(field: Field, runners: readonly Trial[], deals: number, budget: number): number {
  let [low, high] = [0, deals];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (field.costOf(runners, middle) <= budget) low = middle;
    else high = middle - 1;
  }
  return low;
}
