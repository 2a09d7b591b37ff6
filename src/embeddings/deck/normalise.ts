import type { Sharp } from 'sharp';
import type { Margins } from './border.ts';
import { darkenCorners, findCard, isCardLarge, marginsOf } from './border.ts';
import type { Likeness } from './likeness.ts';
import { LIKENESS_SIDE, likenessOf } from './likeness.ts';
import type { Pixels } from './picture.ts';
import { crop, decodeBytes, loadSharp, NIGHT, PictureFault, toPixels } from './picture.ts';

/** Raised when the same scan would give another picture. */
export const NORMALISER = 'normalise-1';

/** Pixels on the longer side of a card's picture, at most. */
const LONG_SIDE = 1200;
/** A scan with fewer pixels on a side shows nothing. */
const LEAST_SIDE = 16;

export interface NormaliseOptions {
  /** Whether borders of one colour are cut off, and white corners darkened. */
  readonly trim: boolean;
  /** Which way a scan that is wider than high is turned by a quarter. */
  readonly upright?: 'left' | 'right' | undefined;
}

/** What one scan looks like. */
export interface Look {
  /** As scanned, upright by its EXIF, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether it was turned by a quarter to stand upright. */
  readonly turned: boolean;
  /** What was cut off; undefined where nothing was. */
  readonly trimmed: Margins | undefined;
  /** Whether the border took up too much of the scan to be cut off. */
  readonly tooLittleCard: boolean;
  /** Standard deviation of the brightness, 0 to 127. */
  readonly contrast: number;
  readonly likeness: Likeness;
}

/**
 * The picture of a card as the deck keeps it, made from a scan of any kind: upright, opaque, sRGB, WebP; and what it looks like.
 * Throws PictureFault.
 */
export async function normalise(
  bytes: Uint8Array,
  { trim, upright }: NormaliseOptions,
): Promise<{ readonly picture: Uint8Array; readonly look: Look }> {
  const scan = await decodeBytes(bytes, async (image) => {
    const { autoOrient } = await image.metadata();
    return { ...autoOrient, pixels: await toPixels(shrink(image)) };
  });
  const { width, height } = scan;
  if (Math.min(width, height) < LEAST_SIDE)
    throw new PictureFault(`has ${width} x ${height} pixels; a card needs at least ${LEAST_SIDE} on each side`);

  const turned = upright !== undefined && width > height;
  let pixels = turned ? await turn(scan.pixels, upright === 'left' ? 270 : 90) : scan.pixels;
  let trimmed: Margins | undefined;
  let tooLittleCard = false;
  if (trim) {
    const { card, border } = await findCard(pixels);
    tooLittleCard = !isCardLarge(card, pixels);
    if (!tooLittleCard && (card.width < pixels.width || card.height < pixels.height)) {
      trimmed = marginsOf(card, pixels);
      pixels = await crop(pixels, card, card.width, card.height);
    }
    darkenCorners(pixels, border);
  }
  const grey = await toGrey(pixels, LIKENESS_SIDE);
  const sharp = await loadSharp();
  const picture = await sharp(pixels.data, { raw: rawOf(pixels) })
    .webp({ quality: 88, effort: 2 })
    .toBuffer();
  return {
    picture,
    look: { width, height, turned, trimmed, tooLittleCard, contrast: deviation(grey.data), likeness: likenessOf(grey) },
  };
}

const shrink = (image: Sharp): Sharp =>
  image
    .flatten({ background: NIGHT })
    .resize({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside', withoutEnlargement: true });

async function turn(pixels: Pixels, degrees: 90 | 270): Promise<Pixels> {
  const sharp = await loadSharp();
  return toPixels(sharp(pixels.data, { raw: rawOf(pixels) }).rotate(degrees));
}

/** One byte a pixel, `side` pixels a side. */
async function toGrey(pixels: Pixels, side: number): Promise<Pixels> {
  const sharp = await loadSharp();
  const image = sharp(pixels.data, { raw: rawOf(pixels) })
    .resize(side, side, { fit: 'fill' })
    .toColourspace('b-w');
  return { width: side, height: side, data: await image.raw().toBuffer() };
}

const rawOf = ({ width, height }: Pixels): { width: number; height: number; channels: 3 } => ({
  width,
  height,
  channels: 3,
});

function deviation(values: Uint8Array): number {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return Math.sqrt(Math.max(0, squares / values.length - mean * mean));
}
