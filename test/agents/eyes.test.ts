import { expect, test } from 'vitest';
import { Eyes } from '../../src/agents/eyes.ts';
import type { Knowledge } from '../../src/engine/kernel/knowledge.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { Moments } from '../../src/sim/stats.ts';
import { affinityOf, permuted, playOut, plan, starterKnowledge, sumOf } from './table.ts';

const knowledge = await starterKnowledge();
const bundled = affinityOf(knowledge, 'bundled');

/** How often a psychic's first guess for its character is right: every one is made among all the cards laid out. */
function firstCharacter(
  eyes: Knowledge,
  players: number,
  difficulty: string,
  psychicEyes: string,
  games: number,
  seed = 1,
): number {
  const played = playOut(eyes, {
    config: { players, difficulty, talkRounds: 0 },
    ghost: plan('contrast', { blur: 0 }),
    psychic: plan('literal', { eyes: psychicEyes, blur: 0 }),
    games,
    seed,
  });
  return sumOf(played('first_character_right')) / sumOf(played('first_character_guesses'));
}

const TABLES = [
  { cards: 5, players: 4, difficulty: 'easy', floor: 0.35 },
  { cards: 7, players: 4, difficulty: 'hard', floor: 0.27 },
  { cards: 9, players: 6, difficulty: 'hard', floor: 0.22 },
];

test.each(TABLES)(
  'pictures matter: a ghost with eyes on pictures and psychics with eyes on words, $cards cards',
  ({ players, difficulty, floor }) => {
    expect(firstCharacter(knowledge, players, difficulty, 'words', 2_000)).toBeGreaterThan(floor);
  },
);

// One fixed permutation is biased: the mean over many is compared with chance by its own spread.
test.each(TABLES)(
  'with the art permuted between them, they find the card at chance: $cards cards',
  ({ cards, players, difficulty }) => {
    const rates = new Moments();
    for (let block = 0; block < 60; block++) {
      const eyes = { affinity: { bundled, other: permuted(affinityOf(knowledge, 'words'), block) } };
      rates.add(firstCharacter(eyes, players, difficulty, 'other', 60, block));
    }
    const error = Math.sqrt(rates.variance / rates.n);
    expect(Math.abs(rates.mean - 1 / cards)).toBeLessThan(4 * error);
  },
);

test('blur is a standard normal draw times its size, fixed for the game and different at every seat', () => {
  const own = new Eyes({ rows: 84, columns: 54, cells: new Float32Array(84 * 54) }, { eyes: '', blur: 2, kinship: 0 });
  own.reset(new Sfc32(1, 1), new Sfc32(1, 2));
  const seen = new Moments();
  for (let v = 0; v < 84; v++) for (let c = 0; c < 54; c++) seen.add(own.see(v, c));
  expect(own.see(3, 4)).toBe(own.see(3, 4));
  // 84 * 54 draws: standard errors of 0.03 for the mean and 0.02 for the deviation.
  expect(Math.abs(seen.mean)).toBeLessThan(0.12);
  expect(Math.abs(Math.sqrt(seen.variance) - 2)).toBeLessThan(0.09);
});

test.each([0, 0.3, 0.8, 1])('kinship %f is the correlation of two seats’ noise', (kinship) => {
  const blank = { rows: 84, columns: 54, cells: new Float32Array(84 * 54) };
  const [one, two] = [1, 2].map((seat) => {
    const eyes = new Eyes(blank, { eyes: '', blur: 1, kinship });
    eyes.reset(new Sfc32(7, seat), new Sfc32(7, 99));
    return eyes;
  });
  const products = new Moments();
  for (let v = 0; v < 84; v++) for (let c = 0; c < 54; c++) products.add(one.see(v, c) * two.see(v, c));
  expect(Math.abs(products.mean - kinship)).toBeLessThan(0.09);
});
