import { describe, expect, test } from 'vitest';
import { PASS } from '../../src/engine/kernel/rules.ts';
import type { Rules } from '../../src/engine/kernel/rules.ts';
import { CHECKS, obeysRules, roundTrips, upholds } from './compliance.ts';
import type { Check } from './compliance.ts';
import { copy, difference, differences } from './data.ts';
import { ScriptedRng } from './scripted-rng.ts';
import { findLeak, keepsSecrets, sharedObject } from './secrecy.ts';
import type { Secret } from './secrecy.ts';
import { keeperOf, leakingToy, pointingToy, toy, toyNotation } from './toy.ts';
import type { Toy } from './toy.ts';
import { legalFor, walk } from './walk.ts';

const SMALL: Toy['Config'] = { seekers: 2, size: 6, rounds: 4 };

/** The keeper's number exchanged for one in the bag that nobody guesses now. */
const number: Secret<Toy> = {
  name: "the keeper's number",
  hiddenFrom: ({ open }, seat) => seat !== 0 && open.phase !== 'over',
  vary(twin, joint, dice) {
    const { bag, left } = twin.hidden;
    const keeper = keeperOf(twin);
    if (left === 0) return false;
    const at = dice.below(left);
    if (joint.includes(keeper.number) || joint.includes(bag[at])) return false;
    [keeper.number, bag[at]] = [bag[at], keeper.number];
    return true;
  },
};

const guesses: Secret<Toy> = {
  name: 'what another seeker is about to guess',
  hiddenFrom: ({ open }, seat) => seat !== 1 && open.phase === 'guess',
  vary(twin, joint, dice) {
    if (twin.open.phase !== 'guess') return false;
    joint[1] = (joint[1] + 1 + dice.below(SMALL.size - 1)) % SMALL.size;
    return true;
  },
};

describe('the toy game', () => {
  obeysRules(
    'toy',
    toy,
    [
      { name: 'two seekers', config: SMALL },
      { name: 'one seeker, a bag that runs out', config: { seekers: 1, size: 2, rounds: 6 } },
    ],
    {
      notation: toyNotation,
      laws: [{ name: 'a round for each four guesses', amiss: ({ open }) => (open.round > 6 ? 'too long' : undefined) }],
    },
  );
  keepsSecrets('toy', toy, SMALL, [number, guesses]);
});

describe('the secrecy kit catches', () => {
  test('a hint put on the table', () => {
    expect(findLeak(leakingToy, SMALL, number).leak).toMatch(/at \.view\.open\.hint/);
  });

  test('a hint in what may be played', () => {
    expect(findLeak(pointingToy, SMALL, number).leak).toMatch(/at \.legal/);
  });

  test('an object shared between the table and one seat', () => {
    const state = toy.create(SMALL);
    expect(sharedObject(state)).toBeUndefined();
    expect(sharedObject({ ...state, hidden: { ...state.hidden, peek: state.open.guess } })).toBe(
      'seat 0 reaches into hidden',
    );
  });

  test('two typed arrays over one buffer', () => {
    const state = toy.create(SMALL);
    const bag = new Int8Array(state.open.guess.buffer);
    expect(sharedObject({ ...state, hidden: { bag, left: 0 } })).toBe('seat 0 reaches into hidden');
  });

  test('a secret that was never compared', () => {
    expect(findLeak(toy, SMALL, { ...number, vary: () => false })).toEqual({ compared: 0, leak: undefined });
  });
});

describe('the compliance kit catches', () => {
  let deals = 0;
  let draws = 0;
  const faulty: readonly (readonly [what: keyof typeof CHECKS, fault: string, rules: Rules<Toy>])[] = [
    [
      'ends, and ends the same way again',
      'randomness of its own',
      {
        ...toy,
        apply: (state, joint, rng) => {
          toy.apply(state, joint, rng);
          state.open.hint = draws++;
        },
      },
    ],
    ['ends, and ends the same way again', 'a game without end', { ...toy, apply: () => {} }],
    [
      'deals the same into a used state',
      'a deal that remembers the last one',
      {
        ...toy,
        deal: (state, rng) => {
          toy.deal(state, rng);
          state.open.hint = deals++;
        },
      },
    ],
    [
      'does not change when asked',
      'an answer that writes',
      {
        ...toy,
        legal: (state, seat, out) => {
          toy.legal(state, seat, out);
          state.open.hint++;
        },
      },
    ],
    [
      'offers no action twice',
      'an action offered twice',
      {
        ...toy,
        legal: (state, seat, out) => {
          toy.legal(state, seat, out);
          out.push(0);
        },
      },
    ],
    ['asks nobody who cannot act', 'a seat without an action', { ...toy, legal: () => {} }],
    [
      'refuses what it does not offer, and stays as it was',
      'what is offered depending on who asks first',
      {
        ...toy,
        legal: (state, seat, out) => {
          toy.legal(state, seat, out);
          state.open.hint++;
        },
      },
    ],
    [
      'replays from its actions',
      'a deal that depends on the day',
      {
        ...toy,
        create: (config) => {
          const state = toy.create(config);
          state.open.hint = deals++;
          return state;
        },
      },
    ],
  ];
  test.each(faulty)('"%s" fails for %s', (what, _fault, rules) => {
    const check: Check<Toy> = CHECKS[what];
    expect(() => check(rules, SMALL, 1)).toThrow();
    expect(() => check(toy, SMALL, 1)).not.toThrow();
  });

  test('words that lead to another action', () => {
    const mute = roundTrips<Toy>({ ...toyNotation, toAction: () => 0 });
    expect(() => mute(toy, SMALL, 1)).toThrow(/in words is/);
  });

  test('a law that is broken', () => {
    const early = upholds<Toy>({
      name: 'nobody guesses',
      amiss: ({ open }) => (open.guess[0] >= 0 ? 'somebody did' : undefined),
    });
    expect(() => early(toy, SMALL, 1)).toThrow('somebody did');
  });
});

test('a walk gives PASS to seats that are not asked, and legal actions to the others', () => {
  walk(toy, SMALL, 1, (state, joint) => {
    joint.forEach((action, seat) => {
      const legal = legalFor(toy, state, seat);
      expect(legal.length === 0 ? [PASS] : legal).toContain(action);
    });
  });
});

test('a copy shares nothing and differs nowhere; a difference has a path', () => {
  const data = { round: 1, name: 'toy', rows: [new Int8Array([1, 2]), { deep: new Float32Array([0.5]) }] };
  const twin = copy(data);
  expect(twin).toEqual(data);
  expect(difference(data, twin)).toBeUndefined();
  const [cells] = twin.rows;
  if (cells instanceof Int8Array) cells[1] = 9;
  expect(differences(data, twin)).toEqual([{ path: '.rows.0[1]', before: 2, after: 9 }]);
  expect(difference({ a: [1] }, { a: [1, 2] })).toBe('.a');
  expect(difference({ a: 1 }, { b: 1 })).toBe('.a');
});

test('a scripted rng says what it was told, refuses what does not fit, and ends', () => {
  const rng = new ScriptedRng([3, 0.5, 7, 4]);
  expect([rng.below(4), rng.unit(), rng.bits()]).toEqual([3, 0.5, 7]);
  expect(() => rng.below(4)).toThrow('draw 4 of the script is 4, which is not in [0, 4)');
  expect(rng.left).toBe(0);
  expect(() => rng.below(2)).toThrow('the script of 4 draws has run out');
});
