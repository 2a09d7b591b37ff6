import sharp from 'sharp';
import type { Rng } from '../../src/engine/kernel/rng.ts';
import type { TableName } from './tables.ts';
import { TABLES } from './tables.ts';

/** How a photo is taken. Angles in degrees, lengths in shares of the photo's shorter side. */
export interface Shot {
  readonly width: number;
  readonly height: number;
  /** How far the card is turned in the picture plane, 0 to 360. */
  readonly turn: number;
  /** How far the camera leans from straight above, and to which side. */
  readonly lean: number;
  readonly towards: number;
  /** Height of the card. */
  readonly size: number;
  /** Middle of the card, 0 to 1 of width and height. */
  readonly x: number;
  readonly y: number;
  readonly table: TableName;
  /** Gain of all channels, and of red against blue: a lamp or a cloudy window. */
  readonly light: number;
  readonly warmth: number;
  /** How much darker the corners are, 0 to 1. */
  readonly vignette: number;
  /** A blot of light on the card: middle and reach in shares of the card, strength 0 to 1. */
  readonly glare: { readonly x: number; readonly y: number; readonly reach: number; readonly strength: number };
  /** A thumb over the card's edge: where along the edges (0 to 4) and its radius in shares of the card's width. */
  readonly thumb: { readonly at: number; readonly radius: number };
  /** Standard deviations in pixels and in levels. */
  readonly blur: number;
  readonly noise: number;
  /** JPEG quality. */
  readonly quality: number;
  readonly seed: number;
}

const between = (rng: Rng, low: number, high: number): number => low + (high - low) * rng.unit();

/** A photo somebody might take of a card on a table with a telephone in the evening. */
export function shotOf(rng: Rng): Shot {
  const upright = rng.below(4) > 0;
  const names = Object.keys(TABLES) as TableName[];
  return {
    width: upright ? 900 : 1200,
    height: upright ? 1200 : 900,
    turn: between(rng, 0, 360),
    lean: between(rng, 0, 25),
    towards: between(rng, 0, 360),
    size: between(rng, 0.6, 0.95),
    x: between(rng, 0.44, 0.56),
    y: between(rng, 0.44, 0.56),
    table: names[rng.below(names.length)],
    light: between(rng, 0.55, 1.2),
    warmth: between(rng, 0.85, 1.25),
    vignette: between(rng, 0, 0.5),
    glare: {
      x: rng.unit(),
      y: rng.unit(),
      reach: between(rng, 0.1, 0.3),
      strength: rng.below(3) === 0 ? 0 : between(rng, 0.4, 1),
    },
    thumb: { at: between(rng, 0, 4), radius: rng.below(2) === 0 ? 0 : between(rng, 0.08, 0.16) },
    blur: between(rng, 0.3, 1.4),
    noise: between(rng, 2, 8),
    quality: 70,
    seed: rng.bits(),
  };
}

/** A picture as floats r, g, b in levels of 0 to 255, row after row. */
interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Takes the photo: a JPEG. `card` undefined is an empty table. */
export async function photograph(card: Uint8Array | undefined, shot: Shot): Promise<Buffer> {
  const { width, height, light, warmth, vignette, noise } = shot;
  const picture = card && (await raster(card));
  const inverse = invert(poseOf(shot));
  const backdrop = await tableTop(shot);
  const random = stream(shot.seed);
  const pixels = new Uint8ClampedArray(width * height * 3);
  const colour = new Float32Array(3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++) colour[channel] = backdrop[at + channel];
      if (picture) {
        const [u, v] = apply(inverse, x + 0.5, y + 0.5);
        if (u > -0.2 && u < 1.2 && v > -0.2 && v < 1.2) show(picture, shot, u, v, colour);
      }
      const fall = 1 - vignette * ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2;
      const grain = noise * (random() + random() + random() - 1.5) * 2;
      pixels[at] = colour[0] * light * fall * warmth + grain;
      pixels[at + 1] = colour[1] * light * fall + grain;
      pixels[at + 2] = (colour[2] * light * fall) / warmth + grain;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .blur(Math.max(0.3, shot.blur))
    .jpeg({ quality: shot.quality })
    .toBuffer();
}

