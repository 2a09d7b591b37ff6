import type { Action, Shape } from './agent.ts';
import type { Given } from './params.ts';
import { Sfc32 } from './rng.ts';
import { PASS } from './rules.ts';
import type { Rules, State } from './rules.ts';

/** A game as it was played: enough to play it again without its players. */
export interface GameRecord {
  readonly game: string;
  /** The rules' version: a record plays the same only under the same one. */
  readonly version: number;
  readonly config: Given;
  readonly seed: number;
  /** Each decision's actions, acting seats only, in seat order. */
  readonly actions: readonly Action[];
}

/** Called before each decision is applied, with all that was chosen. */
export type Visit<T extends Shape> = (state: State<T>, joint: Int32Array) => void;

/** Plays a record's actions in a fresh state and returns it; where the actions run out, the state as it stood then. */
export function replay<T extends Shape>(
  rules: Rules<T>,
  config: T['Config'],
  seed: number,
  actions: Iterable<Action>,
  visit: Visit<T> = () => {},
): State<T> {
  const state = rules.create(config);
  const table = new Sfc32(seed, 0);
  const joint = new Int32Array(state.own.length);
  const next = actions[Symbol.iterator]();
  rules.deal(state, table);
  for (let acting = rules.acting(state); acting !== 0; acting = rules.acting(state)) {
    for (let seat = 0; seat < joint.length; seat++) {
      joint[seat] = PASS;
      if (!((acting >> seat) & 1)) continue;
      const { done, value } = next.next();
      if (done) return state;
      joint[seat] = value;
    }
    visit(state, joint);
    rules.apply(state, joint, table);
  }
  return state;
}
