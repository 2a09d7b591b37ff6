import { describe, expect, test } from 'vitest';
import { seedOf } from '../../src/engine/kernel/rng.ts';
import type { Given } from '../../src/engine/kernel/params.ts';
import { humanCurve } from '../../src/cli/calibrate/human.ts';
import { Ratio, pairedDifference } from '../../src/sim/stats.ts';
import { game, plan, starterKnowledge } from './table.ts';

const knowledge = await starterKnowledge();
const SERIES = 6;
const GROUPS = 300;
/** Ghost and one other person who see as docs/partners.md says. */
const PARTNERS = { blur: 0.8, taste: 1 };

interface Played {
  readonly right: readonly Float64Array[];
  readonly guesses: readonly Float64Array[];
}

/** Right first guesses and first guesses, an array over groups for each game of the series. */
function played(config: Given, eyes: Given, psychic: string, adapt: boolean): Played {
  const lineup = game
    .roles(config)
    .map((role) => (role === 'ghost' ? plan('contrast', eyes) : plan(psychic, { ...eyes, adapt })));
  const session = game.open(config, lineup, knowledge);
  const at = (name: string): number => game.metrics.findIndex((metric) => metric.name === name);
  const [right, guesses] = [0, 1].map(() => Array.from({ length: SERIES }, () => new Float64Array(GROUPS)));
  const row = new Float64Array(game.metrics.length);
  for (let index = 0; index < GROUPS * SERIES; index++) {
    const place = index % SERIES;
    session.play(seedOf(11, index), seedOf(11, index - place));
    session.measure(row);
    right[place][Math.floor(index / SERIES)] = row[at('first_right')];
    guesses[place][Math.floor(index / SERIES)] = row[at('first_guesses')];
  }
  return { right, guesses };
}

const shares = ({ right, guesses }: Played, place: number): Float64Array =>
  right[place].map((hits, i) => hits / guesses[place][i]);

describe('psychics that adapt, against the same that do not, on the same deals', () => {
  test.each([
    { who: 'partners, literal', config: { players: 2 }, eyes: PARTNERS, psychic: 'literal' },
    { who: 'partners, pragmatic', config: { players: 2 }, eyes: PARTNERS, psychic: 'pragmatic' },
    { who: 'strangers of whose noise half is taste', config: {}, eyes: { taste: 0.5 }, psychic: 'literal' },
    { who: 'family, all taste', config: {}, eyes: { blur: 0.65, taste: 1 }, psychic: 'literal' },
  ])('$who: nothing at the first game, better from the second on', ({ config, eyes, psychic }) => {
    const on = played(config, eyes, psychic, true);
    const off = played(config, eyes, psychic, false);
    expect(on.right[0]).toEqual(off.right[0]);
    expect(on.guesses[0]).toEqual(off.guesses[0]);
    for (let place = 1; place < SERIES; place++)
      expect(pairedDifference(shares(on, place), shares(off, place)).low).toBeGreaterThan(0);
    // And the sixth is better than the second.
    expect(pairedDifference(shares(on, 5), shares(on, 1)).low).toBeGreaterThan(0);
  });

  test('without taste there is nothing to learn', () => {
    expect(played({}, { taste: 0 }, 'literal', true)).toEqual(played({}, { taste: 0 }, 'literal', false));
  });
});

test('two partners learn as people do with tangrams: each of six games within three points of theirs', () => {
  const { right, guesses } = played({ players: 2 }, PARTNERS, 'literal', true);
  humanCurve.shares.forEach((people, place) => {
    const ratio = new Ratio();
    for (let i = 0; i < GROUPS; i++) ratio.add(right[place][i], guesses[place][i]);
    const { value, high } = ratio.estimate();
    // Our own error, two standard errors of which make the interval, comes on top.
    expect(Math.abs(value - people)).toBeLessThan(0.03 + (high - value));
  });
});
