import { expect, test } from 'vitest';
import { resolve } from '../../src/engine/kernel/params.ts';
import type { Given } from '../../src/engine/kernel/params.ts';
import { mysteriumParams, toConfig } from '../../src/engine/mysterium/params.ts';
import { mysterium } from '../../src/engine/mysterium/rules.ts';
import { ghostOf } from '../../src/engine/mysterium/seats.ts';
import { ROWS } from '../../src/engine/mysterium/shape.ts';
import { secrets, secretsOfMany } from '../engine/mysterium/secrets.ts';
import { generous } from '../engine/mysterium/settings.ts';
import { NOISE, findInterference, findReach } from '../kit/interference.ts';
import type { Casting } from '../kit/interference.ts';
import type { Mysterium } from '../../src/engine/mysterium/shape.ts';
import { agentFor, everyAgent } from './seats.ts';
import type { Names } from './seats.ts';
import { starterKnowledge } from './table.ts';

const knowledge = await starterKnowledge();
const configOf = (given: Given): Mysterium['Config'] => toConfig(resolve(mysteriumParams, given));
const castingOf =
  (names: Names): Casting<Mysterium> =>
  (role) =>
    agentFor(role, names, knowledge);

/** Tables as people play them, and two at which anybody reaches the finale. */
const TABLES: readonly Mysterium['Config'][] = [
  ...[
    { players: 2 },
    { players: 3, talkRounds: 2 },
    { players: 4 },
    { players: 5, difficulty: 'hard', unplacedPawn: 'wrong' },
    { players: 7, difficulty: 'medium', talkRounds: 0 },
    { players: 5, finaleSight: 'all', finaleVote: 'discussed', hand: 6, refill: 'end' },
  ].map(configOf),
  generous({ players: 3 }),
  generous({ players: 4 }),
];
const SECRETS = [...secrets, ...secretsOfMany];
const SEEDS = [1, 2, 3, 4, 5, 6];

test.each(everyAgent)(
  'nothing that it does not see moves a choice or a reason: $ghost ghost, $psychic psychics',
  (names) => {
    const total = new Map<string, number>();
    for (const config of TABLES) {
      const { compared, moved } = findInterference(mysterium, config, castingOf(names), SECRETS, SEEDS);
      expect(moved, `${config.players} people`).toBeUndefined();
      for (const [what, times] of Object.entries(compared)) total.set(what, (total.get(what) ?? 0) + times);
    }
    for (const what of [
      `ghost: ${NOISE}`,
      `psychic: ${NOISE}`,
      'psychic: a target that has not been found',
      "psychic: a vision in the ghost's hand",
      'psychic: what the ghost will draw',
      'ghost: what the ghost will draw',
    ])
      expect(total.get(what), `compared: ${what}`).toBeGreaterThan(10);
    const inFinale = [
      'the case the ghost points at, before the count',
      'a vision of the finale that is not yet turned up',
    ];
    expect(inFinale.reduce((sum, name) => sum + (total.get(`psychic: ${name}`) ?? 0), 0)).toBeGreaterThan(0);
  },
);

test.each(everyAgent)(
  'nobody is handed or keeps what is hidden from its seat: $ghost ghost, $psychic psychics',
  (names) => {
    for (const config of TABLES) expect(findReach(mysterium, config, castingOf(names), 1)).toBeUndefined();
  },
);

test('a psychic who looks into the ghost’s cards is caught', () => {
  const peeking: Casting<Mysterium> = (role, seat, world) => {
    const agent = agentFor(role, everyAgent[0], knowledge);
    return seat === 0
      ? agent
      : {
          ...agent,
          choose: (_view, legal, rng) =>
            world.open.phase === 'guess' && legal().has(ghostOf(world).target[(seat - 1) * ROWS])
              ? ghostOf(world).target[(seat - 1) * ROWS]
              : legal().at(rng.below(legal().length)),
        };
  };
  expect(findInterference(mysterium, configOf({}), peeking, SECRETS, [1, 2, 3]).moved).toMatch(
    /psychic: .*: it chooses/,
  );
});
