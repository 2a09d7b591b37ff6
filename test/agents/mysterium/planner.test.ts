import { expect, test } from 'vitest';
import { Eyes } from '../../../src/agents/eyes.ts';
import { PlannerGhost, plannerGhostParams } from '../../../src/agents/mysterium/ghost-planner.ts';
import type { ViewOf } from '../../../src/engine/kernel/agent.ts';
import type { Affinity } from '../../../src/engine/kernel/knowledge.ts';
import { resolve } from '../../../src/engine/kernel/params.ts';
import type { Given } from '../../../src/engine/kernel/params.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import { viewOf } from '../../../src/engine/kernel/rules.ts';
import {
  KEEP,
  deliveredMask,
  deliveredTo,
  isRedraw,
  pointedCase,
  pointedPlace,
  redrawnMask,
} from '../../../src/engine/mysterium/actions.ts';
import { mysteriumParams, toConfig } from '../../../src/engine/mysterium/params.ts';
import { mysterium } from '../../../src/engine/mysterium/rules.ts';
import { ghostOf } from '../../../src/engine/mysterium/seats.ts';
import { MYSTERIUM_DECK, ROWS, columnOf } from '../../../src/engine/mysterium/shape.ts';
import type { Mysterium } from '../../../src/engine/mysterium/shape.ts';

const COLUMNS = 54;

/** A game just dealt, with associations that a test fills in by hand; all others are 0, and nobody's eyes are blurred. */
function dealt(config: Given, seed = 1) {
  const state = mysterium.create(toConfig(resolve(mysteriumParams, config)));
  mysterium.deal(state, new Sfc32(seed));
  const affinity: Affinity = { rows: MYSTERIUM_DECK.visions, columns: COLUMNS, cells: new Float32Array(84 * COLUMNS) };
  const { hand, target } = ghostOf(state);
  const { open } = state;
  const cardOf = (row: number, col: number): number =>
    columnOf(open.config, row, open.card[row * open.config.width + col]);
  /** The vision at a hand position speaks for psychic p's present card. */
  const speaks = (place: number, p: number, how = 4): void => {
    affinity.cells[hand[place] * COLUMNS + cardOf(open.stage[p], target[p * ROWS + open.stage[p]])] = how;
  };
  const fit = (place: number, column: number, how: number): void => {
    affinity.cells[hand[place] * COLUMNS + column] = how;
  };
  const ghost = (given: Given = {}): PlannerGhost =>
    new PlannerGhost(
      resolve(plannerGhostParams, { blur: 0, psychicBlur: 0.5, ...given }),
      new Eyes(affinity, { eyes: '', blur: 0, kinship: 0 }),
    );
  const view = viewOf(state, 0) as ViewOf<Mysterium, 'ghost'>;
  return { state, view, speaks, fit, ghost, cardOf };
}

test('each psychic gets the visions that speak for its card, and those alone', () => {
  const { state, view, speaks, ghost } = dealt({ players: 4, difficulty: 'hard' });
  state.open.crowsLeft = 0;
  speaks(1, 0);
  speaks(4, 0);
  speaks(2, 1);
  speaks(6, 2);
  const given = new Map<number, number>();
  for (let served = 0; served < 3; served++) {
    const action = ghost().choose(view);
    given.set(deliveredTo(action), deliveredMask(action));
    state.open.served |= 1 << deliveredTo(action);
  }
  expect(given).toEqual(
    new Map([
      [0, (1 << 1) | (1 << 4)],
      [1, 1 << 2],
      [2, 1 << 6],
    ]),
  );
});

test('a vision that somebody else needs more is spared, unless nothing is to be spared', () => {
  const { state, view, speaks, ghost } = dealt({ players: 4, difficulty: 'hard' });
  state.open.crowsLeft = 0;
  state.open.served = 1 << 2;
  state.open.stage[1] = 1; // another category: the two are no rivals
  speaks(0, 0, 1);
  speaks(3, 0, 0.8);
  speaks(3, 1, 1);
  const [caring, careless] = [ghost({ reserve: 1 }), ghost({ reserve: 0 })];
  caring.choose(view);
  careless.choose(view);
  expect(caring.prospects.set[0]).toBe(1 << 0);
  expect(careless.prospects.set[0]).toBe((1 << 0) | (1 << 3));
  expect(careless.prospects.set[1]).toBe(1 << 3);
});

