import type { Affinity, CardTitles, DeckNeed } from '../../engine/kernel/knowledge.ts';
import { toAffinity } from './affinity.ts';
import { openConcepts } from '../encoders/concepts.ts';
import type { Deck } from '../deck/deck.ts';
import { findDeck, loadDeck, pickCards } from '../deck/deck.ts';
import type { Encoder } from '../encoders/encoder.ts';
import { UnknownEyesError } from '../encoders/encoder.ts';
import { openPalette } from '../encoders/palette.ts';
import { encodeDeck, hashDeck, hashPictures } from './store.ts';
import { openWords } from '../encoders/words.ts';

/** The eyes that come with the package, and what they look at. */
export const EYES = {
  bundled: 'pictures, through a small network that names what is on a card',
  palette: 'pictures, by colour, layout and texture alone',
  words: 'the content words of deck.json, never a picture',
} as const;
export type EyesName = keyof typeof EYES;

export interface EyesRequest {
  /** A deck, or what `findDeck` takes: a bundled deck's name or a folder. */
  readonly deck: Deck | string;
  readonly need: DeckNeed;
  /** Which eyes to open; each once, whatever the repeats. */
  readonly names: readonly string[];
  /** Default: $SEANCE_CACHE, or the system's folder for caches. */
  readonly cacheDir?: string;
  /** Told after each card that had to be encoded; never called where the cache has all. */
  readonly onProgress?: (name: string, done: number, total: number) => void;
  /** Told, in a line, what went wrong without stopping anything. */
  readonly onWarning?: (line: string) => void;
}

export interface OpenEyes {
  /** What agents see, by the name of the eyes. */
  readonly affinity: Readonly<Record<string, Affinity>>;
  readonly titles: CardTitles;
  /** The deck's id, and a sha256 over all that is in it. */
  readonly deck: { readonly id: string; readonly hash: string };
  /** By the name of the eyes: the id of the encoder behind them. */
  readonly encoders: Readonly<Record<string, string>>;
  /** Whether every vector came from the cache. */
  readonly cached: boolean;
}

/**
 * All that a game needs to know of a deck, as each of the named pairs of eyes sees it.
 * Throws UnknownEyesError for a name nobody knows (before anything is read) and DeckError for a deck that cannot be used.
 */
export async function openEyes({
  deck: wanted,
  need,
  names,
  cacheDir,
  onProgress,
  onWarning,
}: EyesRequest): Promise<OpenEyes> {
  const wantedEyes = [...new Set(names)].map(parseEyes);
  const deck = typeof wanted === 'string' ? await loadDeck(await findDeck(wanted)) : wanted;
  const picked = pickCards(deck, need);
  const pictures = await hashPictures(deck);

  const affinity: Record<string, Affinity> = {};
  const encoders: Record<string, string> = {};
  let cached = true;
  for (const name of wantedEyes) {
    const encoder = await openEncoder(name, onWarning);
    try {
      const seen = await encodeDeck(deck, encoder, pictures, {
        cacheDir,
        onProgress: (done, total) => onProgress?.(name, done, total),
        onWarning,
      });
      affinity[name] = toAffinity(seen.encoded, picked);
      encoders[name] = encoder.id;
      cached &&= seen.cached;
    } finally {
      await encoder.close();
    }
  }
  return { affinity, titles: picked.titles, deck: { id: deck.id, hash: hashDeck(deck, pictures) }, encoders, cached };
}

/** Names are read in this one place; a mix of eyes (`mix:...`) would be a second form of it, made of the affinities of its parts. */
function parseEyes(name: string): EyesName {
  if (isEyes(name)) return name;
  throw new UnknownEyesError(`no eyes named "${name}"; there are ${Object.keys(EYES).join(', ')}`);
}

const isEyes = (name: string): name is EyesName => Object.hasOwn(EYES, name);

/** The encoder behind a name; costs next to nothing until it encodes. */
export async function openEncoder(name: EyesName, onWarning?: (line: string) => void): Promise<Encoder> {
  switch (name) {
    case 'bundled':
      return openConcepts();
    case 'palette':
      return openPalette();
    case 'words':
      return openWords(onWarning);
  }
}
