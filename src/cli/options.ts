import type { Options } from 'yargs';
import type { CataloguedGame, SeatPlan } from '../engine/kernel/catalog.ts';
import { EYES } from '../engine/kernel/eyes.ts';
import { eyesOf, faceOf, namedPlan, programFace } from '../engine/kernel/face.ts';
import type { AgentFace } from '../engine/kernel/face.ts';
import { parse, range } from '../engine/kernel/params.ts';
import type { Given, Param } from '../engine/kernel/params.ts';
import type { Casting } from '../sim/index.ts';
import { botOptions } from './bots.ts';
import { readCastingFile } from './casting-file.ts';
import type { Args, OptionTable } from './command.ts';
import { UsageError } from './errors.ts';
import { STARTER } from '../api/pictures.ts';
import { presetOption, presetValues } from './presets.ts';

/** A parameter as an option. All come as text and are read by their own table, for one wording of all refusals. */
export function optionOf(param: Param, group: string, remark = '', usually = String(param.default)): Options {
  const usual = `${range(param)}; usually ${usually}`;
  const describe = `${param.doc}${remark} [${usual}]`;
  return { type: 'string', requiresArg: param.kind !== 'flag', describe, group };
}

/** Reads an option's text; a flag that is only named is true. */
export const readText = (param: Param, text: string): unknown =>
  param.kind === 'flag' && text === '' ? true : parse(param, text);

/** Every option by which a game's config and line-up are chosen; `spanned` where those of the grid take several values. */
export function gameOptions(game: CataloguedGame, { spanned }: { readonly spanned: boolean }): OptionTable {
  const table: Record<string, Options> = {};
  const gridNames = new Set<string | undefined>([game.grid.rows, game.grid.columns]);
  for (const [name, param] of Object.entries(game.params)) {
    table[name] =
      spanned && gridNames.has(name)
        ? optionOf(param, 'The game:', severalOf(param), 'all')
        : optionOf(param, 'The game:');
  }
  if (game.deck) {
    table['deck'] = { ...deckOption, group: 'The pictures:' };
  }
  const preset = presetOption(game);
  if (preset) table['preset'] = { ...preset, group: 'The people:' };
  for (const [role, own] of Object.entries(game.agents)) {
    const faces = [...own, programFace(own)];
    const group = `The ${role}:`;
    const known = faces.map(({ id, doc }) => `${id} (${doc})`).join(', ');
    table[role] = {
      type: 'string',
      requiresArg: true,
      group,
      describe: `${known}; or @FILE, as a tuned.json or a run.json has it [usually ${game.casts.standard[role]}]`,
    };
    for (const [name, having] of paramsOf(faces)) {
      const remark = having.length === faces.length ? '' : ` (${having.map(({ id }) => id).join(', ')})`;
      table[`${role}.${name}`] = optionOf(having[0].params[name], group, remark);
    }
    if (faces.some(({ params }) => Object.hasOwn(params, EYES))) {
      const own = Object.keys(game.agents).map((one) => `--${one}.${EYES}`);
      table['encoder'] = {
        ...eyesOption(`the eyes of every role that is not given its own by ${own.join(', ')}`),
        group: 'The pictures:',
      };
    }
  }
  return { ...table, ...botOptions };
}

/** An option that names a deck. */
export const deckOption: Options = {
  type: 'string',
  requiresArg: true,
  describe: `a bundled deck or a folder [usually ${STARTER}]`,
};

/** An option that names eyes, by either of its two names. */
export const eyesOption = (describe: string): Options => ({
  type: 'string',
  requiresArg: true,
  alias: EYES,
  describe: `${describe}: an encoder, a model that was added, a head's eyes.json, or mix:bundled*0.7+words*0.3`,
});

export const severalOf = (param: Param): string =>
  param.kind === 'whole' ? ', or several: 4-7 or 2,4' : ', or several with commas';

