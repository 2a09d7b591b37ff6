import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CLUE_FEATURES } from '../../../src/agents/mysterium/clue-sets.ts';
import { starterClueModel } from '../../../src/agents/mysterium/starter-clue-model.ts';
import { readClueModel } from '../../../src/embeddings/learning/clue-model.ts';
import type { Thought } from '../../../src/engine/kernel/explanation.ts';
import { clueModelOf, namedPlan } from '../../../src/engine/kernel/face.ts';
import type { ClueModel } from '../../../src/engine/kernel/knowledge.ts';
import type { Given } from '../../../src/engine/kernel/params.ts';
import { seedOf } from '../../../src/engine/kernel/rng.ts';
import { game, plan, starterKnowledge } from '../table.ts';

const knowledge = await starterKnowledge();
const titles = {
  visions: Array.from({ length: 84 }, (_, i) => `vision ${i}`),
  cards: Array.from({ length: 54 }, (_, i) => `card ${i}`),
};

/** Goes by one feature alone; its logit is a tenth of it, so that chances do not run into 0 and 1. */
const alone = (feature: string, sign = 1): ClueModel => ({
  game: 'mysterium',
  version: game.version,
  hash: '',
  features: [feature],
  means: [0],
  scales: [10],
  bias: 0,
  direct: [sign],
  units: [],
});

/** A ghost that goes by `model`, with literal psychics. */
function opened(config: Given, model: ClueModel, params: Given) {
  const lineup = game
    .roles(config)
    .map((role) => (role === 'ghost' ? plan('learned', { ...params, model: 'mine' }) : plan('literal')));
  return game.open(config, lineup, { ...knowledge, clueModels: { mine: model } });
}

/** Every delivery of some games: why it was made, and its row of clues.csv. */
function* deliveries(
  config: Given,
  model: ClueModel,
  params: Given,
  games: number,
): Generator<{ readonly thought: Thought; readonly row: Readonly<Record<string, number>> }> {
  const session = opened(config, model, params);
  for (let i = 0; i < games; i++) {
    const { moments } = session.explain(seedOf(7, i), titles);
    const rows: Readonly<Record<string, number>>[] = [];
    session.detail((row) => rows.push(Object.fromEntries(game.details.map((name, at) => [name, row[at]]))));
    const fromGhost = moments
      .flatMap(({ thoughts }) => thoughts)
      .filter(({ seat, why }) => seat === 0 && why?.measure.startsWith('chance that the psychic finds'));
    // A row without a rival has no margin, and no chances were weighed for it.
    const weighed = rows.filter((row) => !Number.isNaN(row['margin']));
    expect(fromGhost.length).toBe(weighed.length);
    for (const [at, thought] of fromGhost.entries()) yield { thought, row: weighed[at] };
  }
}

const TABLES: readonly Given[] = [
  { players: 4, difficulty: 'medium' },
  { players: 6, difficulty: 'hard', refill: 'end', hand: 6 },
];

describe.each(CLUE_FEATURES)('what the ghost takes for %s', (feature) => {
  test('is what clues.csv says of the delivery, where its eyes do not blur', () => {
    let compared = 0;
    for (const config of TABLES) {
      for (const { thought, row } of deliveries(config, alone(feature), { blur: 0 }, 5)) {
        const [{ value = Number.NaN, chosen }] = thought.why?.options ?? [];
        expect(chosen).toBe(true);
        expect(10 * Math.log(value / (1 - value))).toBeCloseTo(row[feature], 4);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(50);
  });
});

test('the model decides: one that likes many visions gives many, one that likes few gives one', () => {
  const meanOf = (model: ClueModel): number => {
    const counts = [...deliveries({ players: 4 }, model, {}, 5)].map(({ row }) => row['given']);
    return counts.reduce((sum, count) => sum + count, 0) / counts.length;
  };
  expect(meanOf(alone('given', -1))).toBe(1);
  expect(meanOf(alone('given'))).toBe(4); // maxCards
});

test('where its eyes blur, it takes only so much of what it sees for true as is there on average', () => {
  // Of the fit that it sees, a share of 1 / (1 + 1.5²) is left; the psychics' own blur is not in clues.csv.
  let told = 0;
  let there = 0;
  let count = 0;
  for (const { thought, row } of deliveries({ players: 5 }, alone('target_fit'), { blur: 1.5 }, 40)) {
    const [{ value = Number.NaN }] = thought.why?.options ?? [];
    told += 10 * Math.log(value / (1 - value));
    there += row['target_fit'];
    count++;
  }
  expect(count).toBeGreaterThan(300);
  expect(told / there).toBeGreaterThan(0.85);
  expect(told / there).toBeLessThan(1.15);
});

test('the model that comes with the game is the one in data/models, unharmed and for these rules', async () => {
  const file = fileURLToPath(new URL('../../../data/models/starter-clues.json', import.meta.url));
  const need = { game: game.id, version: game.version, features: game.clues?.features ?? [] };
  const { model, trained } = await readClueModel(file, need);
  expect(starterClueModel).toEqual(model);
  expect(game.clues?.models).toEqual({ starter: model });
  expect(trained.ahead.ofBase.logLoss.low).toBeGreaterThan(0);
  expect(trained.runs[0].cast).toMatchObject({ ghost: { agent: 'contrast' }, psychic: { agent: 'literal' } });
});

test('what can be learned is in the columns of clues.csv', () => {
  expect(game.details).toEqual(expect.arrayContaining([...CLUE_FEATURES, game.clues?.outcome, game.clues?.plain]));
});

test('a model may be named with its ghost, and is then found again', () => {
  const faces = game.agents['ghost'];
  expect(namedPlan(faces, 'learned:a:b.json')).toEqual({ agent: 'learned', params: { model: 'a:b.json' } });
  expect(namedPlan(faces, 'learned')).toEqual({ agent: 'learned', params: {} });
  for (const text of ['learned:', 'contrast:a.json', 'exec:python3 bot.py', 'nobody:a.json'])
    expect(namedPlan(faces, text)).toEqual({ agent: text, params: {} });
  expect(clueModelOf(faces, namedPlan(faces, 'learned:m.json'))).toBe('m.json');
  expect(clueModelOf(faces, plan('learned'))).toBe('starter');
  expect(clueModelOf(faces, plan('contrast'))).toBeUndefined();
});
