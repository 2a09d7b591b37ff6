import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import { BLUR, EYES, KINSHIP, TASTE } from '../../engine/kernel/eyes.ts';
import { faceOf } from '../../engine/kernel/face.ts';
import { ParamError, range } from '../../engine/kernel/params.ts';
import type { Name, Param } from '../../engine/kernel/params.ts';
import type { Rng } from '../../engine/kernel/rng.ts';
import type { Casting } from '../experiment.ts';

/** A parameter that is searched. */
export interface Knob {
  readonly role: string;
  readonly name: string;
  readonly param: Exclude<Param, Name>;
}

/** What is searched: one dimension a knob. */
export type Space = readonly Knob[];

/** A value for each knob of a space, in its order. */
export type Setting = readonly (number | string | boolean)[];

/** A place in the unit cube, one coordinate a knob: an option stands at its share of the options, a flag at 0 or 1. */
export type Point = readonly number[];

/** What people are, not what they do: tuning these would change who plays, so `all` leaves them out. */
const PEOPLE: ReadonlySet<string> = new Set([EYES, BLUR, KINSHIP, TASTE]);

/** Significant digits of a real value: so many can be read, and the bots cannot feel more. */
const DIGITS = 3;

export const fullName = ({ role, name }: Knob): string => `${role}.${name}`;

/** Stands for the whole strategy of an agent. */
const ALL = 'all';

/**
 * The knobs that names stand for: `pace`, `ghost.pace`, and `all` or `ghost.all` for the whole strategy of an agent. A name without a role
 * is of that one of `roles` whose agent has it.
 * @throws ParamError for what does not exist, may be meant of several roles, or is named twice
 */
export function spaceOf(
  game: CataloguedGame,
  casting: Casting,
  names: readonly string[],
  roles: readonly string[],
): Space {
  const space: Knob[] = [];
  for (const name of names) {
    for (const knob of knobsNamed(game, casting, name, roles)) {
      if (space.some((one) => fullName(one) === fullName(knob)))
        throw new ParamError(`${fullName(knob)} is named twice`);
      space.push(knob);
    }
  }
  return space;
}

function knobsNamed(game: CataloguedGame, casting: Casting, text: string, roles: readonly string[]): Space {
  const dot = text.indexOf('.');
  const role = dot < 0 ? undefined : text.slice(0, dot);
  const name = text.slice(dot + 1);
  if (role !== undefined && !Object.hasOwn(game.agents, role))
    throw new ParamError(`no role ${role}; there are ${Object.keys(game.agents).join(', ')}`);
  const found = (role === undefined ? roles : [role])
    .map((one) => {
      const knobs = knobsOf(game, casting, one);
      return knobs.filter((knob) => (name === ALL ? !PEOPLE.has(knob.name) : knob.name === name));
    })
    .filter((knobs) => knobs.length > 0);
  if (found.length === 1) return found[0];
  if (found.length > 1) {
    const meant = found.map(([knob]) => `${knob.role}.${name}`).join(' or ');
    throw new ParamError(`${name} may be meant of several roles; say ${meant}`);
  }
  const known = (role === undefined ? roles : [role]).map((one) => {
    const knobs = knobsOf(game, casting, one).map((knob) => `${knob.name} (${range(knob.param)})`);
    return `the ${one} ${casting[one].agent} has ${knobs.length === 0 ? 'none' : knobs.join(', ')}`;
  });
  throw new ParamError(`no parameter ${name} to search; ${known.join('; ')}`);
}

/** All parameters of a role's agent that can be searched. */
function knobsOf(game: CataloguedGame, casting: Casting, role: string): Space {
  const params = faceOf(game.agents[role], casting[role])?.params ?? {};
  return Object.entries(params).flatMap(([name, param]) => (param.kind === 'name' ? [] : [{ role, name, param }]));
}

/** The casting with a setting's values in it. */
export function castingWith(casting: Casting, space: Space, setting: Setting): Casting {
  const cast: Record<string, Casting[string]> = { ...casting };
  for (const [i, { role, name }] of space.entries())
    cast[role] = { ...cast[role], params: { ...cast[role].params, [name]: setting[i] } };
  return cast;
}

/** The values that a casting has for the knobs: those it was given, and else the agent's own. */
export const settingIn = (casting: Casting, space: Space): Setting =>
  space.map(({ role, name, param }) => {
    const given = casting[role].params[name];
    const isValue = typeof given === 'number' || typeof given === 'string' || typeof given === 'boolean';
    return isValue ? given : param.default;
  });

