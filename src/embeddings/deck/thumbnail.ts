import type { DeckNeed } from '../../engine/kernel/knowledge.ts';
import type { Card } from './deck.ts';
import { findDeck, loadDeck, pickCards } from './deck.ts';
import { NIGHT, decode, readPicture } from './picture.ts';

/** A card's whole picture as a WebP, `width` pixels wide and half as high again. Throws DeckError. */
export const thumbnail = async (card: Card, width: number, quality = 82): Promise<Buffer> =>
  decode(card, await readPicture(card), (image) =>
    image
      .flatten({ background: NIGHT })
      .resize(width, (width * 3) / 2, { fit: 'contain', background: NIGHT })
      .toColourspace('srgb')
      .webp({ quality })
      .toBuffer(),
  );

export interface ThumbnailRequest {
  /** What `findDeck` takes: a bundled deck's name or a folder. */
  readonly deck: string;
  readonly need: DeckNeed;
  /** Rows and columns of an affinity. */
  readonly visions: readonly number[];
  readonly cards: readonly number[];
  /** In pixels. */
  readonly width: number;
}

/** Small pictures as data URLs, by row and column of an affinity. */
export interface Thumbnails {
  readonly visions: ReadonlyMap<number, string>;
  readonly cards: ReadonlyMap<number, string>;
  /** The deck's title and whose the pictures are. */
  readonly credit: string;
}

/** Draws some cards for a page that needs no other file. Throws DeckError. */
export async function drawThumbnails({
  deck: wanted,
  need,
  visions,
  cards,
  width,
}: ThumbnailRequest): Promise<Thumbnails> {
  const deck = await loadDeck(await findDeck(wanted));
  const picked = pickCards(deck, need);
  const draw = async (of: readonly Card[], ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
    const drawn = new Map<number, string>();
    for (const id of ids) {
      const bytes = await thumbnail(of[id], width, 64);
      drawn.set(id, `data:image/webp;base64,${bytes.toString('base64')}`);
    }
    return drawn;
  };
  return {
    visions: await draw(picked.visions, visions),
    cards: await draw(picked.cards, cards),
    credit: `${deck.title}, ${deck.license}`,
  };
}
