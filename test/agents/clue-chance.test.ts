import { expect, test } from 'vitest';
import { ClueChance, clueModelFrom } from '../../src/agents/clue-chance.ts';
import type { ClueModel } from '../../src/engine/kernel/knowledge.ts';

const model: ClueModel = {
  game: 'toy',
  version: 1,
  hash: '',
  features: ['b', 'a'],
  means: [10, 1],
  scales: [5, 2],
  bias: 0.5,
  direct: [1, -2],
  units: [
    { bias: 1, weights: [1, 1], out: 3 },
    { bias: -9, weights: [1, 1], out: 100 },
  ],
};

test('a logit is what the formula says, whatever order the numbers stand in', () => {
  const chance = new ClueChance(model, ['a', 'unused', 'b']);
  const into = new Float64Array(3);
  chance.x.set([4, 777, 20]);
  chance.write(into, 2);
  // z of b is (20 - 10) / 5 = 2, of a (4 - 1) / 2 = 1.5: 0.5 + 2 - 3 + 3 * (1 + 3.5); the second unit is below 0.
  expect([...into]).toEqual([0, 0, 13]);
  chance.x.set([1, 777, 5]);
  chance.write(into, 0);
  expect(into[0]).toBe(0.5 - 1); // the first unit at 1 - 1 = 0, the second below
});

test('a feature that nobody knows and a model that nobody has are named', () => {
  expect(() => new ClueChance(model, ['a'])).toThrow('the clue model asks for b, which nobody knows here');
  const included = { starter: model };
  expect(clueModelFrom({ affinity: {} }, 'starter', included)).toBe(model);
  const other = { ...model };
  expect(clueModelFrom({ affinity: {}, clueModels: { starter: other } }, 'starter', included)).toBe(other);
  for (const name of ['x.json', 'toString'])
    expect(() => clueModelFrom({ affinity: {} }, name, included)).toThrow(
      `no clue model named "${name}"; included is starter`,
    );
});
