import type { Agent, RoleOf, Seat, Shape, ViewOf } from '../../src/engine/kernel/agent.ts';
import { sit } from '../../src/engine/kernel/play.ts';
import { recorder } from '../../src/engine/kernel/rewind.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { PASS, viewOf } from '../../src/engine/kernel/rules.ts';
import type { Chair, Rules, State } from '../../src/engine/kernel/rules.ts';
import { difference } from './data.ts';
import type { Secret } from './secrecy.ts';
import { legalFor, reach, seatsIn } from './walk.ts';

/** Makes an agent for a seat of `role`; the world is handed over for tests of cheats alone. */
export type Casting<T extends Shape> = <Role extends RoleOf<T>>(
  role: Role,
  seat: Seat,
  world: State<T>,
) => Agent<ViewOf<T, Role>>;

/** A table with its agents and its dice. */
export interface World<T extends Shape> {
  readonly state: State<T>;
  readonly agents: readonly object[];
  readonly chairs: readonly Chair[];
  readonly table: Sfc32;
}

/** Seats everybody at a fresh table and deals. */
export function seated<T extends Shape>(
  rules: Rules<T>,
  config: T['Config'],
  seed: number,
  casting: Casting<T>,
): World<T> {
  const state = rules.create(config);
  const agents: object[] = [];
  const chairs = state.own.map((own, seat) => {
    const role: RoleOf<T> = own.role;
    const agent = casting(role, seat, state);
    agents.push(agent);
    return sit(rules, state, seat, role, agent);
  });
  const table = new Sfc32(seed, 0);
  for (const chair of chairs) chair.reset(seed, seed);
  rules.deal(state, table);
  return { state, agents, chairs, table };
}

/** What was compared, and the first choice that something unseen has moved. */
export interface Interference {
  /** Choices made twice, by whom and what was varied: `psychic: a vote`. */
  readonly compared: Readonly<Record<string, number>>;
  readonly moved: string | undefined;
}

/** What is varied besides a game's own secrets: whatever a seat does not see is overwritten with noise, possible or not. */
export const NOISE = 'all that it does not see';

/**
 * Plays games by real agents in two worlds side by side. At each decision the twin differs for a moment in something unseen: agents
 * whose view and legal actions are as they were must choose the same and say the same of why. They have the same history, since the
 * twin is put right again before the choices, the first world's, are applied to both.
 */
export function findInterference<T extends Shape>(
  rules: Rules<T>,
  config: T['Config'],
  casting: Casting<T>,
  secrets: readonly Secret<T>[],
  seeds: readonly number[],
): Interference {
  const compared: Record<string, number> = {};
  let moved: string | undefined;
  for (const seed of seeds) {
    const [real, twin] = [0, 1].map(() => seated(rules, config, seed, casting));
    const dice = new Sfc32(seed, 98);
    const joint = new Int32Array(real.chairs.length);
    while (rules.acting(real.state) !== 0 && moved === undefined) {
      const acting = seatsIn(rules.acting(real.state));
      joint.fill(PASS);
      const reasons = new Map<Seat, unknown>();
      for (const seat of acting) {
        joint[seat] = real.chairs[seat].choose();
        reasons.set(seat, real.chairs[seat].explain());
      }
      const asked = new Set<Seat>();
      const ask = (seat: Seat, varied: string): void => {
        asked.add(seat);
        const what = `${real.state.own[seat].role}: ${varied}`;
        compared[what] = (compared[what] ?? 0) + 1;
        // The other way round than in the real world: to say why must change no choice.
        const why = twin.chairs[seat].explain();
        const choice = twin.chairs[seat].choose();
        const at = difference(reasons.get(seat), why);
        const who = `seed ${seed}, seat ${seat}, ${what}`;
        if (choice !== joint[seat]) moved ??= `${who}: it chooses ${choice}, not ${joint[seat]}`;
        else if (at !== undefined) moved ??= `${who}: it explains itself otherwise at ${at}`;
      };
      const restore = recorder(twin.state);
      const seesNoChange = (seat: Seat): boolean =>
        difference(viewOf(real.state, seat), viewOf(twin.state, seat)) === undefined &&
        difference(legalFor(rules, real.state, seat), legalFor(rules, twin.state, seat)) === undefined;
      // A secret that can take another value now; or, as often, noise for one seat after the other.
      const first = dice.below(secrets.length);
      const turn = [...secrets.slice(first), ...secrets.slice(0, first)];
      const secret =
        dice.below(2) === 0 ? undefined : turn.find(({ vary }) => varies(twin, joint, dice, vary, restore));
      if (secret) {
        if (difference(real.state, twin.state) !== undefined)
          for (const seat of acting) if (seesNoChange(seat)) ask(seat, secret.name);
        restore();
      } else {
        for (const seat of acting) {
          scramble(twin.state, seat, dice);
          if (seesNoChange(seat)) ask(seat, NOISE);
          restore();
        }
      }
      for (const seat of acting) if (!asked.has(seat)) ask(seat, 'nothing');
      for (const { state, table } of [real, twin]) rules.apply(state, joint, table);
    }
    for (const { chairs } of [real, twin]) for (const chair of chairs) chair.learn();
  }
  return { compared, moved };
}

