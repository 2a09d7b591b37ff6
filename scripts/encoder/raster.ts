import sharp from 'sharp';

/** Side of a training picture, in pixels. */
export const SIDE = 64;

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** Alpha from which a pixel counts as ink, of 255. */
const INK = 24;
const MOST_PIXELS = 40_000_000;

/** RGBA, row after row, 4 bytes a pixel. */
export interface Raster {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** A drawing cut to its ink and fitted into a transparent square, or undefined if there is no ink. */
export async function rasterise(source: Buffer | string, side: number): Promise<Raster | undefined> {
  const large = await sharp(source, { density: densityFor(source, side * 2), limitInputPixels: MOST_PIXELS })
    .resize(side * 2, side * 2, { fit: 'contain', background: CLEAR })
    .ensureAlpha()
    .raw()
    .toBuffer();
  const box = inkOf(large, side * 2);
  if (box === undefined) return undefined;
  const data = await sharp(large, { raw: { width: side * 2, height: side * 2, channels: 4 } })
    .extract(box)
    .resize(side, side, { fit: 'contain', background: CLEAR })
    .raw()
    .toBuffer();
  return { data, width: side, height: side };
}

/** Dots per inch at which an SVG of a known width is drawn `pixels` wide; 72 is a pixel a unit. */
function densityFor(source: Buffer | string, pixels: number): number {
  const width = Buffer.isBuffer(source)
    ? Number(/^<svg [^>]*?\bwidth="(\d+)"/.exec(source.toString('latin1', 0, 300))?.[1])
    : Number.NaN;
  return Number.isNaN(width) ? 72 : Math.min(2400, Math.max(1, (72 * pixels) / width));
}

function inkOf(rgba: Buffer, side: number): { left: number; top: number; width: number; height: number } | undefined {
  let [left, top, right, bottom] = [side, side, 0, 0];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if ((rgba[(y * side + x) * 4 + 3] ?? 0) <= INK) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  return right === 0 ? undefined : { left, top, width: right - left, height: bottom - top };
}

/** Four planes, red, green, blue and alpha, the colours multiplied by alpha. */
export function premultipliedPlanes({ data, width, height }: Raster): Buffer {
  const area = width * height;
  const planes = Buffer.alloc(area * 4);
  for (let i = 0; i < area; i++) {
    const alpha = data[i * 4 + 3] ?? 0;
    for (let channel = 0; channel < 3; channel++)
      planes[channel * area + i] = Math.round(((data[i * 4 + channel] ?? 0) * alpha) / 255);
    planes[3 * area + i] = alpha;
  }
  return planes;
}
