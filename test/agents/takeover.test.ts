import { expect, test } from 'vitest';
import { eyesFrom } from '../../src/agents/eyes.ts';
import { ContrastGhost, contrastGhostParams } from '../../src/agents/mysterium/ghost-contrast.ts';
import { LiteralPsychic, literalPsychicParams } from '../../src/agents/mysterium/psychic-literal.ts';
import type { Agent, ViewOf } from '../../src/engine/kernel/agent.ts';
import { resolve } from '../../src/engine/kernel/params.ts';
import { play, sit } from '../../src/engine/kernel/play.ts';
import { GROUP_STREAM, Sfc32 } from '../../src/engine/kernel/rng.ts';
import { mysteriumParams, toConfig } from '../../src/engine/mysterium/params.ts';
import { mysterium } from '../../src/engine/mysterium/rules.ts';
import type { Mysterium } from '../../src/engine/mysterium/shape.ts';
import { starterKnowledge } from './table.ts';

const knowledge = await starterKnowledge();

/** An agent that a newcomer replaces before every decision. */
function relieved<V>(seat: number, seed: number, make: () => Agent<V>): Agent<V> {
  return {
    choose: (view, legal, rng) => {
      const newcomer = make();
      newcomer.reset?.(new Sfc32(seed, seat + 1), new Sfc32(seed, GROUP_STREAM));
      return newcomer.choose(view, legal, rng);
    },
  };
}

test.each([1, 2, 3, 4, 5])(
  'whoever takes over a seat in mid-game plays on as its predecessor would (seed %i)',
  (seed) => {
    const config = toConfig(resolve(mysteriumParams, { players: 5, difficulty: 'medium', talkRounds: 2 }));
    const ghost = () => {
      const values = resolve(contrastGhostParams, {});
      return new ContrastGhost(values, eyesFrom(knowledge, values));
    };
    const psychic = () => {
      const values = resolve(literalPsychicParams, {});
      return new LiteralPsychic(values, eyesFrom(knowledge, values));
    };
    const ends = [false, true].map((relief) => {
      const state = mysterium.create(config);
      const at = <V>(seat: number, make: () => Agent<V>): Agent<V> => (relief ? relieved(seat, seed, make) : make());
      const chairs = [
        sit<Mysterium, 'ghost'>(mysterium, state, 0, 'ghost', at<ViewOf<Mysterium, 'ghost'>>(0, ghost)),
        ...[1, 2, 3, 4].map((seat) =>
          sit<Mysterium, 'psychic'>(mysterium, state, seat, 'psychic', at<ViewOf<Mysterium, 'psychic'>>(seat, psychic)),
        ),
      ];
      play(mysterium, state, () => {}, chairs, seed, new Sfc32(0), new Int32Array(5));
      return state;
    });
    expect(ends[1]).toEqual(ends[0]);
  },
);
