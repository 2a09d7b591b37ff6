import type { Encoder } from './encoder.ts';
import { toUnit } from './encoder.ts';
import { SIDE_BY_SIDE, inOrder } from './in-order.ts';
import type { Pixels } from '../deck/picture.ts';
import { readPicture, squash } from '../deck/picture.ts';

/** Raised when anything below changes what a card's vector is. */
const VERSION = 1;

/** All cards are looked at in this size, in pixels. */
const WIDTH = 96;
const HEIGHT = 144;

/** Levels of lightness and of the two colour axes in the palette. */
const LIGHT_LEVELS = 4;
const COLOUR_LEVELS = 6;
const PALETTE = LIGHT_LEVELS * COLOUR_LEVELS * COLOUR_LEVELS;
/** Side of a square of the layout, 4 x 6 of them, and of the texture, 6 x 9. */
const LAYOUT_SIDE = 24;
const TEXTURE_SIDE = 16;
const LAYOUT = (WIDTH / LAYOUT_SIDE) * (HEIGHT / LAYOUT_SIDE) * 3;
/** Directions of an edge, over half a turn. */
const DIRECTIONS = 9;
const TEXTURE = (WIDTH / TEXTURE_SIDE) * (HEIGHT / TEXTURE_SIDE) * DIRECTIONS;
const STRONG_EDGE = 25;
const WEAKEST_EDGE = 2;

/** How much each part counts; each is of length 1 before. */
const WEIGHTS = { palette: 0.63, layout: 0.5, texture: 0.55, edges: 0.25 };

/** CIE L*a*b* (white D65): lightness 0..100, green to red and blue to yellow about -100..100, pixel after pixel. */
interface Lab {
  readonly l: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
}

/** The eyes named `palette`: colours, where they are, and the grain of edges; no weights, and no idea of what anything is. */
export function openPalette(): Encoder {
  return {
    name: 'palette',
    id: `palette-v${VERSION}`,
    dim: PALETTE + LAYOUT + TEXTURE + DIRECTIONS * 2,
    reads: 'picture',
    encode: (cards) =>
      inOrder(cards, SIDE_BY_SIDE, async (card) =>
        toUnit(describe(await squash(card, await readPicture(card), WIDTH, HEIGHT)), card, 'palette'),
      ),
    async close() {},
  };
}

function describe(pixels: Pixels): Float32Array {
  const lab = toLab(pixels);
  const { texture, edges } = edgesOf(lab.l);
  return Float32Array.from([
    ...scaled(paletteOf(lab), WEIGHTS.palette),
    ...scaled(layoutOf(lab), WEIGHTS.layout),
    ...scaled(texture, WEIGHTS.texture),
    ...scaled(edges, WEIGHTS.edges),
  ]);
}

