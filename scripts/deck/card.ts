import type { Thing, ThingRequest } from './icons.ts';
import type { MoodName } from './moods.ts';
import type { Scene } from './scene.ts';

type CardKind = 'vision' | 'character' | 'location' | 'object';

/** A card before it is drawn: what it is called, what must be found for it, and how to paint it. */
export type CardRecipe = {
  readonly id: string;
  readonly kind: CardKind;
  readonly title: string;
  readonly mood: MoodName;
  readonly seed: string;
  readonly things: readonly ThingRequest[];
  /** Paints the card; `things` come in the order they were asked for. */
  readonly paint: (scene: Scene, things: readonly Thing[]) => void;
};

export function cardId(letter: string, index: number): string {
  return `${letter}${String(index + 1).padStart(2, '0')}`;
}
