import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { NormaliseOptions } from '../../../src/embeddings/deck/normalise.ts';
import { normalise } from '../../../src/embeddings/deck/normalise.ts';
import { NIGHT, PictureFault } from '../../../src/embeddings/deck/picture.ts';
import { boast, paintScan } from './scan-folder.ts';

type Rgb = readonly number[];
const NIGHT_RGB = [0x14, 0x10, 0x1c];

interface Seen extends Awaited<ReturnType<typeof normalise>> {
  readonly width: number;
  readonly height: number;
  /** The colour at a share of width and height. */
  colour(x: number, y: number): Rgb;
}

async function see(image: Sharp | Uint8Array, options: Partial<NormaliseOptions> = {}): Promise<Seen> {
  const bytes = image instanceof Uint8Array ? image : await image.toBuffer();
  const made = await normalise(bytes, { trim: false, ...options });
  const picture = sharp(made.picture);
  const { format, space, hasAlpha, hasProfile, exif } = await picture.metadata();
  expect([format, space, hasAlpha, hasProfile, exif]).toEqual(['webp', 'srgb', false, false, undefined]);
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const colour = (x: number, y: number): Rgb => {
    const at = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * 3;
    return [...data.subarray(at, at + 3)];
  };
  return { ...made, width: info.width, height: info.height, colour };
}

const far = (a: Rgb, b: Rgb): number => Math.max(...a.map((channel, i) => Math.abs(channel - b[i])));

/** Red, green, blue and yellow quarters, clockwise from the top left. */
const quarters = (width = 120, height = 180): Sharp =>
  svg(
    width,
    height,
    `<rect width="50%" height="50%" fill="#d02020"/><rect x="50%" width="50%" height="50%" fill="#20a020"/>` +
      `<rect x="50%" y="50%" width="50%" height="50%" fill="#2020d0"/><rect y="50%" width="50%" height="50%" fill="#d0d020"/>`,
  );
