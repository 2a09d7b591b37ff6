import { HEIGHT, WIDTH } from './canvas.ts';
import { type CardRecipe, cardId } from './card.ts';
import { blend, darken, lighten } from './colours.ts';
import { finish } from './finish.ts';
import type { SkinTone, Thing } from './icons.ts';
import { paintRoom, type Wallpaper } from './interiors.ts';
import type { MoodName } from './moods.ts';
import type { Scene } from './scene.ts';
import { paintGlow } from './sky.ts';

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

/** Whole figures fit inside the frame; busts rise from its lower rim. */
const WHOLE_FIGURES: ReadonlySet<string> = new Set(['dancing', 'merperson', 'juggling']);

const MIDDLE_X = WIDTH / 2;
const MIDDLE_Y = 286;
const RADIUS_X = 186;
const RADIUS_Y = 244;

/** An oval portrait on a papered wall, with three attributes on the boards below. */
function paintPortrait(scene: Scene, wallpaper: Wallpaper, sitter: Thing, attributes: readonly Thing[]): void {
  const { canvas, mood } = scene;
  paintRoom(scene, 0.8, wallpaper);
  paintGlow(scene, MIDDLE_X, MIDDLE_Y, 340, 0.5);
  const gilt = blend(mood.light, '#a07a3a', 0.5);
  const air = canvas.radial(
    [
      [0, blend(mood.sky[2], mood.light, 0.5)],
      [0.6, blend(mood.sky[1], mood.sky[2], 0.2)],
      [1, mood.sky[0]],
    ],
    0.5,
    0.4,
    0.65,
  );
  const oval = (pad: number, attributesText: string) =>
    `<ellipse cx="${MIDDLE_X}" cy="${MIDDLE_Y}" rx="${RADIUS_X + pad}" ry="${RADIUS_Y + pad}" ${attributesText}/>`;
  const rim =
    oval(0, `fill="none" stroke="${gilt}" stroke-width="18"`) +
    oval(-10, `fill="none" stroke="${darken(gilt, 0.5)}" stroke-width="4"`) +
    oval(9, `fill="none" stroke="${lighten(gilt, 0.45)}" stroke-width="3"`);
  canvas.draw(
    `<g filter="${canvas.softShadow()}">${oval(0, `fill="${air}" stroke="${gilt}" stroke-width="18"`)}</g>${rim}`,
  );
  const whole = WHOLE_FIGURES.has(sitter.word);
  const clip = canvas.define(
    (id) =>
      `<clipPath id="${id}"><path d="M0 0H${WIDTH}V${MIDDLE_Y}H${MIDDLE_X + RADIUS_X - 8}` +
      `A${RADIUS_X - 8} ${RADIUS_Y - 8} 0 0 1 ${MIDDLE_X - RADIUS_X + 8} ${MIDDLE_Y}H0Z"/></clipPath>`,
  );
  canvas.draw(`<g clip-path="url(#${clip})">`);
  const { width, height } = sitter.icon.ink;
  const size = whole ? 372 : (330 * Math.max(width, height)) / width;
  const tall = (size * height) / Math.max(width, height);
  const y = whole ? MIDDLE_Y + 2 : MIDDLE_Y + RADIUS_Y - 4 - tall / 2;
  scene.place(sitter, { x: MIDDLE_X, y, size, haze: 0.02, weight: 2.4 });
  const lowerRim = canvas.define(
    (id) => `<clipPath id="${id}"><rect y="${MIDDLE_Y}" width="${WIDTH}" height="${HEIGHT - MIDDLE_Y}"/></clipPath>`,
  );
  canvas.draw(`</g><g clip-path="url(#${lowerRim})">${rim}</g>`);
  const places = [
    [96, 672, 158],
    [240, 692, 138],
    [384, 672, 158],
  ] as const;
  for (const i of [0, 2, 1]) {
    const [attribute, place] = [attributes[i], places[i]];
    if (attribute && place) scene.stand(attribute, { x: place[0], y: place[1], size: place[2], haze: 0.02 });
  }
}

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
