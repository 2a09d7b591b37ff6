import { describe, expect, test } from 'vitest';
import { IllegalActionError } from '../../../src/engine/kernel/checked.ts';
import { CROSSES, MASKS } from '../../../src/engine/mysterium/actions.ts';
import { ROWS } from '../../../src/engine/mysterium/shape.ts';
import { sorted } from '../../kit/data.ts';
import { WHITE, BLUE, GREEN, RED, YELLOW, BLACK, bitsOf, tableFor, visionsEverywhere } from './table.ts';
import type { TestTable, Tokens } from './table.ts';

/** The scenarios of the rules, section A.16, that play in rounds I to VII; each under its own number and name. */

const FIVE = { players: 5 };
const psychics = ({ open }: TestTable): number[] => Array.from({ length: open.config.psychics }, (_, p) => p);
const piles = ({ open }: TestTable) => ({ hand: open.handCount, draw: open.deckCount, discard: open.discardCount });

/** What a psychic of `table` may not do now: a prediction with these tokens. */
function refusesTokens(table: TestTable, p: number, { checks = [], crosses = [] }: Tokens): void {
  const bits = (on: readonly number[]): number => on.reduce((mask, q) => mask | (1 << q), 0);
  const joint = new Map(bitsOf(table.open.predictors).map((q) => [q + 1, 0]));
  joint.set(p + 1, bits(checks) + CROSSES * bits(crosses));
  expect(() => table.act(joint)).toThrow(IllegalActionError);
}

test('1. Setup 5, Easy: six cards a row, four psychics with two checks and two crosses each, hand 7, draw 77', () => {
  const table = tableFor(FIVE);
  const { open, state } = table;
  expect(open.config).toMatchObject({ width: 6, psychics: 4, cardsPerRow: 18, middleFrom: 5, highFrom: 7 });
  expect(state.hidden.box.map((box) => new Set(box.subarray(0, 12)).size)).toEqual([12, 12, 12]);
  expect(piles(table)).toEqual({ hand: 7, draw: 77, discard: 0 });
  expect([...open.checks, ...open.crosses]).toEqual([2, 2, 2, 2, 2, 2, 2, 2]);
  expect([...open.level]).toEqual([0, 0, 0, 0]);
  expect(open.round).toBe(1);
});

describe('2. Setup table', () => {
  test.each([
    [4, 'easy', 5],
    [4, 'medium', 6],
    [4, 'hard', 7],
    [5, 'easy', 6],
    [5, 'medium', 7],
    [5, 'hard', 8],
    [6, 'easy', 6],
    [6, 'medium', 8],
    [6, 'hard', 9],
    [7, 'easy', 7],
    [7, 'medium', 8],
    [7, 'hard', 9],
  ])('%i people on %s lay out %i cards a row', (players, difficulty, width) => {
    const { open } = tableFor({ players, difficulty });
    expect(open.config.width).toBe(width);
    for (let row = 0; row < ROWS; row++) {
      const cards = open.card.subarray(row * width, (row + 1) * width);
      expect(new Set(cards).size).toBe(width);
      expect(cards.every((card) => card >= 0 && card < 18)).toBe(true);
    }
  });
});

test.each([2, 3, 4, 5, 6, 7])('3. Distinct targets: %i people', (players) => {
  const table = tableFor({ players });
  for (let row = 0; row < ROWS; row++) {
    const targets = new Set(psychics(table).map((p) => table.target(p, row)));
    expect(targets.size).toBe(table.open.config.psychics);
    for (const col of targets) expect(col >= 0 && col < table.open.config.width).toBe(true);
  }
});

test('4. Refill: three cards to Red leave a hand of 7 and a draw pile of 74', () => {
  const table = tableFor(FIVE);
  const first = [...table.ghost.hand.subarray(0, 3)];
  table.deliver(RED, 3);
  expect(sorted(table.visionsBefore(RED))).toEqual(sorted(first));
  expect(piles(table)).toEqual({ hand: 7, draw: 74, discard: 0 });
});

test('5. One delivery: Red is not served twice in a round', () => {
  const table = tableFor(FIVE).deliver(RED);
  expect(() => table.deliver(RED)).toThrow(IllegalActionError);
});

test('6. Empty delivery: no card is illegal, seven are legal', () => {
  const table = tableFor(FIVE);
  expect(() => table.ghostActs(BLUE * MASKS)).toThrow(IllegalActionError);
  expect(table.deliver(BLUE, 7).visionsBefore(BLUE)).toHaveLength(7);
});

test('7. Reshuffle: one card is drawn, the ten discards become the pile, two more are drawn', () => {
  const table = tableFor(FIVE).arrange({ hand: 7, deck: 1, discard: 10 }).deliver(RED, 3);
  expect(piles(table)).toEqual({ hand: 7, draw: 8, discard: 0 });
});

