import { expect, test } from 'vitest';
import { seedOf } from '../../src/engine/kernel/rng.ts';
import { everyAgent } from './seats.ts';
import { game, plan, starterKnowledge } from './table.ts';

const knowledge = await starterKnowledge();
const titles = {
  visions: Array.from({ length: 84 }, (_, i) => `vision ${i}`),
  cards: Array.from({ length: 54 }, (_, i) => `card ${i}`),
};

const CONFIGS = [
  { players: 2 },
  { players: 3 },
  { players: 4, difficulty: 'medium', redrawDiscardVisible: true },
  { players: 5, difficulty: 'hard', talkRounds: 2, ageOrder: 'seat' },
  { players: 6, difficulty: 'easy', unplacedPawn: 'wrong', talkRounds: 0 },
  { players: 7, difficulty: 'hard' },
  { players: 4, clairvoyancy: false, finaleSight: 'all', finaleVote: 'discussed', hand: 6, refill: 'end' },
  { players: 6, difficulty: 'medium', finaleVote: 'discussed', hand: 5, refill: 'end', redrawDiscardVisible: true },
];
const pairs = game.agents['ghost'].flatMap((ghost) =>
  game.agents['psychic'].map((psychic) => ({ ghost: ghost.id, psychic: psychic.id })),
);

// A record is played again under checked rules, which throw at the first action that was not on offer.
test.each(pairs)(
  '$ghost ghost and $psychic psychics play only what is legal, and a record plays again',
  ({ ghost, psychic }) => {
    for (const config of CONFIGS) {
      const lineup = game.roles(config).map((role) => plan(role === 'ghost' ? ghost : psychic));
      const session = game.open(config, lineup, knowledge);
      for (let i = 0; i < 20; i++) {
        const { record, story } = session.record(seedOf(11, i), titles);
        const metrics = new Float64Array(game.metrics.length);
        session.measure(metrics);
        expect(game.retell(record, titles)).toEqual({ story, metrics });
      }
    }
  },
);

test.each(everyAgent)(
  'a game follows from its seed alone, whatever was played before: $ghost ghost, $psychic psychics',
  ({ ghost, psychic }) => {
    for (const config of CONFIGS) {
      const lineup = game.roles(config).map((role) => plan(role === 'ghost' ? ghost : psychic));
      const [used, fresh] = [0, 1].map(() => game.open(config, lineup, knowledge));
      for (let i = 0; i < 10; i++) used.play(i);
      const first = fresh.record(1234).record;
      expect(used.record(1234).record).toEqual(first);
      expect(used.record(1234).record, 'the same seed twice').toEqual(first);
    }
  },
);

test.each([
  [{ blur: 9 }, 'ghost.blur must be a number from 0 to 5, not 9'],
  [{ mragin: 1 }, 'no parameter ghost.mragin; there are ghost.eyes'],
  [{ eyes: 'third' }, 'no eyes named "third"; there are bundled, words'],
])('parameters %o are refused by name', (params, message) => {
  const lineup = game.roles({}).map((role) => (role === 'ghost' ? plan('contrast', params) : plan('random')));
  expect(() => game.open({}, lineup, knowledge)).toThrow(message);
});
