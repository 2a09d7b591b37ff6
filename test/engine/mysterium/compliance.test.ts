import { describe, expect, test } from 'vitest';
import { notation } from '../../../src/engine/mysterium/moves.ts';
import { mysterium } from '../../../src/engine/mysterium/rules.ts';
import { obeysRules } from '../../kit/compliance.ts';
import { walk } from '../../kit/walk.ts';
import { laws } from './laws.ts';
import { everyHouseRule, everyOption, everyTable, generous, generousHouseRules } from './settings.ts';
import { configOf } from './table.ts';

describe('Mysterium at every table', () => {
  obeysRules('mysterium', mysterium, everyTable, { notation, laws, seeds: [1, 2] });
});

describe('Mysterium with every option', () => {
  obeysRules('mysterium', mysterium, everyOption, { notation, laws, seeds: [3] });
});

describe('Mysterium with house rules', () => {
  obeysRules('mysterium', mysterium, everyHouseRule, { notation, laws, seeds: [7] });
  const settings = generousHouseRules();
  obeysRules('mysterium', mysterium, settings, { notation, laws, seeds: [8, 9] });

  test.each(settings)('$name: dice reach the finale in more than one game of forty', ({ config }) => {
    const ends = Array.from({ length: 40 }, (_, seed) => walk(mysterium, config, seed).open.outcome);
    expect(ends.filter((outcome) => outcome !== 'deadline').length).toBeGreaterThan(1);
  });
});

describe('Mysterium where dice reach the finale', () => {
  const settings = [2, 3, 4, 5, 6, 7].map((players) => ({
    name: `players ${players}, generous`,
    config: generous({ players, talkRounds: 1 }),
  }));
  obeysRules('mysterium', mysterium, settings, { notation, laws, seeds: [4, 5, 6] });

  test.each(settings)('$name: they do, in more than one game of twenty', ({ config }) => {
    const ends = Array.from({ length: 20 }, (_, seed) => walk(mysterium, config, seed).open.outcome);
    expect(ends.filter((outcome) => outcome !== 'deadline').length).toBeGreaterThan(1);
  });
});

describe('vision shortage (decision A-5)', () => {
  test('random play of seven people runs into it, and every law holds there', () => {
    const short = Array.from({ length: 20 }, (_, seed) => {
      const look = (state: ReturnType<typeof mysterium.create>): void => {
        for (const { amiss } of laws) expect(amiss(state)).toBeUndefined();
      };
      return walk(mysterium, configOf({ players: 7, difficulty: 'hard' }), seed, look).open.shortages;
    });
    expect(Math.max(...short)).toBeGreaterThan(0);
  });
});
