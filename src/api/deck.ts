import type { EncodedDeck } from '../engine/kernel/knowledge.ts';
import { STARTER } from './pictures.ts';

/** The pictures that games are played with. */
export interface DeckOptions {
  /** A bundled deck, or a folder with a deck.json. */
  readonly deck?: string;
  /** The eyes of every role that is not given its own: an encoder, a model that was added, a mix. */
  readonly encoder?: string;
  /** Where what encoders saw is kept; `SEANCE_CACHE`, or the system's folder for caches, where it is not given. */
  readonly cacheDir?: string;
}

/**
 * A deck as an encoder sees it: a unit vector of `dim` numbers for each card, row after row, in the order of `ids`. What was seen before
 * comes from the cache.
 * @throws DeckError for a deck that cannot be used, UnknownEyesError and EyesError for an encoder that cannot
 */
export async function encodeDeck(
  { deck = STARTER, encoder: name = 'bundled', cacheDir }: DeckOptions = {},
  onProgress?: (done: number, total: number) => void,
): Promise<EncodedDeck> {
  const { encodeDeck: encode, findDeck, hashPictures, loadDeck, openEncoder } = await import('../embeddings/index.ts');
  const encoder = await openEncoder(name);
  try {
    const loaded = await loadDeck(await findDeck(deck));
    const seen = await encode(loaded, encoder, await hashPictures(loaded), {
      ...(cacheDir !== undefined && { cacheDir }),
      ...(onProgress && { onProgress }),
    });
    return seen.encoded;
  } finally {
    await encoder.close();
  }
}
