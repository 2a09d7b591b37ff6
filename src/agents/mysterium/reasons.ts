import type { Action } from '../../engine/kernel/agent.ts';
import type { Explanation, Option, Pull, Thing } from '../../engine/kernel/explanation.ts';

export const visionThing = (id: number): Thing => ({ kind: 'vision', id });
export const cardThing = (id: number): Thing => ({ kind: 'card', id });
/** What psychic `p` said. */
export const talkThing = (p: number): Thing => ({ kind: 'talk', id: p });

/** An explanation in points with its usual weights; `measure` is in standard deviations of the affinity. */
export const inPoints = (
  measure: string,
  options: readonly Option[],
  remarks: readonly string[] = [],
): Explanation => ({
  measure,
  unit: 'points',
  weights: 'points',
  options,
  remarks,
});

/** Chances that are pulled at in nats. */
export const inShares = (
  measure: string,
  options: readonly Option[],
  remarks: readonly string[] = [],
): Explanation => ({
  measure,
  unit: 'share',
  weights: 'nats',
  options,
  remarks,
});

/** Nothing is measured: a rule decides, or dice. */
export const byRule = (options: readonly Option[], remarks: readonly string[]): Explanation => ({
  measure: '',
  unit: 'points',
  weights: 'points',
  options,
  remarks,
});

export const byLot = (): Explanation => byRule([], ['By lot']);

/** An option that a rule settles. */
export const settled = (action: Action, pulls: readonly Pull[] = []): Option => ({ action, value: undefined, pulls });

/** Best first; of equals those that come first stay so, as where the first best is taken. */
export const ranked = (options: readonly Option[]): readonly Option[] =>
  options.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));

/** A number in a remark. */
export const rounded = (x: number): string => String(Math.round(x * 100) / 100);
