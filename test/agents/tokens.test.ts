import { expect, test } from 'vitest';
import { TokenBudget } from '../../src/agents/mysterium/token-budget.ts';
import { CROSSES } from '../../src/engine/mysterium/actions.ts';

/** What is laid at confidence 0.65: checks and crosses on psychics, as masks. */
function laid(chances: readonly number[], checks: number, crosses: number, round: number) {
  const budget = new TokenBudget({ confidence: 0.65 });
  budget.clear();
  chances.forEach((chance, q) => {
    budget.chance[q] = chance;
    budget.consider(q);
  });
  const action = budget.place(checks, crosses, round, 7);
  return { checks: action % CROSSES, crosses: Math.floor(action / CROSSES) };
}

// With two rounds to go before tokens come back, 0.65 is needed: 0.5 + 0.15 * 2 / 3 = 0.6; in the last round, any side of 1/2.
test.each([
  [[0.9, 0.1, 0.55], 2, 2, 1, 0b001, 0b010, 'sure of Red right and Blue wrong, not of Green'],
  [[0.9, 0.1, 0.55], 2, 2, 3, 0b101, 0b010, 'in round III tokens are free: they come back in IV'],
  [[0.9, 0.1, 0.55], 2, 2, 7, 0b101, 0b010, 'in round VII they are worth nothing after'],
  [[0.9, 0.95, 0.8], 2, 2, 1, 0b011, 0, 'two checks go to the surest two'],
  [[0.9, 0.95, 0.8], 0, 2, 1, 0, 0, 'no check left: nothing is laid on the right'],
  [[0.05, 0.1, 0.2], 2, 1, 4, 0, 0b001, 'one cross goes to the surest'],
  [[0.5, 0.5, 0.5], 2, 2, 7, 0, 0, 'a coin is worth no token'],
])('chances %j with %i checks and %i crosses in round %i', (chances, checks, crosses, round, on, off) => {
  expect(laid(chances, checks, crosses, round)).toEqual({ checks: on, crosses: off });
});