/** Varies a secret; where that cannot be, the twin is as it was. */
function varies<T extends Shape>(
  { state }: World<T>,
  joint: Int32Array,
  dice: Sfc32,
  vary: Secret<T>['vary'],
  restore: () => void,
): boolean {
  if (vary(state, joint.slice(), dice)) return true;
  restore();
  return false;
}

/** Overwrites every number that `seat` does not see. */
function scramble<T extends Shape>(state: State<T>, seat: Seat, dice: Sfc32): void {
  const seen = reach(viewOf(state, seat));
  const others = state.own.filter((_, other) => other !== seat);
  for (const object of [state.hidden, ...others].flatMap((root) => [...reach(root)])) {
    if (seen.has(object) || Object.isFrozen(object) || object instanceof ArrayBuffer) continue;
    if (ArrayBuffer.isView(object)) {
      const bytes = new Uint8Array(object.buffer, object.byteOffset, object.byteLength);
      for (let i = 0; i < bytes.length; i++) bytes[i] = dice.below(256);
    } else {
      const fields = object as Record<string, unknown>;
      for (const [key, value] of Object.entries(fields)) {
        if (typeof value === 'number') fields[key] = dice.below(1 << 16);
        else if (typeof value === 'boolean') fields[key] = dice.below(2) === 0;
      }
    }
  }
}

/**
 * Who can lay hands on what its seat does not see: through what it is handed at any decision of a game, or through what it has kept at the
 * end. Undefined where nobody can.
 */
export function findReach<T extends Shape>(
  rules: Rules<T>,
  config: T['Config'],
  casting: Casting<T>,
  seed: number,
): string | undefined {
  let handed: string | undefined;
  const watched: Casting<T> = (role, seat, world) => {
    const agent = casting(role, seat, world);
    const choose = agent.choose.bind(agent);
    return Object.assign(agent, {
      choose: (...[view, legal, rng]: Parameters<typeof choose>) => {
        for (const [what, root] of Object.entries({ view, legal, 'list of legal actions': legal(), rng })) {
          if (reaches(root, world, seat))
            handed ??= `seat ${seat} is handed a ${what} that reaches what is hidden from it`;
        }
        return choose(view, legal, rng);
      },
    });
  };
  const { state, agents, chairs, table } = seated(rules, config, seed, watched);
  const joint = new Int32Array(chairs.length);
  while (rules.acting(state) !== 0) {
    joint.fill(PASS);
    for (const seat of seatsIn(rules.acting(state))) joint[seat] = chairs[seat].choose();
    rules.apply(state, joint, table);
  }
  for (const chair of chairs) chair.learn();
  const keeper = agents.findIndex((agent, seat) => reaches(agent, state, seat));
  return handed ?? (keeper < 0 ? undefined : `the agent at seat ${keeper} keeps what is hidden from it`);
}

function reaches<T extends Shape>(root: unknown, { own, hidden }: State<T>, seat: Seat): boolean {
  const held = reach(typeof root === 'function' ? Object.values(root) : root);
  return [hidden, ...own.filter((_, other) => other !== seat)].some((secret) =>
    [...reach(secret)].some((object) => held.has(object)),
  );
}
