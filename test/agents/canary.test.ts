import { describe, expect, test } from 'vitest';
import { sit } from '../../src/engine/kernel/play.ts';
import { PASS } from '../../src/engine/kernel/rules.ts';
import { mysteriumParams, toConfig } from '../../src/engine/mysterium/params.ts';
import { BLUR } from '../../src/engine/kernel/eyes.ts';
import { resolve } from '../../src/engine/kernel/params.ts';
import type { Given } from '../../src/engine/kernel/params.ts';
import { recorder } from '../../src/engine/kernel/rewind.ts';
import { Sfc32, seedOf } from '../../src/engine/kernel/rng.ts';
import { mysterium } from '../../src/engine/mysterium/rules.ts';
import type { Mysterium } from '../../src/engine/mysterium/shape.ts';
import { Moments } from '../../src/sim/stats.ts';
import { generous } from '../engine/mysterium/settings.ts';
import { seated } from '../kit/interference.ts';
import { seatsIn } from '../kit/walk.ts';
import { drawLabels, relabel, relabelAffinity } from './relabelled.ts';
import { agentFor, fairAgents } from './seats.ts';
import type { Names } from './seats.ts';
import { affinityOf, game, permuted, starterKnowledge } from './table.ts';

/*
 * A fair ghost says what it has to say by what its pictures show, and by nothing else: neither by how many it gives, nor to whom first,
 * nor by which of its hand, nor by when it calls a crow.
 */

const knowledge = await starterKnowledge();
const bundled = affinityOf(knowledge, 'bundled');
const words = affinityOf(knowledge, 'words');

/** An agent's parameters where it sees pictures as they are; those who do not look take none. */
const sharp = (role: 'ghost' | 'psychic', names: Names): Given => {
  const face = game.agents[role].find(({ id }) => id === names[role]);
  return face && Object.hasOwn(face.params, BLUR) ? { [BLUR]: 0 } : {};
};
const configOf = (given: Given): Mysterium['Config'] => toConfig(resolve(mysteriumParams, given));
const coded: Names = { ghost: game.casts.ceiling['ghost'], psychic: game.casts.ceiling['psychic'] };

/** Fair ghosts with psychics that read anything at all. */
const pairs = fairAgents('ghost').flatMap((ghost) =>
  fairAgents('psychic')
    .map((psychic): Names => ({ ghost, psychic }))
    .filter((names) => Object.hasOwn(sharp('psychic', names), BLUR)),
);

/**
 * The share of the first round's guesses that are right, each of them among all the characters laid out; by blocks of games, each with
 * another permutation of what the psychics see: any one is biased, and the mean over many is compared with chance by its own spread.
 */
function firstGuesses(names: Names, config: Mysterium['Config'], blocks: number, games: number): Moments {
  const state = mysterium.create(config);
  const rewind = recorder(state);
  const table = new Sfc32(0);
  const joint = new Int32Array(state.own.length);
  const rates = new Moments();
  for (let block = 0; block < blocks; block++) {
    const eyes = { ghost: bundled, psychic: permuted(words, block) };
    const chairs = state.own.map(({ role }, seat) =>
      sit(
        mysterium,
        state,
        seat,
        role,
        agentFor(role, names, { affinity: { bundled: eyes[role] } }, sharp(role, names)),
      ),
    );
    let right = 0;
    for (let i = 0; i < games; i++) {
      const seed = seedOf(block, i);
      table.reseed(seed, 0);
      for (const chair of chairs) chair.reset(seed, seed);
      rewind();
      mysterium.deal(state, table);
      while (state.open.round === 1 && mysterium.acting(state) !== 0) {
        joint.fill(PASS);
        for (const seat of seatsIn(mysterium.acting(state))) joint[seat] = chairs[seat].choose();
        mysterium.apply(state, joint, table);
      }
      for (let p = 0; p < config.psychics; p++) right += state.open.guessedRight[p];
    }
    rates.add(right / (games * config.psychics));
  }
  return rates;
}

