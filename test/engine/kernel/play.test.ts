import { describe, expect, test } from 'vitest';
import type { Agent, ViewOf } from '../../../src/engine/kernel/agent.ts';
import { ActionList } from '../../../src/engine/kernel/agent.ts';
import { play, sit } from '../../../src/engine/kernel/play.ts';
import { recorder } from '../../../src/engine/kernel/rewind.ts';
import { GROUP_STREAM, Sfc32, seedOf } from '../../../src/engine/kernel/rng.ts';
import { viewOf } from '../../../src/engine/kernel/rules.ts';
import type { State } from '../../../src/engine/kernel/rules.ts';
import { copy, difference } from '../../kit/data.ts';
import { toy } from '../../kit/toy.ts';
import type { Toy } from '../../kit/toy.ts';

const CONFIG: Toy['Config'] = { seekers: 3, size: 8, rounds: 5 };

const anyLegal: Agent<unknown> = {
  choose: (_view, legal, rng) => {
    const list = legal();
    return list.at(rng.below(list.length));
  },
};

type Seeker = Agent<ViewOf<Toy, 'seeker'>>;

/** A table of `CONFIG` where `seekers[i]` sits at seat i + 1, and dice where nobody is named. */
function tableOf(
  seekers: readonly (Seeker | undefined)[] = [],
  keeper: Agent<ViewOf<Toy, 'keeper'>> = anyLegal,
): { readonly run: (seed: number, firstSeed?: number) => State<Toy> } {
  const state = toy.create(CONFIG);
  const chairs = [
    sit(toy, state, 0, 'keeper', keeper),
    ...[0, 1, 2].map((i) => sit(toy, state, i + 1, 'seeker', seekers[i] ?? anyLegal)),
  ];
  const rewind = recorder(state);
  const table = new Sfc32(0);
  const joint = new Int32Array(chairs.length);
  return {
    run(seed, firstSeed) {
      play(toy, state, rewind, chairs, seed, table, joint, firstSeed);
      return copy(state);
    },
  };
}

test('a game follows from its seed, whatever was played before', () => {
  const used = tableOf();
  for (let i = 0; i < 20; i++) {
    const seed = seedOf(1, i);
    expect(difference(tableOf().run(seed), used.run(seed))).toBeUndefined();
  }
});

test('a chair is for its role alone', () => {
  const state = toy.create(CONFIG);
  expect(() => sit(toy, state, 0, 'seeker', anyLegal)).toThrow(new TypeError('seat 0 is for a keeper, not a seeker'));
});

test('whoever is asked later in a decision sees nothing of what was chosen before', () => {
  const views = [0, 5].map((guess) => {
    const seen: unknown[] = [];
    const first: Agent<unknown> = { choose: () => guess };
    const last: Agent<ViewOf<Toy, 'seeker'>> = {
      choose: (view, legal) => {
        if (view.open.round === 0) seen.push(copy({ open: view.open, own: view.own, legal: legal().length }));
        return 7;
      },
    };
    tableOf([first, undefined, last]).run(4);
    return seen;
  });
  expect(views[0]).toHaveLength(1);
  expect(views[0]).toEqual(views[1]);
});

describe('streams', () => {
  test('a seat draws from its own stream, and what others draw does not move it', () => {
    const drawn = [0, 3].map((others) => {
      const units: number[] = [];
      const wasteful: Agent<unknown> = {
        choose: (_view, _legal, rng) => {
          for (let i = 0; i < others; i++) rng.unit();
          return 0;
        },
      };
      const listener: Agent<unknown> = {
        choose: (_view, _legal, rng) => {
          units.push(rng.unit());
          return 1;
        },
      };
      tableOf([wasteful, listener, wasteful]).run(9);
      return units;
    });
    const stream = new Sfc32(9, 3);
    expect(drawn[0].slice(0, 2)).toEqual([stream.unit(), stream.unit()].slice(0, drawn[0].length));
    expect(drawn[1]).toEqual(drawn[0]);
  });

  test('reset hands a seat its own stream and one that starts alike at every seat', () => {
    const heard: { own: number; group: number }[] = [];
    const listener: Agent<unknown> = {
      reset: (own, group) => heard.push({ own: own.bits(), group: group.bits() }),
      choose: () => 0,
    };
    tableOf([listener, listener, listener]).run(11);
    const group = new Sfc32(11, GROUP_STREAM).bits();
    expect(heard).toEqual([1, 2, 3].map((seat) => ({ own: new Sfc32(11, seat + 1).bits(), group })));
  });

  test('an agent that throws more dice changes nothing of what is dealt and drawn', () => {
    const drawn = [0, 3].map((dice) => {
      const numbers: number[] = [];
      const keeper: Agent<ViewOf<Toy, 'keeper'>> = {
        choose: (view, legal) => {
          numbers.push(view.own.number);
          return legal().at(legal().length - 1);
        },
      };
      const seeker: Agent<unknown> = {
        choose: (_view, _legal, rng) => {
          for (let i = 0; i < dice; i++) rng.unit();
          return 7;
        },
      };
      tableOf([seeker, seeker, seeker], keeper).run(21);
      return numbers;
    });
    expect(drawn[0]).toEqual(drawn[1]);
  });
});

test('a view is live and shares the data it shows', () => {
  const state = toy.create(CONFIG);
  const view = viewOf(state, 2);
  expect(view).toEqual({ seat: 2, open: state.open, own: state.own[2] });
  state.open.round = 3;
  expect(view.open.round).toBe(3);
});

describe('a list of actions', () => {
  test('grows past its first room and keeps what it holds', () => {
    const list = new ActionList();
    for (let i = 0; i < 1000; i++) list.push(2 * i);
    expect([list.length, list.at(0), list.at(500), list.at(999)]).toEqual([1000, 0, 1000, 1998]);
  });

  test('forgets when cleared: what lay in it before is not found', () => {
    const list = new ActionList();
    for (const action of [5, 6, 7]) list.push(action);
    list.clear();
    list.push(5);
    expect([5, 6, 7, 0].map((action) => list.has(action))).toEqual([true, false, false, false]);
  });
});

describe('a series of games with the same group', () => {
  /** What happens to a seeker, in order; it draws its traits at each reset, and chooses by its stream. */
  function diary() {
    const told: string[] = [];
    const traits: number[][] = [];
    const seeker: Seeker = {
      meet: () => told.push('meet'),
      reset: (own, group) => {
        told.push('reset');
        traits.push([own.bits(), group.bits()]);
      },
      choose: anyLegal.choose,
      learn: ({ open }) => told.push(`learn ${open.phase}`),
    };
    return { told, traits, seeker };
  }

  test('people meet once, keep their traits, and learn from each game when it is over', () => {
    const { told, traits, seeker } = diary();
    const table = tableOf([seeker]);
    for (const seed of [5, 6, 7]) table.run(seed, 5);
    table.run(8);
    const game = ['reset', 'learn over'];
    expect(told).toEqual(['meet', ...game, ...game, ...game, 'meet', ...game]);
    expect(traits[1]).toEqual(traits[0]);
    expect(traits[2]).toEqual(traits[0]);
    expect(traits[3]).not.toEqual(traits[0]);
  });

  test('the deal and the dice of each game are its own', () => {
    const dice = tableOf();
    for (const seed of [5, 6, 7]) expect(difference(dice.run(seed, 5), tableOf().run(seed))).toBeUndefined();
  });
});
