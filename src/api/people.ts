import type { CataloguedGame, SeatPlan } from '../engine/kernel/catalog.ts';
import { EYES } from '../engine/kernel/eyes.ts';
import { eyesOf } from '../engine/kernel/face.ts';
import { ParamError } from '../engine/kernel/params.ts';
import type { Given } from '../engine/kernel/params.ts';
import type { Casting } from '../sim/index.ts';

/** Who plays: for each role an agent by its name, or with parameters. A role that is not named is played as usual. */
export type People = Readonly<Record<string, string | { readonly agent: string; readonly params?: Given }>>;

/**
 * A plan for each role of a game. `encoder` names the eyes of every agent that looks and was not given its own.
 * @throws ParamError for roles, agents and parameters that do not exist
 */
export function castingFor(game: CataloguedGame, people: People = {}, encoder?: string): Casting {
  const unknown = Object.keys(people).find((role) => !Object.hasOwn(game.agents, role));
  if (unknown !== undefined)
    throw new ParamError(`no role ${unknown}; there are ${Object.keys(game.agents).join(', ')}`);
  return Object.fromEntries(
    Object.entries(game.casts.standard).map(([role, usual]) => {
      const given = Object.hasOwn(people, role) ? people[role] : usual;
      const plan: SeatPlan = typeof given === 'string' ? { agent: given, params: {} } : { params: {}, ...given };
      game.check(role, plan);
      const isFree = encoder !== undefined && !Object.hasOwn(plan.params, EYES);
      const looks = isFree && eyesOf(game.agents[role], plan) !== undefined;
      return [role, looks ? { ...plan, params: { ...plan.params, [EYES]: encoder } } : plan];
    }),
  );
}
