import type { Action } from '../kernel/agent.ts';
import { HAND, ROWS } from './shape.ts';
import type { Config } from './shape.ts';

/*
 * How Mysterium's actions are spelled as integers. Talk and guesses are a column, `width` standing for silence and for a pawn
 * that is not placed; a vote is a case, or a level of belief in the case talked about. All others are made and read here.
 */

/** What the ghost plays at the end of a round to keep its hand. */
export const KEEP: Action = 0;

/** A delivery is a psychic times this, plus a mask of hand positions. */
export const MASKS = 1 << HAND;
/** A redraw is this plus a mask of hand positions; above every delivery and every pointing. */
export const REDRAW = 4096;

/** Gives psychic `p` the visions at the hand positions of `mask`. */
export const deliverAction = (p: number, mask: number): Action => p * MASKS + mask;
export const deliveredTo = (action: Action): number => Math.floor(action / MASKS);
export const deliveredMask = (action: Action): number => action % MASKS;

/** Throws the visions at the hand positions of `mask`, at least one, to a crow. */
export const redrawAction = (mask: number): Action => REDRAW + mask;
export const isRedraw = (action: Action): boolean => action > REDRAW;
export const redrawnMask = (action: Action): number => action - REDRAW;

/** Points at a case with the visions at three hand positions, for its character, its location and its object. */
export const pointAction = (at: number, character: number, location: number, object: number): Action =>
  ((at * HAND + character) * HAND + location) * HAND + object;
export const pointedCase = (action: Action): number => Math.floor(action / HAND ** ROWS);
export const pointedPlace = (action: Action, row: number): number =>
  Math.floor(action / HAND ** (ROWS - 1 - row)) % HAND;

/** A prediction is a mask of checked psychics plus this times a mask of crossed ones. */
export const CROSSES = 1 << 6;

/** Lays checks on the psychics of one mask and crosses on those of another. */
export const tokensAction = (checks: number, crosses: number): Action => checks + crosses * CROSSES;
export const checksIn = (action: Action): number => action % CROSSES;
export const crossesIn = (action: Action): number => Math.floor(action / CROSSES);

/** Levels of belief that a person states for a case when several must name one together (decision A-10, H-3): 0 is best. */
export const BELIEFS = 8;
/** What one level stands for, in nats. */
export const BELIEF_STEP = 0.5;

/** States the belief in case `i`, besides those in `vote`; a vote begins as 0. */
export const stateBelief = (vote: Action, i: number, level: number): Action => vote + level * BELIEFS ** i;
/** The level of belief in case `i` that a vote states. */
export const beliefIn = (vote: Action, i: number): number => Math.floor(vote / BELIEFS ** i) % BELIEFS;
/** The case that stated beliefs put first: the lowest number of those on one level. */
export function firstChoice(vote: Action, cases: number): number {
  let best = 0;
  for (let i = 1; i < cases; i++) if (beliefIn(vote, i) < beliefIn(vote, best)) best = i;
  return best;
}

/** How many actions a vote can be: they begin at 0. */
export function votesOffered(kind: Config['finaleVote'], cases: number): number {
  switch (kind) {
    case 'secret':
      return cases;
    case 'together':
      return BELIEFS ** cases;
    case 'caseByCase':
      return BELIEFS;
  }
}
