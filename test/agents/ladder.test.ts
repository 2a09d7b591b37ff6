import { expect, test } from 'vitest';
import { pairedDifference } from '../../src/sim/stats.ts';
import { game, playOut, plan, starterKnowledge, sumOf } from './table.ts';
import type { Playing } from './table.ts';

const knowledge = await starterKnowledge();
const GAMES = 3_000;
const won = (playing: Omit<Playing, 'games'>) => playOut(knowledge, { ...playing, games: GAMES })('won');
const table = { config: { players: 4, difficulty: 'easy' }, ghost: plan('contrast'), psychic: plan('literal') };

const { standard, ceiling, floor } = game.casts;
const roles = Object.keys(game.ladders);

/** Those who stand beside a rung, by what was measured (docs/learning.md): a list of its own, so that nobody leaves the ladder unseen. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { ghost: ['learned'], psychic: [] };

test.each(roles)('every fair %s is on the ladder, which begins at the floor and has the standard on it', (role) => {
  const fair = game.agents[role].map(({ id }) => id).filter((id) => id !== ceiling[role]);
  const beside = game.agents[role].filter(({ beside }) => beside !== undefined).map(({ id }) => id);
  expect(beside).toEqual(BESIDE[role]);
  expect([...game.ladders[role], ...beside].toSorted()).toEqual(fair.toSorted());
  expect(game.ladders[role][0]).toBe(floor[role]);
  expect(game.ladders[role]).toContain(standard[role]);
});

const steps = roles.flatMap((role) =>
  game.ladders[role].slice(1).map((better, i) => ({ role, better, worse: game.ladders[role][i] })),
);

// README.md has the same of 20,000 deals at every table.
test.each(steps)(
  '$role $better beats $role $worse on the same deals, with the standard cast',
  ({ role, better, worse }) => {
    const config = { players: 4, difficulty: 'medium' };
    const play = (id: string) => {
      const cast = { ...standard, [role]: id };
      return won({ config, ghost: plan(cast['ghost']), psychic: plan(cast['psychic']) });
    };
    expect(pairedDifference(play(better), play(worse)).low).toBeGreaterThan(0);
  },
);

const aside = roles.flatMap((role) =>
  game.agents[role].flatMap(({ id, beside }) => {
    const at = beside === undefined ? -1 : game.ladders[role].indexOf(beside);
    return beside === undefined ? [] : [{ role, id, beside, below: game.ladders[role][at - 1] }];
  }),
);

test.each(aside)('$role $id, beside $beside, beats $role $below on the same deals', ({ role, id, below }) => {
  const config = { players: 4, difficulty: 'medium' };
  const play = (id: string) => {
    const cast = { ...standard, [role]: id };
    return won({ config, ghost: plan(cast['ghost']), psychic: plan(cast['psychic']) });
  };
  expect(pairedDifference(play(id), play(below)).low).toBeGreaterThan(0);
});

test('sharper eyes beat blurred ones', () => {
  const eyes = (blur: number) =>
    won({ ...table, ghost: plan('contrast', { blur }), psychic: plan('literal', { blur }) });
  expect(pairedDifference(eyes(0.5), eyes(1)).low).toBeGreaterThan(0);
  expect(pairedDifference(eyes(1), eyes(2)).low).toBeGreaterThan(0);
});

test('friends who see alike beat strangers with as much blur', () => {
  const eyes = (kinship: number) =>
    won({ ...table, ghost: plan('contrast', { kinship }), psychic: plan('literal', { kinship }) });
  expect(pairedDifference(eyes(0.8), eyes(0)).low).toBeGreaterThan(0);
});

test('psychics who talk beat psychics who do not', () => {
  const talk = (talkRounds: number) => won({ ...table, config: { players: 5, difficulty: 'hard', talkRounds } });
  expect(pairedDifference(talk(1), talk(0)).low).toBeGreaterThan(0);
});

test.each([4, 5, 6, 7])('with %i people easy is easier than medium, and medium than hard', (players) => {
  const on = (difficulty: string) => won({ ...table, config: { players, difficulty } });
  const [easy, medium, hard] = ['easy', 'medium', 'hard'].map(on);
  expect(pairedDifference(easy, medium).low).toBeGreaterThan(0);
  expect(pairedDifference(medium, hard).low).toBeGreaterThan(0);
});

// The reachable levels let nearly all vote after two visions: with six cases some hands have no three cards that agree.
test.each([
  [2, 'easy', 0.99],
  [3, 'easy', 0.99],
  [4, 'easy', 0.99],
  [5, 'medium', 0.97],
  [7, 'hard', 0.9],
])('a code agreed beforehand wins nearly always: %i people, %s', (players, difficulty, floor) => {
  const coded = playOut(knowledge, {
    config: { players, difficulty },
    ghost: plan('convention'),
    psychic: plan('convention'),
    games: 500,
  });
  expect(sumOf(coded('won')) / 500).toBeGreaterThan(floor);
  expect(sumOf(coded('first_right'))).toBe(sumOf(coded('first_guesses')));
});
