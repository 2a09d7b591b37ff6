import { ActionList } from '../../src/engine/kernel/agent.ts';
import type { Action, Seat, Shape } from '../../src/engine/kernel/agent.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { PASS } from '../../src/engine/kernel/rules.ts';
import type { Rules, State } from '../../src/engine/kernel/rules.ts';

/** Every object that can be reached from `root`, the buffers of typed arrays included; frozen objects cannot carry a secret. */
export function reach(root: unknown, found = new Set<object>()): Set<object> {
  if (typeof root !== 'object' || root === null || found.has(root)) return found;
  found.add(root);
  if (ArrayBuffer.isView(root)) return reach(root.buffer, found);
  for (const value of Object.values(root)) reach(value, found);
  return found;
}

/** The seats in a set of seats. */
export const seatsIn = (set: number): readonly Seat[] =>
  Array.from({ length: 31 }, (_, seat) => seat).filter((seat) => (set >> seat) & 1);

/** What `seat` may play now; nothing for a seat that is not asked. */
export function legalFor<T extends Shape>(rules: Rules<T>, state: State<T>, seat: Seat): readonly Action[] {
  const list = new ActionList();
  if ((rules.acting(state) >> seat) & 1) rules.legal(state, seat, list);
  return Array.from({ length: list.length }, (_, i) => list.at(i));
}

/** Stops at a decision, with the joint action about to be applied and the dice about to be thrown. */
export type Stop<T extends Shape> = (state: State<T>, joint: Int32Array, table: Sfc32) => void;

/** No game of this house is near as long; a walk that is has run into a loop. */
const LONGEST = 10_000;

/** Plays random legal moves to the end, from a seed. */
export function walk<T extends Shape>(
  rules: Rules<T>,
  config: T['Config'],
  seed: number,
  stop: Stop<T> = () => {},
  state: State<T> = rules.create(config),
): State<T> {
  const table = new Sfc32(seed, 0);
  const players = new Sfc32(seed, 1);
  const legal = new ActionList();
  const joint = new Int32Array(state.own.length);
  rules.deal(state, table);
  for (let decisions = 0; rules.acting(state) !== 0; decisions++) {
    if (decisions === LONGEST) throw new Error(`no end after ${LONGEST} decisions`);
    const acting = rules.acting(state);
    for (let seat = 0; seat < joint.length; seat++) {
      joint[seat] = PASS;
      if (!((acting >> seat) & 1)) continue;
      legal.clear();
      rules.legal(state, seat, legal);
      if (legal.length === 0) throw new Error(`seat ${seat} is asked and has no legal action`);
      joint[seat] = legal.at(players.below(legal.length));
    }
    stop(state, joint, table);
    rules.apply(state, joint, table);
  }
  return state;
}
