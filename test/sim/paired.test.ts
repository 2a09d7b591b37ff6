import { describe, expect, test } from 'vitest';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import type { Figure } from '../../src/engine/kernel/spec.ts';
import { Paired } from '../../src/sim/paired.ts';
import { Ratio, pairedDifference, wilson } from '../../src/sim/stats.ts';
import type { Finding } from '../../src/sim/summary.ts';

const FIGURES: readonly Figure[] = [
  { kind: 'rate', name: 'won', doc: '', metric: 'won' },
  { kind: 'mean', name: 'points', doc: '', metric: 'points' },
  { kind: 'ratio', name: 'right', doc: '', metric: 'right', per: 'guesses' },
];
const METRICS = ['won', 'points', 'right', 'guesses'].map((name) => ({ name, doc: '' }));
const paired = (): Paired => new Paired({ metrics: METRICS, figures: FIGURES });
const rowsOf = (games: readonly (readonly number[])[]): Float64Array => Float64Array.from(games.flat());
const found = (of: Paired, name: string): Finding => {
  const finding = of.differences().find(({ figure }) => figure === name);
  if (!finding) throw new Error(`no figure ${name}`);
  return finding;
};

/** A game of a deal that is kind or not, played by somebody who is better by `skill`. */
function game(luck: number, skill: number, rng: Sfc32): readonly number[] {
  const won = rng.unit() < luck + skill ? 1 : 0;
  const guesses = 3 + rng.below(5);
  let right = 0;
  for (let i = 0; i < guesses; i++) right += rng.unit() < luck + skill ? 1 : 0;
  return [won, rng.unit() + 3 * luck + skill, right, guesses];
}

function match(deals: number, seed: number, skill: number) {
  const rng = new Sfc32(seed, 5);
  const ours: (readonly number[])[] = [];
  const theirs: (readonly number[])[] = [];
  for (let i = 0; i < deals; i++) {
    const luck = 0.2 + 0.5 * rng.unit();
    ours.push(game(luck, skill, rng));
    theirs.push(game(luck, 0, rng));
  }
  return { ours, theirs };
}

const column = (games: readonly (readonly number[])[], at: number): readonly number[] => games.map((row) => row[at]);

describe('games of two experiments over the same deals', () => {
  const { ours, theirs } = match(500, 1, 0.1);

  test('rates and means differ as pairedDifference says', () => {
    const both = paired();
    both.add('ours', rowsOf(ours));
    both.add('theirs', rowsOf(theirs));
    for (const [at, name] of ['won', 'points'].entries()) {
      const expected = pairedDifference(column(ours, at), column(theirs, at));
      const { n, value, low, high } = found(both, name);
      expect(n).toBe(500);
      for (const [one, other] of [
        [value, expected.value],
        [low, expected.low],
        [high, expected.high],
      ])
        expect(one).toBeCloseTo(other, 12);
    }
  });

  test('a ratio differs by our ratio less theirs', () => {
    const both = paired();
    both.add('theirs', rowsOf(theirs));
    both.add('ours', rowsOf(ours));
    const ratio = (games: readonly (readonly number[])[]): number => {
      const sum = new Ratio();
      for (const [, , right, guesses] of games) sum.add(right, guesses);
      return sum.estimate().value;
    };
    expect(found(both, 'right').value).toBeCloseTo(ratio(ours) - ratio(theirs), 12);
  });

  test('it is the same in pieces of any size, whoever is ahead; what has no other side does not count yet', () => {
    const whole = paired();
    whole.add('ours', rowsOf(ours.slice(0, 400)));
    whole.add('theirs', rowsOf(theirs.slice(0, 400)));
    const pieces = paired();
    const dice = new Sfc32(9);
    const at = { ours: 0, theirs: 0 };
    while (at.ours < 500 || at.theirs < 400) {
      const side = at.ours >= 500 || (at.theirs < 400 && dice.below(2) === 0) ? 'theirs' : 'ours';
      const end = Math.min(side === 'ours' ? 500 : 400, at[side] + 1 + dice.below(40));
      pieces.add(side, rowsOf((side === 'ours' ? ours : theirs).slice(at[side], end)));
      at[side] = end;
    }
    expect(pieces.deals).toBe(400);
    expect(pieces.differences()).toEqual(whole.differences());
  });
});

describe('intervals', () => {
  // A nominal 95 % has a standard error of 0.7 points over 1,000 batches.
  test.each(['won', 'points', 'right'])('that of %s holds the truth in 93 to 97 % of batches', (name) => {
    const skill = 0.1;
    // Ours is better by `skill` in each figure: all three are made of luck + skill.
    let held = 0;
    for (let seed = 1; seed <= 1000; seed++) {
      const { ours, theirs } = match(150, seed, skill);
      const both = paired();
      both.add('ours', rowsOf(ours));
      both.add('theirs', rowsOf(theirs));
      const { low, high } = found(both, name);
      if (low <= skill && skill <= high) held++;
    }
    expect(held).toBeGreaterThan(930);
    expect(held).toBeLessThan(970);
  });

  test('the same luck falls out: the interval is narrower than that of unpaired games', () => {
    const { ours, theirs } = match(2000, 3, 0.1);
    const width = (theirsAt: (i: number) => number): number => {
      const both = paired();
      both.add('ours', rowsOf(ours));
      both.add('theirs', rowsOf(theirs.map((_, i) => theirs[theirsAt(i)])));
      const { low, high } = found(both, 'points');
      return high - low;
    };
    expect(width((i) => i)).toBeLessThan(0.8 * width((i) => (i + 7) % 2000));
  });

  test('where no two games of a deal differ, a rate could still differ in as many as Wilson allows', () => {
    const both = paired();
    const games = Array.from({ length: 50 }, (_, i) => [i % 2, 1, 1, 2]);
    both.add('ours', rowsOf(games));
    both.add('theirs', rowsOf(games));
    const { value, low, high } = found(both, 'won');
    expect([value, low, high]).toEqual([0, -wilson(0, 50).high, wilson(0, 50).high]);
  });

  test('where one side always wins and the other never, it ends at 1', () => {
    const both = paired();
    both.add('ours', rowsOf(Array.from({ length: 20 }, () => [1, 1, 1, 2])));
    both.add('theirs', rowsOf(Array.from({ length: 20 }, () => [0, 1, 1, 2])));
    expect(found(both, 'won')).toMatchObject({ value: 1, high: 1, low: 1 - wilson(0, 20).high });
  });

  test('of no deal nothing is known, of one anything may be', () => {
    const both = paired();
    expect(found(both, 'won')).toMatchObject({ n: 0, value: Number.NaN, low: -Infinity, high: Infinity });
    both.add('ours', rowsOf([[1, 2, 3, 4]]));
    expect(both.deals).toBe(0);
    both.add('theirs', rowsOf([[0, 1, 1, 4]]));
    expect(found(both, 'points')).toMatchObject({ n: 1, value: 1, low: -Infinity, high: Infinity });
  });

  test('a value that does not apply is left out', () => {
    const both = paired();
    both.add(
      'ours',
      rowsOf([
        [1, 4, 1, 2],
        [1, Number.NaN, 1, 2],
        [0, 6, 1, 2],
      ]),
    );
    both.add(
      'theirs',
      rowsOf([
        [1, 1, 1, 2],
        [1, 2, 1, 2],
        [0, 3, 1, 2],
      ]),
    );
    // (4 + 6) / 2 less (1 + 2 + 3) / 3.
    expect(found(both, 'points').value).toBeCloseTo(5 - 2, 12);
  });
});
