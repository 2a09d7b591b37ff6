import { describe, expect, test } from 'vitest';
import { IllegalActionError } from '../../../src/engine/kernel/checked.ts';
import { BELIEFS } from '../../../src/engine/mysterium/actions.ts';
import { mysterium } from '../../../src/engine/mysterium/rules.ts';
import { NONE, ROWS } from '../../../src/engine/mysterium/shape.ts';
import { sorted } from '../../kit/data.ts';
import { ScriptedRng } from '../../kit/scripted-rng.ts';
import { legalFor } from '../../kit/walk.ts';
import { BLUE, GREEN, RED, YELLOW, bitsOf, configOf, finaleFor, tableFor } from './table.ts';

/** What was decided where the rules are silent (A.12), each under its own number. */

describe('A-2: crow discards are hidden, their number is public', () => {
  test('without the option nothing but the count is on the table', () => {
    const { open } = tableFor().redraw(3);
    expect([open.thrownCount, open.thrown.length, open.discardCount]).toEqual([3, 0, 3]);
  });

  test('with it, which they are', () => {
    const table = tableFor({ redrawDiscardVisible: true });
    const thrown = [...table.ghost.hand.subarray(0, 3)];
    table.redraw(3);
    expect(sorted(table.open.thrown.filter((vision) => vision !== NONE))).toEqual(sorted(thrown));
  });

  test('there is room for every crow of the longest Easy game: seven rounds and the finale, a whole hand each', () => {
    const { open } = tableFor({ redrawDiscardVisible: true });
    expect(open.thrown).toHaveLength((7 + 1) * 7);
  });
});

test('A-3: an empty draw pile is not refilled until a card is needed', () => {
  const table = tableFor().arrange({ hand: 7, deck: 1, discard: 5 }).deliver(RED, 1);
  expect([table.open.deckCount, table.open.discardCount]).toEqual([0, 5]);
});

test('A-4: a forced reshuffle can bring back what has just been thrown', () => {
  const table = tableFor({}, new ScriptedRng([0, 0])).arrange({ hand: 7, deck: 0, discard: 0 });
  const thrown = [...table.ghost.hand.subarray(0, 2)];
  table.redraw(2);
  expect(sorted(table.ghost.hand.subarray(5))).toEqual(sorted(thrown));
});

describe('A-5 and A.7: when visions run short', () => {
  test.each([
    // hand, draw pile, discards, psychics unserved (this one included), largest delivery: min(hand, max(1, all - others)).
    [7, 0, 0, 4, 4],
    [7, 1, 0, 4, 5],
    [7, 0, 3, 4, 7],
    [7, 70, 0, 4, 7],
    [3, 0, 0, 4, 1],
    [4, 0, 0, 2, 3],
    [1, 0, 0, 4, 1],
  ])(
    'a hand of %i with %i to draw and %i discarded, %i unserved: at most %i',
    (hand, deck, discard, unserved, most) => {
      const table = tableFor({ players: 5 });
      for (let served = 4; served > unserved; served--) table.deliver(served - 1);
      table.arrange({ hand, deck, discard });
      expect(table.open.phase).toBe('deliver');
      const sizes = legalFor(mysterium, table.state, 0)
        .filter((action) => action < 4096)
        .map((action) => bitsOf(action % 128).length);
      expect(Math.max(...sizes)).toBe(most);
      if (most < hand) expect(() => table.deliver(RED, most + 1)).toThrow(IllegalActionError);
    },
  );

  test('with no vision left the others go unserved, which is logged, and guess from their older visions', () => {
    const table = tableFor({ players: 5 }).arrange({ hand: 2, deck: 0, discard: 0 });
    const before = table.visionsBefore(YELLOW);
    table.deliver(RED).deliver(BLUE);
    expect(table.open).toMatchObject({ phase: 'guess', shortages: 2, handCount: 0 });
    expect(bitsOf(table.open.served)).toEqual([RED, BLUE]);
    expect(table.visionsBefore(YELLOW)).toEqual(before);
    table.guess(new Map([[YELLOW, 'right']])).predict();
    expect(table.open.stage[YELLOW]).toBe(1);
  });

  test('the hand is filled again for the next round from what right guesses brought back', () => {
    const table = tableFor({ players: 5 }).arrange({ hand: 2, deck: 0, discard: 0 }).deliver(RED).deliver(BLUE);
    table.guess(new Map([[YELLOW, 'right']])).predict();
    // Yellow held a fourth of the 82 other visions, which fill the hand when the round is over.
    expect(table.open).toMatchObject({ round: 2, phase: 'deliver', handCount: 7 });
  });

  test('a round in which nothing at all can be given is still played', () => {
    const table = tableFor({ players: 5 }).arrange({ hand: 1, deck: 0, discard: 0 }).deliver(RED).guess().predict();
    expect(table.open).toMatchObject({ round: 2, phase: 'guess', shortages: 3 + 4 });
  });
});

