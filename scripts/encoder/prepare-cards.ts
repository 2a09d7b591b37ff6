import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import type { CardRecipe } from '../deck/card.ts';
import { allRecipes } from '../deck/deck.ts';
import { finish } from '../deck/finish.ts';
import type { Icon, Thing } from '../deck/icons.ts';
import { IconBook } from '../deck/icons.ts';
import type { MoodName } from '../deck/moods.ts';
import { MOODS } from '../deck/moods.ts';
import { RandomStream } from '../deck/random.ts';
import type { Placement } from '../deck/scene.ts';
import { Scene } from '../deck/scene.ts';
import { TEMPLATES } from '../deck/templates.ts';
import { allEmoji, EmojiIcons, THINGS } from './emoji.ts';
import heldOut from './held-out.json' with { type: 'json' };
import { HELD_OUT_SETS, loadIconSet, TRAINING_SETS, WORK } from './sources.ts';

/*
 * Composes cards as scripts/deck does, but of things drawn by lot, by many hands, with other seeds than any card of the starter
 * deck: work/cards.u8 (RGB, WIDTH x HEIGHT) and work/cards.json, which says where on them each thing is. The first of them are empty.
 */

const { values } = parseArgs({
  options: {
    cards: { type: 'string', default: '5000' },
    empty: { type: 'string', default: '300' },
    work: { type: 'string', default: WORK },
  },
});
const WIDTH = 160;
const HEIGHT = 240;
/** Width of the space the composer draws in. */
const DRAWN = 480;

/** Where a thing is on a card: its concept, middle and extent, in shares of the card's width. */
type Spot = readonly [concept: number, x: number, y: number, width: number, height: number];

/** A scene that notes where its things are; an empty one does not draw them. */
class NotingScene extends Scene {
  readonly spots: Spot[] = [];
  readonly #concepts: ReadonlyMap<string, number>;
  readonly #empty: boolean;

  constructor(seed: string, mood: MoodName, concepts: ReadonlyMap<string, number>, empty: boolean) {
    super(seed, mood);
    this.#concepts = concepts;
    this.#empty = empty;
  }

  override place(thing: Thing, placement: Placement): void {
    if (this.#empty) return;
    super.place(thing, placement);
    const { ink } = thing.icon;
    const scale = placement.size / Math.max(ink.width, ink.height);
    const { x, y } = this.inside(placement, ink, scale);
    const concept = this.#concepts.get(thing.word);
    if (concept !== undefined && placement.silhouette === undefined)
      this.spots.push([concept, x / DRAWN, y / DRAWN, (ink.width * scale) / DRAWN, (ink.height * scale) / DRAWN]);
  }
}

const isMood = (name: string): name is MoodName => name in MOODS;
const moods = Object.keys(MOODS).filter(isMood);
const recipes = allRecipes().filter(({ kind }) => kind !== 'vision');
const templates = Object.values(TEMPLATES);

const { concepts } = JSON.parse(readFileSync(path.join(values.work, 'index.json'), 'utf8')) as {
  concepts: readonly string[];
};
const indexOf = new Map(concepts.map((name, i) => [name, i]));
const hidden = new Set(heldOut.concepts);
const emoji = allEmoji();
const icons = new EmojiIcons(emoji, [...TRAINING_SETS, ...HELD_OUT_SETS]);

/** The hands that draw: for each, the names of its icons of things, by concept. */
const hands = TRAINING_SETS.map((name) => {
  const set = loadIconSet(name);
  const names = icons.namesIn(name, set);
  const things = emoji.flatMap(({ key, concept, group }) => {
    const icon = names.get(key);
    const known = concept !== undefined && !hidden.has(concept) && indexOf.has(concept);
    return icon === undefined || !known || !(THINGS.has(group) || group === 'people-body')
      ? []
      : [{ word: concept, icon }];
  });
  return { book: new IconBook({ ...set, prefix: name }), things };
});

/** One of a list, by lot. */
function draw<T>(list: readonly T[], random: RandomStream): T {
  const found = list[Math.floor(random.next() * list.length)];
  if (found === undefined) throw new RangeError('nothing to draw from');
  return found;
}

/** Things by lot, of one hand or, for one card in three, of many. */
async function drawThings(count: number, random: RandomStream): Promise<Thing[]> {
  const things: Thing[] = [];
  const [hand, mixed] = [draw(hands, random), random.chance(1 / 3)];
  while (things.length < count) {
    const { book, things: choice } = mixed ? draw(hands, random) : hand;
    const thing = await book.find(draw(choice, random)).catch(() => undefined);
    if (thing !== undefined && hasInk(thing.icon))
      things.push({ ...thing, icon: { ...thing.icon, id: `i${things.length}` } });
  }
  return things;
}

const hasInk = ({ ink }: Icon): boolean => ink.width > 8 && ink.height > 8;

function paint(scene: Scene, things: readonly Thing[], random: RandomStream): void {
  if (random.chance(0.6)) {
    const [lead, second, third, fourth, fifth] = things;
    if (!lead || !second || !third) throw new RangeError('too few things');
    const template = draw(templates, random);
    template(scene, random.chance(0.4) ? [lead, second, third, fourth, fifth] : [lead, second, third, fourth]);
    finish(scene);
  } else {
    const recipe: CardRecipe = draw(recipes, random);
    recipe.paint(scene, things.slice(0, recipe.things.length));
  }
}

sharp.concurrency(1);
const [cards, empty] = [Number(values.cards), Number(values.empty)];
const pictures: Buffer[] = [];
const spots: (readonly Spot[])[] = [];
let seed = 0;
while (pictures.length < cards) {
  const name = `encoder/${seed++}`;
  const random = new RandomStream(name);
  const things = await drawThings(5, random);
  const scene = new NotingScene(name, draw(moods, random), indexOf, pictures.length < empty);
  paint(scene, things, random);
  const svg = scene.canvas.toSvg().replace('<svg ', `<svg width="${WIDTH}" height="${HEIGHT}" `);
  const picture = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer()
    .catch(() => undefined);
  if (picture?.length !== WIDTH * HEIGHT * 3) continue;
  pictures.push(picture);
  spots.push(scene.spots);
  if (pictures.length % 100 === 0) process.stdout.write(`${pictures.length} cards\n`);
}

const bytes = Buffer.concat(pictures);
const sha256 = createHash('sha256').update(bytes).digest('hex');
await writeFile(path.join(values.work, 'cards.u8'), bytes);
await writeFile(
  path.join(values.work, 'cards.json'),
  `${JSON.stringify({ width: WIDTH, height: HEIGHT, empty, sha256, spots })}\n`,
);
