import { mix } from '../../src/engine/kernel/rng.ts';

/** Writes the colour of a table top at (x, y), both in widths of the photo, as r, g, b in 0 to 255. */
type Backdrop = (x: number, y: number, into: Float32Array) => void;

/** Smooth noise in 0 to 1 with one bump a unit. */
function noise(seed: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [smooth(x - left), smooth(y - top)];
  const at = (dx: number, dy: number): number => mix(mix(seed + left + dx) + top + dy) / 0x1_0000_0000;
  return (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy;
}
const smooth = (t: number): number => t * t * (3 - 2 * t);

const clouds = (seed: number, x: number, y: number): number =>
  0.5 * noise(seed, x, y) + 0.3 * noise(seed + 1, x * 2.1, y * 2.1) + 0.2 * noise(seed + 2, x * 4.3, y * 4.3);

const blend = (into: Float32Array, from: readonly number[], to: readonly number[], share: number): void => {
  for (let i = 0; i < 3; i++) into[i] = from[i] + (to[i] - from[i]) * share;
};

/** What cards are laid on. */
export const TABLES = {
  wood: (seed) => (x, y, into) => {
    const grain = clouds(seed, x * 3, y * 60 + 6 * noise(seed + 9, x * 2, y * 3));
    blend(into, [92, 58, 34], [178, 124, 78], grain);
    if ((y * 4 + (seed % 7) / 7) % 1 < 0.012) blend(into, [40, 24, 14], [40, 24, 14], 0);
  },
  cloth: (seed) => (x, y, into) => {
    const weave = 0.5 + 0.25 * Math.sin(x * 420) + 0.25 * Math.sin(y * 420);
    blend(into, [38, 70, 52], [70, 110, 84], 0.6 * weave + 0.4 * clouds(seed, x * 5, y * 5));
  },
  marble: (seed) => (x, y, into) => {
    const vein = Math.abs(Math.sin((x + y) * 7 + 8 * clouds(seed, x * 3, y * 3)));
    blend(into, [120, 118, 124], [232, 230, 226], vein ** 0.4);
  },
  slate: (seed) => (x, y, into) => blend(into, [22, 20, 28], [58, 54, 66], clouds(seed, x * 14, y * 14)),
  checks: (seed) => (x, y, into) => {
    const squares = ((x * 9) % 1 < 0.5 ? 1 : 0) + ((y * 9) % 1 < 0.5 ? 1 : 0);
    blend(into, [240, 232, 220], [178, 40, 46], squares / 2 + 0.1 * noise(seed, x * 200, y * 200));
  },
  clutter: (seed) => {
    // Papers, tiles and books, one over the other.
    const things = Array.from({ length: 26 }, (_, i) => {
      const of = (what: number): number => mix(seed + i * 16 + what) / 0x1_0000_0000;
      return {
        x: of(0) * 1.2 - 0.1,
        y: of(1) * 1.6 - 0.1,
        w: 0.06 + of(2) * 0.25,
        h: 0.06 + of(3) * 0.25,
        turn: of(4) * 3,
        ink: [of(5), of(6), of(7)],
      };
    });
    return (x, y, into) => {
      blend(into, [110, 100, 90], [150, 140, 128], clouds(seed, x * 8, y * 8));
      for (const { x: middleX, y: middleY, w, h, turn, ink } of things) {
        const [dx, dy] = [x - middleX, y - middleY];
        const [along, across] = [dx * Math.cos(turn) + dy * Math.sin(turn), dy * Math.cos(turn) - dx * Math.sin(turn)];
        if (Math.abs(along) > w / 2 || Math.abs(across) > h / 2) continue;
        const line =
          (across * 60 + 100) % 1 < 0.3 && Math.abs(along) < w * 0.4 && (along * 90 + 100) % 1 < 0.7 ? 0.45 : 1;
        for (let i = 0; i < 3; i++) into[i] = (60 + 180 * ink[i]) * line;
      }
    };
  },
} satisfies Readonly<Record<string, (seed: number) => Backdrop>>;

export type TableName = keyof typeof TABLES;
