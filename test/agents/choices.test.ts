import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { Eyes } from '../../src/agents/eyes.ts';
import { CaseVote } from '../../src/agents/mysterium/case-vote.ts';
import { ContrastGhost, contrastGhostParams } from '../../src/agents/mysterium/ghost-contrast.ts';
import { MatchGhost } from '../../src/agents/mysterium/ghost-match.ts';
import { LiteralPsychic, literalPsychicParams } from '../../src/agents/mysterium/psychic-literal.ts';
import { ActionList } from '../../src/engine/kernel/agent.ts';
import type { Affinity } from '../../src/engine/kernel/knowledge.ts';
import { resolve } from '../../src/engine/kernel/params.ts';
import type { Given } from '../../src/engine/kernel/params.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { viewOf } from '../../src/engine/kernel/rules.ts';
import type { State } from '../../src/engine/kernel/rules.ts';
import { BELIEFS, MASKS, REDRAW } from '../../src/engine/mysterium/actions.ts';
import { mysteriumParams, toConfig } from '../../src/engine/mysterium/params.ts';
import { mysterium } from '../../src/engine/mysterium/rules.ts';
import { ghostOf } from '../../src/engine/mysterium/seats.ts';
import { MYSTERIUM_DECK, ROWS, columnOf } from '../../src/engine/mysterium/shape.ts';
import type { Mysterium } from '../../src/engine/mysterium/shape.ts';

const COLUMNS = 54;

/** A game just dealt, with an affinity that a test fills in by hand. */
function dealt(players: number, seed = 1) {
  const state = mysterium.create(toConfig(resolve(mysteriumParams, { players })));
  mysterium.deal(state, new Sfc32(seed));
  const affinity: Affinity = { rows: MYSTERIUM_DECK.visions, columns: COLUMNS, cells: new Float32Array(84 * COLUMNS) };
  const fit = (vision: number, column: number, to: number): void => {
    affinity.cells[vision * COLUMNS + column] = to;
  };
  return { state, affinity, fit, eyes: new Eyes(affinity, { eyes: '', blur: 0, kinship: 0 }) };
}

const cardOf = ({ open }: State<Mysterium>, row: number, col: number): number =>
  columnOf(open.config, row, open.card[row * open.config.width + col]);
const none = (): ActionList => new ActionList();
const dice = new Sfc32(0);

function ghostSees(state: State<Mysterium>) {
  const view = viewOf(state, 0);
  if (view.own.role !== 'ghost') throw new Error('seat 0 is the ghost');
  return { ...view, own: view.own };
}

function psychicSees(state: State<Mysterium>, p: number) {
  const view = viewOf(state, p + 1);
  if (view.own.role !== 'psychic') throw new Error(`seat ${p + 1} is a psychic`);
  return { ...view, own: view.own };
}

const contrast = (eyes: Eyes, given: Given = {}) => new ContrastGhost(resolve(contrastGhostParams, given), eyes);
const literal = (eyes: Eyes, given: Given = {}) => new LiteralPsychic(resolve(literalPsychicParams, given), eyes);

test('match takes the vision that fits best, contrast the one that no rival fits as well', () => {
  const { state, fit, eyes } = dealt(4);
  const { hand, target } = ghostOf(state);
  const own = cardOf(state, 0, target[0]);
  const rival = cardOf(state, 0, (target[0] + 1) % state.open.config.width);
  fit(hand[2], own, 3); // fits best, but the rival just as well
  fit(hand[2], rival, 2.9);
  fit(hand[5], own, 2); // fits nothing else
  expect(new MatchGhost(eyes).choose(ghostSees(state))).toBe(1 << 2);
  expect(contrast(eyes, { maxCards: 1 }).choose(ghostSees(state))).toBe(1 << 5);
});

test('contrast adds visions while each widens the gap by the margin, up to maxCards', () => {
  const { state, fit, eyes } = dealt(4);
  const { hand, target } = ghostOf(state);
  const own = cardOf(state, 0, target[0]);
  fit(hand[0], own, 3);
  fit(hand[3], own, 1);
  fit(hand[6], own, 0.2);
  const given = (params: Given) => contrast(eyes, params).choose(ghostSees(state)) % MASKS;
  expect(given({ margin: 0.3 })).toBe(0b0001001);
  expect(given({ margin: 0.1 })).toBe(0b1001001);
  expect(given({ margin: 1.5 })).toBe(0b0000001);
  expect(given({ margin: 0.1, maxCards: 2 })).toBe(0b0001001);
});

test('contrast throws what helps nobody to a crow where no vision opens a gap', () => {
  const { state, fit, eyes } = dealt(4);
  const { hand, target } = ghostOf(state);
  fit(hand[4], cardOf(state, 0, target[ROWS]), 3); // good for Blue, who is served after Red
  const action = contrast(eyes, { crowThreshold: 1 }).choose(ghostSees(state));
  expect(action).toBe(REDRAW + (0b1111111 & ~(1 << 4)));
});

