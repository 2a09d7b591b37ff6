import { expect, test } from 'vitest';
import type { Action, Shape, ViewOf } from '../../src/engine/kernel/agent.ts';
import { IllegalActionError, checked } from '../../src/engine/kernel/checked.ts';
import { replay } from '../../src/engine/kernel/record.ts';
import { recorder } from '../../src/engine/kernel/rewind.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { PASS, viewOf } from '../../src/engine/kernel/rules.ts';
import type { Notation, Rules, State } from '../../src/engine/kernel/rules.ts';
import { copy, difference } from './data.ts';
import { legalFor, seatsIn, walk } from './walk.ts';

/** A config to try, and the options in words for the name of the test. */
export interface Setting<T extends Shape> {
  readonly name: string;
  readonly config: T['Config'];
}

/** Something that must hold whenever a decision is reached and at the end: says what is amiss, or nothing. */
export interface Law<T extends Shape> {
  readonly name: string;
  readonly amiss: (state: State<T>) => string | undefined;
}

/** One thing every game owes its runner: throws where it does not hold. */
export type Check<T extends Shape> = (rules: Rules<T>, config: T['Config'], seed: number) => void;

function same(what: string, a: unknown, b: unknown): void {
  const at = difference(a, b);
  if (at !== undefined) throw new Error(`${what}: differs at ${at}`);
}

function endsAndRepeats<T extends Shape>(rules: Rules<T>, config: T['Config'], seed: number): void {
  same('the same seed again', walk(rules, config, seed), walk(rules, config, seed));
}

function dealsAfresh<T extends Shape>(rules: Rules<T>, config: T['Config'], seed: number): void {
  const fresh = rules.create(config);
  const used = rules.create(config);
  const rewind = recorder(used);
  walk(rules, config, seed + 100, undefined, used);
  rewind();
  for (const state of [fresh, used]) rules.deal(state, new Sfc32(seed));
  same('a used state', fresh, used);
}

function askingChangesNothing<T extends Shape>(rules: Rules<T>, config: T['Config'], seed: number): void {
  walk(rules, config, seed, (state) => {
    const before = copy(state);
    for (const seat of seatsIn(rules.acting(state))) legalFor(rules, state, seat);
    same('asking what is legal', before, state);
  });
}

function offersOnce<T extends Shape>(rules: Rules<T>, config: T['Config'], seed: number): void {
  walk(rules, config, seed, (state) => {
    for (const seat of seatsIn(rules.acting(state))) {
      const legal = legalFor(rules, state, seat);
      if (new Set(legal).size !== legal.length) throw new Error(`seat ${seat} is offered an action twice`);
    }
  });
}

function asksOnlyWhoCanAct<T extends Shape>(rules: Rules<T>, config: T['Config'], seed: number): void {
  walk(rules, config, seed, (state) => {
    for (const seat of seatsIn(rules.acting(state))) {
      if (seat >= state.own.length) throw new Error(`seat ${seat} is asked and there is no such seat`);
      if (legalFor(rules, state, seat).length === 0) throw new Error(`seat ${seat} is asked and has no legal action`);
    }
  });
}

/** A joint action with one seat out of line: an action that is not offered, none where one is due, or one that was not asked for. */
function* misplays<T extends Shape>(
  rules: Rules<T>,
  state: State<T>,
  joint: Int32Array,
  dice: Sfc32,
): Generator<Int32Array> {
  for (let seat = 0; seat < joint.length; seat++) {
    const legal = new Set(legalFor(rules, state, seat));
    const top = Math.max(0, ...legal);
    for (const action of [PASS, 0, top + 1, dice.below(top + 1), -2 - dice.below(100)]) {
      if (legal.has(action) || action === joint[seat]) continue;
      yield joint.with(seat, action);
    }
  }
}

function refusesTheRest<T extends Shape>(rules: Rules<T>, config: T['Config'], seed: number): void {
  const strict = checked(rules);
  const dice = new Sfc32(seed, 2);
  const end = walk(strict, config, seed, (state, joint, table) => {
    const before = copy(state);
    for (const wrong of misplays(rules, state, joint, dice)) {
      expect(() => strict.apply(state, wrong, table.clone()), `[${wrong.join()}]`).toThrow(IllegalActionError);
    }
    same('a refused action', before, state);
  });
  const idle = new Int32Array(end.own.length).fill(PASS);
  expect(() => strict.apply(end, idle, dice), 'the game is over').toThrow(IllegalActionError);
}

function replays<T extends Shape>(rules: Rules<T>, config: T['Config'], seed: number): void {
  const actions: Action[] = [];
  const end = walk(rules, config, seed, (state, joint) => {
    for (const seat of seatsIn(rules.acting(state))) actions.push(joint[seat]);
  });
  same('the replayed game', end, replay(rules, config, seed, actions));
}

/** What every game owes its runner, by name. */
export const CHECKS = {
  'ends, and ends the same way again': endsAndRepeats,
  'deals the same into a used state': dealsAfresh,
  'does not change when asked': askingChangesNothing,
  'offers no action twice': offersOnce,
  'asks nobody who cannot act': asksOnlyWhoCanAct,
  'refuses what it does not offer, and stays as it was': refusesTheRest,
  'replays from its actions': replays,
};

/** Says whether words lead back to the action they stand for, for up to `most` actions a decision. */
export function roundTrips<T extends Shape>(notation: Notation<T>, most = 60): Check<T> {
  return (rules, config, seed) => {
    const dice = new Sfc32(seed, 3);
    walk(rules, config, seed, (state) => {
      for (const seat of seatsIn(rules.acting(state))) {
        const view = viewOf(state, seat) as ViewOf<T>; // a view of some role, which one being the seat's business
        const legal = legalFor(rules, state, seat);
        const some = legal.length <= most ? legal : Array.from({ length: most }, () => legal[dice.below(legal.length)]);
        for (const action of some) {
          const move = notation.toMove(view, action);
          const back = notation.toAction(view, move);
          if (back !== action)
            throw new Error(`${action} in words is ${JSON.stringify(move)}, which is read as ${back}`);
        }
      }
    });
  };
}

/** Says whether a law holds from the first decision to the end. */
export function upholds<T extends Shape>(law: Law<T>): Check<T> {
  return (rules, config, seed) => {
    const look = (state: State<T>): void => {
      const amiss = law.amiss(state);
      if (amiss !== undefined) throw new Error(amiss);
    };
    look(walk(rules, config, seed, look));
  };
}

interface More<T extends Shape> {
  readonly notation?: Notation<T>;
  readonly laws?: readonly Law<T>[];
  readonly seeds?: readonly number[];
}

/** What every game owes its runner, checked on random games under each setting. */
export function obeysRules<T extends Shape>(
  name: string,
  rules: Rules<T>,
  settings: readonly Setting<T>[],
  more: More<T> = {},
): void {
  const checks: readonly (readonly [string, Check<T>])[] = [
    ...Object.entries(CHECKS),
    ...(more.notation ? [['reads its own words', roundTrips(more.notation)] as const] : []),
    ...(more.laws ?? []).map((law) => [`keeps the law: ${law.name}`, upholds(law)] as const),
  ];
  const rows = settings.flatMap((setting) =>
    checks.map(([what, check]) => ({ setting: setting.name, config: setting.config, what, check })),
  );
  test.each(rows)(`${name}, $setting: $what`, ({ config, check }) => {
    for (const seed of more.seeds ?? [1, 2, 3]) check(rules, config, seed);
  });
}
