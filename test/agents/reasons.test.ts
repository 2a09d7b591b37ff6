import { describe, expect, test } from 'vitest';
import { Eyes } from '../../src/agents/eyes.ts';
import { ContrastGhost, contrastGhostParams } from '../../src/agents/mysterium/ghost-contrast.ts';
import { LiteralPsychic, literalPsychicParams } from '../../src/agents/mysterium/psychic-literal.ts';
import type { Affinity } from '../../src/engine/kernel/knowledge.ts';
import type { Moment, Thought, ToldOption } from '../../src/engine/kernel/explanation.ts';
import { resolve } from '../../src/engine/kernel/params.ts';
import type { Given } from '../../src/engine/kernel/params.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { viewOf } from '../../src/engine/kernel/rules.ts';
import { mysteriumParams, toConfig } from '../../src/engine/mysterium/params.ts';
import { mysterium } from '../../src/engine/mysterium/rules.ts';
import { columnOf } from '../../src/engine/mysterium/shape.ts';
import { game, plan, starterKnowledge } from './table.ts';

const knowledge = await starterKnowledge();
const titles = {
  visions: Array.from({ length: 84 }, (_, i) => `vision ${i}`),
  cards: Array.from({ length: 54 }, (_, i) => `card ${i}`),
};

const TABLES: readonly Given[] = [
  { players: 2, difficulty: 'easy' },
  { players: 3, difficulty: 'easy' },
  { players: 4, difficulty: 'easy' },
  { players: 5, difficulty: 'hard' },
  { players: 7, difficulty: 'hard', talkRounds: 2 },
];

/** Every ghost with every psychic, so that each meets what the others do. */
const PAIRS = (game.agents['ghost'] ?? [])
  .flatMap((ghost) => (game.agents['psychic'] ?? []).map((psychic) => ({ ghost: ghost.id, psychic: psychic.id })))
  .map((pair, at) => ({ ...pair, tables: TABLES.filter((_, i) => (i + at) % 2 === 0) }));

function opened(config: Given, ghost: string, psychic: string, params: Given = {}) {
  const lineup = game
    .roles(config)
    .map((role) => (role === 'ghost' ? plan(ghost) : plan(psychic, psychic === 'random' ? {} : params)));
  return game.open(config, lineup, knowledge);
}

const thoughtsOf = (moments: readonly Moment[]): readonly Thought[] => moments.flatMap(({ thoughts }) => thoughts);
const sumOf = ({ pulls }: ToldOption): number => pulls.reduce((sum, { weight = 0 }) => sum + weight, 0);

describe.each(PAIRS)('$ghost and $psychic', ({ ghost, psychic, tables }) => {
  test('say why without playing otherwise, and of their record the same', () => {
    for (const [i, config] of tables.entries()) {
      const seed = 11 + i;
      const { record } = opened(config, ghost, psychic).record(seed);
      const explained = opened(config, ghost, psychic).explain(seed, titles);
      expect(explained.record).toEqual(record);
      expect(opened(config, ghost, psychic).explain(seed, titles, record.actions).moments).toEqual(explained.moments);
      expect(thoughtsOf(explained.moments).every(({ why }) => why !== undefined)).toBe(true);
    }
  });

  test('choose what they put first', () => {
    let compared = 0;
    for (const [i, config] of tables.entries()) {
      for (const { why, name, chosen } of thoughtsOf(opened(config, ghost, psychic).explain(41 + i, titles).moments)) {
        if (why === undefined || why.options.length === 0) continue; // by lot
        expect(why.options[0].chosen, `${name}: ${chosen.words}, not ${why.options[0].words}`).toBe(true);
        compared++;
      }
    }
    expect(compared > 0).toBe(ghost !== 'random' || psychic !== 'random');
  });

  test('put the best first or say what bars it, and shares are shares', () => {
    for (const { why, seat } of thoughtsOf(opened({ players: 5 }, ghost, psychic).explain(5, titles).moments)) {
      const options = why?.options.filter(({ value }) => value !== undefined) ?? [];
      const values = options.map(({ value = 0 }) => value);
      // The planner weighs what others could do with a vision, too.
      if (seat === 0 && ghost === 'planner')
        for (const { value = 0, pulls, aim } of options)
          expect(
            value <= values[0] ||
              aim?.words !== options[0].aim?.words ||
              pulls.some(({ weight }) => weight === undefined),
          ).toBe(true);
      else expect(values).toEqual(values.toSorted((a, b) => b - a));
      if (why?.unit === 'share') for (const value of values) expect(value >= 0 && value <= 1).toBe(true);
    }
  });
});

test('somebody who slips explains itself as it plays, and draws nothing for it', () => {
  const session = () => opened({ players: 6 }, 'contrast', 'literal', { temperature: 1.5 });
  const { record, moments } = session().explain(3, titles);
  expect(record).toEqual(session().record(3).record);
  const guesses = thoughtsOf(moments).filter(({ why }) => why?.remarks.some((remark) => remark.includes('by lot')));
  expect(guesses.some(({ why }) => why?.options[0].chosen === false)).toBe(true);
});