describe.each([
  { players: 4, difficulty: 'easy', talkRounds: 2 },
  { players: 7, difficulty: 'hard', talkRounds: 0 },
])('with the art permuted between ghost and psychics: $players people, $talkRounds rounds of talk', (given) => {
  const config = configOf(given);
  const chance = 1 / config.width;

  test.each(pairs)('$ghost and $psychic find the card at chance', (names) => {
    const rates = firstGuesses(names, config, 60, 24);
    const error = Math.sqrt(rates.variance / rates.n);
    expect(Math.abs(rates.mean - chance)).toBeLessThan(4 * error);
    expect(error, 'small enough to tell a code by').toBeLessThan(chance / 8);
  });

  test('those who speak in a code find it all the same', () => {
    expect(firstGuesses(coded, config, 2, 24).mean).toBe(1);
  });
});

/** At how many of a ghost's decisions it chooses otherwise where visions, cards and places have other numbers and look the same. */
function movedByLabels(ghost: string, config: Mysterium['Config'], seed: number) {
  const labels = drawLabels(config, seed);
  const names = { ghost, psychic: fairAgents('psychic')[0] };
  const here = seated(mysterium, config, seed, (role) => agentFor(role, names, knowledge, sharp(role, names)));
  const there = mysterium.create(config);
  const eyes = { affinity: { bundled: relabelAffinity(bundled, labels) } };
  const twin = sit<Mysterium, 'ghost'>(
    mysterium,
    there,
    0,
    'ghost',
    agentFor('ghost', names, eyes, sharp('ghost', names)),
  );
  twin.reset(seed, seed);
  const joint = new Int32Array(here.chairs.length);
  const found = { decisions: 0, moved: 0 };
  while (mysterium.acting(here.state) !== 0) {
    joint.fill(PASS);
    for (const seat of seatsIn(mysterium.acting(here.state))) {
      joint[seat] = here.chairs[seat].choose();
      if (seat !== 0) continue;
      overwrite(there, relabel(here.state, labels));
      found.decisions++;
      if (twin.choose() !== joint[seat]) found.moved++;
    }
    mysterium.apply(here.state, joint, here.table);
  }
  return found;
}

/** Writes plain data over other plain data of the same form. */
function overwrite(into: object, from: object): void {
  for (const [key, value] of Object.entries(from)) {
    const held: unknown = (into as Record<string, unknown>)[key];
    if (held instanceof Int8Array || held instanceof Int32Array) held.set(value as ArrayLike<number>);
    else if (typeof held === 'object' && held !== null) {
      if (!Object.isFrozen(held)) overwrite(held, value as object);
    } else (into as Record<string, unknown>)[key] = value;
  }
}

const LABELLED: readonly Mysterium['Config'][] = [
  ...[{ players: 3 }, { players: 4, difficulty: 'medium' }, { players: 6, difficulty: 'hard', refill: 'end' }].map(
    configOf,
  ),
  generous({ players: 4 }),
];

/** What a ghost's choices come to over several tables. */
function labelled(ghost: string) {
  const all = LABELLED.flatMap((config) => [1, 2, 3, 4].map((seed) => movedByLabels(ghost, config, seed)));
  return {
    decisions: all.reduce((sum, { decisions }) => sum + decisions, 0),
    moved: all.reduce((sum, { moved }) => sum + moved, 0),
  };
}

test.each(fairAgents('ghost'))(
  'what a %s ghost chooses follows the pictures, whatever numbers and places they have',
  (ghost) => {
    const { decisions, moved } = labelled(ghost);
    expect(decisions).toBeGreaterThan(200);
    expect(moved).toBe(0);
  },
);

test('a code agreed beforehand goes by places', () => {
  const { decisions, moved } = labelled(game.casts.ceiling['ghost']);
  expect(moved).toBeGreaterThan(decisions / 4);
});
