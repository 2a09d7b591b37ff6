import { commandOf } from './outside.ts';
import { name, real } from './params.ts';
import type { Given, Param, Params } from './params.ts';

/** The parameter by which an agent says what it looks with. */
export const EYES = 'eyes';

/** The parameter by which it says how far its associations are from those of others. */
export const BLUR = 'blur';

/** The parameter by which it says how much of that others can learn, and the one by which it learns it of them. */
export const TASTE = 'taste';
export const ADAPT = 'adapt';

/** The parameters by which a program of somebody else's may be made to slip: how often, and who then moves in its place. */
export const SLIPS = 'slips';
export const SUBSTITUTE = 'substitute';
/** The substitute that plays any legal move. */
export const ANY = 'any';

/** What stands for an agent among those of its role. */
interface Face {
  readonly id: string;
  readonly doc: string;
  readonly params: Params;
}

/** The face of a plan's agent; undefined where its role has no such agent. */
export const faceOf = (faces: readonly Face[] | undefined, { agent }: { readonly agent: string }): Face | undefined =>
  faces?.find(({ id }) => id === agent) ??
  (faces && commandOf(agent) ? { ...programFace(faces), id: agent } : undefined);

/** The face of all agents that are programs: they look with eyes where others of their role do. */
export function programFace(faces: readonly Face[]): Face {
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
  faces: readonly Face[] | undefined,
  plan: { readonly agent: string; readonly params: Given },
): string | undefined {
  const eyes = faceOf(faces, plan)?.params[EYES];
  if (eyes?.kind !== 'name') return undefined;
  const given = plan.params[EYES];
  return typeof given === 'string' ? given : eyes.default;
}
