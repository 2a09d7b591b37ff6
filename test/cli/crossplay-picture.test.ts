import { expect, test } from 'vitest';
import { Args } from '../../src/cli/command.ts';
import { drawCrossplay } from '../../src/cli/crossplay/picture.ts';
import { planCrossplay } from '../../src/cli/crossplay/plan.ts';
import { coinsGame as coins } from '../sim/coins.ts';

test('labels too long to be shown can be told apart by how they begin and end', () => {
  const tossers = ['bent+bend=0.25', 'bent+bend=0.75', 'bent+bend=0.750'].map((label) =>
    label.replace('=', `=${'0'.repeat(60)}`),
  );
  const plan = planCrossplay(coins, new Args({ games: '20', tossers: tossers.join(','), callers: 'heads' }), 1);
  const shown = drawCrossplay(plan).match(/(?<=>)bent\+bend=0+…0+\.\d+(?=<)/g) ?? [];
  expect(new Set(shown).size).toBe(3);
});
