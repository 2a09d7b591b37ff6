import { expect, test } from 'vitest';
import type { Action, Seat, Shape } from '../../src/engine/kernel/agent.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { viewOf } from '../../src/engine/kernel/rules.ts';
import type { Rules, State } from '../../src/engine/kernel/rules.ts';
import { copy, difference } from './data.ts';
import { legalFor, reach, walk } from './walk.ts';

/** Something the rules keep from some seats. */
export interface Secret<T extends Shape> {
  readonly name: string;
  /** Whether `seat` must not be able to tell `state` from `twin`, which differs from it in the secret alone. */
  readonly hiddenFrom: (state: State<T>, seat: Seat, twin: State<T>) => boolean;
  /** Gives the secret another value, in the twin's state or in its joint action; false where there is no other value now. */
  readonly vary: (twin: State<T>, joint: Int32Array, dice: Sfc32) => boolean;
}

/** All that comes out to a seat: what it sees and, when it is asked, what it may do. */
function shown<T extends Shape>(
  rules: Rules<T>,
  state: State<T>,
  seat: Seat,
): { view: unknown; legal: readonly Action[] } {
  return { view: viewOf(state, seat), legal: legalFor(rules, state, seat) };
}

/** How many pairs of worlds a seat was shown, and the first that it could tell apart. */
export interface Finding {
  readonly compared: number;
  readonly leak: string | undefined;
}

interface Effort {
  /** Games walked at most, and comparisons after which it is enough. */
  readonly games: number;
  readonly enough: number;
}

/**
 * Plays random games. At each decision it makes a twin world that differs in the secret only, and compares what the blind seats
 * are shown before the decision, and after it with the same dice.
 */
export function findLeak<T extends Shape>(
  rules: Rules<T>,
  config: T['Config'],
  { hiddenFrom, vary }: Secret<T>,
  { games, enough }: Effort = { games: 40, enough: 600 },
): Finding {
  const finding: { compared: number; leak: string | undefined } = { compared: 0, leak: undefined };
  const compare = (real: State<T>, twin: State<T>, seat: Seat, where: string): void => {
    finding.compared++;
    const at = difference(shown(rules, real, seat), shown(rules, twin, seat));
    if (at !== undefined) finding.leak ??= `${where}, seat ${seat}: it shows at ${at}`;
  };
  for (let seed = 0; seed < games && finding.compared < enough && finding.leak === undefined; seed++) {
    const dice = new Sfc32(seed, 99);
    walk(rules, config, seed, (state, joint, table) => {
      const twin = copy(state);
      const twinJoint = joint.slice();
      if (!vary(twin, twinJoint, dice)) return;
      const real = copy(state);
      const blind = state.own.flatMap((_, seat) => (hiddenFrom(real, seat, twin) ? [seat] : []));
      for (const seat of blind) compare(real, twin, seat, `seed ${seed}, before [${joint.join()}]`);
      rules.apply(real, joint, table.clone());
      rules.apply(twin, twinJoint, table.clone());
      for (const seat of blind) {
        if (hiddenFrom(real, seat, twin)) compare(real, twin, seat, `seed ${seed}, after [${joint.join()}]`);
      }
    });
  }
  return finding;
}

/** An object that a seat's view shares with what it must not see, as a path to nowhere good; undefined where all is well. */
export function sharedObject<T extends Shape>(state: State<T>): string | undefined {
  for (let seat = 0; seat < state.own.length; seat++) {
    const seen = reach(viewOf(state, seat));
    const others: [string, unknown][] = state.own.flatMap((own, other) =>
      other === seat ? [] : [[`own[${other}]`, own] as [string, unknown]],
    );
    for (const [path, root] of [['hidden', state.hidden] as [string, unknown], ...others]) {
      for (const object of reach(root)) if (seen.has(object)) return `seat ${seat} reaches into ${path}`;
    }
  }
  return undefined;
}

/** A table of secrets, each of which must be compared in a positive number of cases, and told apart in none. */
export function keepsSecrets<T extends Shape>(
  name: string,
  rules: Rules<T>,
  config: T['Config'],
  secrets: readonly Secret<T>[],
): void {
  test(`${name}: a view reaches nothing hidden and nothing of another seat`, () => {
    expect(sharedObject(rules.create(config))).toBeUndefined();
    expect(sharedObject(walk(rules, config, 1))).toBeUndefined();
  });

  test.each(secrets)(`${name}: nobody can tell $name`, (secret) => {
    const { compared, leak } = findLeak(rules, config, secret);
    expect(leak).toBeUndefined();
    expect(compared, 'cases compared').toBeGreaterThan(0);
  });
}