test('A-7: the track has no end', () => {
  const table = finaleFor({ players: 7 }, [16, 0, 0, 0, 0, 0]).point(0);
  expect(table.open.level[RED]).toBe(16);
});

describe('A-9: where decoys come from', () => {
  test.each([1, 2, 3, 4, 5])('set aside: never laid out on the table (game %i)', (game) => {
    const { open, state } = finaleFor({ players: 2, talkRounds: game % 4 });
    for (let i = 0; i < 4; i++) {
      if (open.casePsychic[i] !== NONE) continue;
      for (let row = 0; row < ROWS; row++) {
        const card = open.caseCard[i * ROWS + row];
        expect(state.hidden.box[row].subarray(0, 14)).toContain(card);
        expect(open.card.subarray(row * 4, row * 4 + 4)).not.toContain(card);
      }
    }
  });

  test('table leftovers: on Easy exactly the two cards a row that nobody needed', () => {
    const table = finaleFor({ players: 2, decoySource: 'tableLeftovers' });
    const { open } = table;
    for (let row = 0; row < ROWS; row++) {
      const leftovers = [0, 1, 2, 3].filter((col) => col !== table.target(RED, row) && col !== table.target(BLUE, row));
      const decoys = [0, 1, 2, 3].filter((i) => open.casePsychic[i] === NONE).map((i) => open.caseCard[i * ROWS + row]);
      expect(sorted(decoys)).toEqual(sorted(leftovers.map((col) => open.card[row * 4 + col])));
    }
  });
});

describe('A-10: two people name one case together', () => {
  /** Levels of belief in cases 1 to 4, 0 being best, as one vote. */
  const beliefs = (levels: readonly number[]): number =>
    levels.reduce((sum, level, i) => sum + level * BELIEFS ** i, 0);

  test.each([
    ['what both believe in most', [0, 3, 5, 7], [0, 2, 4, 6], 0],
    ['the second choice of both, where first choices clash: 7 and 7 against 1 + 1', [0, 1, 7, 7], [7, 1, 0, 7], 1],
    ['the stronger conviction: 0 + 2 against 3 + 0', [0, 3, 7, 7], [2, 0, 7, 7], 0],
    ['the lowest number on a tie: 0 + 3 and 3 + 0', [7, 0, 3, 7], [7, 3, 0, 7], 1],
    ['the lowest number where nobody believes anything', [0, 0, 0, 0], [0, 0, 0, 0], 0],
    ['the last case too', [7, 7, 7, 6], [7, 7, 7, 7], 3],
  ])('%s', (_what, first, second, answer) => {
    const table = finaleFor({ players: 3 }).point(answer);
    table.vote([beliefs(first), NONE, beliefs(second), NONE]);
    expect(table.open).toMatchObject({ answer, outcome: 'voteCorrect' });
  });

  test('8 levels for each of 4 cases: 4,096 votes to choose from', () => {
    const table = finaleFor({ players: 3 }).point(0);
    expect(legalFor(mysterium, table.state, 1)).toHaveLength(8 ** 4);
  });
});

describe('A-11: a pawn that is not placed', () => {
  const late = (): number => configOf({ players: 4 }).width;

  test('is refused unless the table plays with it', () => {
    expect(() =>
      tableFor()
        .serveAll()
        .guess(new Map([[RED, late()]])),
    ).toThrow(IllegalActionError);
  });

  test('counts as wrong: card, visions and stage stay', () => {
    const table = tableFor({ unplacedPawn: 'wrong' }).serveAll();
    const visions = table.visionsBefore(RED);
    table.guess(new Map([[RED, late()]])).predict();
    expect([table.open.stage[RED], table.open.wrong[RED], table.open.guessed[RED]]).toEqual([0, 0, NONE]);
    expect(table.visionsBefore(RED)).toEqual(visions);
  });

  test('takes no predictions, whose tokens stay with their owners', () => {
    const table = tableFor({ unplacedPawn: 'wrong' })
      .serveAll()
      .guess(new Map([[RED, late()]]));
    expect(() => table.predict(new Map([[BLUE, { crosses: [RED] }]]))).toThrow(IllegalActionError);
    table.predict(new Map([[BLUE, { crosses: [GREEN] }]]));
    expect([table.open.checks[BLUE], table.open.crosses[BLUE], table.open.level[BLUE]]).toEqual([2, 1, 1]);
  });

  test('does not keep its psychic from predicting', () => {
    const table = tableFor({ unplacedPawn: 'wrong' })
      .serveAll()
      .guess(new Map([[RED, late()]]));
    table.predict(new Map([[RED, { crosses: [BLUE] }]]));
    expect(table.open.level[RED]).toBe(1);
  });

  test('no pawn at all, no predictions', () => {
    const nobody = new Map([RED, BLUE, GREEN].map((p) => [p, late()]));
    const table = tableFor({ unplacedPawn: 'wrong' }).serveAll().guess(nobody);
    expect(table.open).toMatchObject({ phase: 'close', predictions: 0 });
  });
});

