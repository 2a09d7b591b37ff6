import { describe, expect, test } from 'vitest';
import { games } from '../../../src/agents/catalog.ts';
import { mysteriumGame } from '../../../src/engine/mysterium/game.ts';
import { catalogue } from '../../../src/engine/kernel/catalog.ts';
import { defineAgent } from '../../../src/engine/kernel/spec.ts';
import type { Knowledge } from '../../../src/engine/kernel/knowledge.ts';
import { IllegalActionError } from '../../../src/engine/kernel/checked.ts';
import { whole } from '../../../src/engine/kernel/params.ts';
import { toy, toyNotation } from '../../kit/toy.ts';
import type { Toy } from '../../kit/toy.ts';

const BLIND: Knowledge = { affinity: {} };

const game = catalogue({
  id: 'toy',
  title: 'Toy',
  version: 2,
  params: {
    seekers: whole(1, 4, 2, 'who seeks'),
    size: whole(2, 20, 6, 'numbers in the bag'),
    rounds: whole(1, 9, 3, 'rounds'),
  },
  toConfig: (values) => values,
  grid: { rows: 'seekers' },
  rules: toy,
  notation: toyNotation,
  narrator: ({ open }) => ({
    opening: () => [`${open.rounds} rounds`],
    chosen: (joint) => [`${open.phase} ${joint.join()}`],
    outcome: () => (open.phase === 'over' ? [`found by ${open.found}`] : []),
  }),
  phrases: () => ({
    name: (seat) => (seat === 0 ? 'The keeper' : `Seeker ${seat}`),
    option: ({ open }, action) => ({ words: open.phase === 'swap' ? `swap ${action}` : `number ${action}`, shows: [] }),
    thing: ({ kind, id }) => ({ words: `${kind} ${id}`, shows: [] }),
    includes: (_view, action, option) => action === option,
  }),
  metrics: [
    { name: 'found', doc: 'seekers who found it', of: ({ open }) => open.found },
    { name: 'rounds', doc: 'rounds that went by', of: ({ open }) => open.round },
  ],
  figures: [{ kind: 'mean', name: 'found', doc: 'seekers who found it', metric: 'found' }],
  agents: {
    keeper: [
      defineAgent<Toy, 'keeper'>('keeper')({
        id: 'still',
        doc: 'keeps its number',
        params: {},
        create: () => ({ choose: () => 0 }),
      }),
    ],
    seeker: [
      defineAgent<Toy, 'seeker'>('seeker')({
        id: 'stubborn',
        doc: 'always says the same',
        params: { word: whole(0, 5, 0, 'what it says') },
        create: ({ word }) => ({ choose: () => word }),
      }),
      defineAgent<Toy, 'seeker'>('seeker')({
        id: 'dice',
        doc: 'says anything',
        params: {},
        create: () => ({ choose: (_view, legal, rng) => legal().at(rng.below(legal().length)) }),
      }),
    ],
  },
  casts: {
    standard: { keeper: 'still', seeker: 'dice' },
    floor: { keeper: 'still', seeker: 'dice' },
    ceiling: { keeper: 'still', seeker: 'dice' },
  },
  ladders: { keeper: ['still'], seeker: ['stubborn', 'dice'] },
});

const still = { agent: 'still', params: {} };
const dice = { agent: 'dice', params: {} };
const measure = (session: ReturnType<typeof game.open>): number[] => {
  const row = new Float64Array(game.metrics.length);
  session.measure(row);
  return [...row];
};

test('a session plays from seeds and measures each game', () => {
  const session = game.open({}, [still, dice, dice], BLIND);
  const first = [1, 2, 3].map((seed) => {
    session.play(seed);
    return measure(session);
  });
  const again = [3, 2, 1].map((seed) => {
    session.play(seed);
    return measure(session);
  });
  expect(again.toReversed()).toEqual(first);
});

test('all numbers guessed at once, somebody finds it', () => {
  const all = [0, 1, 2, 3].map((word) => ({ agent: 'stubborn', params: { word } }));
  const session = game.open({ seekers: 4, size: 4 }, [still, ...all], BLIND);
  session.play(8);
  expect(measure(session)).toEqual([1, 0]);
});

test('a seat for each role, and agents without their type parameters', () => {
  expect(game.roles({ seekers: 3 })).toEqual(['keeper', 'seeker', 'seeker', 'seeker']);
  expect(game.agents['seeker']?.map(({ id }) => id)).toEqual(['stubborn', 'dice']);
});

test('a matrix of pairs shows the figures that a game names, or its headline', () => {
  expect(game.matrix.map(({ name }) => name)).toEqual(['found']);
  for (const { matrix, figures } of games) expect(figures).toEqual(expect.arrayContaining([...matrix]));
  expect(games[0].matrix.map(({ name }) => name)).toEqual(mysteriumGame.matrix);
});

describe('what does not hold is refused, and the message says what would', () => {
  const opened = (given: object, lineup: readonly { agent: string; params: object }[]) => () =>
    game.open(given as Record<string, unknown>, lineup as { agent: string; params: Record<string, unknown> }[], BLIND);

  test.each([
    ['a config out of bounds', opened({ seekers: 9 }, []), 'seekers must be a whole number from 1 to 4, not 9'],
    ['a line-up too short', opened({}, [still, dice]), 'the table has 3 seats, the line-up 2'],
    [
      'an agent nobody knows',
      opened({}, [still, dice, { agent: 'wise', params: {} }]),
      'no seeker named "wise"; there are stubborn, dice',
    ],
    ["a seeker on the keeper's chair", opened({}, [dice, dice, dice]), 'no keeper named "dice"; there are still'],
    [
      'a parameter out of bounds',
      opened({}, [still, dice, { agent: 'stubborn', params: { word: 6 } }]),
      'seeker.word must be a whole number from 0 to 5, not 6',
    ],
    ['a role that is not', () => game.check('judge', still), 'no role judge; there are keeper, seeker'],
    [
      'a parameter that is not',
      () => game.check('keeper', { agent: 'still', params: { word: 1 } }),
      'no parameter keeper.word; there are none here',
    ],
  ])('%s', (_what, act, message) => {
    expect(act).toThrow(message);
  });
});

describe('a record', () => {
  const titles = { visions: [], cards: [] };
  const session = game.open({}, [still, dice, dice], BLIND);
  const { record, story } = session.record(5, titles);

  test('tells the same story and the same figures when it is told again', () => {
    const retold = game.retell(record, titles);
    expect(retold.story).toEqual(story);
    expect([...retold.metrics]).toEqual(measure(session));
    expect(story[0]).toBe('3 rounds');
  });

  test('is what a plain game of that seed plays', () => {
    session.play(5);
    expect(measure(session)).toEqual([...game.retell(record, titles).metrics]);
  });

  test.each([
    ['of another game', { game: 'chess' }, 'this is a record of chess, not of toy'],
    ['of other rules', { version: 1 }, 'the record was made under version 1 of the rules of toy, this is version 2'],
    ['that stops', { actions: record.actions.slice(0, -1) }, 'the record stops before the game is over'],
    ['that goes on', { actions: [...record.actions, 0] }, 'the record goes on after the game is over'],
  ])('%s is refused', (_what, change, message) => {
    expect(() => game.retell({ ...record, ...change }, titles)).toThrow(message);
  });

  test('of illegal actions is refused', () => {
    expect(() => game.retell({ ...record, actions: record.actions.map(() => 99) }, titles)).toThrow(IllegalActionError);
  });
});
