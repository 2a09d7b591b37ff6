import { describe, expect, test } from 'vitest';
import { IllegalActionError } from '../../../src/engine/kernel/checked.ts';
import { NONE, ROWS, bandOf } from '../../../src/engine/mysterium/shape.ts';
import { sorted } from '../../kit/data.ts';
import { BLUE, GREEN, RED, YELLOW, bitsOf, configOf, finaleFor, tableFor } from './table.ts';

/** The scenarios of the rules, section A.16, that play in the finale or at small tables; cases are numbered from 1 there, from 0 here. */

const casesOf = (numbers: readonly number[]): number[] => numbers.map((number) => number - 1);

test('21. Bands 4-5: levels 4, 5, 6, 7, 11 vote after card 1, 2, 2, 3, 3', () => {
  const config = configOf({ players: 5 });
  expect([4, 5, 6, 7, 11].map((level) => 1 + bandOf(config, level))).toEqual([1, 2, 2, 3, 3]);
});

test('21. Bands 4-5, at the table: who is asked after each card', () => {
  const table = finaleFor({ players: 5 }, [4, 5, 6, 7]).point(0);
  const asked: [number, number[]][] = [];
  while (table.open.phase === 'vote') {
    asked.push([table.open.revealedCount, bitsOf(table.open.voters)]);
    table.act(new Map(bitsOf(table.open.voters).map((p) => [p + 1, 0])));
  }
  expect(asked).toEqual([
    [1, [RED]],
    [2, [BLUE, GREEN]],
    [3, [YELLOW]],
  ]);
});

test('22. Plurality: two votes of four suffice', () => {
  const table = finaleFor({ players: 5 }, [4, 5, 6, 11])
    .point(1)
    .vote(casesOf([1, 2, 3, 2]));
  expect(table.open).toMatchObject({ answer: 1, culprit: 1, outcome: 'voteCorrect' });
});

test('23. Tie: the highest level decides', () => {
  const table = finaleFor({ players: 5 }, [3, 8, 9, 4])
    .point(0)
    .vote(casesOf([1, 1, 2, 2]));
  expect(table.open).toMatchObject({ answer: 1, outcome: 'voteWrong' });
});

test('24. Decider outside the leaders: its vote counts even for a case that leads nothing', () => {
  const table = finaleFor({ players: 7 }, [1, 2, 3, 4, 16, 5])
    .point(2)
    .vote(casesOf([1, 1, 2, 2, 3, 4]));
  expect(table.open).toMatchObject({ answer: 2, outcome: 'voteCorrect' });
});

test.each([
  ['the second is older than the first', [1, 0, 2], 1],
  ['the first is older than the second', [0, 1, 2], 0],
  ['the eldest of all has a lower level', [2, 1, 0], 1],
])('25. Shared top level: %s', (_who, ageRank, answer) => {
  const table = finaleFor({ players: 4 }, [9, 9, 3], ageRank)
    .point(0)
    .vote(casesOf([1, 2, 3]));
  expect(table.open.answer).toBe(answer);
});

test('26. Late cards: a vote cast after card 1 stands', () => {
  const table = finaleFor({ players: 4 }, [0, 5, 9]).point(0);
  table.act(new Map([[RED + 1, 2]]));
  for (const [seat, level] of [
    [BLUE + 1, 2],
    [GREEN + 1, 3],
  ]) {
    expect([table.open.revealedCount, table.open.voters]).toEqual([level, 1 << (seat - 1)]);
    expect(() =>
      table.act(
        new Map([
          [RED + 1, 1],
          [seat, 0],
        ]),
      ),
    ).toThrow(IllegalActionError);
    table.act(new Map([[seat, 1]]));
  }
  expect([...table.open.votes]).toEqual([2, 1, 1]);
});

describe('27. Two people', () => {
  const table = finaleFor({ players: 2 });
  const { open, state } = table;

  test('four cards a row and two psychics of one person, without tokens', () => {
    expect(open.config).toMatchObject({ width: 4, psychics: 2, persons: 1, tokens: 0 });
    expect([...open.checks, ...open.crosses, ...open.level]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('four cases, two of them solved and two of cards that no other case has', () => {
    expect(sorted(open.casePsychic)).toEqual([NONE, NONE, 0, 1]);
    for (let row = 0; row < ROWS; row++) {
      const cards = Array.from({ length: 4 }, (_, i) => open.caseCard[i * ROWS + row]);
      expect(new Set(cards).size).toBe(4);
      for (let i = 0; i < 4; i++) {
        const p = open.casePsychic[i];
        if (p !== NONE) expect(cards[i]).toBe(open.card[row * 4 + table.target(p, row)]);
        else expect(state.hidden.box[row].subarray(0, 14)).toContain(cards[i]);
      }
    }
  });

  test('the ghost may choose a decoy; three cards are shown at once, and one choice is made', () => {
    const decoy = open.casePsychic.indexOf(NONE);
    table.point(decoy);
    expect([open.revealedCount, open.voters]).toEqual([3, 1 << RED]);
    table.vote([decoy]);
    expect(open).toMatchObject({ phase: 'over', answer: decoy, outcome: 'voteCorrect' });
  });
});

describe('28. Three people', () => {
  test('five cards a row, four psychics of two people, no tokens', () => {
    const { open } = tableFor({ players: 3 });
    expect(open.config).toMatchObject({ width: 5, psychics: 4, persons: 2, tokens: 0 });
  });

  test('four cases without decoys, no levels, and both people choose after three cards', () => {
    const { open } = finaleFor({ players: 3 }).point(3);
    expect(sorted(open.casePsychic)).toEqual([0, 1, 2, 3]);
    expect([...open.level]).toEqual([0, 0, 0, 0]);
    expect([open.revealedCount, bitsOf(open.voters)]).toEqual([3, [RED, GREEN]]);
  });
});

test('30. Max level: eight true predictions and the end in round III make level 12, which votes last', () => {
  const table = tableFor({ players: 4 });
  // Rounds 1 to 3: Red is right, and places its 2 checks and 2 crosses truly; in round 4 they are back and go the same way.
  table.finishRound([RED, BLUE], new Map([[RED, { checks: [BLUE], crosses: [GREEN] }]]));
  table.finishRound([RED, BLUE], new Map([[RED, { checks: [BLUE], crosses: [GREEN] }]]));
  table.finishRound([RED]);
  expect([table.open.finishRound[RED], table.open.level[RED]]).toEqual([3, 4 + 4]);
  table.finishRound([GREEN], new Map([[RED, { checks: [GREEN], crosses: [BLUE] }]]));
  table.finishRound([GREEN], new Map([[RED, { checks: [GREEN], crosses: [BLUE] }]]));
  expect(table.open.level[RED]).toBe(12);
  table.solveAll().point(0);
  expect(bandOf(table.open.config, table.open.level[RED])).toBe(2);
  while (table.open.revealedCount < ROWS) {
    expect((table.open.voters >> RED) & 1).toBe(0);
    table.act(new Map(bitsOf(table.open.voters).map((p) => [p + 1, 0])));
  }
  expect(bitsOf(table.open.voters)).toContain(RED);
});
