import { readFile } from 'node:fs/promises';
import type { default as SharpFactory, Sharp } from 'sharp';
import { reasonOf } from '../../files/reason.ts';
import type { Card } from './deck.ts';
import { DeckError, nameOf } from './deck.ts';

/** 100 megapixels: more than a card scanned at 2400 dpi, less than what fills a machine's memory. */
const MOST_PIXELS = 100_000_000;
/** What shows through transparent parts: the night of the starter deck. */
export const NIGHT = '#14101c';

/** A picture as bytes r, g, b, row after row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A part of a picture, in pixels. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Sharp, on one thread and without a cache: each card is read once, and the caller decides what runs side by side. */
export async function loadSharp(): Promise<typeof SharpFactory> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** The bytes of a card's picture file. Throws DeckError if they cannot be read or there are none. */
export async function readPicture(card: Card): Promise<Buffer> {
  try {
    const bytes = await readFile(card.path);
    if (bytes.length > 0) return bytes;
  } catch (error) {
    throw new DeckError(`cannot read the picture of ${nameOf(card)}: ${reasonOf(error, 'there is no such file')}`, {
      cause: error,
    });
  }
  throw new DeckError(`the picture of ${nameOf(card)} is an empty file; it must be a WebP, PNG, JPEG or AVIF picture`);
}

/** A card's picture squashed to width x height: upright, opaque, sRGB. Throws DeckError if it cannot be decoded to the last byte. */
export async function squash(card: Card, bytes: Uint8Array, width: number, height: number): Promise<Pixels> {
  return decode(card, bytes, (image) =>
    toPixels(image.flatten({ background: NIGHT }).resize(width, height, { fit: 'fill' })),
  );
}

/**
 * What `use` makes of a card's picture, set upright. Throws DeckError if the picture is larger than is read, or cannot be decoded to
 * the last byte.
 */
export async function decode<T>(card: Card, bytes: Uint8Array, use: (image: Sharp) => Promise<T>): Promise<T> {
  try {
    return await decodeBytes(bytes, use);
  } catch (error) {
    if (!(error instanceof PictureFault)) throw error;
    throw new DeckError(`the picture of ${nameOf(card)} ${error.message}`, { cause: error });
  }
}

/** Why a picture cannot be decoded; the message follows the picture's name: "is damaged ...", "has ... pixels ...". */
export class PictureFault extends Error {
  override readonly name = 'PictureFault';
}

/** What `use` makes of a picture, set upright. Throws PictureFault. Sizes are read from the head, so that a huge picture costs nothing. */
export async function decodeBytes<T>(bytes: Uint8Array, use: (image: Sharp) => Promise<T>): Promise<T> {
  const sharp = await loadSharp();
  try {
    return await use(sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS, autoOrient: true }));
  } catch (error) {
    const head = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => undefined);
    const why =
      head && head.width * head.height > MOST_PIXELS
        ? `has ${head.width} x ${head.height} pixels; at most ${MOST_PIXELS / 1e6} million are read`
        : `is damaged or no picture at all: ${(error instanceof Error ? error.message : String(error)).trim().replaceAll(/\s+/g, ' ')}`;
    throw new PictureFault(why, { cause: error });
  }
}

/** A region of `pixels`, resized to width x height. */
export async function crop(pixels: Pixels, region: Region, width: number, height: number): Promise<Pixels> {
  const sharp = await loadSharp();
  const raw = { width: pixels.width, height: pixels.height, channels: 3 as const };
  return toPixels(sharp(pixels.data, { raw }).extract(region).resize(width, height, { fit: 'fill' }));
}

/** What a pipeline makes, as bytes. */
export async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