test('a literal psychic points at the card its visions suggest together, and not at one it tried in vain', () => {
  const { state, fit, eyes } = dealt(4);
  const { open } = state;
  open.given.set([10, 11]);
  open.givenCount[0] = 2;
  open.phase = 'guess';
  fit(10, cardOf(state, 0, 0), 2);
  fit(10, cardOf(state, 0, 3), 1.5);
  fit(11, cardOf(state, 0, 3), 1);
  const guess = () => literal(eyes).choose(psychicSees(state, 0), none, dice);
  expect(guess()).toBe(3); // 2.5 against 2
  open.wrong[0] = 1 << 3;
  expect(guess()).toBe(0);
  open.gone[0] = 1 << 0;
  fit(10, cardOf(state, 0, 2), 0.1);
  expect(guess()).toBe(2);
});

test('what others say sways a psychic by its trust', () => {
  const { state, fit, eyes } = dealt(4);
  const { open } = state;
  open.given.set([10]);
  open.givenCount[0] = 1;
  open.phase = 'guess';
  fit(10, cardOf(state, 0, 0), 1);
  open.said[1 * 3 + 0] = 2;
  open.said[2 * 3 + 0] = 2;
  const guess = (trust: number) => literal(eyes, { trust, sharpness: 1 }).choose(psychicSees(state, 0), none, dice);
  expect(guess(0.4)).toBe(0); // 2 * 0.4 < 1
  expect(guess(0.6)).toBe(2); // 2 * 0.6 > 1
});

test('slips grow with temperature: at 1 a card is picked in proportion to belief', () => {
  const { state, fit, eyes } = dealt(4);
  const { open } = state;
  open.given.set([10]);
  open.givenCount[0] = 1;
  open.phase = 'guess';
  fit(10, cardOf(state, 0, 1), Math.log(4));
  const psychic = literal(eyes, { temperature: 1, sharpness: 1 });
  const picks = 20_000;
  let hits = 0;
  const rng = new Sfc32(5);
  for (let i = 0; i < picks; i++) hits += psychic.choose(psychicSees(state, 0), none, rng) === 1 ? 1 : 0;
  // Odds 4 : 1 : 1 : 1 : 1, so half of the picks; four standard errors of 0.0035.
  expect(Math.abs(hits / picks - 0.5)).toBeLessThan(0.015);
});

/** The finale with its visions turned up, whoever is to vote. */
function finale(players: number, revealed: readonly number[], cells: Float32Array) {
  const { state, affinity, eyes } = dealt(players);
  affinity.cells.set(cells);
  const { open } = state;
  for (let i = 0; i < open.cases; i++) for (let row = 0; row < ROWS; row++) open.caseCard[i * ROWS + row] = 3 * i + row;
  open.phase = 'vote';
  open.revealed.set(revealed);
  open.revealedCount = revealed.length;
  return {
    open,
    eyes,
    fit: (k: number, i: number, row: number) => affinity.cells[revealed[k] * COLUMNS + 18 * row + 3 * i + row],
  };
}

/** Sum over all ways to give each vision a category of its own, by listing them. */
function matchings(weights: readonly (readonly number[])[]): number {
  const go = (k: number, free: readonly number[]): number =>
    k === weights.length
      ? 1
      : free.reduce(
          (sum, row) =>
            sum +
            weights[k][row] *
              go(
                k + 1,
                free.filter((r) => r !== row),
              ),
          0,
        );
  return go(0, [0, 1, 2]);
}

property.prop([fc.integer({ min: 1, max: 3 }), fc.integer({ min: 4, max: 7 }), fc.integer()])(
  'a vote goes to the case whose cards match the visions in the most ways, by brute force',
  (count, players, seed) => {
    const rng = new Sfc32(seed);
    const cells = Float32Array.from({ length: 84 * COLUMNS }, () => 4 * rng.unit() - 2);
    const { open, eyes, fit } = finale(players, [5, 60, 71].slice(0, count), cells);
    const vote = new CaseVote(eyes, 0.7).choose(open);
    const all = Array.from({ length: open.cases }, (_, i) =>
      matchings(Array.from({ length: count }, (__, k) => [0, 1, 2].map((row) => Math.exp(0.7 * fit(k, i, row))))),
    );
    expect(all[vote]).toBeCloseTo(Math.max(...all), 9);
  },
);

test('of two people who choose together each states how far the others lie behind, in half nats', () => {
  const cells = new Float32Array(84 * COLUMNS);
  // One vision fits the cards of cases 1 to 4 (all three alike) by 2, 1.4, 0 and -9: weights e^2, e^1.4, ... times three.
  [2, 1.4, 0, -9].forEach((fit, i) => {
    for (let row = 0; row < ROWS; row++) cells[5 * COLUMNS + 18 * row + 3 * i + row] = fit;
  });
  const { open, eyes } = finale(3, [5], cells);
  const vote = new CaseVote(eyes, 1).choose(open);
  // 0, 0.6 / 0.5 rounded, 2 / 0.5, and no lower than the last level
  expect(Array.from({ length: 4 }, (_, i) => Math.floor(vote / BELIEFS ** i) % BELIEFS)).toEqual([
    0,
    1,
    4,
    BELIEFS - 1,
  ]);
});
