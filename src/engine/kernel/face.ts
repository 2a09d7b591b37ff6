import { CLUE_MODEL, EYES } from './eyes.ts';
import { commandOf } from './outside.ts';
import { name, real } from './params.ts';
import type { Given, Param, Params } from './params.ts';

/** The parameters by which a program of somebody else's may be made to slip: how often, and who then moves in its place. */
export const SLIPS = 'slips';
export const SUBSTITUTE = 'substitute';
/** The substitute that plays any legal move. */
export const ANY = 'any';

/** An agent as users see it: what stands for it among those of its role. */
export interface AgentFace {
  readonly id: string;
  readonly doc: string;
  readonly params: Params;
  /** The rung of its role's ladder that it stands beside: it beats the one below, and has not been found to beat this one. */
  readonly beside?: string;
}

/** The face of a plan's agent; undefined where its role has no such agent. */
export const faceOf = (
  faces: readonly AgentFace[] | undefined,
  { agent }: { readonly agent: string },
): AgentFace | undefined =>
  faces?.find(({ id }) => id === agent) ??
  (faces && commandOf(agent) ? { ...programFace(faces), id: agent } : undefined);

/** The face of all agents that are programs: they look with eyes where others of their role do. */
export function programFace(faces: readonly AgentFace[]): AgentFace {
  const params: Record<string, Param> = {};
  const looker = faces.find(({ params }) => Object.hasOwn(params, EYES));
  if (looker) params[EYES] = looker.params[EYES];
  params[SLIPS] = real(0, 1, 0, 'share of its moves that are replaced, once they were found legal');
  params[SUBSTITUTE] = name(
    ANY,
    'what replaces them: a random legal move (any), or the move of another agent of its role',
  );
  return { id: 'exec:...', doc: "a program of your own, such as 'exec:python3 my_bot.py'", params };
}

interface Plan {
  readonly agent: string;
  readonly params: Given;
}

/** What the agent of a plan looks with; undefined for one that does not look. */
export const eyesOf = (faces: readonly AgentFace[] | undefined, plan: Plan): string | undefined =>
  nameIn(faces, plan, EYES);

/** The clue model that the agent of a plan goes by; undefined for one that goes by none. */
export const clueModelOf = (faces: readonly AgentFace[] | undefined, plan: Plan): string | undefined =>
  nameIn(faces, plan, CLUE_MODEL);

/** What stands for `param` in a plan, where the agent has such a name among its parameters. */
function nameIn(faces: readonly AgentFace[] | undefined, plan: Plan, param: string): string | undefined {
  const asked = faceOf(faces, plan)?.params[param];
  if (asked?.kind !== 'name') return undefined;
  const given = plan.params[param];
  return typeof given === 'string' ? given : asked.default;
}

/** An agent as people name it: `learned:model.json` is `learned`, with the clue model of that name. */
export function namedPlan(faces: readonly AgentFace[], text: string): Plan {
  const [, agent = '', model = ''] = /^([^:]+):(.+)$/s.exec(text) ?? [];
  const face = faces.find(({ id }) => id === agent);
  return face?.params[CLUE_MODEL] && model !== ''
    ? { agent, params: { [CLUE_MODEL]: model } }
    : { agent: text, params: {} };
}
