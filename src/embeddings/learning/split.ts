import { EyesError } from '../encoders/encoder.ts';
import type { Choice, Picks } from './picks.ts';

/** Rows to learn from, to choose by, and to be judged by. No group is in two parts. */
export interface Split {
  readonly train: readonly Choice[];
  readonly validation: readonly Choice[];
  readonly heldOut: readonly Choice[];
}

/** Shares of the groups. */
const HELD_OUT = 0.2;
const VALIDATION = 0.15;
/** With fewer, an interval over held-out groups means nothing. */
const LEAST_GROUPS = 20;

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
  const order = Array.from({ length: groups }, (_, group) => group);
  for (let i = groups - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  const place = new Int32Array(groups);
  order.forEach((group, i) => (place[group] = i));
  const heldOut = Math.round(groups * HELD_OUT);
  const validation = heldOut + Math.round(groups * VALIDATION);
  return {
    heldOut: rows.filter(({ group }) => place[group] < heldOut),
    validation: rows.filter(({ group }) => place[group] >= heldOut && place[group] < validation),
    train: rows.filter(({ group }) => place[group] >= validation),
  };
}