/** Every parameter of a role's agents, with those that have it. */
export function paramsOf(faces: readonly AgentFace[]): ReadonlyMap<string, readonly AgentFace[]> {
  const all = new Map<string, AgentFace[]>();
  for (const face of faces) {
    for (const name of Object.keys(face.params)) all.set(name, [...(all.get(name) ?? []), face]);
  }
  return all;
}

/** The config's values that were given, but for those of the grid. Nothing is checked but that they can be read. */
export function readConfig(game: CataloguedGame, args: Args, except: readonly string[] = []): Given {
  return Object.fromEntries(
    Object.entries(game.params).flatMap(([name, param]) => {
      const text = args.text(name);
      return text === undefined || except.includes(name) ? [] : [[name, readText(param, text)]];
    }),
  );
}

/**
 * The options with what files say in place of their names: `--ghost @tuned.json` becomes the agent and the parameters that the file has
 * for the ghost. Those that are given beside it stay.
 * @throws UsageError for a file that is not there, tells of another game or not of the role, Failure for one that does not hold, ParamError
 */
export async function withRoleFiles(game: CataloguedGame, args: Args): Promise<Args> {
  const values: Record<string, string> = {};
  for (const role of Object.keys(game.agents)) {
    const path = args.text(role)?.match(/^@(.*)$/s)?.[1];
    if (path === undefined) continue;
    if (path === '') throw new UsageError(`--${role} @ needs the name of a file after it, such as @tuned.json`);
    const plan = (await readCastingFile(game, path))[role];
    if (!plan) throw new UsageError(`${path} does not say who plays the ${role}`);
    values[role] = plan.agent;
    for (const [name, value] of Object.entries(plan.params)) {
      if (!args.has(`${role}.${name}`)) values[`${role}.${name}`] = String(value);
    }
  }
  return args.with(values);
}

/**
 * Who plays, and how.
 * @throws ParamError for agents and values that do not exist, UsageError for a parameter that only another agent has and for a preset
 * that does not exist.
 */
export function readCasting(game: CataloguedGame, args: Args): Casting {
  const preset = Object.entries(presetValues(game, args));
  return Object.fromEntries(
    Object.entries(game.agents).map(([role, faces]) => {
      const { agent, params: named } = namedPlan(faces, args.text(role) ?? game.casts.standard[role]);
      const face = faceOf(faces, { agent });
      game.check(role, { agent, params: {} });
      const params: Record<string, unknown> = { ...named };
      for (const [name, having] of paramsOf([...faces, programFace(faces)])) {
        const text = args.text(`${role}.${name}`);
        if (text === undefined) continue;
        const param = face?.params[name];
        if (param === undefined) {
          const others = having.map(({ id }) => id).join(', ');
          throw new UsageError(`the ${role} ${agent} has no parameter ${name}; it belongs to ${others}`);
        }
        if (Object.hasOwn(named, name)) throw new UsageError(`--${role} and --${role}.${name} both give the ${name}`);
        params[name] = readText(param, text);
      }
      for (const [name, value] of preset) {
        if (face && Object.hasOwn(face.params, name)) params[name] ??= value;
      }
      const plan = withEyes(game, role, { agent, params }, args.text('encoder'));
      game.check(role, plan);
      return [role, plan];
    }),
  );
}

/** One of the game's own casts, with the eyes that were asked for. */
export const castingOf = (
  game: CataloguedGame,
  cast: Readonly<Record<string, string>>,
  eyes: string | undefined,
): Casting =>
  Object.fromEntries(
    Object.entries(cast).map(([role, agent]) => [role, withEyes(game, role, { agent, params: {} }, eyes)]),
  );

/** The plan with these eyes, if its agent looks and was not given its own. */
export function withEyes(game: CataloguedGame, role: string, plan: SeatPlan, eyes: string | undefined): SeatPlan {
  const looks = eyesOf(game.agents[role], plan) !== undefined;
  return eyes === undefined || !looks || Object.hasOwn(plan.params, EYES)
    ? plan
    : { ...plan, params: { ...plan.params, [EYES]: eyes } };
}
