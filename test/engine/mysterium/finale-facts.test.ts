import { describe, expect, test } from 'vitest';
import { recorder } from '../../../src/engine/kernel/rewind.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import { BELIEFS, KEEP } from '../../../src/engine/mysterium/actions.ts';
import { mysterium } from '../../../src/engine/mysterium/rules.ts';
import { HAND, answerOf } from '../../../src/engine/mysterium/shape.ts';
import { bitsOf, configOf, finaleFor } from './table.ts';

/** Facts about the vote that follow from symmetry (rules, A.15). */

const FINALES = 6_000;

type Chooser = (cases: number, dice: Sfc32) => number;

const uniform: Chooser = (cases, dice) => dice.below(cases);

/** A table at the end of the last round, where the ghost keeps its hand and the finale begins. */
function finaleBefore(players: number) {
  const table = finaleFor({ players });
  table.open.phase = 'close';
  return table;
}

/** How often the vote is right in finales that follow one solved table: cases are numbered anew, levels are anything from 0 to 12. */
function winRate(players: number, point: (casePsychic: Int8Array, dice: Sfc32) => number, vote: Chooser): number {
  const { state, open } = finaleBefore(players);
  const rewind = recorder(state);
  const rng = new Sfc32(players);
  const dice = new Sfc32(players, 1);
  const joint = new Int32Array(state.own.length);
  let won = 0;
  for (let i = 0; i < FINALES; i++) {
    rewind();
    for (let p = 0; p < open.config.psychics; p++) open.level[p] = dice.below(13);
    mysterium.apply(state, joint.fill(KEEP), rng);
    joint[0] = ((point(open.casePsychic, dice) * HAND + 0) * HAND + 1) * HAND + 2;
    mysterium.apply(state, joint, rng);
    while (open.phase === 'vote') {
      for (const p of bitsOf(open.voters)) joint[p + 1] = vote(open.cases, dice);
      mysterium.apply(state, joint, rng);
    }
    if (open.outcome === 'voteCorrect') won++;
  }
  return won / FINALES;
}

const casesAt = (players: number): number => (players < 4 ? 4 : players - 1);
const TABLES = [2, 3, 4, 5, 6, 7].map((players) => ({ players, cases: casesAt(players) }));

/** Four standard errors of a rate of 1 in `cases`. */
const tolerance = (cases: number): number => 4 * Math.sqrt(((1 / cases) * (1 - 1 / cases)) / FINALES);

/** A vote for case 0: with three people the belief that it is best and all others are equally bad. */
const alwaysFirst = (players: number): Chooser => (players === 3 ? () => BELIEFS ** 4 - BELIEFS : () => 0);

/** Any vote: any beliefs with three people, any case otherwise. */
const anyVote = (players: number): Chooser => (players === 3 ? (cases, dice) => dice.below(BELIEFS ** cases) : uniform);

describe('voting always for the first case wins one time in as many as there are cases', () => {
  test.each(TABLES)('$players people, a ghost that points at random: 1 in $cases', ({ players, cases }) => {
    const rate = winRate(players, (casePsychic, dice) => dice.below(casePsychic.length), alwaysFirst(players));
    expect(Math.abs(rate - 1 / cases)).toBeLessThan(tolerance(cases));
  });

  test.each(TABLES)(
    "$players people, a ghost that always points at the first psychic's case: 1 in $cases, since cases are numbered at random",
    ({ players, cases }) => {
      const rate = winRate(players, (casePsychic) => casePsychic.indexOf(0), alwaysFirst(players));
      expect(Math.abs(rate - 1 / cases)).toBeLessThan(tolerance(cases));
    },
  );
});

describe('independent random votes win one time in as many as there are cases, tie-break included', () => {
  test.each(TABLES)('$players people: 1 in $cases', ({ players, cases }) => {
    const rate = winRate(players, (casePsychic, dice) => dice.below(casePsychic.length), anyVote(players));
    expect(Math.abs(rate - 1 / cases)).toBeLessThan(tolerance(cases));
  });

  // Every vote of every psychic: 3^3, 4^4, 5^5 and 6^6 ways; each case is the answer in exactly one of `cases`.
  test.each([4, 5, 6, 7])('exactly, for %i people and levels that differ or are shared', (players) => {
    const config = configOf({ players });
    const { psychics } = config;
    const votes = new Int32Array(psychics);
    for (const level of [
      [3, 8, 9, 4, 16, 5],
      [9, 9, 3, 9, 0, 9],
    ]) {
      const answers = Array.from({ length: psychics }, () => 0);
      for (let way = 0; way < psychics ** psychics; way++) {
        for (let p = 0, rest = way; p < psychics; p++, rest = Math.floor(rest / psychics)) votes[p] = rest % psychics;
        const at = { level: Int8Array.from(level), ageRank: Int8Array.of(5, 3, 4, 0, 2, 1), cases: psychics, config };
        answers[answerOf(at, votes)]++;
      }
      expect(answers).toEqual(Array.from({ length: psychics }, () => psychics ** psychics / psychics));
    }
  });
});
