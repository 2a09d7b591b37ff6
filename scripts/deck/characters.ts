import { type CardRecipe, cardId } from './card.ts';
import { finish } from './finish.ts';
import type { SkinTone } from './icons.ts';
import type { Wallpaper } from './interiors.ts';
import type { MoodName } from './moods.ts';
import { paintPortrait } from './portrait.ts';

type Character = {
  readonly title: string;
  readonly word: string;
  readonly icon: string;
  readonly skin: SkinTone;
  readonly mood: MoodName;
  readonly wallpaper: Wallpaper;
  readonly attributes: readonly [string, string, string];
};

function character(
  title: string,
  [word, icon, skin]: readonly [string, string, SkinTone],
  [mood, wallpaper]: readonly [MoodName, Wallpaper],
  ...attributes: [string, string, string]
): Character {
  return { title, word, icon, skin, mood, wallpaper, attributes };
}

const CHARACTERS: readonly Character[] = [
  character(
    'Detective',
    ['detective', 'man detective', 'medium-dark'],
    ['sepia', 'damask'],
    'magnifying glass tilted left',
    'footprints',
    'newspaper',
  ),
  character(
    'Chef',
    ['cook', 'man cook', 'medium-light'],
    ['ember', 'tile'],
    'pot of food',
    'hot pepper',
    'kitchen knife',
  ),
  character(
    'Painter',
    ['artist', 'woman artist', 'medium'],
    ['rose', 'stripe'],
    'artist palette',
    'framed picture',
    'paintbrush',
  ),
  character(
    'Astronaut',
    ['astronaut', 'woman astronaut', 'dark'],
    ['midnight', 'dots'],
    'ringed planet',
    'telescope',
    'rocket',
  ),
  character(
    'Fortune Teller',
    ['mage', 'woman mage', 'medium-light'],
    ['violet', 'diamond'],
    'crystal ball',
    'flower playing cards',
    'candle',
  ),
  character(
    'Dancer',
    ['dancing', 'woman dancing', 'medium-dark'],
    ['gold', 'damask'],
    'ballet shoes',
    'rose',
    'folding hand fan',
  ),
  character('Singer', ['singer', 'woman singer', 'medium'], ['dusk', 'stripe'], 'studio microphone', 'star', 'guitar'),
  character('Judge', ['judge', 'man judge', 'light'], ['sepia', 'stripe'], 'balance scale', 'scroll', 'books'),
  character(
    'Farmer',
    ['farmer', 'man farmer', 'medium-dark'],
    ['moss', 'diamond'],
    'ear of corn',
    'tractor',
    'rooster',
  ),
  character(
    'Doctor',
    ['health worker', 'woman health worker', 'dark'],
    ['ice', 'tile'],
    'stethoscope',
    'hospital',
    'pill',
  ),
  character(
    'Aviator',
    ['pilot', 'man pilot', 'medium-light'],
    ['seaglass', 'dots'],
    'airplane',
    'globe showing europe-africa',
    'compass',
  ),
  character(
    'Firefighter',
    ['firefighter', 'woman firefighter', 'medium'],
    ['ember', 'brick'],
    'fire',
    'fire engine',
    'ladder',
  ),
  character(
    'Alchemist',
    ['scientist', 'man scientist', 'light'],
    ['absinthe', 'tile'],
    'alembic',
    'mushroom',
    'test tube',
  ),
  character(
    'Teacher',
    ['teacher', 'woman teacher', 'medium-dark'],
    ['moss', 'stripe'],
    'open book',
    'abacus',
    'red apple',
  ),
  character(
    'Princess',
    ['princess', 'princess', 'medium-light'],
    ['rose', 'damask'],
    'crown',
    'love letter',
    'gem stone',
  ),
  character('Count', ['vampire', 'man vampire', 'light'], ['violet', 'damask'], 'bat', 'coffin', 'wine glass'),
  character(
    'Clockmaker',
    ['mechanic', 'man mechanic', 'dark'],
    ['gold', 'brick'],
    'mantelpiece clock',
    'gear',
    'wrench',
  ),
  character(
    'Mermaid',
    ['merperson', 'mermaid', 'medium'],
    ['seaglass', 'dots'],
    'spiral shell',
    'water wave',
    'tropical fish',
  ),
  character('Grandmother', ['old woman', 'old woman', 'light'], ['dusk', 'damask'], 'yarn', 'teapot', 'cat'),
  character(
    'Juggler',
    ['juggling', 'man juggling', 'medium-light'],
    ['absinthe', 'diamond'],
    'circus tent',
    'joker',
    'balloon',
  ),
];

export function characterRecipes(): CardRecipe[] {
  return CHARACTERS.map(({ title, word, icon, skin, mood, wallpaper, attributes }, index) => ({
    id: cardId('c', index),
    kind: 'character',
    title,
    mood,
    seed: `character/${title}`,
    things: [{ word, icon, skin }, ...attributes.map((attribute) => ({ word: attribute }))],
    paint(scene, [sitter, ...rest]) {
      if (!sitter) throw new Error(`${title} has no portrait`);
      paintPortrait(scene, wallpaper, sitter, rest);
      finish(scene, 0.4);
    },
  }));
}
