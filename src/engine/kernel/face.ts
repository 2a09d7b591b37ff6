import { EYES } from './eyes.ts';
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

/** What the agent of a plan looks with; undefined for one that does not look. */
export function eyesOf(
  faces: readonly AgentFace[] | undefined,
  plan: { readonly agent: string; readonly params: Given },
): string | undefined {
  const eyes = faceOf(faces, plan)?.params[EYES];
  if (eyes?.kind !== 'name') return undefined;
  const given = plan.params[EYES];
  return typeof given === 'string' ? given : eyes.default;
}