test("8. Same card: Red and Blue guess the Cook, who is Blue's", () => {
  const table = tableFor(FIVE).serveAll(2);
  const cook = table.target(BLUE);
  const visions = table.visionsBefore(RED);
  table
    .guess(
      new Map([
        [RED, cook],
        [BLUE, cook],
      ]),
    )
    .predict();
  expect([...table.open.stage.subarray(RED, BLUE + 1)]).toEqual([0, 1]);
  expect(table.visionsBefore(RED)).toEqual(visions);
  expect((table.open.gone[0] >> cook) & 1).toBe(1);
  expect(table.open.guessedRight[BLUE]).toBe(1);
});

test('9. Retained visions: three cards go to the discard pile when Red is right at last', () => {
  const table = tableFor(FIVE).deliver(RED, 2).finishRound([]);
  table.deliver(RED, 1);
  expect(table.visionsBefore(RED)).toHaveLength(3);
  table.finishRound([RED]);
  expect(table.open.discardCount).toBe(3);
  expect(table.visionsBefore(RED)).toEqual([]);
});

test('10. Next stage next round: Red, right in round 2, is served for its location in round 3', () => {
  const table = tableFor(FIVE)
    .finishRound([])
    .deliver(RED)
    .serveAll()
    .guess(new Map([[RED, 'right']]))
    .predict();
  expect(table.open.stage[RED]).toBe(1);
  expect(() => table.deliver(RED)).toThrow(IllegalActionError);
  table.keep();
  expect(table.open.round).toBe(3);
  table.deliver(RED, 2);
  expect(table.open.stage[RED]).toBe(1);
  expect(table.visionsBefore(RED)).toHaveLength(2);
});

test('11. Predictions: a check on one who is right and a cross on one who is wrong are worth two levels', () => {
  const table = tableFor(FIVE).finishRound([BLUE], new Map([[RED, { checks: [BLUE], crosses: [GREEN] }]]));
  const { level, checks, crosses } = table.open;
  expect([level[RED], checks[RED], crosses[RED]]).toEqual([2, 1, 1]);
});

test('12. False prediction: the level stays, the check is spent', () => {
  const table = tableFor(FIVE).finishRound([], new Map([[RED, { checks: [BLUE] }]]));
  const { level, checks, crosses } = table.open;
  expect([level[RED], checks[RED], crosses[RED]]).toEqual([0, 1, 2]);
});

describe('13. Illegal predictions', () => {
  test('on oneself', () => refusesTokens(tableFor(FIVE).serveAll().guess(), RED, { checks: [RED] }));

  test('two own tokens on one pawn', () => {
    refusesTokens(tableFor(FIVE).serveAll().guess(), RED, { checks: [BLUE], crosses: [BLUE] });
  });

  test('a third check with only two checks', () => {
    refusesTokens(tableFor(FIVE).serveAll().guess(), RED, { checks: [BLUE, GREEN, YELLOW] });
  });

  test('on a finished psychic', () => {
    const table = tableFor(FIVE);
    for (let round = 1; round <= 3; round++) table.finishRound([BLUE]);
    expect(table.open.stage[BLUE]).toBe(ROWS);
    refusesTokens(table.serveAll().guess(), RED, { checks: [BLUE] });
  });
});

test('14. Token return: four spent in rounds 1 to 3 are back in round 4, four spent in 4 are gone until the end', () => {
  const all: Tokens = { checks: [BLUE, GREEN], crosses: [] };
  const table = tableFor(FIVE);
  const left = () => [table.open.checks[RED], table.open.crosses[RED]];
  table.finishRound([], new Map([[RED, all]])).finishRound([], new Map([[RED, { crosses: [BLUE, GREEN] }]]));
  expect(left()).toEqual([0, 0]);
  table.finishRound([]);
  expect([table.open.round, ...left()]).toEqual([4, 2, 2]);
  // Three pawns lie before Red, so four tokens cannot go in one round: three go in round 4 and the last in round 5.
  table
    .finishRound([], new Map([[RED, { checks: [BLUE, GREEN], crosses: [YELLOW] }]]))
    .finishRound([], new Map([[RED, { crosses: [YELLOW] }]]));
  for (const round of [6, 7]) {
    expect([table.open.round, ...left()]).toEqual([round, 0, 0]);
    if (round === 6) table.finishRound([]);
  }
});

test('14. Token return: with six people all four go in round 4, and none is left in rounds 5 to 7', () => {
  const table = tableFor({ players: 6 });
  for (let round = 1; round <= 3; round++) table.finishRound([]);
  table.open.checks[RED] = 2;
  table.open.crosses[RED] = 2;
  table.finishRound([], new Map([[RED, { checks: [BLUE, GREEN], crosses: [YELLOW, WHITE] }]]));
  for (const round of [5, 6, 7]) {
    expect([table.open.round, table.open.checks[RED], table.open.crosses[RED]]).toEqual([round, 0, 0]);
    if (round < 7) table.finishRound([]);
  }
});