const svg = (width: number, height: number, body: string): Sharp =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`));
const RED = [0xd0, 0x20, 0x20];
const GREEN = [0x20, 0xa0, 0x20];
const PLACES: Readonly<Record<string, readonly [number, number]>> = {
  TL: [0.1, 0.1],
  TR: [0.9, 0.1],
  BR: [0.9, 0.9],
  BL: [0.1, 0.9],
};
const opaque = (): Sharp => quarters().flatten();

describe('a scan of any kind becomes the same picture', () => {
  test.each<[string, () => Promise<Buffer>, number]>([
    ['PNG', () => opaque().png().toBuffer(), 14],
    ['JPEG', () => opaque().jpeg({ quality: 95 }).toBuffer(), 20],
    ['WebP', () => opaque().webp().toBuffer(), 20],
    ['AVIF', () => opaque().avif().toBuffer(), 24],
    ['TIFF', () => opaque().tiff({ compression: 'lzw' }).toBuffer(), 14],
    ['GIF', () => opaque().gif().toBuffer(), 14],
    ['PNG with a palette', () => opaque().png({ palette: true }).toBuffer(), 14],
    ['PNG of 16 bits', () => opaque().toColourspace('rgb16').png().toBuffer(), 14],
    ['progressive JPEG', () => opaque().jpeg({ progressive: true, quality: 95 }).toBuffer(), 20],
    ['PNG with a wide gamut', () => opaque().withIccProfile('p3').png().toBuffer(), 20],
    // Inks cannot print every light.
    ['JPEG in CMYK', () => opaque().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(), 90],
  ])('%s', async (_, bytes, off) => {
    const seen = await see(await bytes());
    expect([seen.width, seen.height]).toEqual([120, 180]);
    expect(far(seen.colour(...PLACES.TL), RED)).toBeLessThan(off);
    expect(far(seen.colour(...PLACES.TR), GREEN)).toBeLessThan(off);
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['PNG', () => opaque().toColourspace('b-w').png().toBuffer()],
    ['JPEG', () => opaque().toColourspace('b-w').jpeg().toBuffer()],
    ['PNG of 16 bits', () => opaque().toColourspace('grey16').png().toBuffer()],
  ])('grey %s', async (_, bytes) => {
    const { space, depth } = await sharp(await bytes()).metadata();
    expect(space === 'b-w' || (space === 'grey16' && depth === 'ushort')).toBe(true); // it is what it says
    const [r, g, b] = (await see(await bytes())).colour(...PLACES.TL);
    expect(far([r, r], [g, b])).toBeLessThan(4);
    expect(r).toBeGreaterThan(60);
    expect(r).toBeLessThan(140);
  });

  test('what is transparent shows the night', async () => {
    const half = svg(60, 90, '<rect width="60" height="45" fill="#d02020"/>').png();
    const seen = await see(half);
    expect(far(seen.colour(0.5, 0.2), RED)).toBeLessThan(14);
    expect(far(seen.colour(0.5, 0.8), NIGHT_RGB)).toBeLessThan(8);
    expect(NIGHT).toBe('#14101c');
  });

  test('at most 1200 pixels on the longer side, and never more than there were', async () => {
    const large = await see(quarters(1600, 2400).flatten().jpeg());
    expect([large.width, large.height, large.look.width, large.look.height]).toEqual([800, 1200, 1600, 2400]);
    const small = await see(quarters(20, 30).flatten().png());
    expect([small.width, small.height]).toEqual([20, 30]);
  });
});

describe('EXIF says how a scan stands', () => {
  /** Where the upper left and the upper right corner of the stored picture are seen (EXIF 2.32, tag 0x0112). */
  test.each([
    [1, 'TL', 'TR'],
    [2, 'TR', 'TL'],
    [3, 'BR', 'BL'],
    [4, 'BL', 'BR'],
    [5, 'TL', 'BL'],
    [6, 'TR', 'BR'],
    [7, 'BR', 'TR'],
    [8, 'BL', 'TL'],
  ] as const)('orientation %i', async (orientation, red, green) => {
    const seen = await see(opaque().withMetadata({ orientation }).jpeg({ quality: 95 }));
    expect([seen.width, seen.height]).toEqual(orientation < 5 ? [120, 180] : [180, 120]);
    expect([seen.look.width, seen.look.height]).toEqual([seen.width, seen.height]);
    expect(far(seen.colour(...PLACES[red]), RED)).toBeLessThan(20);
    expect(far(seen.colour(...PLACES[green]), GREEN)).toBeLessThan(20);
  });

  test.each([
    ['right', 'TR'],
    ['left', 'BL'],
  ] as const)('a landscape scan is turned %s where that is asked, one that stands is not', async (upright, red) => {
    const turned = await see(quarters(180, 120).flatten().png(), { upright });
    expect([turned.width, turned.height, turned.look.turned]).toEqual([120, 180, true]);
    expect(far(turned.colour(...PLACES[red]), RED)).toBeLessThan(14);
    const stands = await see(opaque().png(), { upright });
    expect([stands.width, stands.look.turned]).toEqual([120, false]);
    const lies = await see(quarters(180, 120).flatten().png());
    expect([lies.width, lies.look.turned]).toEqual([180, false]);
  });
});

describe('trim', () => {
  /** A card with rounded corners at (20, 30) on a scanner's lid. */
  const onLid = async (lid: string, speckle = 0, corner = 12): Promise<Buffer> => {
    const card = await svg(
      120,
      180,
      `<rect width="120" height="180" rx="${corner}" fill="#d02020"/><circle cx="60" cy="90" r="40" fill="#20a020"/>`,
    )
      .png()
      .toBuffer();
    const scan = sharp({ create: { width: 160, height: 240, channels: 3, background: lid } }).composite([
      { input: card, left: 20, top: 30 },
    ]);
    const { data, info } = await sharp(await scan.png().toBuffer())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (let i = 0; i < data.length; i += 7) data[i] = Math.max(0, data[i] - (i % (speckle + 1)));
    return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
      .png()
      .toBuffer();
  };

  test.each([
    ['white', 0],
    ['white', 9],
    ['#101010', 0],
    ['#808890', 6],
  ])('cuts off a border of %s with speckles of %i, and darkens the corners', async (lid, speckle) => {
    const seen = await see(await onLid(lid, speckle), { trim: true });
    expect(Math.abs(seen.width - 120)).toBeLessThanOrEqual(2);
    expect(Math.abs(seen.height - 180)).toBeLessThanOrEqual(2);
    expect(seen.look.trimmed?.left).toBeCloseTo(20 / 160, 1);
    expect(seen.look.trimmed?.bottom).toBeCloseTo(30 / 240, 1);
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]) {
      expect(far(seen.colour(x, y), NIGHT_RGB)).toBeLessThan(30);
    }
    expect(far(seen.colour(0.5, 0.03), RED)).toBeLessThan(30);
    expect(far(seen.colour(0.2, 0.1), RED)).toBeLessThan(30);
  });

  test('is not done unless it is asked for', async () => {
    const seen = await see(await onLid('white'));
    expect([seen.width, seen.look.trimmed]).toEqual([160, undefined]);
    expect(far(seen.colour(0, 0), [255, 255, 255])).toBeLessThan(8);
  });

  test('darkens the white corners of a card that was cut to its edge', async () => {
    const seen = await see(
      svg(120, 180, '<rect width="120" height="180" rx="9" fill="#d02020"/>').flatten({ background: '#fff' }).png(),
      {
        trim: true,
      },
    );
    expect([seen.width, seen.height, seen.look.trimmed]).toEqual([120, 180, undefined]);
    expect(far(seen.colour(0, 0), NIGHT_RGB)).toBeLessThan(30);
    expect(far(seen.colour(1, 1), NIGHT_RGB)).toBeLessThan(30);
  });

  test('leaves a white sky, and a dark one above a picture, as they are', async () => {
    const white = await see(
      svg(
        120,
        180,
        '<rect width="120" height="180" fill="#fff"/><rect y="90" width="120" height="90" fill="#20a020"/>',
      ).png(),
      { trim: true },
    );
    expect([white.width, white.height]).toEqual([120, 180]);
    expect(far(white.colour(0, 0), [255, 255, 255])).toBeLessThan(8);
    const dark = await see(
      svg(
        120,
        180,
        '<rect width="120" height="180" fill="#111"/><rect y="90" width="120" height="90" fill="#20a020"/>',
      ).png(),
      { trim: true },
    );
    expect([dark.width, dark.height, dark.look.trimmed]).toEqual([120, 180, undefined]);
  });

  test('leaves a scan whole that is nearly all border, and says so', async () => {
    const dot = svg(
      120,
      180,
      '<rect width="120" height="180" fill="#fff"/><rect x="50" y="80" width="20" height="20" fill="#d02020"/>',
    );
    const { width, height, look } = await see(dot.png(), { trim: true });
    expect([width, height, look.trimmed, look.tooLittleCard]).toEqual([120, 180, undefined, true]);
  });

  test('a blank page stays one', async () => {
    const blank = sharp({ create: { width: 100, height: 150, channels: 3, background: '#fff' } });
    const { width, look } = await see(blank.png(), { trim: true });
    expect([width, look.trimmed]).toEqual([100, undefined]);
    expect(look.contrast).toBeLessThan(1);
  });
});

describe('what cannot be used is refused in words', () => {
  const complaint = (bytes: Uint8Array): Promise<string> =>
    normalise(bytes, { trim: true }).then(
      () => 'nothing',
      (error: unknown) => (error instanceof PictureFault ? error.message : String(error)),
    );

  test.each(['png', 'jpeg', 'webp', 'tiff', 'avif'] as const)('a %s that is cut short', async (format) => {
    const whole = await paintScan(3, 200, 300).toFormat(format).toBuffer();
    expect(await complaint(whole.subarray(0, Math.floor(whole.length * 0.6)))).toMatch(
      /^is damaged or no picture at all: /,
    );
  });

  test('a text that calls itself a picture', async () => {
    expect(await complaint(Buffer.from('no picture\n'.repeat(99)))).toMatch(/^is damaged or no picture at all: /);
  });

  test('a picture of 900 million pixels, at once', async () => {
    const started = performance.now();
    expect(await complaint(await boast(30_000, 30_000))).toBe('has 30000 x 30000 pixels; at most 100 million are read');
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('a picture of a few pixels', async () => {
    expect(await complaint(await paintScan(1, 15, 90).png().toBuffer())).toBe(
      'has 15 x 90 pixels; a card needs at least 16 on each side',
    );
  });
});
