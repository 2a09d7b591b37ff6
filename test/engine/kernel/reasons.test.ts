import { expect, test } from 'vitest';
import { catalogue } from '../../../src/engine/kernel/catalog.ts';
import type { Explanation } from '../../../src/engine/kernel/explanation.ts';
import { whole } from '../../../src/engine/kernel/params.ts';
import { defineAgent } from '../../../src/engine/kernel/spec.ts';
import { toy, toyNotation } from '../../kit/toy.ts';
import type { Toy } from '../../kit/toy.ts';

const seeker = defineAgent<Toy, 'seeker'>('seeker');
/** Says before each choice that it will be 0, as likely as the rounds that went by, because of a thing of the game's. */
const zero = ({ open }: { readonly open: { readonly round: number } }): Explanation => ({
  measure: 'chance',
  unit: 'share',
  weights: 'nats',
  options: [
    {
      action: 0,
      value: 1 / (1 + open.round),
      pulls: [{ cause: { kind: 'mark', id: 4 }, weight: 1 }],
      aim: { kind: 'mark', id: 5 },
    },
    { action: 1, value: 0, pulls: [{ cause: 'odd', weight: undefined }] },
  ],
  remarks: [],
});

const game = catalogue({
  id: 'toy',
  title: 'Toy',
  version: 2,
  params: { seekers: whole(1, 4, 2, 'who seeks'), size: whole(2, 20, 6, 'numbers'), rounds: whole(1, 9, 3, 'rounds') },
  toConfig: (values) => values,
  grid: { rows: 'seekers' },
  rules: toy,
  notation: toyNotation,
  narrator: ({ open }) => ({
    opening: () => ['it begins'],
    chosen: (joint) => [`${open.phase} ${joint.join()}`],
    outcome: () => (open.phase === 'over' ? ['it ends'] : []),
  }),
  phrases: () => ({
    name: (seat) => `Seat ${seat}`,
    option: (_view, action) => ({ words: `number ${action}`, shows: [{ kind: 'number', id: action }] }),
    thing: ({ kind, id }) => ({ words: `the ${kind} ${id}`, shows: [] }),
    includes: (_view, action, option) => action === option,
  }),
  metrics: [],
  figures: [{ kind: 'mean', name: 'found', doc: 'seekers who found it', metric: 'found' }],
  agents: {
    keeper: [
      defineAgent<Toy, 'keeper'>('keeper')({ id: 'still', doc: '', params: {}, create: () => ({ choose: () => 0 }) }),
    ],
    seeker: [seeker({ id: 'open', doc: '', params: {}, create: () => ({ choose: () => 0, explain: zero }) })],
  },
  casts: {
    standard: { keeper: 'still', seeker: 'open' },
    floor: { keeper: 'still', seeker: 'open' },
    ceiling: { keeper: 'still', seeker: 'open' },
  },
  ladders: { keeper: ['still'], seeker: ['open'] },
});

const titles = { visions: [], cards: [] };
const plan = (agent: string) => ({ agent, params: {} });
const session = game.open({ seekers: 1, rounds: 2 }, [plan('still'), plan('open')], { affinity: {} });

test('a game is told moment by moment, with the thoughts of those who say why', () => {
  const { record, moments } = session.explain(3, titles);
  expect(record).toEqual(session.record(3).record);
  expect(moments[0]).toEqual({ move: 0, lines: ['it begins'], thoughts: [] });
  expect(moments[moments.length - 1]).toEqual({ move: 0, lines: ['it ends'], thoughts: [] });
  const decisions = moments.filter(({ move }) => move > 0);
  expect(decisions.map(({ move }) => move)).toEqual(decisions.map((_, i) => i + 1));
  const thoughts = decisions.flatMap((decision) => decision.thoughts);
  expect(thoughts.filter(({ seat }) => seat === 0).map(({ why }) => why)).toContain(undefined);
  const first = thoughts.find(({ role }) => role === 'seeker');
  expect(first).toEqual({
    seat: 1,
    role: 'seeker',
    name: 'Seat 1',
    chosen: { action: 0, words: 'number 0', shows: [{ kind: 'number', id: 0 }] },
    why: {
      measure: 'chance',
      unit: 'share',
      weights: 'nats',
      remarks: [],
      options: [
        {
          action: 0,
          words: 'number 0',
          shows: [{ kind: 'number', id: 0 }],
          value: 1,
          pulls: [{ words: 'the mark 4', shows: [], weight: 1 }],
          aim: { words: 'the mark 5', shows: [] },
          chosen: true,
        },
        {
          action: 1,
          words: 'number 1',
          shows: [{ kind: 'number', id: 1 }],
          value: 0,
          pulls: [{ words: 'odd', shows: [], weight: undefined }],
          chosen: false,
        },
      ],
    },
  });
});

test('of recorded actions somebody else’s choice is marked, and what the agent thinks is its own', () => {
  const { record, moments } = session.explain(3, titles);
  const other = moments.flatMap(({ thoughts }) => thoughts.map(({ role }) => (role === 'seeker' ? 1 : 0)));
  const told = session.explain(3, titles, other);
  expect(told.record.actions).toEqual(other);
  expect(told.record.actions).not.toEqual(record.actions);
  const thoughts = told.moments.flatMap((moment) => moment.thoughts).filter(({ role }) => role === 'seeker');
  for (const { why } of thoughts) expect(why?.options.map(({ chosen }) => chosen)).toEqual([false, true]);
});

test('actions that stop too early are refused', () => {
  expect(() => session.explain(3, titles, [0])).toThrow('the record stops before the game is over');
});
