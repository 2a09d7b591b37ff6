import type { Action, Immutable, ViewOf } from '../kernel/agent.ts';
import { bitsOf } from '../kernel/cards.ts';
import type { Notation } from '../kernel/rules.ts';
import {
  KEEP,
  beliefIn,
  checksIn,
  crossesIn,
  deliverAction,
  deliveredMask,
  deliveredTo,
  isRedraw,
  pointAction,
  pointedCase,
  pointedPlace,
  redrawAction,
  redrawnMask,
  stateBelief,
  tokensAction,
} from './actions.ts';
import { columnOf, psychicOf } from './shape.ts';
import type { Move, Mysterium, Open } from './shape.ts';

type View = ViewOf<Mysterium>;

const maskOf = (bits: readonly number[]): number => bits.reduce((mask, i) => mask | (1 << i), 0);

function handOf({ own }: View): ArrayLike<number> {
  if (own.role !== 'ghost') throw new TypeError('only the ghost has a hand');
  return own.hand;
}

const visionsAt = (view: View, mask: number): number[] => bitsOf(mask).map((i) => handOf(view)[i]);

const pointedAt = (view: View, action: Action, row: number): number => handOf(view)[pointedPlace(action, row)];

function placeOf(view: View, vision: number): number {
  const place = Array.from(handOf(view)).slice(0, view.open.handCount).indexOf(vision);
  if (place < 0) throw new RangeError(`vision ${vision} is not in the ghost's hand`);
  return place;
}

const placesOf = (view: View, visions: readonly number[]): number =>
  maskOf(visions.map((vision) => placeOf(view, vision)));

/** The affinity's column of the card at `col` of the row that psychic `p` is at; null where there is none. */
function cardAt(open: Immutable<Open>, p: number, col: number): number | null {
  if (col >= open.config.width) return null;
  return columnOf(open.config, open.stage[p], open.card[open.stage[p] * open.config.width + col]);
}

function colOf(open: Immutable<Open>, p: number, card: number | null): number {
  if (card === null) return open.config.width;
  for (let col = 0; col < open.config.width; col++) if (cardAt(open, p, col) === card) return col;
  throw new RangeError(`card ${card} does not lie before psychic ${p}`);
}

function toMove(view: View, action: Action): Move {
  const { open } = view;
  const p = psychicOf(view.seat);
  switch (open.phase) {
    case 'deliver':
    case 'close':
    case 'point':
      if (isRedraw(action)) return { redraw: visionsAt(view, redrawnMask(action)) };
      if (open.phase === 'deliver') return { deliver: visionsAt(view, deliveredMask(action)), to: deliveredTo(action) };
      if (open.phase === 'close') return { keep: true };
      return {
        culprit: pointedCase(action),
        visions: [pointedAt(view, action, 0), pointedAt(view, action, 1), pointedAt(view, action, 2)],
      };
    case 'talk':
      return { say: cardAt(open, open.topic, action), about: open.topic };
    case 'guess':
      return { guess: cardAt(open, p, action) };
    case 'predict':
      return { checks: bitsOf(checksIn(action)), crosses: bitsOf(crossesIn(action)) };
    case 'vote':
      if (open.config.finaleVote === 'secret') return { vote: action };
      if (open.config.finaleVote === 'caseByCase') return { belief: action, case: open.topic };
      return { beliefs: Array.from({ length: open.cases }, (_, i) => beliefIn(action, i)) };
    case 'over':
      throw new RangeError('the game is over');
  }
}

function toAction(view: View, move: Move): Action {
  const { open } = view;
  if ('deliver' in move) return deliverAction(move.to, placesOf(view, move.deliver));
  if ('redraw' in move) return redrawAction(placesOf(view, move.redraw));
  if ('keep' in move) return KEEP;
  if ('about' in move) return colOf(open, open.topic, move.say);
  if ('guess' in move) return colOf(open, psychicOf(view.seat), move.guess);
  if ('checks' in move) return tokensAction(maskOf(move.checks), maskOf(move.crosses));
  if ('culprit' in move) {
    const [character, location, object] = move.visions.map((vision) => placeOf(view, vision));
    return pointAction(move.culprit, character, location, object);
  }
  if ('vote' in move) return move.vote;
  if ('belief' in move) return move.belief;
  return move.beliefs.reduce((vote, level, i) => stateBelief(vote, i, level), 0);
}

/** Actions in words. Cards are named by their row and column of the affinity, psychics and cases by number from 0. */
export const notation: Notation<Mysterium> = { toMove, toAction };
