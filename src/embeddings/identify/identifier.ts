import type { Card, Deck } from '../deck/deck.ts';
import { decodeBytes } from '../deck/picture.ts';
import type { StoreOptions } from '../eyes/store.ts';
import { hashPictures } from '../eyes/store.ts';
import { correlate } from './correlation.ts';
import { findFeatures, strongest } from './features.ts';
import type { KnownCard } from './known-card.ts';
import { knowCards, toGrey } from './known-card.ts';
import { matchFeatures } from './match.ts';
import { loadOpenCv } from './opencv.ts';
import type { Corners } from './pose.ts';
import { cornersOf, findPose } from './pose.ts';

/** A card that may be on a photo. */
export interface Candidate {
  readonly card: Card;
  /** How sure it is that this is the card, 0 to 1; those of all candidates sum to at most 1. */
  readonly confidence: number;
  /** The median correlation of its parts with what the photo shows there, -1 to 1. */
  readonly correlation: number;
  /** Where its corners lie, in shares of the upright photo's width and height: top left of the picture first, then clockwise. */
  readonly corners: Corners;
}

export interface Identification {
  /** Undefined where the photo shows no card of the deck, as far as can be seen. */
  readonly card: Card | undefined;
  /** Likeliest first, the card itself included. */
  readonly candidates: readonly Candidate[];
}

export interface Identifier {
  /** The correlation from which on a card is named. */
  readonly even: number;
  /**
   * Names the card on a photo (WebP, PNG, JPEG or AVIF) of one card, in any position and light in which a person would know it.
   * Throws PictureFault for a photo that cannot be read; the message follows the photo's name.
   */
  readonly name: (photo: Uint8Array) => Promise<Identification>;
}

/** Longer sides of the photo in which features are found and in which greys are compared, in pixels. */
const SIDE = 800;
const SMALL_SIDE = 240;
const MOST_FEATURES = 700;
/** First all cards are matched by their strongest features, then the best by all of theirs. */
const FIRST = { ofPhoto: 400, ofCard: 150 };
const SHORTLIST = 10;
/**
 * The correlation at which a card is as likely right as wrong, and how fast that changes. `npm run identify` measures on what they rest:
 * the right card correlates at 0.87 or more, the best wrong one nearly always at less than 0.7.
 */
const EVEN = 0.75;
const STEEPNESS = 30;

/**
 * Knows the cards of a deck by their looks. Features of its pictures are found once and kept in the cache.
 * Throws DeckError for a picture that cannot be read.
 */
export async function openIdentifier(deck: Deck, options: StoreOptions = {}): Promise<Identifier> {
  const { cv } = await loadOpenCv();
  const known = await knowCards(cv, deck, await hashPictures(deck), options);

  const rank = (photo: ReturnType<typeof findFeatures>): readonly KnownCard[] => {
    const first = strongest(photo, FIRST.ofPhoto);
    return known
      .map((card) => ({ card, matches: matchFeatures(first, strongest(card.features, FIRST.ofCard)).length }))
      .toSorted((a, b) => b.matches - a.matches)
      .slice(0, SHORTLIST)
      .map(({ card }) => card);
  };

  return {
    even: EVEN,
    name: async (photo) => {
      const [large, small] = await decodeBytes(photo, (image) =>
        Promise.all([SIDE, SMALL_SIDE].map((side) => toGrey(image.clone().resize(side, side, { fit: 'inside' })))),
      );
      const features = findFeatures(cv, large, MOST_FEATURES);
      const fits = rank(features).flatMap(({ card, features: its, samples }) => {
        const pose = findPose(cv, its, features, matchFeatures(features, its));
        return pose ? [{ card, correlation: correlate(samples, small, pose), corners: cornersOf(pose) }] : [];
      });
      return judge(fits);
    },
  };
}

/** From how well each card fits to how likely each is: their odds, beside those of no card at all. */
function judge(fits: readonly Omit<Candidate, 'confidence'>[]): Identification {
  const odds = fits.map(({ correlation }) => Math.exp(STEEPNESS * (correlation - EVEN)));
  const all = odds.reduce((sum, one) => sum + one, 1);
  const candidates = fits
    .map((fit, i) => ({ ...fit, confidence: odds[i] / all }))
    .toSorted((a, b) => b.confidence - a.confidence);
  const [best] = candidates;
  // Two copies of one picture share the confidence, and either will do; beside no card at all they are one.
  return { card: best !== undefined && best.correlation > EVEN ? best.card : undefined, candidates };
}
