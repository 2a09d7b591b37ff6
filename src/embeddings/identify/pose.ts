import type { Features } from './features.ts';
import type { Match } from './match.ts';
import type { OpenCv } from './opencv.ts';

/** Nine numbers, row after row: where a card, 0 to 1 in both directions, lies in a photo, 0 to 1 in both directions. */
export type Pose = readonly number[];

/** By how much of the photo a match may miss its place. */
const REACH = 0.008;
/** Fewer matches say nothing, since any four fit some pose. */
const LEAST_MATCHES = 8;
const TRIES = 1000;
/** Share of the photo that a card takes up at least, and at most: its edges may lie outside. */
const LEAST_AREA = 0.01;
const MOST_AREA = 4;

/** The pose that most matches agree with (RANSAC); undefined where that is none a card can have. `matches` lead from photo to card. */
export function findPose(cv: OpenCv, card: Features, photo: Features, matches: readonly Match[]): Pose | undefined {
  if (matches.length < LEAST_MATCHES) return undefined;
  const on = cv.matFromArray(
    matches.length,
    1,
    cv.CV_32FC2,
    pointsOf(
      card,
      matches.map(({ to }) => to),
    ),
  );
  const seen = cv.matFromArray(
    matches.length,
    1,
    cv.CV_32FC2,
    pointsOf(
      photo,
      matches.map(({ from }) => from),
    ),
  );
  const mask = new cv.Mat();
  const found = cv.findHomography(on, seen, cv.RANSAC, REACH, mask, TRIES, 0.99);
  try {
    const pose = found.rows === 3 ? [...found.data64F] : undefined;
    return pose && isPossible(pose) ? pose : undefined;
  } finally {
    for (const mat of [on, seen, mask, found]) mat.delete();
  }
}

const pointsOf = ({ points }: Features, which: readonly number[]): number[] =>
  which.flatMap((i) => [points[i * 2], points[i * 2 + 1]]);

/** Whether the corners are seen in their order, as those of a convex card that is not seen from behind. */
function isPossible(pose: Pose): boolean {
  const corners = cornersOf(pose);
  let area = 0;
  for (let i = 0; i < 4; i++) {
    const [[ax, ay], [bx, by], [cx, cy]] = [corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]];
    if ((bx - ax) * (cy - by) - (by - ay) * (cx - bx) <= 0) return false;
    area += (ax * by - bx * ay) / 2;
  }
  return area >= LEAST_AREA && area <= MOST_AREA && corners.flat().every(Number.isFinite);
}

export type Corners = readonly (readonly [number, number])[];

/** Where the card's top left, top right, bottom right and bottom left corner are seen. */
export const cornersOf = (pose: Pose): Corners => [
  project(pose, 0, 0),
  project(pose, 1, 0),
  project(pose, 1, 1),
  project(pose, 0, 1),
];

/** Where a point of the card is seen. */
export function project([a, b, c, d, e, f, g, h, i]: Pose, x: number, y: number): readonly [number, number] {
  const depth = g * x + h * y + i;
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
}
