import { describe, expect, test } from 'vitest';
import { IllegalActionError } from '../../../src/engine/kernel/checked.ts';
import type { Given } from '../../../src/engine/kernel/params.ts';
import { BELIEFS, MASKS, REDRAW } from '../../../src/engine/mysterium/actions.ts';
import { mysterium } from '../../../src/engine/mysterium/rules.ts';
import { NONE, ROWS } from '../../../src/engine/mysterium/shape.ts';
import { sorted } from '../../kit/data.ts';
import { ScriptedRng } from '../../kit/scripted-rng.ts';
import { legalFor } from '../../kit/walk.ts';
import { BLUE, GREEN, RED, YELLOW, bitsOf, configOf, finaleFor, tableFor } from './table.ts';
import type { TestTable } from './table.ts';

/** The house rules of docs/rules/mysterium.md, each under its own number; positions are made by hand. */

const casesOf = (numbers: readonly number[]): number[] => numbers.map((number) => number - 1);
const piles = ({ open }: TestTable) => ({ hand: open.handCount, draw: open.deckCount, discard: open.discardCount });

/** Who is asked to vote after how many visions. */
function asked(table: TestTable): [number, number[]][] {
  const found: [number, number[]][] = [];
  while (table.open.phase === 'vote') {
    found.push([table.open.revealedCount, bitsOf(table.open.voters)]);
    table.act(new Map(bitsOf(table.open.voters).map((p) => [p + 1, 0])));
  }
  return found;
}

test('nothing is changed where nothing is asked for', () => {
  expect(configOf({ players: 5 })).toMatchObject({
    tokens: 2,
    hand: 7,
    refill: 'each',
    finaleSight: 'level',
    finaleVote: 'secret',
  });
  expect(configOf({ players: 3 })).toMatchObject({ tokens: 0, finaleSight: 'all', finaleVote: 'together' });
  expect(configOf({ players: 2 })).toMatchObject({ tokens: 0, finaleSight: 'all', finaleVote: 'secret' });
});

test.each<Given>([
  { clairvoyancy: false },
  { finaleSight: 'all' },
  { finaleVote: 'discussed' },
  { finaleVote: 'secret' },
])('two and three people play as ever with %o', (given) => {
  for (const players of [2, 3]) expect(configOf({ players, ...given })).toEqual(configOf({ players }));
});

test.each<Given>([
  { clairvoyancy: false },
  { finaleSight: 'all' },
  { finaleVote: 'discussed' },
  { hand: 5 },
  { refill: 'end' },
])('the same seed deals the same cards, targets, ages and first visions with %o', (given) => {
  const [ours, theirs] = [tableFor({ players: 5, ...given }), tableFor({ players: 5 })];
  expect([...ours.open.card]).toEqual([...theirs.open.card]);
  expect([...ours.ghost.target]).toEqual([...theirs.ghost.target]);
  expect([...ours.open.ageRank]).toEqual([...theirs.open.ageRank]);
  const { hand } = ours.open.config;
  expect([...ours.ghost.hand]).toEqual([...theirs.ghost.hand.subarray(0, hand)]);
});

