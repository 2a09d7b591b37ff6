import type { Sharp } from 'sharp';
import type { Card, Deck } from '../deck/deck.ts';
import { NIGHT, decode, readPicture } from '../deck/picture.ts';
import type { PictureHashes, StoreOptions } from '../eyes/store.ts';
import { SAMPLES } from './correlation.ts';
import { keepKnown, readKnown } from './feature-store.ts';
import type { Features, GreyPixels } from './features.ts';
import { findFeatures } from './features.ts';
import type { OpenCv } from './opencv.ts';

/** A card, and all that it is recognised by. */
export interface KnownCard {
  readonly card: Card;
  readonly features: Features;
  /** `SAMPLES` pixels. */
  readonly samples: GreyPixels;
}

/** Longer side of the picture in which features are found, in pixels: about what a card measures in a photo. */
const SIDE = 480;
const MOST_FEATURES = 400;

/** All cards of a deck, from the cache or looked at now. Throws DeckError. */
export async function knowCards(
  cv: OpenCv,
  deck: Deck,
  pictures: PictureHashes,
  options: StoreOptions,
): Promise<readonly KnownCard[]> {
  const stored = await readKnown(deck, pictures, options);
  if (stored !== undefined) return stored;
  const known: KnownCard[] = [];
  for (const card of deck.cards) {
    known.push(await know(cv, card));
    options.onProgress?.(known.length, deck.cards.length);
  }
  await keepKnown(deck, pictures, known, options);
  return known;
}

async function know(cv: OpenCv, card: Card): Promise<KnownCard> {
  const bytes = await readPicture(card);
  const grey = await decode(card, bytes, (image) => toGrey(image.resize(SIDE, SIDE, { fit: 'inside' })));
  const samples = await decode(card, bytes, (image) =>
    toGrey(image.resize(SAMPLES.width, SAMPLES.height, { fit: 'fill' })),
  );
  return { card, features: findFeatures(cv, grey, MOST_FEATURES), samples };
}

/** A picture's greys, a byte each. */
export async function toGrey(image: Sharp): Promise<GreyPixels> {
  const { data, info } = await image
    .flatten({ background: NIGHT })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
