import type { Card } from '../deck/deck.ts';
import type { Pixels } from '../deck/picture.ts';
import { readPicture, squash } from '../deck/picture.ts';

/** Pictures are measured at this size, in pixels. */
const WIDTH = 192;
const HEIGHT = 288;
/** Levels of grey across two pixels that count as no change at all. */
const FLAT = 3;

/** What a picture is like, whatever is on it. */
export interface PictureStatistics {
  /** Fine detail: the logarithm of the mean absolute Laplacian, in levels of grey. */
  readonly detail: number;
  /** Edges: the logarithm of the mean gradient, in levels across two pixels. */
  readonly edges: number;
  /** The share of the picture that is one flat tone, 0 to 1. */
  readonly flat: number;
  /** The standard deviation of the greys, in levels. */
  readonly contrast: number;
  /** The mean grey, in levels. */
  readonly lightness: number;
  /** The mean distance between the strongest and the weakest of red, green and blue, in levels. */
  readonly colour: number;
}

/** Throws DeckError for a picture that cannot be read. */
export async function pictureStatistics(card: Card): Promise<PictureStatistics> {
  return statisticsOf(await squash(card, await readPicture(card), WIDTH, HEIGHT));
}

export function statisticsOf({ width, height, data }: Pixels): PictureStatistics {
  const grey = new Float64Array(width * height);
  let colour = 0;
  let lightness = 0;
  for (let i = 0; i < grey.length; i++) {
    const [red, green, blue] = [data[i * 3], data[i * 3 + 1], data[i * 3 + 2]];
    grey[i] = 0.299 * red + 0.587 * green + 0.114 * blue;
    lightness += grey[i] / grey.length;
    colour += (Math.max(red, green, blue) - Math.min(red, green, blue)) / grey.length;
  }
  let [laplacians, gradients, flat] = [0, 0, 0];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const [left, right, above, below] = [grey[i - 1], grey[i + 1], grey[i - width], grey[i + width]];
      const gradient = Math.hypot(right - left, below - above);
      laplacians += Math.abs(4 * grey[i] - left - right - above - below);
      gradients += gradient;
      if (gradient < FLAT) flat++;
    }
  }
  const inner = (width - 2) * (height - 2);
  const spread = grey.reduce((sum, level) => sum + (level - lightness) ** 2, 0) / grey.length;
  // The 0.1 keeps the logarithm of an empty picture finite.
  return {
    detail: Math.log(laplacians / inner + 0.1),
    edges: Math.log(gradients / inner + 0.1),
    flat: flat / inner,
    contrast: Math.sqrt(spread),
    lightness,
    colour,
  };
}
