import type { CardPictures } from '../../report/document.ts';
import type { Run } from '../../report/run.ts';

/** In pixels: drawn at half of it, for screens with small dots. */
const WIDTH = 240;

/** Titles and small pictures of some cards of a run's deck; undefined where that is not there, or is not what the run was played with. */
export async function cardPictures(run: Run, cards: readonly number[]): Promise<CardPictures | undefined> {
  const { game, document } = run;
  if (!game.deck || !document.deck) return undefined;
  const { DeckError, PictureFault, drawThumbnails, findDeck, hashDeck, hashPictures, loadDeck, pickCards } =
    await import('../../embeddings/index.ts');
  const { asked, hash } = document.deck;
  try {
    const deck = await loadDeck(await findDeck(asked));
    if (hashDeck(deck, await hashPictures(deck)) !== hash) return undefined;
    const { titles } = pickCards(deck, game.deck);
    const { cards: drawn, credit } = await drawThumbnails({
      deck: asked,
      need: game.deck,
      visions: [],
      cards: cards.filter((card) => card < titles.cards.length),
      width: WIDTH,
    });
    return { titles: titles.cards, drawn, credit };
  } catch (error) {
    if (error instanceof DeckError || error instanceof PictureFault) return undefined;
    throw error;
  }
}
