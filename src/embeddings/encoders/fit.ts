import type { Card } from '../deck/deck.ts';
import { DeckError, nameOf } from '../deck/deck.ts';
import type { Pixels } from '../deck/picture.ts';
import { NIGHT, decode, loadSharp, toPixels } from '../deck/picture.ts';
import type { EncoderManifest } from '../models/manifest.ts';

type Rules = EncoderManifest['picture'];

/** A card's longer side may be so many times its shorter one where only parts of it are looked at; beyond, memory would have no bound. */
const LONGEST = 12;

/** A card as the model is shown it: one picture of its size, or three. Throws DeckError. */
export async function fitCard(card: Card, bytes: Uint8Array, rules: Rules): Promise<readonly Pixels[]> {
  const { width, height, fit, shortestEdge, kernel } = rules;
  switch (fit) {
    case 'squash':
      return [
        await decode(card, bytes, (image) =>
          toPixels(image.flatten({ background: NIGHT }).resize(width, height, { fit: 'fill', kernel })),
        ),
      ];
    case 'pad':
      return [
        await decode(card, bytes, (image) =>
          toPixels(
            image
              .flatten({ background: NIGHT })
              .resize(width, height, { fit: 'contain', kernel, background: barsOf(rules) }),
          ),
        ),
      ];
    case 'crop': {
      const edge = shortestEdge ?? Math.max(width, height);
      const scaled = await cover(card, bytes, edge, edge, kernel);
      return [
        await part(scaled, Math.round((scaled.width - width) / 2), Math.round((scaled.height - height) / 2), rules),
      ];
    }
    case 'tiles': {
      const scaled = await cover(card, bytes, width, height, kernel);
      const whole = await shrink(scaled, rules);
      return [
        whole,
        await part(scaled, 0, 0, rules),
        await part(scaled, scaled.width - width, scaled.height - height, rules),
      ];
    }
  }
}

/** The whole card, just large enough to cover width x height. */
async function cover(
  card: Card,
  bytes: Uint8Array,
  width: number,
  height: number,
  kernel: Rules['kernel'],
): Promise<Pixels> {
  let long: string | undefined;
  const pixels = await decode(card, bytes, async (image) => {
    const { autoOrient } = await image.metadata();
    const sides = [autoOrient.width, autoOrient.height];
    if (Math.max(...sides) > LONGEST * Math.min(...sides)) {
      long = sides.join(' x ');
      return undefined;
    }
    return toPixels(image.flatten({ background: NIGHT }).resize(width, height, { fit: 'outside', kernel }));
  });
  if (pixels) return pixels;
  throw new DeckError(
    `the picture of ${nameOf(card)} is ${long ?? ''} pixels, too long to be looked at in parts; use the fit "pad" or "squash", or cut it`,
  );
}

async function part(pixels: Pixels, left: number, top: number, { width, height }: Rules): Promise<Pixels> {
  const sharp = await loadSharp();
  return toPixels(sharp(pixels.data, rawOf(pixels)).extract({ left, top, width, height }));
}

async function shrink(pixels: Pixels, rules: Rules): Promise<Pixels> {
  const sharp = await loadSharp();
  const { width, height, kernel } = rules;
  return toPixels(
    sharp(pixels.data, rawOf(pixels)).resize(width, height, { fit: 'contain', kernel, background: barsOf(rules) }),
  );
}

const rawOf = ({ width, height }: Pixels): { readonly raw: { width: number; height: number; channels: 3 } } => ({
  raw: { width, height, channels: 3 },
});

/** The colour that goes in as zeros. */
const barsOf = ({ mean: [r, g, b] }: Rules): { readonly r: number; readonly g: number; readonly b: number } => ({
  r: Math.round(r * 255),
  g: Math.round(g * 255),
  b: Math.round(b * 255),
});

/** Writes a picture into a model's input from `at` on. */
export function writePixels(
  { data }: Pixels,
  { layout, colours, mean, std }: Rules,
  into: Float32Array,
  at: number,
): void {
  const area = data.length / 3;
  const [pixelStep, channelStep] = layout === 'NCHW' ? [1, area] : [3, 1];
  for (let channel = 0; channel < 3; channel++) {
    const place = at + (colours === 'RGB' ? channel : 2 - channel) * channelStep;
    for (let i = 0; i < area; i++)
      into[place + i * pixelStep] = (data[i * 3 + channel] / 255 - mean[channel]) / std[channel];
  }
}
