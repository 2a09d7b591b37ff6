import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { EYES } from '../engine/kernel/eyes.ts';
import { eyesOf } from '../engine/kernel/face.ts';
import type { Casting } from '../sim/index.ts';

/** A role, and the eyes it would look with in place of those that all share. */
export interface OtherEyes {
  readonly role: string;
  readonly eyes: string;
}

/**
 * Whose eyes to change where everybody who looks does so with the same: they agree for reasons of their own then, and any picture would do.
 * Those of a deck whose cards are not `worded` look at colours. Undefined where they differ already, or fewer than two look.
 */
export function otherEyesFor(game: CataloguedGame, casting: Casting, worded = true): OtherEyes | undefined {
  const looks = Object.entries(casting).flatMap(([role, plan]) => {
    const eyes = eyesOf(game.agents[role], plan);
    return eyes === undefined ? [] : [{ role, eyes }];
  });
  const last = looks.at(-1);
  if (!last || looks.length < 2 || looks.some(({ eyes }) => eyes !== last.eyes)) return undefined;
  const most = worded ? 'words' : 'palette';
  return { role: last.role, eyes: last.eyes === most ? 'bundled' : most };
}

/** The same line-up, with a role's eyes replaced. */
export const withOtherEyes = (casting: Casting, { role, eyes }: OtherEyes): Casting => ({
  ...casting,
  [role]: { ...casting[role], params: { ...casting[role].params, [EYES]: eyes } },
});
