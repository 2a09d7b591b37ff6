import type { Card } from '../deck/deck.ts';
import type { DeckCheck } from './check.ts';
import { DEALS } from './check.ts';
import type { Occurrence } from './hubs.ts';
import { sayCheck } from './words.ts';

/** A check as JSON holds it: cards by their ids. */
export function toData(check: DeckCheck): Readonly<Record<string, unknown>> {
  const { deck, eyes, picked, familiarity, suggestions } = check;
  const { visions, cards } = picked;
  return {
    deck: deck.id,
    title: deck.title,
    eyes,
    summary: sayCheck(check),
    familiarity: familiarity ?? null,
    suggestions: suggestions
      ? {
          otherEyes: suggestions.otherEyes,
          blur: suggestions.blur,
          deals: DEALS,
          firstGuesses: suggestions.firstGuesses,
          visionHubs: hubs(suggestions.visions, visions),
          cardHubs: hubs(suggestions.cards, cards),
          twins: suggestions.twins.slice(0, 20).map(({ first, second, best, ...rest }) => ({
            cards: [cards[first].id, cards[second].id],
            ...rest,
            best: { vision: visions[best.vision].id, gap: best.gap },
          })),
          misfits: suggestions.misfits.slice(0, 20).map(({ vision, card, fit }) => {
            return { vision: visions[vision].id, card: cards[card].id, fit };
          }),
          whitening: suggestions.whitening ?? null,
        }
      : null,
  };
}

const hubs = ({ counts, ...rest }: Occurrence, cards: readonly Card[]): unknown => ({
  ...rest,
  counts: Object.fromEntries(counts.map((count, i) => [cards[i].id, count])),
});
