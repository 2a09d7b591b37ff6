import { expect, test } from 'vitest';
import { VoteForecast } from '../../../src/agents/mysterium/vote-forecast.ts';
import { viewOf } from '../../../src/engine/kernel/rules.ts';
import { mysteriumParams, toConfig } from '../../../src/engine/mysterium/params.ts';
import { resolve } from '../../../src/engine/kernel/params.ts';
import { mysterium } from '../../../src/engine/mysterium/rules.ts';
import { answerOf } from '../../../src/engine/mysterium/shape.ts';

const CULPRIT = 1;

/** The chance that the culprit is named, over every way in which the votes can fall. */
function bruteForce(chance: readonly number[], cases: number, open: Parameters<typeof answerOf>[0]): number {
  let win = 0;
  const votes: number[] = [];
  const go = (probability: number): void => {
    if (votes.length === chance.length) {
      if (answerOf(open, votes) === CULPRIT) win += probability;
      return;
    }
    for (let i = 0; i < cases; i++) {
      const own = chance[votes.length];
      votes.push(i);
      go(probability * (i === CULPRIT ? own : (1 - own) / (cases - 1)));
      votes.pop();
    }
  };
  go(1);
  return win;
}

test.each([4, 5, 6, 7])('a vote of %i people comes out as over all ways in which it can fall', (players) => {
  const state = mysterium.create(toConfig(resolve(mysteriumParams, { players })));
  const { open } = viewOf(state, 0);
  const { psychics } = open.config;
  for (let round = 0; round < 4; round++) {
    for (let p = 0; p < psychics; p++) {
      state.open.level[p] = (p * (round + 2)) % 3; // ties among the highest
      state.open.ageRank[p] = (p + round) % psychics;
    }
    const forecast = new VoteForecast();
    const chance = Array.from({ length: psychics }, (_, p) => ((p * 5 + round * 3) % 7) / 8 + 0.1);
    forecast.chance.set(chance);
    forecast.seat(open);
    forecast.count(psychics, open.cases);
    expect(forecast.win).toBeCloseTo(bruteForce(chance, open.cases, state.open), 12);
  }
});
