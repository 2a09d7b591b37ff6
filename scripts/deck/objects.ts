import { num, WIDTH } from './canvas.ts';
import { type CardRecipe, cardId } from './card.ts';
import { blend, darken, lighten } from './colours.ts';
import { finish } from './finish.ts';
import type { Thing } from './icons.ts';
import type { MoodName } from './moods.ts';
import type { Scene } from './scene.ts';
import { paintClouds, paintGlow, paintRays, paintSky, paintSparks } from './sky.ts';

type DisplayedObject = {
  readonly title: string;
  readonly word: string;
  readonly mood: MoodName;
  readonly attributes: readonly [string, string];
};

function displayed(title: string, word: string, mood: MoodName, ...attributes: [string, string]): DisplayedObject {
  return { title, word, mood, attributes };
}

const OBJECTS: readonly DisplayedObject[] = [
  displayed('Dagger', 'dagger', 'ember', 'shield', 'rose'),
  displayed('Axe', 'axe', 'moss', 'wood', 'evergreen tree'),
  displayed('Rope', 'knot', 'seaglass', 'anchor', 'ladder'),
  displayed('Poison', 'alembic', 'absinthe', 'skull and crossbones', 'mushroom'),
  displayed('Candle', 'candle', 'midnight', 'fire', 'open book'),
  displayed('Bow', 'bow and arrow', 'moss', 'deer', 'bullseye'),
  displayed('Hammer', 'hammer', 'sepia', 'nut and bolt', 'brick'),
  displayed('Scissors', 'scissors', 'rose', 'thread', 'dress'),
  displayed('Old Key', 'old key', 'gold', 'door', 'locked'),
  displayed('Crystal Ball', 'crystal ball', 'violet', 'sparkles', 'eye'),
  displayed('Violin', 'violin', 'dusk', 'dancing', 'trumpet'),
  displayed('Teapot', 'teapot', 'ice', 'hot beverage', 'cookie'),
  displayed('Umbrella', 'umbrella', 'storm', 'cloud with rain', 'woman’s boot'),
  displayed('Fountain Pen', 'fountain pen', 'ice', 'scroll', 'envelope'),
  displayed('Mirror', 'mirror', 'violet', 'lipstick', 'peacock'),
  displayed('Hourglass', 'hourglass not done', 'gold', 'beach with umbrella', 'skull'),
  displayed('Camera', 'camera', 'seaglass', 'film frames', 'eyes'),
  displayed('Chains', 'chains', 'storm', 'locked', 'ghost'),
];

const MIDDLE = WIDTH / 2;

/** An object on a velvet-draped pedestal in beams of light, with two attributes at its foot. */
function paintPedestal(scene: Scene, object: Thing, attributes: readonly Thing[]): void {
  const { canvas, mood, random } = scene;
  paintSky(scene);
  paintClouds(scene, 0.3);
  paintRays(scene, MIDDLE, 270, 18, 0.22);
  paintGlow(scene, MIDDLE, 270, 310, 0.85);
  const velvet = blend(mood.land[1], '#6b1238', 0.35);
  const drape = canvas.linear([
    [0, blend(velvet, mood.light, 0.25)],
    [0.4, velvet],
    [1, darken(velvet, 0.55)],
  ]);
  const folds = Array.from({ length: 8 }, (_, i) => {
    const [bend, end] = [random.between(-30, 30), random.between(-20, 40)];
    return `<path d="M${i * 72 - 20} 540q${num(bend)} 90 ${num(end)} 200" stroke-width="${num(random.between(6, 14))}"/>`;
  });
  const stone = blend(mood.land[0], mood.light, 0.55);
  const column = canvas.linear(
    [
      [0, darken(stone, 0.45)],
      [0.35, lighten(stone, 0.15)],
      [1, darken(stone, 0.55)],
    ],
    'across',
  );
  const flutes = [-56, -28, 0, 28, 56].map((dx) => `M${MIDDLE + dx} 500L${num(MIDDLE + dx * 0.92)} 700`);
  canvas.draw(
    `<path d="M-10 548C120 520 360 520 490 548V730H-10Z" fill="${drape}"/>` +
      `<g stroke="${darken(velvet, 0.5)}" opacity=".35" fill="none">${folds.join('')}</g>` +
      `<g filter="${canvas.softShadow()}"><path d="M158 484L166 730H314L322 484Z" fill="${column}"/></g>` +
      `<path d="${flutes.join('')}" stroke="${darken(stone, 0.6)}" stroke-width="5" opacity=".28"/>` +
      `<path d="M130 482q110 44 220 0l-22 34q-88 30 -176 0Z" fill="${column}"/>` +
      `<path d="M96 458v20q144 52 288 0v-20Z" fill="${column}"/>` +
      `<ellipse cx="${MIDDLE}" cy="458" rx="144" ry="27" fill="${lighten(stone, 0.3)}"/>`,
  );
  const { width, height } = object.icon.ink;
  const longer = Math.max(width, height);
  scene.stand(object, { x: MIDDLE, y: 464, size: Math.min(400, (336 * longer) / width), weight: 2.4, haze: 0.02 });
  paintSparks(scene, 70, 60, 410, 440, 18);
  const [left, right] = attributes;
  if (left) scene.stand(left, { x: 98, y: 682, size: 166, haze: 0.02 });
  if (right) scene.stand(right, { x: 382, y: 682, size: 166, haze: 0.02 });
}

export function objectRecipes(): CardRecipe[] {
  return OBJECTS.map(({ title, word, mood, attributes }, index) => ({
    id: cardId('o', index),
    kind: 'object',
    title,
    mood,
    seed: `object/${title}`,
    things: [{ word }, ...attributes.map((attribute) => ({ word: attribute, skin: 'medium' as const }))],
    paint(scene, [object, ...rest]) {
      if (!object) throw new Error(`${title} shows nothing`);
      paintPedestal(scene, object, rest);
      finish(scene);
    },
  }));
}
