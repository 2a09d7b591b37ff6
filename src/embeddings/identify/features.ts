import type { Mat } from '@techstark/opencv-js';
import type { OpenCv } from './opencv.ts';

/** Places of a picture that look the same from any side, and what each looks like; strongest first. */
export interface Features {
  /** x, y of each in shares of the picture's width and height. */
  readonly points: Float32Array;
  /** `WORDS` numbers of 32 bits each; the fewer bits differ, the more two places look alike. */
  readonly descriptors: Uint32Array;
}

/** A grey picture, a byte a pixel, row after row. */
export interface GreyPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export const WORDS = 8;

/** Raised when a picture's features change. */
export const FEATURES_VERSION = 1;

const PYRAMID = { step: 1.2, levels: 8 };
/** Side of what is described, in pixels of its level. */
const PATCH = 31;
/** Levels of grey between a corner and its surroundings; low, since pictures may be soft. */
const WEAKEST_CORNER = 8;
/** How corners are ranked: `ORB::HARRIS_SCORE`. */
const HARRIS = 0;
/** Cells along each side of a picture, and what share of its features one may hold: a chequered cloth has enough for all. */
const GRID = 8;
const MOST_IN_CELL = 1 / 24;

export const countOf = ({ points }: Features): number => points.length / 2;

/** The strongest `most` of some features. */
export const strongest = ({ points, descriptors }: Features, most: number): Features => ({
  points: points.subarray(0, most * 2),
  descriptors: descriptors.subarray(0, most * WORDS),
});

/**
 * At most `most` features of a picture: ORB (E. Rublee, V. Rabaud, K. Konolige, G. Bradski, "ORB: an efficient alternative to SIFT or
 * SURF", ICCV 2011), which looks on many scales and turns each place upright, so that rotation and distance change little.
 */
export function findFeatures(cv: OpenCv, { width, height, data }: GreyPixels, most: number): Features {
  const image = new cv.Mat(height, width, cv.CV_8UC1);
  image.data.set(data);
  const everywhere = new cv.Mat();
  const found = new cv.KeyPointVector();
  const described = new cv.Mat();
  const orb = new cv.ORB(most * 2, PYRAMID.step, PYRAMID.levels, PATCH, 0, 2, HARRIS, PATCH, WEAKEST_CORNER);
  try {
    orb.detectAndCompute(image, everywhere, found, described);
    return spread(read(found), described, { width, height }, most);
  } finally {
    for (const thing of [image, everywhere, found, described, orb]) thing.delete();
  }
}

interface KeyPoint {
  readonly pt: { readonly x: number; readonly y: number };
  readonly response: number;
}

/** What OpenCV found, strongest first; `row` is where its descriptor stands. */
function read(found: { size(): number; get(i: number): KeyPoint }): readonly (KeyPoint & { readonly row: number })[] {
  return Array.from({ length: found.size() }, (_, row) => ({ ...found.get(row), row })).toSorted(
    (a, b) => b.response - a.response || a.row - b.row,
  );
}

/** The strongest, but not all from one corner of the picture. */
function spread(
  found: ReturnType<typeof read>,
  described: Mat,
  { width, height }: { readonly width: number; readonly height: number },
  most: number,
): Features {
  const inCell = new Int32Array(GRID * GRID);
  const kept = found
    .filter(({ pt }) => {
      const cell = Math.floor((pt.x / width) * GRID) + GRID * Math.floor((pt.y / height) * GRID);
      return inCell[cell]++ < most * MOST_IN_CELL;
    })
    .slice(0, most);
  const bytes = new Uint8Array(kept.length * WORDS * 4);
  kept.forEach(({ row }, i) =>
    bytes.set(described.data.subarray(row * WORDS * 4, (row + 1) * WORDS * 4), i * WORDS * 4),
  );
  return {
    points: Float32Array.from(kept.flatMap(({ pt }) => [pt.x / width, pt.y / height])),
    descriptors: new Uint32Array(bytes.buffer),
  };
}
