import { describe, expect, test } from 'vitest';
import type { Agent, RoleOf, ViewOf } from '../../src/engine/kernel/agent.ts';
import type { Rules, State } from '../../src/engine/kernel/rules.ts';
import { NOISE, findInterference, findReach } from './interference.ts';
import type { Casting } from './interference.ts';
import type { Secret } from './secrecy.ts';
import { keeperOf, toy } from './toy.ts';
import type { Toy } from './toy.ts';

const SMALL: Toy['Config'] = { seekers: 2, size: 6, rounds: 4 };

type Anyone = Agent<ViewOf<Toy, RoleOf<Toy>>>;

const honest: Anyone = { choose: (_view, legal, rng) => legal().at(rng.below(legal().length)) };

/** Honest agents, but for the seeker at seat 1, who gets hold of the world. */
const withSeeker =
  (make: (world: State<Toy>) => Anyone): Casting<Toy> =>
  (_role, seat, world) =>
    seat === 1 ? make(world) : { ...honest };

const number: Secret<Toy> = {
  name: "the keeper's number",
  hiddenFrom: ({ open }, seat) => seat !== 0 && open.phase !== 'over',
  vary(twin, _joint, dice) {
    keeperOf(twin).number = (keeperOf(twin).number + 1 + dice.below(SMALL.size - 1)) % SMALL.size;
    return true;
  },
};

const SEEDS = [1, 2, 3, 4, 5];
const find = (casting: Casting<Toy>, secrets = [number]) => findInterference(toy, SMALL, casting, secrets, SEEDS);
const why = (remark: string) =>
  ({ measure: '', unit: 'share', weights: 'nats', options: [], remarks: [remark] }) as const;

test('agents that go by their view are left in peace, and every kind of comparison was made', () => {
  const { compared, moved } = find(withSeeker(() => ({ ...honest })));
  expect(moved).toBeUndefined();
  for (const what of [`keeper: ${NOISE}`, `seeker: ${NOISE}`, `seeker: ${number.name}`])
    expect(compared[what], `compared: ${what}`).toBeGreaterThan(3);
});

test('what was never varied was never compared', () => {
  const { compared } = find(
    withSeeker(() => ({ ...honest })),
    [{ ...number, vary: () => false }],
  );
  expect(compared[`seeker: ${number.name}`]).toBeUndefined();
});

describe('an agent is caught that', () => {
  test.each<readonly [what: string, make: (world: State<Toy>) => Anyone, found: RegExp]>([
    [
      'peeks at a number',
      (world) => ({ choose: ({ open }) => (open.phase === 'guess' ? keeperOf(world).number % SMALL.size : 0) }),
      /seat 1, seeker: .*: it chooses/,
    ],
    [
      'peeks into the bag',
      (world) => ({ choose: () => Math.abs(world.hidden.bag[0]) % SMALL.size }),
      /seat 1, seeker: all that it does not see: it chooses/,
    ],
    [
      'chooses fairly and says what it cannot know',
      (world) => ({ ...honest, explain: () => why(`it is ${keeperOf(world).number}`) }),
      /seat 1, .*: it explains itself otherwise at \.remarks\.0/,
    ],
    [
      'chooses otherwise once it was asked why',
      () => {
        let asked = 0;
        return { choose: () => asked, explain: () => why(String((asked = 1))) };
      },
      /seat 1, .*: it chooses 1, not 0/,
    ],
  ])('%s', (_what, make, found) => {
    expect(find(withSeeker(make)).moved).toMatch(found);
  });

  test('keeps the world', () => {
    const keeper = withSeeker((world) => Object.assign({ ...honest }, { notes: { world } }));
    expect(findReach(toy, SMALL, keeper, 1)).toBe('the agent at seat 1 keeps what is hidden from it');
    expect(
      findReach(
        toy,
        SMALL,
        withSeeker(() => ({ ...honest })),
        1,
      ),
    ).toBeUndefined();
  });

  test('is handed a table on which a secret lies', () => {
    const careless: Rules<Toy> = {
      ...toy,
      create(config) {
        const state = toy.create(config);
        return { ...state, open: { ...state.open, guess: new Int8Array(state.hidden.bag.buffer, 0, config.seekers) } };
      },
    };
    expect(
      findReach(
        careless,
        SMALL,
        withSeeker(() => ({ ...honest })),
        1,
      ),
    ).toMatch(/is handed a view that reaches what is hidden from it/);
  });
});