test('who is well served by the hand comes first: the others get fresh visions', () => {
  const { state, view, speaks, ghost } = dealt({ players: 5, difficulty: 'hard' });
  state.open.crowsLeft = 0;
  speaks(5, 2);
  expect(deliveredTo(ghost().choose(view))).toBe(2);
});

test('a crow that comes back is not lost: before the last delivery it takes what helps nobody', () => {
  const { state, view, speaks, ghost } = dealt({ players: 4, difficulty: 'easy' });
  speaks(0, 1);
  state.open.served = 0b101;
  const action = ghost().choose(view);
  expect(isRedraw(action)).toBe(true);
  expect(redrawnMask(action)).toBe(0b1111110);
  state.open.crowsLeft = 0;
  expect(deliveredMask(ghost().choose(view))).toBe(1);
});

test('a crow that does not come back is kept while the hand serves, used where it does not, and used sooner late', () => {
  const { state, view, speaks, ghost } = dealt({ players: 4, difficulty: 'hard' });
  for (const [place, p] of [
    [0, 0],
    [1, 1],
    [2, 2],
  ])
    speaks(place, p, 8);
  expect(isRedraw(ghost().choose(view))).toBe(false);
  const poor = dealt({ players: 4, difficulty: 'hard' });
  expect(isRedraw(poor.ghost({ crowThrift: 10 }).choose(poor.view))).toBe(false);
  poor.state.open.round = 7;
  expect(isRedraw(poor.ghost({ crowThrift: 10 }).choose(poor.view))).toBe(true);
  state.open.phase = 'close';
  expect(ghost().choose(view)).toBe(KEEP);
});

test('near the deadline the hope of those who still can is what counts', () => {
  const { state, view, speaks, ghost } = dealt({ players: 4, difficulty: 'hard' });
  state.open.round = 5;
  state.open.stage[1] = 2; // needs one of three rounds, psychic 0 all three
  for (const p of [0, 1]) speaks(p, p);
  const [minds, blind] = [ghost(), ghost({ hurry: 0 })];
  for (const one of [minds, blind]) for (const p of [0, 1]) one.prospects.look(view, p);
  // A vision adds less to a hope that is safe than to one that hangs on it; who is blind to the deadline sees no such difference.
  const gain = ({ prospects }: PlannerGhost, p: number): number => prospects.gain[p * 7 + p];
  expect(gain(minds, 1)).toBeLessThan(0.5 * gain(minds, 0));
  expect(gain(blind, 1)).toBeGreaterThan(0.7 * gain(blind, 0));
});

test('the finale: the case that the hand tells best, after every crow', () => {
  const { state, view, fit, ghost, cardOf } = dealt({ players: 4, difficulty: 'hard' });
  const { open } = state;
  open.phase = 'point';
  for (let i = 0; i < open.cases; i++) {
    for (let row = 0; row < ROWS; row++) open.caseCard[i * ROWS + row] = open.card[row * open.config.width + i];
  }
  fit(1, cardOf(0, 1), 4);
  fit(3, cardOf(1, 1), 4);
  fit(6, cardOf(2, 1), 4);
  fit(2, cardOf(2, 0), 5); // one strong vision does not make a case
  const first = ghost().choose(view);
  expect(isRedraw(first)).toBe(true);
  expect(redrawnMask(first)).toBe(0b0110101);
  open.crowsLeft = 0;
  const action = ghost().choose(view);
  expect(pointedCase(action)).toBe(1);
  expect(new Set([0, 1, 2].map((row) => pointedPlace(action, row)))).toEqual(new Set([1, 3, 6]));
});
