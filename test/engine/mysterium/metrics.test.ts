import { describe, expect, test } from 'vitest';
import { ledger } from '../../../src/engine/mysterium/ledger.ts';
import { figures, metrics } from '../../../src/engine/mysterium/metrics.ts';
import { columnOf } from '../../../src/engine/mysterium/shape.ts';
import { BLUE, GREEN, RED, finaleFor, tableFor } from './table.ts';
import type { TestTable } from './table.ts';

const measured = ({ state }: TestTable) => Object.fromEntries(metrics.map((metric) => [metric.name, metric.of(state)]));

test('a game won in five rounds, counted by hand', () => {
  // Three psychics, one vision each a round. Round 1 all wrong, Red lays a check on Blue; round 2 Blue right; rounds 3 to 5 the rest.
  const table = tableFor({ players: 4 }).redraw(2);
  table.finishRound([], new Map([[RED, { checks: [BLUE] }]]));
  table.finishRound([BLUE], new Map([[RED, { checks: [BLUE], crosses: [GREEN] }]]));
  table.finishRound([RED, BLUE, GREEN]).finishRound([RED, BLUE, GREEN]).finishRound([RED, GREEN]);
  table.point(1).vote([1, 1, 0]);
  expect(measured(table)).toMatchObject({
    won: 1,
    reached_final: 1,
    rounds: 5,
    // 3 in each of rounds 1 to 4, 2 in round 5, when Blue has finished
    guesses: 4 * 3 + 2,
    right_guesses: 9,
    first_guesses: 9,
    // Characters: none at first; locations and objects: all at first
    first_right: 6,
    first_character_guesses: 3,
    first_character_right: 0,
    first_location_guesses: 3,
    first_location_right: 3,
    first_object_guesses: 3,
    first_object_right: 3,
    visions: 14,
    crows: 1,
    predictions: 3,
    true_predictions: 2,
    // 2 predictions of Red; Blue finished in IV, Red and Green in V: 3 + 2 + 2
    levels: 2 + 3 + 2 + 2,
    votes: 3,
    votes_right: 2,
    shortages: 0,
  });
});

test('a game lost at the deadline has no votes', () => {
  const table = tableFor({ players: 4 });
  for (let round = 1; round <= 7; round++) table.finishRound([]);
  expect(measured(table)).toMatchObject({
    won: 0,
    reached_final: 0,
    rounds: 7,
    guesses: 21,
    right_guesses: 0,
    first_guesses: 3,
    votes: 0,
    votes_right: 0,
  });
});

test('a pawn that is not placed is no guess', () => {
  const table = tableFor({ players: 4, unplacedPawn: 'wrong' })
    .serveAll()
    .guess(new Map([[RED, 5]]))
    .predict();
  expect(measured(table)).toMatchObject({ guesses: 2, first_guesses: 2 });
});

test('one person has one vote, two have one each', () => {
  expect(measured(finaleFor({ players: 2 }).point(3).vote([3]))).toMatchObject({ won: 1, votes: 1, votes_right: 1 });
  // Beliefs in base 8: 7 in case 1 and 0 in the others, so case 2 is named, of which both are sure.
  expect(measured(finaleFor({ players: 3 }).point(1).vote([7, -1, 7]))).toMatchObject({
    won: 1,
    votes: 2,
    votes_right: 2,
  });
});

test('figures are made of columns that there are', () => {
  const columns = new Set(metrics.map(({ name }) => name));
  expect(columns.size).toBe(metrics.length);
  for (const figure of figures) {
    expect(columns).toContain(figure.metric);
    if (figure.kind === 'ratio') expect(columns).toContain(figure.per);
  }
});

describe('the ledger of deliveries', () => {
  /** Eyes for which vision v fits card c by 10 v + c: numbers that can be added up by hand. */
  const eyes = {
    rows: 84,
    columns: 54,
    cells: Float32Array.from({ length: 84 * 54 }, (_, at) => 10 * Math.floor(at / 54) + (at % 54)),
  };

  function rowsOf(table: TestTable): Record<string, number>[] {
    const rows: Record<string, number>[] = [];
    ledger.rows(table.state, eyes, (row) =>
      rows.push(Object.fromEntries(ledger.columns.map((column, i) => [column, row[i]]))),
    );
    return rows;
  }

  test('has a row for each guess, with what was given, kept and seen before it', () => {
    const table = tableFor({ players: 4 })
      .deliver(GREEN, 2)
      .deliver(RED, 1)
      .serveAll()
      .guess(new Map([[BLUE, 'right']]))
      .predict()
      .keep();
    table.finishRound([GREEN]);
    const { width } = table.open.config;
    const rows = rowsOf(table);
    expect(rows).toHaveLength(6);
    expect(rows[GREEN]).toMatchObject({
      round: 1,
      psychic: GREEN,
      category: 0,
      candidates: width,
      given: 2,
      retained: 0,
      served_as: 1,
      right: 0,
    });
    expect(rows[BLUE]).toMatchObject({ psychic: BLUE, given: 1, served_as: 3, right: 1 });
    // In round 2 Blue's card is gone and Green's wrong guess is out: two candidates fewer; its two visions are kept.
    expect(rows[3 + GREEN]).toMatchObject({
      round: 2,
      psychic: GREEN,
      category: 0,
      candidates: width - 2,
      given: 1,
      retained: 2,
      right: 1,
    });
    expect(rows[3 + BLUE]).toMatchObject({ round: 2, psychic: BLUE, category: 1, candidates: width, retained: 0 });
  });

  test('names the card that was meant and the one that was guessed, as the affinity counts them', () => {
    const table = tableFor({ players: 4 })
      .serveAll()
      .guess(new Map([[BLUE, 'right']]))
      .predict()
      .keep();
    table.finishRound([]);
    const { config, card, guessed, guessedRow } = table.open;
    const rows = rowsOf(table);
    const psychics = [0, 1, 2];
    expect(rows.slice(0, 3).map(({ target }) => target)).toEqual(
      psychics.map((p) => columnOf(config, 0, card[table.target(p, 0)])),
    );
    expect(rows.slice(0, 3).map(({ guess }) => guess)).toEqual(
      psychics.map((p) => columnOf(config, 0, card[guessed[p]])),
    );
    expect(rows[BLUE]['guess']).toBe(rows[BLUE]['target']);
    expect(rows[RED]['guess']).not.toBe(rows[RED]['target']);
    // Blue is at its location in round 2, whose cards are counted after all the characters.
    expect(guessedRow[3 + BLUE]).toBe(1);
    expect(rows[3 + BLUE]['target']).toBe(config.cardsPerRow + card[config.width + table.target(BLUE, 1)]);
  });

  test('the margin is what the target fits better than the best rival', () => {
    const table = tableFor({ players: 4 }).deliver(RED, 1).serveAll().guess().predict();
    const { config, card } = table.open;
    const columns = Array.from({ length: config.width }, (_, col) => columnOf(config, 0, card[col]));
    const own = columns[table.target(RED, 0)];
    const rival = Math.max(...columns.filter((column) => column !== own));
    const [vision] = table.visionsBefore(RED);
    const [row] = rowsOf(table);
    expect(row).toMatchObject({
      target_fit: 10 * vision + own,
      best_rival_fit: 10 * vision + rival,
      margin: own - rival,
      retained_margin: own - rival,
    });
  });
});
