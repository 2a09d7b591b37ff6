import { expect, test } from 'vitest';
import { resolve } from '../../src/engine/kernel/params.ts';
import { PASS } from '../../src/engine/kernel/rules.ts';
import { mysteriumParams, toConfig } from '../../src/engine/mysterium/params.ts';
import { mysterium } from '../../src/engine/mysterium/rules.ts';
import type { Agent } from '../../src/engine/kernel/agent.ts';
import { GROUP_STREAM, Sfc32 } from '../../src/engine/kernel/rng.ts';
import { seated } from '../kit/interference.ts';
import type { Casting } from '../kit/interference.ts';
import type { Mysterium } from '../../src/engine/mysterium/shape.ts';
import { seatsIn } from '../kit/walk.ts';
import { agentFor, everyAgent } from './seats.ts';
import { starterKnowledge } from './table.ts';

const knowledge = await starterKnowledge();
const configs = [
  { players: 5, difficulty: 'medium', talkRounds: 2 },
  { players: 3 },
  { players: 7, talkRounds: 0, finaleVote: 'discussed', refill: 'end' },
].map((given) => toConfig(resolve(mysteriumParams, given)));

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

/** The end of a game from its seed. */
function endOf(config: Mysterium['Config'], seed: number, casting: Casting<Mysterium>) {
  const { state, chairs, table } = seated(mysterium, config, seed, casting);
  const joint = new Int32Array(chairs.length);
  while (mysterium.acting(state) !== 0) {
    joint.fill(PASS);
    for (const seat of seatsIn(mysterium.acting(state))) joint[seat] = chairs[seat].choose();
    mysterium.apply(state, joint, table);
  }
  return state;
}

test.each(everyAgent)(
  'whoever takes over a seat in mid-game plays on as its predecessor would: $ghost ghost, $psychic psychics',
  (names) => {
    for (const config of configs) {
      for (const seed of [1, 2, 3, 4, 5]) {
        const stay = endOf(config, seed, (role) => agentFor(role, names, knowledge));
        const leave = endOf(config, seed, (role, seat) => relieved(seat, seed, () => agentFor(role, names, knowledge)));
        expect(leave).toEqual(stay);
      }
    }
  },
);