test.each([
  [3, 4],
  [4, 3],
  [5, 2],
  [6, 1],
  [7, 0],
])('15. Bonus: finishing in round %i adds %i', (round, bonus) => {
  const table = tableFor(FIVE);
  for (let now = 1; now <= round; now++) table.finishRound(now > round - ROWS ? [RED] : []);
  expect([table.open.finishRound[RED], table.open.level[RED]]).toEqual([round, bonus]);
});

test('16. Finished psychic: it is not served and does not guess, yet may place its last cross', () => {
  const table = tableFor(FIVE).finishRound([]);
  for (let round = 2; round <= 3; round++) table.finishRound([RED]);
  table.finishRound([RED], new Map([[RED, { checks: [BLUE, GREEN], crosses: [YELLOW] }]]));
  expect([table.open.round, table.open.finishRound[RED], table.open.crosses[RED]]).toEqual([5, 4, 1]);
  expect(() => table.deliver(RED)).toThrow(IllegalActionError);
  table.serveAll();
  expect(bitsOf(table.open.unfinished)).toEqual([BLUE, GREEN, YELLOW]);
  table.guess();
  expect(table.open.guess[RED]).toBe(-1);
  table.predict(new Map([[RED, { crosses: [BLUE] }]]));
  // Two checks failed and one cross held in round 4, one cross held now: 2, and 7 - 4 for finishing.
  expect([table.open.crosses[RED], table.open.level[RED]]).toEqual([0, 5]);
});

test('17. Deadline: five of six finished after round VII is a loss without a vote', () => {
  const table = tableFor({ players: 7 });
  for (let round = 1; round <= 7; round++) table.finishRound(bitsOf(table.open.unfinished & ~(1 << BLACK)));
  expect(table.open).toMatchObject({
    phase: 'over',
    outcome: 'deadline',
    unfinished: 1 << BLACK,
    answer: -1,
    revealedCount: 0,
  });
  expect([...table.open.votes]).toEqual([-1, -1, -1, -1, -1, -1]);
});

test('18. Early finale: all finished in round V, so rounds VI and VII are not played', () => {
  const table = tableFor(FIVE).finishRound([]).finishRound([]).solveAll();
  expect(table.open).toMatchObject({ phase: 'point', round: 5, unfinished: 0 });
});

describe('19. Crows', () => {
  test('Easy: one a round and one in the finale', () => {
    const table = tableFor(FIVE);
    for (let round = 1; round <= 3; round++) {
      table.redraw(2);
      expect(() => table.redraw()).toThrow(IllegalActionError);
      table.finishRound(bitsOf(table.open.unfinished));
    }
    expect(table.open).toMatchObject({ phase: 'point', crowsUsed: 3, crowsLeft: 1 });
    table.redraw();
    expect(() => table.redraw()).toThrow(IllegalActionError);
  });

  test('Easy: again in the next round', () => {
    const table = tableFor(FIVE).redraw().finishRound([]).redraw();
    expect(table.open).toMatchObject({ round: 2, crowsUsed: 2, crowsLeft: 0 });
  });

  test('Medium: three in the whole game, the finale included', () => {
    const table = tableFor({ players: 5, difficulty: 'medium' }).redraw().finishRound([]).redraw(7).solveAll().redraw();
    expect(table.open).toMatchObject({ phase: 'point', crowsUsed: 3, crowsLeft: 0 });
    expect(() => table.redraw()).toThrow(IllegalActionError);
  });

  test('Hard: one in the whole game', () => {
    const table = tableFor({ players: 5, difficulty: 'hard' }).finishRound([]).redraw();
    expect(() => table.redraw()).toThrow(IllegalActionError);
    table.solveAll();
    expect(() => table.redraw()).toThrow(IllegalActionError);
  });
});

test('20. Redraw through reshuffle: four are drawn, seven reshuffled, three drawn', () => {
  const table = tableFor(FIVE).arrange({ hand: 7, deck: 4, discard: 0 }).redraw(7);
  expect(piles(table)).toEqual({ hand: 7, draw: 4, discard: 0 });
});

test('29. Conservation: 84 vision cards after every action of a whole game, each once', () => {
  const table = tableFor(FIVE);
  const conserved = (): void => {
    const visions = visionsEverywhere(table.state);
    expect([visions.length, new Set(visions).size]).toEqual([84, 84]);
  };
  for (let round = 1; round <= 4; round++) {
    table.redraw(round);
    conserved();
    while (table.open.phase === 'deliver') {
      table.deliver(bitsOf(table.open.unfinished & ~table.open.served)[0], round);
      conserved();
    }
    table.guess(new Map(round === 1 ? [] : bitsOf(table.open.unfinished).map((p) => [p, 'right'])));
    conserved();
    table.predict();
    conserved();
  }
  expect(table.open.phase).toBe('point');
  table.point(0);
  conserved();
  table.vote([0, 1, 2, 3]);
  conserved();
});
