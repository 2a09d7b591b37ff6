import { describe, expect, test } from 'vitest';
import { gameOf } from '../../../src/agents/catalog.ts';
import type { LiveTable } from '../../../src/engine/kernel/live-table.ts';
import { OutsideError } from '../../../src/engine/kernel/outside.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';

const game = gameOf('mysterium');
const CONFIG = { players: 4, difficulty: 'easy' };
const bot = { agent: 'random', params: {} };
const nothing = { affinity: {} };

/** A table at which people sit at some seats, and random bots at the others. */
const tableWith = (persons: readonly number[], seed = 7): LiveTable =>
  game.table(
    CONFIG,
    game.roles(CONFIG).map((_, seat) => (persons.includes(seat) ? undefined : bot)),
    nothing,
    seed,
  );

/** Plays to the end; each person takes one of its legal moves by lot. Calls `at` before each choice. */
function finish(table: LiveTable, dice: Sfc32, at: (seat: number) => void = () => {}): void {
  while (!table.isOver) {
    for (const seat of table.pending) {
      at(seat);
      const legal = table.legal(seat);
      table.submit(seat, legal[dice.below(legal.length)].action);
    }
  }
}

test('bots alone play at once, and the same game as in the simulator', () => {
  const table = tableWith([]);
  expect([table.isOver, table.pending]).toEqual([true, []]);
  const session = game.open(
    CONFIG,
    game.roles(CONFIG).map(() => bot),
    nothing,
  );
  expect(table.actions()).toEqual(session.record(7).record.actions);
  const row = new Float64Array(game.metrics.length);
  session.measure(row);
  expect(table.measure()).toEqual(row);
});

test('a game with people is a record like any other', () => {
  for (let seed = 0; seed < 20; seed++) {
    const table = tableWith([0, 2], seed);
    finish(table, new Sfc32(seed));
    const record = { game: game.id, version: game.version, config: CONFIG, seed, actions: table.actions() };
    const { metrics } = game.retell(record, {
      visions: Array.from({ length: 84 }, (_, i) => `v${i}`),
      cards: Array.from({ length: 54 }, (_, i) => `c${i}`),
    });
    expect(metrics).toEqual(table.measure());
  }
});

describe('secrets', () => {
  test('a person sees its own seat alone, and a copy', () => {
    const table = tableWith([2]);
    const before = JSON.stringify(table.view(2));
    const seen = table.view(2) as { own: Record<string, unknown>; open: Record<string, unknown> };
    expect(seen.own['role']).toBe('psychic');
    expect(Object.keys(seen).toSorted()).toEqual(['open', 'own', 'seat']);
    seen.own['role'] = 'ghost';
    seen.open['round'] = 99;
    expect(JSON.stringify(table.view(2))).toBe(before);
  });

  test('nobody learns of a choice before all who choose at once have chosen', () => {
    const [first, second] = [tableWith([1, 2]), tableWith([1, 2])];
    let compared = 0;
    while (!first.isOver && compared < 200) {
      const both = first.pending;
      expect(second.pending).toEqual(both);
      if (both.length < 2) {
        for (const table of [first, second]) table.submit(both[0], table.legal(both[0])[0].action);
        continue;
      }
      const [one, other] = both;
      const legal = first.legal(one);
      const views = (table: LiveTable) => [table.view(other), table.view(one), table.legal(other), table.pending];
      first.submit(one, legal[0].action);
      second.submit(one, legal[legal.length - 1].action);
      expect(views(first)).toEqual(views(second));
      compared += Number(legal.length > 1);
      // From here on both go alike.
      const last = first.legal(other)[0].action;
      if (legal.length > 1) break;
      first.submit(other, last);
      second.submit(other, last);
    }
    expect(compared).toBeGreaterThan(0);
  });

  test('what would tell secrets is told only once the game is over', () => {
    const table = tableWith([1]);
    expect(() => table.actions()).toThrow('would tell secrets');
    expect(() => table.measure()).toThrow('would tell secrets');
    finish(table, new Sfc32(1));
    expect(table.actions().length).toBeGreaterThan(10);
  });
});

test('what is not asked or not allowed is refused, and changes nothing', () => {
  const table = tableWith([2]);
  const [seat] = table.pending;
  const before = [table.view(seat), table.legal(seat)];
  expect(() => table.submit(0, 0)).toThrow('seat 0 is not asked now');
  expect(() => table.submit(seat, 1_000_000)).toThrow(`seat ${seat} may not play 1000000 now`);
  expect(() => table.submit(seat, Number.NaN)).toThrow('may not play');
  expect(() => table.submit(9, 0)).toThrow('no seat 9; the table has 4');
  expect(() => table.view(-1)).toThrow('no seat -1');
  expect([table.view(seat), table.legal(seat)]).toEqual(before);
  expect(table.legal(0)).toEqual([]);
});

test('a bot that fails ends the game, and whoever asks is told, again and again', () => {
  const bundled = { rows: 84, columns: 54, cells: new Float32Array(84 * 54) };
  let asked = 0;
  const broken = {
    at: () => ({
      greet: () => ({ name: 'broken', deterministic: true, legal: true }),
      tell: () => {},
      ask: () => {
        if (++asked > 3) throw new OutsideError({ what: 'breaks' });
        return { choose: 0 };
      },
    }),
    limits: { hello: 1, decision: 1 },
  };
  const lineup = game.roles(CONFIG).map((role, seat) => {
    if (seat === 2) return undefined;
    return role === 'ghost' ? bot : { agent: 'exec:broken', params: {} };
  });
  const play = (): void => {
    const table = game.table(CONFIG, lineup, { affinity: { bundled }, outside: broken }, 7);
    try {
      finish(table, new Sfc32(1));
    } catch (error) {
      expect(error).toBeInstanceOf(OutsideError);
      expect(() => table.pending).toThrow('breaks');
      expect(() => table.submit(2, 0)).toThrow('breaks');
      expect(table.isOver).toBe(false);
      throw error;
    }
  };
  expect(play).toThrow('breaks');
});