/** The table without the card, drawn at half size: photos are a little soft anyway. */
async function tableTop({ width, height, table, seed }: Shot): Promise<Uint8Array> {
  const backdrop = TABLES[table](seed);
  const half = { width: width / 2, height: height / 2, channels: 3 as const };
  const pixels = new Uint8ClampedArray(half.width * half.height * 3);
  const colour = new Float32Array(3);
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      backdrop(x / half.width, y / half.width, colour);
      pixels.set(colour, (y * half.width + x) * 3);
    }
  }
  return sharp(pixels, { raw: half }).resize(width, height, { kernel: 'cubic' }).raw().toBuffer();
}

/** Colours `into` with what the photo shows at (u, v) of the card's plane, 0 to 1 on the card; the shadow of its edge falls around it. */
function show(picture: Raster, { glare, thumb }: Shot, u: number, v: number, into: Float32Array): void {
  const outside = Math.max(-u, u - 1, -v * 1.5, (v - 1) * 1.5);
  if (outside > 0) {
    const shade = 1 - 0.5 * Math.exp(-outside * 40);
    for (let channel = 0; channel < 3; channel++) into[channel] *= shade;
    return;
  }
  sample(picture, u, v, into);
  const blot = Math.hypot(u - glare.x, (v - glare.y) * 1.5) / glare.reach;
  const shine = glare.strength * Math.exp(-(blot ** 4)) + 0.1 * glare.strength * Math.exp(-blot);
  for (let channel = 0; channel < 3; channel++) into[channel] += (255 - into[channel]) * Math.min(1, shine);
  const side = Math.floor(thumb.at);
  const along = thumb.at - side;
  const [thumbX, thumbY] = [
    [along, 0],
    [1, along],
    [along, 1],
    [0, along],
  ][side];
  if (Math.hypot(u - thumbX, (v - thumbY) * 1.5) < thumb.radius) into.set([205, 150, 125]);
}

/** Bilinear, in a picture whose mean over a pixel of the photo was taken before. */
function sample({ width, height, data }: Raster, u: number, v: number, into: Float32Array): void {
  const x = Math.min(width - 1.001, Math.max(0, u * width - 0.5));
  const y = Math.min(height - 1.001, Math.max(0, v * height - 0.5));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  for (let channel = 0; channel < 3; channel++) {
    const at = (top * width + left) * 3 + channel;
    const upper = data[at] * (1 - fx) + data[at + 3] * fx;
    const lower = data[at + width * 3] * (1 - fx) + data[at + width * 3 + 3] * fx;
    into[channel] = upper * (1 - fy) + lower * fy;
  }
}

async function raster(bytes: Uint8Array): Promise<Raster> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .flatten({ background: '#14101c' })
    .resize(512, 768, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: Float32Array.from(data) };
}

/** Nine numbers, row after row. */
type Homography = readonly number[];

/** From the card's plane (0 to 1 on the card) to pixels: turned, leaned in space, and seen by a camera at 2.2 times the shorter side. */
export function poseOf({ width, height, turn, lean, towards, size, x, y }: Shot): Homography {
  const short = Math.min(width, height);
  const [spin, tilt, side] = [turn, lean, towards].map((degrees) => (degrees * Math.PI) / 180);
  const distance = 2.2 * short;
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ].map(([u, v]) => {
    const [cx, cy] = [((u - 0.5) * size * short) / 1.5, (v - 0.5) * size * short];
    const [px, py] = [cx * Math.cos(spin) - cy * Math.sin(spin), cx * Math.sin(spin) + cy * Math.cos(spin)];
    // Rodrigues' rotation by `tilt` about the axis (cos side, sin side, 0).
    const [ax, ay] = [Math.cos(side), Math.sin(side)];
    const dot = (ax * px + ay * py) * (1 - Math.cos(tilt));
    const rx = px * Math.cos(tilt) + ax * dot;
    const ry = py * Math.cos(tilt) + ay * dot;
    const rz = (ax * py - ay * px) * Math.sin(tilt);
    const scale = distance / (distance + rz);
    return [x * width + rx * scale, y * height + ry * scale] as const;
  });
  return toHomography(corners);
}

/** The map that takes the corners of the unit square to four points (P. Heckbert, "Fundamentals of Texture Mapping", 1989, section 2.2). */
function toHomography(corners: readonly (readonly [number, number])[]): Homography {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / area;
  const h = (dx1 * dy3 - dx3 * dy1) / area;
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1];
}

function invert([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

export function apply([a, b, c, d, e, f, g, h, i]: Homography, x: number, y: number): readonly [number, number] {
  const w = g * x + h * y + i;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
}

/** Fast numbers in [0, 1) for grain (xorshift32, G. Marsaglia, "Xorshift RNGs", 2003). */
export function stream(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}
