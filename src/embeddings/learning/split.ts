import { EyesError } from '../encoders/encoder.ts';
import type { Choice, Picks } from './picks.ts';

/** Rows to learn from, to choose by, and to be judged by. No group is in two parts. */
export interface Split<Row = Choice> {
  readonly train: readonly Row[];
  readonly validation: readonly Row[];
  readonly heldOut: readonly Row[];
}

/** Shares of the groups. */
const HELD_OUT = 0.2;
const VALIDATION = 0.15;
/** With fewer, an interval over held-out groups means nothing. */
export const LEAST_GROUPS = 20;

/** Splits picks by group, at random. Throws EyesError if there are too few groups. */
export function splitPicks(
  { file, rows, groups }: Pick<Picks, 'file' | 'rows' | 'groups'>,
  random: () => number,
): Split {
  if (groups < LEAST_GROUPS) {
    throw new EyesError(
      `${file} has ${groups === 1 ? '1 group' : `${groups} groups`} of rows, and a fifth of them must be held out: it takes at least ${LEAST_GROUPS}; ` +
        'gather more, or leave the column group out if rows do not hang together',
    );
  }
  return splitByGroup(rows, random);
}

/** Splits rows by group, at random. */
export function splitByGroup<Row extends { readonly group: number }>(
  rows: readonly Row[],
  random: () => number,
): Split<Row> {
  const order = [...new Set(rows.map(({ group }) => group))].toSorted((a, b) => a - b);
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  const place = new Map(order.map((group, i) => [group, i]));
  const heldOut = Math.round(order.length * HELD_OUT);
  const validation = heldOut + Math.round(order.length * VALIDATION);
  const part = (from: number, to: number): readonly Row[] =>
    rows.filter(({ group }) => {
      const at = place.get(group) ?? 0;
      return at >= from && at < to;
    });
  return { heldOut: part(0, heldOut), validation: part(heldOut, validation), train: part(validation, order.length) };
}
