import { expect, test } from 'vitest';
import type { Given } from '../../../src/engine/kernel/params.ts';
import { recorder } from '../../../src/engine/kernel/rewind.ts';
import { Sfc32, seedOf } from '../../../src/engine/kernel/rng.ts';
import { PASS } from '../../../src/engine/kernel/rules.ts';
import { KEEP, MASKS } from '../../../src/engine/mysterium/actions.ts';
import { mysterium } from '../../../src/engine/mysterium/rules.ts';
import type { Open } from '../../../src/engine/mysterium/shape.ts';
import { configOf } from './table.ts';

/**
 * The baseline of the rules (A.15): every unfinished psychic picks evenly among the cards of its row that are on the table, except
 * those it has guessed wrongly itself. How often that reaches the finale was found by 200,000 games of an independent script.
 */

const THEIRS = 200_000;
const OURS = 40_000;

/** One of the set bits of `mask`, evenly. */
function anyBit(mask: number, dice: Sfc32): number {
  let bits = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits++;
  let skip = dice.below(bits);
  for (let bit = 0; ; bit++) if ((mask >> bit) & 1 && skip-- === 0) return bit;
}

/** A joint action of the baseline: one vision for each, an even guess, no predictions, no crows. */
function choose(open: Open, joint: Int32Array, dice: Sfc32): void {
  joint.fill(PASS);
  const waiting = open.unfinished & ~open.served;
  if (open.phase === 'deliver') joint[0] = (31 - Math.clz32(waiting)) * MASKS + 1;
  if (open.phase === 'close') joint[0] = KEEP;
  for (let p = 0; p < open.config.psychics; p++) {
    if (open.phase === 'predict' && (open.predictors >> p) & 1) joint[p + 1] = 0;
    if (open.phase !== 'guess' || !((open.unfinished >> p) & 1)) continue;
    const all = (1 << open.config.width) - 1;
    joint[p + 1] = anyBit(all & ~open.gone[open.stage[p]] & ~open.wrong[p], dice);
  }
}

function finalesIn(games: number, given: Given): number {
  const state = mysterium.create(configOf(given));
  const rewind = recorder(state);
  const table = new Sfc32(0);
  const dice = new Sfc32(0);
  const joint = new Int32Array(state.own.length);
  let finales = 0;
  for (let i = 0; i < games; i++) {
    const seed = seedOf(15, i);
    table.reseed(seed, 0);
    dice.reseed(seed, 1);
    rewind();
    mysterium.deal(state, table);
    while (state.open.phase !== 'over' && state.open.phase !== 'point') {
      choose(state.open, joint, dice);
      mysterium.apply(state, joint, table);
    }
    if (state.open.phase === 'point') finales++;
  }
  return finales;
}

/** Half a unit of the last decimal that the rules print. */
const rounding = (printed: string): number => 0.5 * 10 ** -(printed.split('.')[1]?.length ?? 0);

test.each([
  [2, 'easy', '0.379'],
  [2, 'medium', '0.120'],
  [2, 'hard', '0.0396'],
  [3, 'easy', '0.0827'],
  [3, 'medium', '0.0092'],
  [3, 'hard', '0.0012'],
  [4, 'easy', '0.0814'],
  [4, 'medium', '0.0150'],
  [4, 'hard', '0.0030'],
  [5, 'easy', '0.0088'],
  [5, 'medium', '0.0011'],
  [5, 'hard', '0.0002'],
  [6, 'easy', '0.0084'],
  [6, 'medium', '0.00005'],
  [7, 'easy', '0.0006'],
])('%i people on %s reach the finale at a rate of %s by chance', (players, difficulty, printed) => {
  const rate = finalesIn(OURS, { players, difficulty, allowHarderSmallGroup: true }) / OURS;
  const expected = Number(printed);
  // Both rates have a binomial error: p (1 - p) / games each.
  const error = Math.sqrt(expected * (1 - expected) * (1 / OURS + 1 / THEIRS));
  expect(Math.abs(rate - expected)).toBeLessThan(4 * error + rounding(printed));
});

// Where the rules give only a bound on the rate, so many finales would come up less than one time in 30,000 at that bound.
test.each([
  [6, 'hard', 0.00002],
  [7, 'medium', 0.00005],
  [7, 'hard', 0.00002],
])('%i people on %s reach it at less than %f', (players, difficulty, bound) => {
  const expected = bound * OURS;
  expect(finalesIn(OURS, { players, difficulty })).toBeLessThanOrEqual(expected + 4 * Math.sqrt(expected) + 2);
});