test('A-12: predictions are made with all pawns in view', () => {
  const table = tableFor()
    .serveAll()
    .guess(new Map([[BLUE, 'right']]));
  expect([table.open.phase, table.open.guess[BLUE]]).toEqual(['predict', table.target(BLUE)]);
});

describe('tokens lie for one round', () => {
  test('a check that failed does not come true a round later', () => {
    const table = tableFor();
    table.open.checks[RED] = 1;
    table.open.crosses[RED] = 0;
    table.finishRound([], new Map([[RED, { checks: [BLUE] }]])).finishRound([BLUE]);
    expect([table.open.level[RED], table.open.checksOn[RED]]).toEqual([0, 0]);
  });

  test('the last one who seeks has no pawn but its own to predict on, and is not asked', () => {
    const table = tableFor();
    for (let round = 1; round <= 3; round++) table.finishRound([BLUE, GREEN]);
    table.serveAll().guess();
    expect(bitsOf(table.open.predictors)).toEqual([BLUE, GREEN]);
  });
});

test('A-13: a token that came back in round IV can be placed in round IV', () => {
  const table = tableFor({ players: 5 }).finishRound([], new Map([[RED, { checks: [BLUE, GREEN] }]]));
  table.finishRound([]).finishRound([]);
  expect(table.open.round).toBe(4);
  table.finishRound([BLUE], new Map([[RED, { checks: [BLUE, GREEN] }]]));
  expect([table.open.level[RED], table.open.checks[RED]]).toEqual([1, 0]);
});

describe('A-15: how crows may be used', () => {
  test('a redraw takes at least one card', () => {
    expect(() => tableFor().redraw(0)).toThrow(IllegalActionError);
  });

  test('several crows in a row are legal on Medium', () => {
    const table = tableFor({ difficulty: 'medium' }).redraw(7).redraw(7).redraw(1);
    expect(table.open).toMatchObject({ phase: 'deliver', crowsUsed: 3, discardCount: 15 });
    expect(() => table.redraw()).toThrow(IllegalActionError);
  });

  test('the last window of a round takes one too, on Medium several', () => {
    const table = tableFor({ difficulty: 'medium' }).serveAll().guess().predict().redraw().redraw().redraw();
    expect(table.open).toMatchObject({ round: 2, phase: 'deliver', crowsUsed: 3 });
  });

  test("Easy: this round's crow can go at its end, and the next round has its own", () => {
    const table = tableFor().serveAll().guess().predict().redraw(4);
    expect(table.open).toMatchObject({ round: 2, crowsUsed: 1, crowsLeft: 1 });
    expect(table.redraw().open.crowsUsed).toBe(2);
  });
});

describe('talk before the guesses', () => {
  test('each psychic is talked about in turn, as often as the table talks, and the guesses follow', () => {
    const table = tableFor({ players: 4, talkRounds: 2 }).serveAll();
    const topics: number[] = [];
    while (table.open.phase === 'talk') {
      topics.push(table.open.topic);
      table.act(new Map([1, 2, 3].map((seat) => [seat, seat])));
    }
    expect(topics).toEqual([RED, BLUE, GREEN, RED, BLUE, GREEN]);
    expect(table.open.phase).toBe('guess');
    expect([...table.open.said]).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
  });

  test('finished psychics speak and are not spoken of', () => {
    const table = tableFor({ players: 4, talkRounds: 1 });
    table.open.stage[RED] = ROWS;
    table.open.unfinished &= ~(1 << RED);
    table.serveAll();
    // Seats 1 to 3 speak, of Blue first.
    expect([table.open.topic, mysterium.acting(table.state)]).toEqual([BLUE, 0b1110]);
  });

  test.each([
    [2, 0],
    [3, 4],
    [4, 3],
  ])('%i people talk about %i psychics a round; one person alone has nobody to talk to', (players, decisions) => {
    const table = tableFor({ players, talkRounds: 1 }).serveAll();
    let talked = 0;
    for (; table.open.phase === 'talk'; talked++) {
      table.act(new Map(bitsOf(mysterium.acting(table.state)).map((seat) => [seat, table.open.config.width])));
    }
    expect([talked, table.open.phase]).toEqual([decisions, 'guess']);
    expect(table.open.said.every((said) => said === NONE)).toBe(true);
  });

  test('what was said is wiped when the next round starts', () => {
    const table = tableFor({ players: 4, talkRounds: 1 }).serveAll();
    while (table.open.phase === 'talk') table.act(new Map([1, 2, 3].map((seat) => [seat, 0])));
    table.guess().predict().keep();
    expect(table.open.said.every((said) => said === NONE)).toBe(true);
  });
});