describe('H-1: without clairvoyancy', () => {
  const without = (more: Given = {}): Given => ({ players: 5, clairvoyancy: false, ...more });

  test('nobody has tokens, and after the guesses nobody is asked to predict', () => {
    const table = tableFor(without()).serveAll();
    expect([...table.open.checks, ...table.open.crosses]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    table.guess(new Map([[RED, 'right']]));
    expect(table.open).toMatchObject({ phase: 'close', predictions: 0 });
  });

  test('finishing early earns no level', () => {
    const table = tableFor(without()).solveAll();
    expect(table.open.round).toBe(3);
    expect([...table.open.level]).toEqual([0, 0, 0, 0]);
  });

  test('everybody votes after the third vision, at once', () => {
    expect(asked(finaleFor(without()).point(0))).toEqual([[ROWS, [RED, BLUE, GREEN, YELLOW]]]);
  });

  test('most votes win', () => {
    const table = finaleFor(without())
      .point(2)
      .vote(casesOf([3, 1, 3, 2]));
    expect(table.open).toMatchObject({ answer: 2, outcome: 'voteCorrect' });
  });

  test.each([
    ['Red', [0, 1, 2, 3], [1, 1, 2, 2], 1],
    ['Green', [1, 2, 0, 3], [1, 1, 2, 2], 2],
    ['Yellow, where nobody agrees', [3, 2, 1, 0], [1, 2, 3, 4], 4],
  ])('a tie goes by the vote of the eldest: %s', (_who, ageRank, votes, answer) => {
    const table = finaleFor(without(), [], ageRank).point(0).vote(casesOf(votes));
    expect(table.open.answer).toBe(answer - 1);
  });
});

describe('H-2: everybody sees three visions', () => {
  const all: Given = { players: 5, finaleSight: 'all' };

  test('levels are earned as ever, and all vote after the third vision', () => {
    const table = finaleFor(all);
    expect([...table.open.level]).toEqual([4, 4, 4, 4]);
    expect(asked(table.point(0))).toEqual([[ROWS, [RED, BLUE, GREEN, YELLOW]]]);
  });

  test('a tie goes by the vote of the highest level', () => {
    const table = finaleFor(all, [3, 8, 9, 4])
      .point(0)
      .vote(casesOf([1, 1, 2, 2]));
    expect(table.open.answer).toBe(1);
  });
});

describe('H-3: a vote that is discussed', () => {
  const discussed: Given = { players: 4, finaleVote: 'discussed' };

  /** All state their beliefs, a row of levels each, case after case. */
  function state(table: TestTable, levels: readonly (readonly number[])[]): TestTable {
    for (let i = 0; table.open.phase === 'vote'; i++) {
      expect(table.open.topic).toBe(i);
      table.act(new Map(levels.map((row, p) => [p + 1, row[i]])));
    }
    return table;
  }

  test('nobody speaks before the third vision, whatever the levels', () => {
    const table = finaleFor(discussed, [0, 5, 9]).point(0);
    expect([table.open.revealedCount, bitsOf(table.open.voters), table.open.topic]).toEqual([
      ROWS,
      [RED, BLUE, GREEN],
      0,
    ]);
  });

  test('a case has eight levels of belief, and what is said of it is heard by all', () => {
    const table = finaleFor(discussed).point(0);
    expect(legalFor(mysterium, table.state, 1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(() => table.act(new Map([1, 2, 3].map((seat) => [seat, BELIEFS])))).toThrow(IllegalActionError);
    table.act(
      new Map([
        [1, 3],
        [2, 0],
        [3, 7],
      ]),
    );
    expect([...table.open.votes]).toEqual([3, 0, 7]);
    expect(table.open).toMatchObject({ phase: 'vote', topic: 1, answer: NONE });
  });

  test.each([
    [
      'what all believe in most',
      [
        [0, 3, 7],
        [1, 0, 7],
        [0, 5, 2],
      ],
      0,
    ],
    [
      'the second choice of all, where first choices clash: 3 against 14, 14 and 21',
      [
        [0, 1, 7],
        [7, 1, 0],
        [7, 1, 7],
      ],
      1,
    ],
    [
      'one who is sure over two who are not: 3 + 3 against 7',
      [
        [3, 3, 0],
        [0, 0, 1],
        [0, 0, 0],
      ],
      2,
    ],
    [
      'the lowest number on a tie, whatever the levels',
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      0,
    ],
  ])('the case with the least doubt is named: %s', (_what, levels, answer) => {
    const table = state(finaleFor(discussed, [0, 5, 9]).point(answer), levels);
    expect(table.open).toMatchObject({ answer, outcome: 'voteCorrect', phase: 'over', topic: NONE });
  });

  test('seven people talk about six cases', () => {
    const table = finaleFor({ players: 7, finaleVote: 'discussed' }).point(5);
    state(
      table,
      Array.from({ length: 6 }, () => [7, 7, 7, 7, 7, 6]),
    );
    expect(table.open).toMatchObject({ answer: 5, outcome: 'voteCorrect' });
  });

  test('three people state all beliefs in one action, as version 1 of the rules has it', () => {
    const table = finaleFor({ players: 3, finaleVote: 'discussed' }).point(0);
    expect(legalFor(mysterium, table.state, 1)).toHaveLength(BELIEFS ** 4);
  });
});

describe('H-4: a hand that is filled once everybody is served', () => {
  const end = (more: Given = {}): Given => ({ players: 5, refill: 'end', ...more });

  test('it shrinks from delivery to delivery, nothing is drawn, and it is full before the talk', () => {
    const none = new ScriptedRng([]);
    const table = tableFor(end({ talkRounds: 1 }), none).deliver(RED, 2);
    expect(piles(table)).toEqual({ hand: 5, draw: 77, discard: 0 });
    table.deliver(BLUE).deliver(GREEN, 3);
    expect(piles(table)).toEqual({ hand: 1, draw: 77, discard: 0 });
    const last = tableFor(end({ talkRounds: 1 }), new ScriptedRng([0, 0, 0, 0, 0, 0, 0]));
    last.deliver(RED, 2).deliver(BLUE).deliver(GREEN, 3).deliver(YELLOW);
    expect(piles(last)).toEqual({ hand: 7, draw: 70, discard: 0 });
    expect((last.rng as ScriptedRng).left).toBe(0);
    expect(last.open.phase).toBe('talk');
  });

  test('what is not given stays', () => {
    const table = tableFor(end());
    const kept = [...table.ghost.hand.subarray(4, 7)];
    table.serveAll();
    expect(sorted(table.ghost.hand)).toEqual(expect.arrayContaining(sorted(kept)));
    expect(table.open.deckCount).toBe(77 - 4);
  });

  test.each([
    // hand, draw pile, psychics unserved (this one included), largest delivery: one vision in the hand for each who waits.
    [7, 70, 4, 4],
    [6, 70, 3, 4],
    [5, 70, 1, 5],
    [3, 70, 3, 1],
    [2, 0, 3, 1],
  ])('a hand of %i with %i to draw, %i unserved: at most %i', (hand, deck, unserved, most) => {
    const table = tableFor(end());
    for (let served = 4; served > unserved; served--) table.deliver(served - 1);
    table.arrange({ hand, deck, discard: 0 });
    const sizes = legalFor(mysterium, table.state, 0)
      .filter((action) => action < REDRAW)
      .map((action) => bitsOf(action % MASKS).length);
    expect(Math.max(...sizes)).toBe(most);
  });

  test('a crow between deliveries draws as many as it takes, and the hand stays as small as it is', () => {
    const table = tableFor(end(), new ScriptedRng([0, 0]))
      .deliver(RED, 3)
      .redraw(2);
    expect(piles(table)).toEqual({ hand: 4, draw: 75, discard: 2 });
    expect((table.rng as ScriptedRng).left).toBe(0);
  });

  test('a crow with nothing to draw brings back what it took', () => {
    const table = tableFor(end()).deliver(RED, 3).arrange({ hand: 4, deck: 0, discard: 0 }).redraw(4);
    expect(piles(table)).toEqual({ hand: 4, draw: 0, discard: 0 });
  });

  test('a crow at the end of the round takes from a full hand', () => {
    const table = tableFor(end()).serveAll().guess().predict();
    expect([table.open.phase, table.open.handCount]).toEqual(['close', 7]);
    expect(table.redraw(7).open).toMatchObject({ round: 2, phase: 'deliver', handCount: 7 });
  });

  test('where visions run short the rest go unserved, as in decision A-5', () => {
    const table = tableFor(end()).arrange({ hand: 2, deck: 0, discard: 0 }).deliver(RED).deliver(BLUE);
    expect(table.open).toMatchObject({ phase: 'guess', shortages: 2, handCount: 0 });
  });

  test('a hand that does not go round is refused', () => {
    expect(() => configOf({ players: 7, refill: 'end', hand: 5 })).toThrow(
      'a hand of 5 does not go round 6 psychics with refill end; hand 6 does',
    );
    expect(configOf({ players: 7, refill: 'end', hand: 6 })).toMatchObject({ hand: 6, refill: 'end' });
  });
});

describe('H-5: a smaller hand', () => {
  test('six visions are dealt, and drawn up to', () => {
    const table = tableFor({ players: 5, hand: 6 });
    expect(piles(table)).toEqual({ hand: 6, draw: 78, discard: 0 });
    expect(piles(table.deliver(RED, 4))).toEqual({ hand: 6, draw: 74, discard: 0 });
    expect(() => table.deliver(BLUE, 7)).toThrow(IllegalActionError);
    expect(table.redraw(6).open).toMatchObject({ handCount: 6, discardCount: 6 });
  });

  test('a hand of five still has three visions to point with: 5 * 4 * 3 ways for each of 4 cases', () => {
    const table = finaleFor({ players: 5, hand: 5 });
    expect(legalFor(mysterium, table.state, 0).filter((action) => action < REDRAW)).toHaveLength(4 * 60);
    expect(table.point(0).open.handCount).toBe(2);
  });

  test.each([4, 8])('a hand of %i is refused', (hand) => {
    expect(() => configOf({ hand })).toThrow(`hand must be a whole number from 5 to 7, not ${hand}`);
  });
});
