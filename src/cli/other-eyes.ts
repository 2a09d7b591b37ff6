import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { EYES, eyesOf } from '../engine/kernel/eyes.ts';
import type { Casting } from '../sim/index.ts';

/** A role, and the eyes it would look with in place of those that all share. */
export interface OtherEyes {
  readonly role: string;
  readonly eyes: string;
}

/**
 * Whose eyes to change where everybody who looks does so with the same: they agree for reasons of their own then, and any picture would do.
 * Undefined where they differ already, or fewer than two look.
 */
export function otherEyesFor(game: CataloguedGame, casting: Casting): OtherEyes | undefined {
  const looks = Object.entries(casting).flatMap(([role, plan]) => {
    const eyes = eyesOf(game.agents[role], plan);
    return eyes === undefined ? [] : [{ role, eyes }];
  });
  const last = looks.at(-1);
  if (!last || looks.length < 2 || looks.some(({ eyes }) => eyes !== last.eyes)) return undefined;
  return { role: last.role, eyes: last.eyes === 'words' ? 'bundled' : 'words' };
}

/** The same line-up, with a role's eyes replaced. */
export const withOtherEyes = (casting: Casting, { role, eyes }: OtherEyes): Casting => ({
  ...casting,
  [role]: { ...casting[role], params: { ...casting[role].params, [EYES]: eyes } },
});