function toLab({ data }: Pixels): Lab {
  const size = WIDTH * HEIGHT;
  const lab = { l: new Float32Array(size), a: new Float32Array(size), b: new Float32Array(size) };
  for (let i = 0; i < size; i++) {
    const red = LINEAR[data[i * 3]];
    const green = LINEAR[data[i * 3 + 1]];
    const blue = LINEAR[data[i * 3 + 2]];
    const x = cubeRoot((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
    const y = cubeRoot(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    const z = cubeRoot((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
    lab.l[i] = 116 * y - 16;
    lab.a[i] = 500 * (x - y);
    lab.b[i] = 200 * (y - z);
  }
  return lab;
}

/** Linear light of an sRGB byte (IEC 61966-2-1). */
const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** The cube root of CIE L*a*b*, straight near black. */
const cubeRoot = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);

/** How much of each colour there is, shared between neighbouring levels; square roots, so that a little of a colour counts. */
function paletteOf({ l, a, b }: Lab): Float32Array {
  const share = new Float32Array(PALETTE);
  for (let i = 0; i < l.length; i++) {
    const light = between((l[i] / 100) * (LIGHT_LEVELS - 1), LIGHT_LEVELS - 1);
    const red = between(((a[i] + 60) / 120) * (COLOUR_LEVELS - 1), COLOUR_LEVELS - 1);
    const yellow = between(((b[i] + 60) / 120) * (COLOUR_LEVELS - 1), COLOUR_LEVELS - 1);
    for (let corner = 0; corner < 8; corner++) {
      const [dl, da, db] = [corner & 1, (corner >> 1) & 1, (corner >> 2) & 1];
      const at = ((light.level + dl) * COLOUR_LEVELS + red.level + da) * COLOUR_LEVELS + yellow.level + db;
      share[at] += light.weight[dl] * red.weight[da] * yellow.weight[db];
    }
  }
  return share.map((sum) => Math.sqrt(sum / l.length));
}

/** The level below `value`, which is first moved into [0, top), and how `value` is shared between that level and the next. */
function between(value: number, top: number): { readonly level: number; readonly weight: readonly [number, number] } {
  const inside = Math.min(top - 1e-3, Math.max(0, value));
  const level = Math.floor(inside);
  return { level, weight: [level + 1 - inside, inside - level] };
}

/** The mean colour of each square, row after row. */
function layoutOf({ l, a, b }: Lab): Float32Array {
  const layout = new Float32Array(LAYOUT);
  const area = LAYOUT_SIDE * LAYOUT_SIDE;
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const at = squareOf(x, y, LAYOUT_SIDE) * 3;
      const i = y * WIDTH + x;
      layout[at] += (l[i] - 50) / 50 / area;
      layout[at + 1] += a[i] / 40 / area;
      layout[at + 2] += b[i] / 40 / area;
    }
  }
  return layout;
}

/**
 * Texture: a histogram of edge directions for each square, as in HOG (Dalal and Triggs 2005) without overlapping blocks.
 * Edges: one for the whole card, weak edges and strong ones apart.
 */
function edgesOf(lightness: Float32Array): { readonly texture: Float32Array; readonly edges: Float32Array } {
  const texture = new Float32Array(TEXTURE);
  const edges = new Float32Array(DIRECTIONS * 2);
  for (let y = 1; y < HEIGHT - 1; y++) {
    for (let x = 1; x < WIDTH - 1; x++) {
      const i = y * WIDTH + x;
      const dx = lightness[i + 1] - lightness[i - 1];
      const dy = lightness[i + WIDTH] - lightness[i - WIDTH];
      const strength = Math.hypot(dx, dy);
      if (strength < WEAKEST_EDGE) continue;
      const halfTurn = (Math.atan2(dy, dx) / Math.PI + 1) % 1;
      const direction = between(halfTurn * DIRECTIONS, DIRECTIONS);
      const square = squareOf(x, y, TEXTURE_SIDE) * DIRECTIONS;
      texture[square + direction.level] += strength * direction.weight[0];
      texture[square + ((direction.level + 1) % DIRECTIONS)] += strength * direction.weight[1];
      edges[direction.level + (strength > STRONG_EDGE ? DIRECTIONS : 0)] += strength;
    }
  }
  for (let at = 0; at < TEXTURE; at += DIRECTIONS) {
    const square = texture.subarray(at, at + DIRECTIONS);
    // The 8 keeps a nearly flat square quiet; the cap keeps one hard edge from drowning the rest.
    const length = lengthOf(square) + 8;
    square.forEach((x, i) => (square[i] = Math.min(0.35, x / length)));
  }
  return { texture, edges: edges.map(Math.sqrt) };
}

const squareOf = (x: number, y: number, side: number): number =>
  Math.floor(y / side) * (WIDTH / side) + Math.floor(x / side);

const lengthOf = (vector: Float32Array): number => Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));

function scaled(part: Float32Array, weight: number): Float32Array {
  const length = lengthOf(part) + 1e-6;
  return part.map((x) => (x / length) * weight);
}
