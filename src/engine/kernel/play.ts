import { ActionList } from './agent.ts';
import type { Agent, RoleOf, Seat, Shape, ViewOf } from './agent.ts';
import { GROUP_STREAM, Sfc32 } from './rng.ts';
import { PASS, viewOf } from './rules.ts';
import type { Chair, Rules, State } from './rules.ts';

/**
 * Seats an agent on a chair.
 * @throws TypeError where the chair is for another role.
 */
export function sit<T extends Shape, Role extends RoleOf<T>>(
  rules: Rules<T>,
  state: State<T>,
  seat: Seat,
  role: Role,
  agent: Agent<ViewOf<T, Role>>,
): Chair {
  if (state.own[seat].role !== role)
    throw new TypeError(`seat ${seat} is for a ${state.own[seat].role}, not a ${role}`);
  const view = viewOf(state, seat) as ViewOf<T, Role>; // the line above is the proof
  const list = new ActionList();
  const own = new Sfc32(0);
  const group = new Sfc32(0);
  const legal = (): ActionList => {
    list.clear();
    rules.legal(state, seat, list);
    return list;
  };
  return {
    reset(gameSeed, firstSeed) {
      own.reseed(firstSeed, seat + 1);
      if (gameSeed === firstSeed) agent.meet?.();
      if (agent.reset) {
        group.reseed(firstSeed, GROUP_STREAM);
        agent.reset(own, group);
      }
      if (gameSeed !== firstSeed) own.reseed(gameSeed, seat + 1);
    },
    choose: () => agent.choose(view, legal, own),
    learn: () => agent.learn?.(view),
    explain: () => agent.explain?.(view),
  };
}

/**
 * Plays one whole game in `state`. Everything that happens follows from `seed` and the chairs; where the game is one of a series with
 * the same group, also from `firstSeed`, that of its first game, and from the games since, which must have been played just before.
 */
export function play<T extends Shape>(
  rules: Rules<T>,
  state: State<T>,
  rewind: () => void,
  chairs: readonly Chair[],
  seed: number,
  table: Sfc32,
  joint: Int32Array,
  firstSeed = seed,
): void {
  table.reseed(seed, 0);
  for (const chair of chairs) chair.reset(seed, firstSeed);
  rewind();
  rules.deal(state, table);
  for (let acting = rules.acting(state); acting !== 0; acting = rules.acting(state)) {
    for (let seat = 0; seat < chairs.length; seat++) {
      joint[seat] = (acting >> seat) & 1 ? chairs[seat].choose() : PASS;
    }
    rules.apply(state, joint, table);
  }
  for (const chair of chairs) chair.learn();
}
