import type { DeckCheck, Rate, Suggestions } from './check.ts';
import { sayFamiliarity } from './familiarity.ts';

/** `41.3 % [40.6, 42.0]` */
export const rateText = ({ value, low, high }: Rate): string =>
  `${(value * 100).toFixed(1)} % [${(low * 100).toFixed(1)}, ${(high * 100).toFixed(1)}]`;

/** What was found, in a few sentences: the most important first. */
export function sayCheck({ deck, eyes, picked, familiarity, suggestions }: DeckCheck): readonly string[] {
  const counts = ['vision', 'character', 'location', 'object'].flatMap((kind) => {
    const count = deck.cards.filter((card) => card.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}${count === 1 ? '' : 's'}`];
  });
  const lines = [`${deck.cards.length} cards: ${counts.join(', ')}.`];
  if (familiarity) lines.push(sayFamiliarity(familiarity));
  else
    lines.push(
      `Nothing is known of what the ${eyes} eyes were made for, so how familiar this deck is to them cannot be said.`,
    );
  if (suggestions === undefined) {
    const lack = picked.visions.length === 0 ? 'has no visions' : 'has no category with two cards or more';
    return [...lines, `This deck ${lack}, so there is nothing to guess with it; only its pictures are shown.`];
  }
  return [...lines, ...saySuggestions(suggestions, eyes, picked)];
}

function saySuggestions(
  { blur, firstGuesses, otherEyes, twins, visions, misfits }: Suggestions,
  eyes: string,
  { cards, visions: pictures }: DeckCheck['picked'],
): readonly string[] {
  const middle = firstGuesses[Math.floor((firstGuesses.length - 1) / 2)];
  const lines = [
    `Among ${middle.candidates} candidates a first guess is right ${rateText(middle.same)} of the time where both look through the ${eyes} eyes with a blur of their own (${blur}), and ${rateText(middle.other)} where the psychic looks through the ${otherEyes} eyes; chance is ${(middle.chance * 100).toFixed(1)} %.`,
  ];
  const worst = twins.slice(0, 3).map(({ first, second }) => `${cards[first].title} and ${cards[second].title}`);
  if (worst.length > 0) lines.push(`The worst twins, which visions hardly tell apart: ${worst.join('; ')}.`);
  const top = visions.counts.reduce((best, count, row) => (count > visions.counts[best] ? row : best), 0);
  lines.push(
    `The busiest vision is ${pictures[top].title}: one of the best ${visions.nearest} for ${visions.counts[top]} cards, where ${visions.even.toFixed(1)} would be even (skewness ${visions.skewness.toFixed(2)}).`,
  );
  const [misfit] = misfits;
  if (misfit) lines.push(`The vision that fits least is ${pictures[misfit.vision].title}.`);
  return lines;
}
