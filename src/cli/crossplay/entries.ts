import type { CataloguedGame, SeatPlan } from '../../engine/kernel/catalog.ts';
import { faceOf, namedPlan } from '../../engine/kernel/face.ts';
import type { Args } from '../command.ts';
import { UsageError } from '../errors.ts';
import { paramsOf, readText, withEyes } from '../options.ts';
import { presetValues } from '../presets.ts';
import { didYouMean } from '../suggest.ts';

/** Somebody who plays a role: a row or a column of a matrix. */
export interface Entry {
  /** As it was asked for. */
  readonly label: string;
  readonly plan: SeatPlan;
}

/** The option that lists who plays a role: `ghosts` for `ghost`, `witnesses` for `witness`. */
export function pluralOf(role: string): string {
  if (/(s|x|z|ch|sh)$/.test(role)) return `${role}es`;
  return /[^aeiou]y$/.test(role) ? `${role.slice(0, -1)}ies` : `${role}s`;
}

/**
 * Who plays a role, one after the other: `match,contrast+margin=0.5+maxCards=2`. A `+` begins a parameter only where a name and `=` follow,
 * so that eyes such as `mix:bundled*0.7+words*0.3` can be given too. Nobody named means the role's ladder.
 * @throws ParamError and UsageError for agents and values that do not exist
 */
export function readEntries(game: CataloguedGame, role: string, args: Args): readonly Entry[] {
  const option = pluralOf(role);
  const labels = (args.text(option) ?? game.ladders[role].join(',')).split(',').map((label) => label.trim());
  if (labels.includes('')) throw new UsageError(`--${option} has an empty part; names stand with commas between`);
  const twice = labels.find((label, at) => labels.indexOf(label) < at);
  if (twice !== undefined) throw new UsageError(`--${option} names ${twice} twice`);
  const entries = labels.map((label) => ({ label, plan: readPlan(game, role, label, args) }));
  refuseIdle(game, role, entries, args);
  return entries;
}

/** One entry's plan: its own parameters, then those given to the whole role, then the preset's. */
function readPlan(game: CataloguedGame, role: string, label: string, args: Args): SeatPlan {
  const faces = game.agents[role];
  const [text, ...given] = label.split(/\+(?=\w+=)/);
  const { agent, params: named } = namedPlan(faces, text);
  const face = faceOf(faces, { agent });
  if (!face) {
    const known = faces.map(({ id }) => id);
    throw new UsageError(`no ${role} named "${agent}"; there are ${known.join(', ')}${didYouMean(agent, known)}`);
  }
  const params: Record<string, unknown> = { ...named };
  const take = (name: string, text: string): void => {
    params[name] = Object.hasOwn(face.params, name) ? readText(face.params[name], text) : text;
  };
  for (const part of given) {
    const at = part.indexOf('=');
    const name = part.slice(0, at);
    if (Object.hasOwn(params, name)) throw new UsageError(`${label} gives ${name} twice`);
    take(name, part.slice(at + 1));
  }
  for (const name of Object.keys(face.params)) {
    const text = args.text(`${role}.${name}`);
    if (text !== undefined && !Object.hasOwn(params, name)) take(name, text);
  }
  for (const [name, value] of Object.entries(presetValues(game, args))) {
    if (Object.hasOwn(face.params, name)) params[name] ??= value;
  }
  const plan = withEyes(game, role, { agent, params }, args.text('encoder'));
  game.check(role, plan);
  return plan;
}

/** @throws UsageError for a parameter given to a whole role of which nobody has it. */
function refuseIdle(game: CataloguedGame, role: string, entries: readonly Entry[], args: Args): void {
  for (const [name, having] of paramsOf(game.agents[role])) {
    if (!args.has(`${role}.${name}`)) continue;
    if (entries.some(({ plan }) => Object.hasOwn(faceOf(game.agents[role], plan)?.params ?? {}, name))) continue;
    const others = having.map(({ id }) => id).join(', ');
    throw new UsageError(`nobody in --${pluralOf(role)} has the parameter ${name}; it belongs to ${others}`);
  }
}