export function pointOf(space: Space, setting: Setting): Point {
  return space.map(({ param }, i) => {
    const value = setting[i];
    switch (param.kind) {
      case 'real': {
        if (param.scale === 'log' && param.min > 0)
          return Math.log(Number(value) / param.min) / Math.log(param.max / param.min);
        return (Number(value) - param.min) / (param.max - param.min);
      }
      case 'whole':
        return param.max === param.min ? 0 : (Number(value) - param.min) / (param.max - param.min);
      case 'oneOf':
        return param.options.length < 2 ? 0 : param.options.indexOf(String(value)) / (param.options.length - 1);
      case 'flag':
        return value === true ? 1 : 0;
    }
  });
}

/** The setting nearest to a point; coordinates out of the cube are brought to its edge. */
export const settingAt = (space: Space, point: Point): Setting =>
  space.map(({ param }, i) => {
    const at = Math.max(0, Math.min(1, point[i]));
    switch (param.kind) {
      case 'real': {
        const isLog = param.scale === 'log' && param.min > 0;
        const value = isLog ? param.min * (param.max / param.min) ** at : param.min + at * (param.max - param.min);
        return Math.max(param.min, Math.min(param.max, Number(value.toPrecision(DIGITS))));
      }
      case 'whole':
        return param.min + Math.round(at * (param.max - param.min));
      case 'oneOf':
        return param.options[Math.round(at * (param.options.length - 1))];
      case 'flag':
        return at >= 0.5;
    }
  });

/** How many values a knob can take; infinite for a real one. */
const levelsOf = ({ param }: Knob): number => {
  switch (param.kind) {
    case 'real':
      return Number.POSITIVE_INFINITY;
    case 'whole':
      return param.max - param.min + 1;
    case 'oneOf':
      return param.options.length;
    case 'flag':
      return 2;
  }
};

/** The coordinate of the value whose turn comes at `share` of all values, each of which has an equal part: the nearest would halve those at the ends. */
function turnOf(knob: Knob, share: number): number {
  const levels = levelsOf(knob);
  if (!Number.isFinite(levels)) return share;
  return levels < 2 ? 0 : Math.min(levels - 1, Math.floor(share * levels)) / (levels - 1);
}

/**
 * Settings spread as a Latin hypercube (M. D. McKay, R. J. Beckman, W. J. Conover, Technometrics 21, 1979): of each knob's range, each of
 * `count` equal parts is met once. Numbers keep to a box around `centre` that is `width` of the cube wide, 1 for all of it.
 */
export function latin(
  space: Space,
  count: number,
  rng: Rng,
  { centre, width }: { readonly centre: Point; readonly width: number },
): readonly Setting[] {
  const columns = space.map((knob, i) => {
    const order = shuffled(count, rng);
    const isNumber = knob.param.kind === 'real' || knob.param.kind === 'whole';
    const from = isNumber ? Math.max(0, Math.min(1 - width, centre[i] - width / 2)) : 0;
    const span = isNumber ? width : 1;
    return order.map((part) => turnOf(knob, from + (span * (part + rng.unit())) / count));
  });
  return Array.from({ length: count }, (_, at) =>
    settingAt(
      space,
      columns.map((column) => column[at]),
    ),
  );
}

/** Any setting, each as likely. */
export const anySetting = (space: Space, rng: Rng): Setting =>
  settingAt(
    space,
    space.map((knob) => turnOf(knob, rng.unit())),
  );

/** The settings one step away along one knob: numbers by `step` of their range and at least to the next value, options and flags to each other one. */
export function neighbours(space: Space, setting: Setting, step: number): readonly Setting[] {
  const centre = pointOf(space, setting);
  return space.flatMap((knob, i) => {
    const { param } = knob;
    const levels = levelsOf(knob);
    const stepped = Number.isFinite(levels) ? Math.max(step, 1 / Math.max(1, levels - 1)) : step;
    const places =
      param.kind === 'real' || param.kind === 'whole'
        ? [centre[i] - stepped, centre[i] + stepped].map((at) => Math.max(0, Math.min(1, at)))
        : Array.from({ length: levels }, (_, at) => at / Math.max(1, levels - 1));
    const moved = places.map((at) => settingAt(space, centre.with(i, at))[i]);
    return moved.filter((value) => value !== setting[i]).map((value) => setting.with(i, value));
  });
}

/** 0 to n - 1 in any order. */
export function shuffled(n: number, rng: Rng): number[] {
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

export const keyOf = (setting: Setting): string => JSON.stringify(setting);
