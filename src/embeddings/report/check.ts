import type { Affinity } from '../../engine/kernel/knowledge.ts';
import type { Deck, PickedCards } from '../deck/deck.ts';
import { CARD_KINDS, DeckError, findDeck, loadDeck, pickCards } from '../deck/deck.ts';
import { openEncoder } from '../encoders/open.ts';
import { toAffinity } from '../eyes/affinity.ts';
import type { AffinityOptions } from '../eyes/affinity.ts';
import { encodersBehind, openEyes } from '../eyes/eyes.ts';
import { parseEyes } from '../eyes/names.ts';
import type { PictureHashes } from '../eyes/store.ts';
import { encodeDeck, hashPictures } from '../eyes/store.ts';
import type { Familiarity } from './familiarity.ts';
import { familiarityOf } from './familiarity.ts';
import { firstGuess } from './first-guess.ts';
import type { Occurrence } from './hubs.ts';
import { cardOccurrence, visionOccurrence } from './hubs.ts';
import type { BestFit } from './misfits.ts';
import { findMisfits } from './misfits.ts';
import type { Twins } from './twins.ts';
import { findTwins } from './twins.ts';

/** A share of so many deals, with its 95 % interval. */
export interface Rate {
  readonly n: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** First guesses among so many candidates, at the blur of the check. */
export interface FirstGuesses {
  readonly candidates: number;
  /** Ghost and psychic look through the same eyes, each with a blur of its own. */
  readonly same: Rate;
  /** The psychic looks through the other eyes. */
  readonly other: Rate;
  readonly chance: number;
}

/** What becomes of cosines on their way to associations. */
export interface WhiteningStep {
  readonly name: string;
  readonly same: Rate;
  readonly other: Rate;
  /** Skewness of how often visions, and cards, are among the nearest. */
  readonly visions: number;
  readonly cards: number;
}

/** What visions suggest. Rows and columns are those of `affinity`. */
export interface Suggestions {
  readonly affinity: Affinity;
  readonly otherEyes: string;
  /** Of ghost and psychic alike, in standard deviations of the affinity. */
  readonly blur: number;
  readonly firstGuesses: readonly FirstGuesses[];
  readonly visions: Occurrence;
  readonly cards: Occurrence;
  readonly twins: readonly Twins[];
  readonly misfits: readonly BestFit[];
  /** At so many candidates; undefined for eyes that are made of several. */
  readonly whitening: { readonly candidates: number; readonly steps: readonly WhiteningStep[] } | undefined;
}

export interface DeckCheck {
  readonly deck: Deck;
  readonly eyes: string;
  /** All cards, kind after kind. */
  readonly picked: PickedCards;
  /** Undefined where it is not known what the eyes were made for. */
  readonly familiarity: Familiarity | undefined;
  /** Undefined for a deck that is no game: without visions, or without two cards of a category. */
  readonly suggestions: Suggestions | undefined;
}

export interface CheckRequest {
  /** What `findDeck` takes. */
  readonly deck: string;
  readonly eyes: string;
  /** Of everybody's eyes, in standard deviations of the affinity. */
  readonly blur: number;
  /** The 95 % interval of so many hits in so many deals. */
  readonly interval: (hits: number, deals: number) => Rate;
  readonly cacheDir?: string;
  readonly onProgress?: (what: string, done: number, total: number) => void;
  readonly onWarning?: (line: string) => void;
}

/** Deals a figure. */
export const DEALS = 20_000;
const CANDIDATES = [4, 5, 6, 7, 8, 9];
const WHITENING_CANDIDATES = 6;

/**
 * What a deck is like to play with through some eyes.
 * Throws UnknownEyesError, EyesError and DeckError.
 */
export async function checkDeck(request: CheckRequest): Promise<DeckCheck> {
  const { eyes, cacheDir, onWarning } = request;
  const encoders = await encodersBehind(eyes);
  for (const name of encoders) await (await openEncoder(name, onWarning)).close(); // refuses unknown names before a picture is read
  const deck = await loadDeck(await findDeck(request.deck));
  if (deck.cards.length === 0) throw new DeckError(`deck ${deck.id} has no cards; deck.json lists them under "cards"`);
  const picked = pickCards(deck, needOf(deck));
  const pictures = await hashPictures(deck);
  const familiarity = encoders.includes('bundled')
    ? await familiarityOf('bundled', deck, pictures, {
        cacheDir,
        onWarning,
        onProgress: (done, total) => request.onProgress?.(`how familiar is ${deck.id}?`, done, total),
      })
    : undefined;
  const isGame = picked.visions.length > 0 && Math.max(0, ...picked.groups) > 1;
  return {
    deck,
    eyes,
    picked,
    familiarity,
    suggestions: isGame ? await suggest(request, deck, picked, pictures) : undefined,
  };
}

/** All that the deck has. */
function needOf(deck: Deck): { visions: number; cards: { kind: string; count: number }[] } {
  const count = (wanted: string): number => deck.cards.filter(({ kind }) => kind === wanted).length;
  return {
    visions: count('vision'),
    cards: CARD_KINDS.filter((kind) => kind !== 'vision' && count(kind) > 0).map((kind) => ({
      kind,
      count: count(kind),
    })),
  };
}

async function suggest(
  request: CheckRequest,
  deck: Deck,
  picked: PickedCards,
  pictures: PictureHashes,
): Promise<Suggestions> {
  const { groups } = picked;
  const { otherEyes, affinity, other } = await openBoth(request, deck);
  const most = Math.max(...groups);
  const guess = (ghost: Affinity, psychic: Affinity, candidates: number): Rate => {
    const share = firstGuess(ghost, psychic, groups, { candidates, blur: request.blur, deals: DEALS });
    return request.interval(Math.round(share * DEALS), DEALS);
  };
  const candidates = CANDIDATES.filter((count) => count <= most);
  return {
    affinity,
    otherEyes,
    blur: request.blur,
    firstGuesses: (candidates.length > 0 ? candidates : [most]).map((count) => ({
      candidates: count,
      same: guess(affinity, affinity, count),
      other: guess(affinity, other, count),
      chance: 1 / count,
    })),
    visions: visionOccurrence(affinity),
    cards: cardOccurrence(affinity, groups),
    twins: findTwins(affinity, groups),
    misfits: findMisfits(affinity),
    whitening: await whiten(request.eyes),
  };

  async function whiten(name: string): Promise<Suggestions['whitening']> {
    if (parseEyes(name).form !== 'encoder') return undefined;
    const encoder = await openEncoder(name, request.onWarning);
    const { encoded } = await encodeDeck(deck, encoder, pictures, { cacheDir: request.cacheDir });
    await encoder.close();
    const count = Math.min(WHITENING_CANDIDATES, most);
    const steps = STEPS.map(([step, options]) => {
      const seen = toAffinity(encoded, picked, options);
      return {
        name: step,
        same: guess(seen, seen, count),
        other: guess(seen, other, count),
        visions: visionOccurrence(seen).skewness,
        cards: cardOccurrence(seen, groups).skewness,
      };
    });
    return { candidates: count, steps };
  }
}

const STEPS: readonly (readonly [string, AffinityOptions])[] = [
  ['raw cosines', { centre: false, hubs: 'none' }],
  ['centred', { centre: true, hubs: 'none' }],
  ['centred, hubs corrected', { centre: true, hubs: 'means' }],
];

/** What the eyes see, and what others see of the same deck: its words, if it has such as they know, or else its colours. */
async function openBoth(
  { eyes, cacheDir, onProgress, onWarning }: CheckRequest,
  deck: Deck,
): Promise<{ readonly otherEyes: string; readonly affinity: Affinity; readonly other: Affinity }> {
  const open = async (otherEyes: string): ReturnType<typeof openBoth> => {
    const { affinity } = await openEyes({
      deck,
      need: needOf(deck),
      names: [eyes, otherEyes],
      ...(cacheDir === undefined ? {} : { cacheDir }),
      onProgress: (name, done, total) => onProgress?.(`the ${name} eyes look at ${deck.id}`, done, total),
      ...(onWarning ? { onWarning } : {}),
    });
    return { otherEyes, affinity: affinity[eyes], other: affinity[otherEyes] };
  };
  if (eyes !== 'words' && deck.cards.every(({ words }) => words !== undefined)) {
    try {
      return await open('words');
    } catch (error) {
      if (!(error instanceof DeckError)) throw error; // a card of words that nobody knows
    }
  }
  return open(eyes === 'palette' || eyes === 'words' ? 'bundled' : 'palette');
}
