import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import type { EncodedDeck, Knowledge } from '../engine/kernel/knowledge.ts';
import { eyesOf } from '../engine/kernel/face.ts';
import type { Casting } from '../sim/index.ts';
import { Programs } from '../outside/programs.ts';
import { commandOf } from '../engine/kernel/outside.ts';

/** The deck that is used where none is named. */
export const STARTER = 'starter';

/** The pictures that games are played with. */
export interface DeckOptions {
  /** A bundled deck, or a folder with a deck.json. */
  readonly deck?: string;
  /** The eyes of every role that is not given its own: an encoder, a model that was added, a mix. */
  readonly encoder?: string;
  /** Where what encoders saw is kept; `SEANCE_CACHE`, or the system's folder for caches, where it is not given. */
  readonly cacheDir?: string;
}

/** All the eyes that some castings look with, in order, each once. */
const eyesOfAll = (game: CataloguedGame, castings: readonly Casting[]): readonly string[] => [
  ...new Set(
    castings.flatMap((casting) =>
      Object.entries(casting).flatMap(([role, plan]) => eyesOf(game.agents[role], plan) ?? []),
    ),
  ),
];

/**
 * What the agents of some castings may know of a deck. Pictures that were never looked at are encoded, which takes seconds.
 * @throws DeckError, EyesError, UnknownEyesError
 */
export async function knowledgeFor(
  game: CataloguedGame,
  castings: readonly Casting[],
  { deck = STARTER, cacheDir }: DeckOptions,
): Promise<Knowledge> {
  const plays = castings.flatMap((casting) => Object.values(casting));
  const hasPrograms = plays.some(({ agent }) => commandOf(agent) !== undefined);
  const outside = hasPrograms ? { outside: new Programs() } : {};
  if (!game.deck) return { affinity: {}, ...outside };
  const { openEyes } = await import('../embeddings/index.ts');
  const { affinity, pictures } = await openEyes({
    deck,
    need: game.deck,
    names: eyesOfAll(game, castings),
    ...(cacheDir !== undefined && { cacheDir }),
  });
  return { affinity, pictures, ...outside };
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
