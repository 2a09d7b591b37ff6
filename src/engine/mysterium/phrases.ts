import type { Phrase, Phrases, Thing } from '../kernel/explanation.ts';
import type { CardTitles } from '../kernel/knowledge.ts';
import { beliefIn, checksIn, crossesIn, firstChoice } from './actions.ts';
import { notation } from './moves.ts';
import { ROWS, columnOf, psychicOf } from './shape.ts';
import type { Mysterium } from './shape.ts';

const COLOURS = ['Red', 'Blue', 'Green', 'Yellow', 'White', 'Black'] as const;

/** What psychic `p` is called. */
export const colour = (p: number): string => COLOURS[p];

export const list = (items: readonly string[], last = 'and'): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items[items.length - 1]}`;

export const quoted = (items: readonly string[]): string => list(items.map((item) => `“${item}”`));

/** More visions than these are only counted as they go. */
const MOST_NAMED = 2;

const vision = (id: number): Thing => ({ kind: 'vision', id });
const card = (id: number): Thing => ({ kind: 'card', id });

/** Mysterium's actions and things in a few words. A thing is a `vision`, a `card` or the `talk` of a psychic. */
export function phrases(titles: CardTitles): Phrases<Mysterium> {
  const visions = (of: readonly number[]): string => quoted(of.map((id) => titles.visions[id]));
  const cardOr = (id: number | null, nothing: string): Phrase =>
    id === null ? { words: nothing, shows: [] } : { words: titles.cards[id], shows: [card(id)] };

  const thrown = (count: number, hand: number, named: () => string): string =>
    count === hand ? 'a whole new hand' : `a crow for ${count > MOST_NAMED ? `${count} visions` : named()}`;

  return {
    name: (seat) => (seat === 0 ? 'The ghost' : colour(psychicOf(seat))),
    option(view, action) {
      const { open } = view;
      const caseOf = (i: number): Phrase => ({
        words: `case ${i + 1}`,
        shows: Array.from({ length: ROWS }, (_, row) =>
          card(columnOf(open.config, row, open.caseCard[i * ROWS + row])),
        ),
      });
      const move = notation.toMove(view, action);
      if ('deliver' in move)
        return { words: `${visions(move.deliver)} to ${colour(move.to)}`, shows: move.deliver.map(vision) };
      if ('redraw' in move)
        return {
          words: thrown(move.redraw.length, open.handCount, () => visions(move.redraw)),
          shows: move.redraw.map(vision),
        };
      if ('keep' in move) return { words: 'keeping the hand', shows: [] };
      if ('about' in move) return cardOr(move.say, 'silence');
      if ('guess' in move) return cardOr(move.guess, 'no card');
      if ('checks' in move) {
        const laid = [
          ...move.checks.map((q) => `a check on ${colour(q)}`),
          ...move.crosses.map((q) => `a cross on ${colour(q)}`),
        ];
        return { words: laid.length === 0 ? 'no token' : list(laid), shows: [] };
      }
      if ('culprit' in move)
        return { words: `case ${move.culprit + 1} by ${visions(move.visions)}`, shows: move.visions.map(vision) };
      if ('belief' in move) {
        const { words, shows } = caseOf(move.case);
        return { words: `${words} (${move.belief === 0 ? 0 : `−${move.belief}`})`, shows };
      }
      return caseOf('vote' in move ? move.vote : firstChoice(action, open.cases));
    },
    thing({ kind, id }) {
      switch (kind) {
        case 'vision':
          return { words: `“${titles.visions[id]}”`, shows: [vision(id)] };
        case 'card':
          return { words: titles.cards[id], shows: [card(id)] };
        case 'talk':
          return { words: `${colour(id)}’s word`, shows: [] };
        default:
          throw new RangeError(`no ${kind} in Mysterium`);
      }
    },
    includes({ open }, action, option) {
      if (action === option) return true;
      // Of several tokens, each is an option; so is each case that stated beliefs put first.
      if (open.phase === 'predict')
        return (
          option !== 0 && (checksIn(option) & ~checksIn(action)) === 0 && (crossesIn(option) & ~crossesIn(action)) === 0
        );
      if (open.phase === 'vote' && open.config.finaleVote === 'together') {
        const best = beliefIn(action, firstChoice(action, open.cases));
        return beliefIn(action, firstChoice(option, open.cases)) === best;
      }
      return false;
    },
  };
}
