import { readFileSync } from 'node:fs';
import { allEmoji, EmojiIcons } from './emoji.ts';
import heldOut from './held-out.json' with { type: 'json' };
import type { IconSetName } from './sources.ts';
import { HELD_OUT_SETS, loadIconSet, svgOf, TRAINING_SETS } from './sources.ts';

/** An icon to train on. */
export interface TrainingIcon {
  readonly set: IconSetName;
  /** Name within its set. */
  readonly id: string;
  /** Of the emoji it shows. */
  readonly key: string;
  readonly concept: string;
  readonly svg: string;
  /** How often it is drawn, beside 1. */
  readonly weight: number;
}

/** How often things of a group are drawn: cards show few people and faces, and they are many. */
const GROUP_WEIGHTS: Readonly<Record<string, number | undefined>> = { 'people-body': 0.6, 'smileys-emotion': 0.5 };
/** Concepts of the starter deck are drawn this much more often. */
const DECK_WEIGHT = 1.6;
/** Line art teaches slowly, so it counts half. */
const SET_WEIGHTS: Readonly<Record<string, number | undefined>> = { 'fluent-emoji-high-contrast': 0.5 };

/** Concepts the encoder must never be shown. */
export const hiddenConcepts: ReadonlySet<string> = new Set(heldOut.concepts);

/** The words of the starter deck. */
export function deckWords(): ReadonlySet<string> {
  const file = new URL('../../data/decks/starter/deck.json', import.meta.url);
  const { cards } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly cards: readonly { readonly words: Readonly<Record<string, number>> }[];
  };
  return new Set(cards.flatMap(({ words }) => Object.keys(words)));
}

/** All icons of the sets that show one of the concepts, set after set, in the order of the emoji. */
export function trainingIcons(
  concepts: ReadonlySet<string>,
  sets: readonly (typeof TRAINING_SETS)[number][] = TRAINING_SETS,
): readonly TrainingIcon[] {
  const emoji = allEmoji();
  const onDeck = deckWords();
  const icons = new EmojiIcons(emoji, [...TRAINING_SETS, ...HELD_OUT_SETS]);
  return sets.flatMap((set) => {
    const loaded = loadIconSet(set);
    const names = icons.namesIn(set, loaded);
    return emoji.flatMap(({ key, concept, group }) => {
      const id = names.get(key);
      const svg = id === undefined ? undefined : svgOf(loaded, id);
      if (id === undefined || svg === undefined || concept === undefined || !concepts.has(concept)) return [];
      if (hiddenConcepts.has(concept)) throw new Error(`the held-out concept "${concept}" is to be trained on`);
      const weight = (SET_WEIGHTS[set] ?? 1) * (GROUP_WEIGHTS[group] ?? 1) * (onDeck.has(concept) ? DECK_WEIGHT : 1);
      return [{ set, id, key, concept, svg, weight }];
    });
  });
}
