import type { Immutable } from '../../engine/kernel/agent.ts';
import { bitCount } from '../../engine/kernel/cards.ts';
import type { Rng } from '../../engine/kernel/rng.ts';
import { ROWS, columnOf } from '../../engine/mysterium/shape.ts';
import type { Open } from '../../engine/mysterium/shape.ts';

/** More columns than any table has, and more psychics: rows of the agents' scratch arrays. */
export const MOST_COLUMNS = 16;
export const MOST_PSYCHICS = 6;

/** The columns that may still be psychic `p`'s target, a mask: on the table, and not guessed wrongly by `p` itself. */
export function candidates(open: Immutable<Open>, p: number): number {
  return ((1 << open.config.width) - 1) & ~open.gone[open.stage[p]] & ~open.wrong[p];
}

/** The affinity's column of the card at `col` of psychic `p`'s present row. */
export function cardAt(open: Immutable<Open>, p: number, col: number): number {
  const row = open.stage[p];
  return columnOf(open.config, row, open.card[row * open.config.width + col]);
}

/** The affinity's column of the card of `row` in case `i`. */
export function caseCardAt(open: Immutable<Open>, i: number, row: number): number {
  return columnOf(open.config, row, open.caseCard[i * ROWS + row]);
}

/** The position of the `n`-th set bit of `mask`, counted from 0. */
export function nthBit(mask: number, n: number): number {
  for (; n > 0; n--) mask &= mask - 1;
  return 31 - Math.clz32(mask & -mask);
}

/** A uniformly random set bit of a mask that is not empty. */
export const pickBit = (mask: number, rng: Rng): number => nthBit(mask, rng.below(bitCount(mask)));
