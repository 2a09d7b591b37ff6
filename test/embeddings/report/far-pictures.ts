import sharp from 'sharp';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';

const WIDTH = 384;
const HEIGHT = 576;

/** Pictures that are nothing like clip art on a painted background, made from a card or from nothing. Each is a WebP. */
export const FAR_PICTURES = {
  /** Grain at several scales, as of stone or cloth. */
  texture: (_card, seed) => fromPixels(seed, (x, y, at) => 128 + 90 * (at(x / 7, y / 7) + at(x / 29, y / 29) - 1)),
  /** Large soft fields of colour. */
  fields: (_card, seed) =>
    fromPixels(seed, (x, y, at, channel) => 255 * at(x / 170 + channel * 31, y / 170 + channel * 17)),
  /** The card in oil: stirred, and the brush as wide as a thumb. */
  oil: (card, seed) => stirred(card, seed),
  /** The card in pencil: its edges, dark on paper. */
  pencil: (card) => pencil(card),
} satisfies Readonly<Record<string, (card: Uint8Array, seed: number) => Promise<Buffer>>>;

type Noise = (x: number, y: number) => number;

/** Smooth noise in 0 to 1 with one bump a unit. */
function noiseOf(seed: number): Noise {
  const rng = new Sfc32(seed);
  const grid = Float32Array.from({ length: 128 * 128 }, () => rng.unit());
  const corner = (x: number, y: number): number => grid[(y & 127) * 128 + (x & 127)];
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [x - left, y - top].map((t) => t * t * (3 - 2 * t));
    return (
      (corner(left, top) * (1 - fx) + corner(left + 1, top) * fx) * (1 - fy) +
      (corner(left, top + 1) * (1 - fx) + corner(left + 1, top + 1) * fx) * fy
    );
  };
}

function fromPixels(
  seed: number,
  level: (x: number, y: number, at: Noise, channel: number) => number,
): Promise<Buffer> {
  const at = noiseOf(seed);
  const tint = noiseOf(seed + 1);
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      for (let channel = 0; channel < 3; channel++)
        pixels[(y * WIDTH + x) * 3 + channel] =
          level(x, y, at, channel) * (0.5 + 0.5 * tint(x / 150 + channel * 40, y / 150));
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .webp({ quality: 90 })
    .toBuffer();
}

async function stirred(card: Uint8Array, seed: number): Promise<Buffer> {
  const source = await sharp(card).resize(WIDTH, HEIGHT, { fit: 'fill' }).removeAlpha().blur(4).raw().toBuffer();
  const at = noiseOf(seed);
  const pixels = new Uint8ClampedArray(source.length);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const turn = 6 * at(x / 60, y / 60);
      const fromX = Math.min(WIDTH - 1, Math.max(0, Math.round(x + 45 * Math.cos(turn))));
      const fromY = Math.min(HEIGHT - 1, Math.max(0, Math.round(y + 45 * Math.sin(turn))));
      for (let channel = 0; channel < 3; channel++)
        pixels[(y * WIDTH + x) * 3 + channel] = source[(fromY * WIDTH + fromX) * 3 + channel];
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .median(9)
    .webp({ quality: 90 })
    .toBuffer();
}

const pencil = (card: Uint8Array): Promise<Buffer> =>
  sharp(card)
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .flatten({ background: '#fff' })
    .greyscale()
    .convolve({ width: 3, height: 3, kernel: [-2, -2, -2, -2, 16, -2, -2, -2, -2], scale: 1 })
    .toColourspace('srgb')
    .negate({ alpha: false })
    .webp({ quality: 90 })
    .toBuffer();
