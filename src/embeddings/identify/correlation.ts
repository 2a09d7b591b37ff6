import type { GreyPixels } from './features.ts';
import type { Pose } from './pose.ts';
import { project } from './pose.ts';

/** A card is compared in squares of `SQUARE` x `SQUARE` samples, 4 across and 6 down. */
const ACROSS = 4;
const DOWN = 6;
const SQUARE = 8;
export const SAMPLES = { width: ACROSS * SQUARE, height: DOWN * SQUARE };

/**
 * How much what a photo shows where the card should lie looks like the card, from -1 to 1: the median over the card's squares of the
 * correlation of their greys. Light, glare and a thumb change few squares; another card with the same thing on it agrees in few.
 * @param card of `SAMPLES` pixels
 */
export function correlate(card: GreyPixels, photo: GreyPixels, pose: Pose): number {
  const { width, height } = SAMPLES;
  const seen = new Float64Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      seen[y * width + x] = sample(photo, ...project(pose, (x + 0.5) / width, (y + 0.5) / height));
  }
  const correlations: number[] = [];
  for (let top = 0; top < height; top += SQUARE) {
    for (let left = 0; left < width; left += SQUARE) {
      const places = Array.from(
        { length: SQUARE * SQUARE },
        (_, i) => (top + Math.floor(i / SQUARE)) * width + left + (i % SQUARE),
      );
      const ours = places.map((i) => seen[i]);
      // A square that lies outside the photo says nothing.
      if (ours.every(Number.isFinite))
        correlations.push(
          pearson(
            places.map((i) => card.data[i]),
            ours,
          ),
        );
    }
  }
  return correlations.length < (ACROSS * DOWN) / 2 ? -1 : medianOf(correlations);
}

/** Bilinear, at (x, y) in shares of width and height; NaN outside. */
function sample({ width, height, data }: GreyPixels, x: number, y: number): number {
  const left = Math.floor(x * width - 0.5);
  const top = Math.floor(y * height - 0.5);
  if (!(left >= 0 && top >= 0 && left + 1 < width && top + 1 < height)) return Number.NaN;
  const [fx, fy] = [x * width - 0.5 - left, y * height - 0.5 - top];
  const at = top * width + left;
  return (
    (data[at] * (1 - fx) + data[at + 1] * fx) * (1 - fy) +
    (data[at + width] * (1 - fx) + data[at + width + 1] * fx) * fy
  );
}

/** Pearson's; 0 where either is flat. */
function pearson(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let [both, squareA, squareB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    both += (a[i] - meanA) * (b[i] - meanB);
    squareA += (a[i] - meanA) ** 2;
    squareB += (b[i] - meanB) ** 2;
  }
  return squareA * squareB < 1e-9 ? 0 : both / Math.sqrt(squareA * squareB);
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
};
