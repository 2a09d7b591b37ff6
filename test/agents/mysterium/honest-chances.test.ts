import { beforeAll, describe, expect, test } from 'vitest';
import { eyesFrom } from '../../../src/agents/eyes.ts';
import { MOST_COLUMNS } from '../../../src/agents/mysterium/candidates.ts';
import { PlannerGhost, plannerGhostParams } from '../../../src/agents/mysterium/ghost-planner.ts';
import { PragmaticPsychic, pragmaticPsychicParams } from '../../../src/agents/mysterium/psychic-pragmatic.ts';
import type { Knowledge } from '../../../src/engine/kernel/knowledge.ts';
import { resolve } from '../../../src/engine/kernel/params.ts';
import { play, sit } from '../../../src/engine/kernel/play.ts';
import { recorder } from '../../../src/engine/kernel/rewind.ts';
import { Sfc32, seedOf } from '../../../src/engine/kernel/rng.ts';
import { deliveredTo, isRedraw } from '../../../src/engine/mysterium/actions.ts';
import { mysteriumParams, toConfig } from '../../../src/engine/mysterium/params.ts';
import { mysterium } from '../../../src/engine/mysterium/rules.ts';
import { ghostOf } from '../../../src/engine/mysterium/seats.ts';
import { ROWS } from '../../../src/engine/mysterium/shape.ts';
import { starterKnowledge } from '../table.ts';

let knowledge: Knowledge;
beforeAll(async () => {
  knowledge = await starterKnowledge();
});

/** Tenths of chance: what was said in each, how often, and how often it was so. */
class Tally {
  private readonly said = new Float64Array(10);
  private readonly count = new Float64Array(10);
  private readonly came = new Float64Array(10);

  add(chance: number, true_: boolean): void {
    const tenth = Math.min(9, Math.floor(chance * 10));
    this.said[tenth] += chance;
    this.count[tenth]++;
    if (true_) this.came[tenth]++;
  }

  /** Of the tenths with so many cases at least: how far what came is from what was said, and four standard errors. */
  gaps(atLeast: number): readonly { readonly gap: number; readonly chance: number; readonly error: number }[] {
    return Array.from(this.count, (count, tenth) => {
      const chance = this.said[tenth] / count;
      return {
        count,
        chance,
        gap: this.came[tenth] / count - chance,
        error: 4 * Math.sqrt((chance * (1 - chance)) / count),
      };
    }).filter(({ count }) => count >= atLeast);
  }
}

describe.each([
  [4, 'easy'],
  [5, 'hard'],
] as const)('%i people, %s', (players, difficulty) => {
  const GAMES = 700;

  test('what bots think likely comes true as often as they say', () => {
    const state = mysterium.create(toConfig(resolve(mysteriumParams, { players, difficulty })));
    const { psychics } = state.open.config;
    const values = resolve(plannerGhostParams, {});
    const ghost = new PlannerGhost(values, eyesFrom(knowledge, values));
    const [ofGhost, ofPsychics] = [new Tally(), new Tally()];
    const expected = new Float64Array(psychics);
    const chairs = [
      sit(mysterium, state, 0, 'ghost', {
        reset: ghost.reset,
        choose: (view) => {
          const action = ghost.choose(view);
          if (view.open.phase === 'deliver' && !isRedraw(action))
            expected[deliveredTo(action)] = ghost.prospects.chance[deliveredTo(action)];
          return action;
        },
      }),
    ];
    for (let p = 0; p < psychics; p++) {
      const own = resolve(pragmaticPsychicParams, {});
      const psychic = new PragmaticPsychic(own, eyesFrom(knowledge, own));
      chairs.push(
        sit(mysterium, state, p + 1, 'psychic', {
          reset: psychic.reset,
          choose: (view, legal, rng) => {
            const action = psychic.choose(view, legal, rng);
            if (view.open.phase === 'guess') {
              const right = action === ghostOf(state).target[p * ROWS + view.open.stage[p]];
              ofPsychics.add(psychic.intentions.chance[p * MOST_COLUMNS + action], right);
              ofGhost.add(expected[p], right);
            }
            return action;
          },
        }),
      );
    }
    const rewind = recorder(state);
    const [table, joint] = [new Sfc32(0), new Int32Array(psychics + 1)];
    for (let i = 0; i < GAMES; i++) play(mysterium, state, rewind, chairs, seedOf(8, i), table, joint);

    const psychicGaps = ofPsychics.gaps(200);
    expect(psychicGaps.length).toBeGreaterThan(6);
    for (const { gap, chance, error } of psychicGaps)
      expect(Math.abs(gap), `a psychic that says ${chance}`).toBeLessThan(0.02 + error);
    // The ghost does not know who talks how well; it is to be right to within a tenth.
    const ghostGaps = ofGhost.gaps(200);
    expect(ghostGaps.length).toBeGreaterThan(5);
    for (const { gap, chance, error } of ghostGaps)
      expect(Math.abs(gap), `a ghost that says ${chance}`).toBeLessThan(0.08 + error);
  }, 60_000);
});
