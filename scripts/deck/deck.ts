import sharp from 'sharp';
import type { CardRecipe } from './card.ts';
import { characterRecipes } from './characters.ts';
import type { IconBook } from './icons.ts';
import { locationRecipes } from './locations.ts';
import { objectRecipes } from './objects.ts';
import { Scene } from './scene.ts';
import { visionRecipes } from './visions.ts';

/** The size of the pictures, in pixels. */
const PICTURE_WIDTH = 384;
const PICTURE_HEIGHT = 576;

const QUALITY = 90;

/** A picture as SVG and the words it shows, with their visible weights. */
export type DrawnCard = { readonly svg: string; readonly words: Readonly<Record<string, number>> };

export function allRecipes(): CardRecipe[] {
  return [...visionRecipes(), ...characterRecipes(), ...locationRecipes(), ...objectRecipes()];
}

export async function drawCard(recipe: CardRecipe, icons: IconBook): Promise<DrawnCard> {
  const things = await Promise.all(recipe.things.map((request) => icons.find(request)));
  const scene = new Scene(recipe.seed, recipe.mood);
  recipe.paint(scene, things);
  return { svg: scene.canvas.toSvg(), words: scene.words };
}

/** Renders an SVG picture to WebP. */
export async function renderCard(svg: string): Promise<Buffer> {
  const sized = svg.replace('<svg ', `<svg width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}" `);
  return sharp(Buffer.from(sized)).removeAlpha().webp({ quality: QUALITY, effort: 5, smartSubsample: true }).toBuffer();
}
