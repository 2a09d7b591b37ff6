import type { Pixels, Region } from './picture.ts';
import { loadSharp, NIGHT } from './picture.ts';

/** Shares of a picture's width or height that lie beyond its card, 0 to 1. */
export interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How far a channel, 0 to 255, may be off the border's colour: scanners and JPEG speckle. */
const TOLERANCE = 20;
/** A card takes up at least this share of its scan's width and of its height; what would leave less is no border. */
const LEAST_LEFT = 0.5;
/** A rounded corner reaches over at most this share of a card's shorter side. */
const CORNER = 0.09;

type Rgb = readonly [number, number, number];

/**
 * The card within a border of one colour, and the colour; the whole picture where there is no border. A border is what three corners
 * agree on: a dark sky above a picture is none.
 */
export async function findCard(pixels: Pixels): Promise<{ readonly card: Region; readonly border: Rgb | undefined }> {
  const { width, height, data } = pixels;
  const whole = { left: 0, top: 0, width, height };
  const corners = [0, width - 1, (height - 1) * width, height * width - 1].map((at) => colourAt(data, at));
  const border = corners.find((one) => corners.filter((other) => isNear(one, other, TOLERANCE)).length >= 3);
  if (!border) return { card: whole, border };
  const sharp = await loadSharp();
  const [r, g, b] = border;
  const { info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .trim({ background: { r, g, b }, threshold: TOLERANCE })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [left, top] = [-(info.trimOffsetLeft ?? 0), -(info.trimOffsetTop ?? 0)];
  return { card: { left, top, width: info.width, height: info.height }, border };
}

/** Whether enough is left of a picture for the rest to be called its border. */
export const isCardLarge = (card: Region, { width, height }: Pixels): boolean =>
  card.width >= width * LEAST_LEFT && card.height >= height * LEAST_LEFT;

export const marginsOf = (card: Region, { width, height }: Pixels): Margins => ({
  left: card.left / width,
  top: card.top / height,
  right: (width - card.left - card.width) / width,
  bottom: (height - card.top - card.height) / height,
});

/** Paints what shows beyond rounded corners, white or of the border's colour, as dark as the table. Changes `pixels`. */
export function darkenCorners(pixels: Pixels, border: Rgb | undefined): void {
  const { width, height, data } = pixels;
  const reach = Math.floor(Math.min(width, height) * CORNER);
  const night = [1, 3, 5].map((at) => Number.parseInt(NIGHT.slice(at, at + 2), 16));
  for (const isRight of [false, true]) {
    for (const isLow of [false, true]) {
      const at = (x: number, y: number): number => (isLow ? height - 1 - y : y) * width + (isRight ? width - 1 - x : x);
      const beyond = [...(border ? [border] : []), WHITE].find((colour) =>
        isNear(colourAt(data, at(0, 0)), colour, TOLERANCE),
      );
      for (const spot of beyond ? cornerOf(at, reach, (i) => isNear(colourAt(data, i), beyond, 2 * TOLERANCE)) : [])
        data.set(night, spot * 3);
    }
  }
}

const WHITE: Rgb = [255, 255, 255];

/**
 * The pixels from a corner on that are `outside`, with a rim of one for what the scanner blurred; none where they reach further than a
 * rounded corner does. Row after row from the edge, since such a corner narrows: each row reaches no further than the one before.
 */
function cornerOf(
  at: (x: number, y: number) => number,
  reach: number,
  outside: (index: number) => boolean,
): readonly number[] {
  const spots: number[] = [];
  let widest = reach;
  for (let y = 0; y <= reach; y++) {
    let x = 0;
    while (x < widest && outside(at(x, y))) x++;
    if (x === reach || (x > 0 && y === reach)) return [];
    if (x === 0) break;
    for (let i = 0; i <= x; i++) spots.push(at(i, y));
    widest = x;
  }
  return spots;
}

const colourAt = (data: Uint8Array, index: number): Rgb => [data[index * 3], data[index * 3 + 1], data[index * 3 + 2]];

const isNear = (a: Rgb, b: Rgb, most: number): boolean => a.every((channel, i) => Math.abs(channel - b[i]) <= most);
