import type { Given, Params } from './params.ts';

/** The parameter by which an agent says what it looks with. */
export const EYES = 'eyes';

/** The parameter by which it says how far its associations are from those of others. */
export const BLUR = 'blur';

/** What stands for an agent among those of its role. */
interface Face {
  readonly id: string;
  readonly params: Params;
}

/** The face of a plan's agent; undefined where its role has no such agent. */
export const faceOf = <F extends Face>(
  faces: readonly F[] | undefined,
  { agent }: { readonly agent: string },
): F | undefined => faces?.find(({ id }) => id === agent);

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
