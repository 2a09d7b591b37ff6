import { describe, expect, test } from 'vitest';
import { viewOf } from '../../../src/engine/kernel/rules.ts';
import { BELIEFS, CROSSES, KEEP, MASKS, REDRAW } from '../../../src/engine/mysterium/actions.ts';
import { notation } from '../../../src/engine/mysterium/moves.ts';
import { HAND, columnOf } from '../../../src/engine/mysterium/shape.ts';
import { BLUE, GREEN, RED, finaleFor, tableFor } from './table.ts';
import type { TestTable } from './table.ts';

/** What a seat's action says in words, and whether the words lead back to it. */
function said({ state }: TestTable, seat: number, action: number): unknown {
  const view = viewOf(state, seat);
  const move = notation.toMove(view, action);
  expect(notation.toAction(view, move)).toBe(action);
  return move;
}

describe('an action in words', () => {
  test('a delivery names visions and a psychic', () => {
    const table = tableFor();
    const { hand } = table.ghost;
    expect(said(table, 0, BLUE * MASKS + 0b101)).toEqual({ deliver: [hand[0], hand[2]], to: BLUE });
  });

  test('a redraw names visions, and keeping the hand says so', () => {
    const table = tableFor();
    const { hand } = table.ghost;
    expect(said(table, 0, REDRAW + 0b11)).toEqual({ redraw: [hand[0], hand[1]] });
    table.serveAll().guess().predict();
    expect(said(table, 0, KEEP)).toEqual({ keep: true });
    expect(said(table, 0, REDRAW + 0b100)).toEqual({ redraw: [table.ghost.hand[2]] });
  });

  test('talk and guesses name cards of the row that is sought, or none', () => {
    const table = tableFor({ players: 4, talkRounds: 1, unplacedPawn: 'wrong' }).serveAll();
    const { config, card } = table.open;
    const third = columnOf(config, 0, card[2]);
    expect(said(table, 1, 2)).toEqual({ say: third, about: RED });
    expect(said(table, 1, config.width)).toEqual({ say: null, about: RED });
    for (let topic = 0; topic < 3; topic++) table.act(new Map([1, 2, 3].map((seat) => [seat, 0])));
    expect(said(table, 2, 2)).toEqual({ guess: third });
    expect(said(table, 2, config.width)).toEqual({ guess: null });
  });

  test('a guess for a location is a card of the second row: 18 and on', () => {
    const table = tableFor({ players: 4 }).finishRound([RED]).serveAll();
    const { config, card } = table.open;
    expect(said(table, 1, 0)).toEqual({ guess: 18 + card[config.width] });
  });

  test('a prediction names psychics', () => {
    const table = tableFor({ players: 4 }).serveAll().guess();
    expect(said(table, 1, (1 << BLUE) + CROSSES * (1 << GREEN))).toEqual({ checks: [BLUE], crosses: [GREEN] });
    expect(said(table, 1, 0)).toEqual({ checks: [], crosses: [] });
  });

  test('the ghost points with a case and a vision for each row', () => {
    const table = finaleFor({ players: 4 });
    const { hand } = table.ghost;
    expect(said(table, 0, ((2 * HAND + 4) * HAND + 0) * HAND + 6)).toEqual({
      culprit: 2,
      visions: [hand[4], hand[0], hand[6]],
    });
  });

  test('a vote names a case, or what two people believe of each', () => {
    expect(said(finaleFor({ players: 2 }).point(0), 1, 3)).toEqual({ vote: 3 });
    expect(said(finaleFor({ players: 3 }).point(0), 1, 1 + 2 * BELIEFS + 3 * BELIEFS ** 3)).toEqual({
      beliefs: [1, 2, 0, 3],
    });
  });
});

describe('words that say nothing legal are refused', () => {
  test('a vision that is not in the hand', () => {
    const table = tableFor();
    const elsewhere = table.state.hidden.deck[0];
    expect(() => notation.toAction(viewOf(table.state, 0), { deliver: [elsewhere], to: RED })).toThrow(RangeError);
  });

  test('a card that does not lie there', () => {
    const table = tableFor().serveAll();
    expect(() => notation.toAction(viewOf(table.state, 1), { guess: 54 })).toThrow(RangeError);
  });

  test('the hand, in the words of one who has none', () => {
    expect(() => notation.toMove(viewOf(tableFor().state, 1), MASKS + 1)).toThrow('only the ghost has a hand');
  });
});