test.each(['literal', 'pragmatic'])(
  'of two cards that %s weighs the pulls differ as the logarithms of the chances do',
  (psychic) => {
    let compared = 0;
    for (const seed of [1, 2, 3]) {
      for (const { why } of thoughtsOf(opened({ players: 5 }, 'contrast', psychic).explain(seed, titles).moments)) {
        if (why?.measure !== 'chance that it is the card') continue;
        const [first, ...others] = why.options.filter(({ value = 0 }) => value > 0);
        for (const other of others) {
          const odds = Math.log((first.value ?? 0) / (other.value ?? 0));
          expect(sumOf(first) - sumOf(other)).toBeCloseTo(odds, 9);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(500);
  },
);

test('the chance of a handful has the odds, against its best rival, that its visions give', () => {
  let compared = 0;
  for (const { why, seat } of thoughtsOf(opened({ players: 6 }, 'planner', 'literal').explain(4, titles).moments)) {
    if (seat !== 0) continue;
    for (const option of why?.options ?? []) {
      if (option.value === undefined || option.rival === undefined) continue;
      // One rival alone leaves this chance; with the others it is less, but not below what as many of the best would leave.
      const against = Math.exp(-option.pulls.reduce((sum, { weight = 0 }) => sum + weight, 0));
      expect(option.value).toBeLessThanOrEqual(1 / (1 + against) + 1e-9);
      expect(option.value).toBeGreaterThanOrEqual(1 / (1 + 8 * against) - 1e-9);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(100);
});

test('a lead is the sum of what its visions give', () => {
  let compared = 0;
  for (const { why, seat } of thoughtsOf(opened({ players: 6 }, 'contrast', 'literal').explain(4, titles).moments)) {
    if (seat !== 0) continue;
    for (const option of why?.options ?? []) {
      if (option.value === undefined || option.rival === undefined) continue;
      expect(sumOf(option)).toBeCloseTo(option.value, 9);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(100);
});

/** A table at which psychic 0 has been given visions 10 and 11, with an affinity that a test fills in by hand. */
function given(fit: (vision: number, col: number) => number) {
  const state = mysterium.create(toConfig(resolve(mysteriumParams, { players: 4 })));
  mysterium.deal(state, new Sfc32(1));
  const { open } = state;
  open.given.set([10, 11]);
  open.givenCount[0] = 2;
  open.phase = 'guess';
  const cells = new Float32Array(84 * 54);
  const { width } = open.config;
  for (const vision of [10, 11])
    for (let col = 0; col < width; col++)
      cells[vision * 54 + columnOf(open.config, 0, open.card[col])] = fit(vision, col);
  const affinity: Affinity = { rows: 84, columns: 54, cells };
  const view = viewOf(state, 1);
  if (view.own.role !== 'psychic') throw new Error('seat 1 is a psychic');
  return { open, view: { ...view, own: view.own }, eyes: new Eyes(affinity, { eyes: '', blur: 0, kinship: 0 }) };
}

test('literal shows its normalised beliefs, what was tried last of all, and what others said', () => {
  const { open, view, eyes } = given((vision, col) => (vision === 10 ? [2, 1, 0, 0, 0][col] : [0, 0.5, 0, 0, 0][col]));
  open.wrong[0] = 1 << 4;
  open.said[2 * 3 + 0] = 2;
  const psychic = new LiteralPsychic(resolve(literalPsychicParams, { sharpness: 1, trust: 0.5 }), eyes);
  const { options } = psychic.explain(view);
  const weights = [Math.exp(2), Math.exp(1.5), Math.exp(0.5), 1];
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  expect(options.map(({ action }) => action)).toEqual([0, 1, 2, 3, 4]);
  weights.forEach((weight, i) => expect(options[i].value).toBeCloseTo(weight / total, 9));
  expect(options[4]).toMatchObject({ value: 0, pulls: [{ cause: 'guessed wrongly before' }] });
  // Vision 10 suggests the four candidates by 2, 1, 0 and 0, so 0.75 on average; the other one by 0, 0.5, 0 and 0.
  expect(options[2].pulls).toEqual([
    { cause: { kind: 'vision', id: 10 }, weight: -0.75 },
    { cause: { kind: 'vision', id: 11 }, weight: -0.125 },
    { cause: { kind: 'talk', id: 2 }, weight: 0.5 },
  ]);
});

test('contrast names the card from which a handful must be told, by its own numbers', () => {
  const state = mysterium.create(toConfig(resolve(mysteriumParams, { players: 4 })));
  mysterium.deal(state, new Sfc32(1));
  const view = viewOf(state, 0);
  const { own } = view;
  if (own.role !== 'ghost') throw new Error('seat 0 is the ghost');
  const cells = new Float32Array(84 * 54);
  const at = (col: number): number => columnOf(state.open.config, 0, state.open.card[col]);
  const [hit] = own.target;
  const rival = (hit + 1) % state.open.config.width;
  cells[own.hand[2] * 54 + at(hit)] = 3;
  cells[own.hand[2] * 54 + at(rival)] = 1;
  cells[own.hand[5] * 54 + at(hit)] = 1;
  const eyes = new Eyes({ rows: 84, columns: 54, cells }, { eyes: '', blur: 0, kinship: 0 });
  const ghost = new ContrastGhost(resolve(contrastGhostParams, { rivalWeight: 1, margin: 0.3 }), eyes);
  const { options, remarks } = ghost.explain({ ...view, own });
  expect(options[0]).toEqual({
    action: (1 << 2) + (1 << 5),
    value: 3,
    pulls: [
      { cause: { kind: 'vision', id: own.hand[2] }, weight: 2 },
      { cause: { kind: 'vision', id: own.hand[5] }, weight: 1 },
    ],
    aim: { kind: 'card', id: at(hit) },
    rival: { kind: 'card', id: at(rival) },
  });
  expect(options[1]).toMatchObject({ action: 1 << 2, value: 2 });
  expect(remarks).toEqual(['No further vision would widen the lead by 0.3']);
});
