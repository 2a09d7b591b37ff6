import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { CardKind } from '../../src/embeddings/deck/deck.ts';

/** What deck.json says of a card, before anything is checked. */
export interface PaperCard {
  id: string;
  kind: CardKind;
  title: string;
  file: string;
  words?: Record<string, number>;
}

/** A small deck in a folder of its own, to be damaged at will. */
export interface PaperDeck {
  readonly dir: string;
  readonly cards: PaperCard[];
  /** Writes deck.json with these cards, or with what is given instead. */
  save(instead?: unknown): Promise<void>;
  remove(): Promise<void>;
}

/** What 4 visions and 2 cards of each category are about; all are concepts the words eyes know. */
const ABOUT: readonly (readonly [CardKind, string, string])[] = [
  ['vision', 'crescent moon', '#223'],
  ['vision', 'red apple', '#822'],
  ['vision', 'sunflower', '#dc3'],
  ['vision', 'sailboat', '#28c'],
  ['character', 'astronaut', '#eef'],
  ['character', 'artist', '#a4c'],
  ['location', 'castle', '#776'],
  ['location', 'desert island', '#ed9'],
  ['object', 'anchor', '#456'],
  ['object', 'axe', '#a64'],
];

/** A picture of a disc and a bar whose places and colours follow from `index`. */
export const paint = (background: string, index: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="288"><rect width="192" height="288" fill="${background}"/>` +
        `<circle cx="${40 + index * 11}" cy="${60 + index * 17}" r="${30 + index * 3}" fill="hsl(${index * 37} 70% 60%)"/>` +
        `<rect x="${100 - index * 8}" y="200" width="60" height="${20 + index * 5}" fill="hsl(${index * 71} 50% 30%)"/></svg>`,
    ),
  )
    .webp({ quality: 90 })
    .toBuffer();

export async function makePaperDeck(): Promise<PaperDeck> {
  const dir = await mkdtemp(join(tmpdir(), 'seance-deck-'));
  const cards = ABOUT.map(([kind, word], i) => ({
    id: `c${i}`,
    kind,
    title: word,
    file: `c${i}.webp`,
    words: { [word]: 1 },
  }));
  await Promise.all(ABOUT.map(async ([, , colour], i) => writeFile(join(dir, `c${i}.webp`), await paint(colour, i))));
  const deck: PaperDeck = {
    dir,
    cards,
    save: (instead) =>
      writeFile(
        join(dir, 'deck.json'),
        typeof instead === 'string'
          ? instead
          : JSON.stringify(
              instead ?? { schema: 1, id: 'paper', title: 'Paper', license: 'CC0-1.0', cards: deck.cards },
            ),
      ),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
  await deck.save();
  return deck;
}

/** The largest game a paper deck can hold. */
export const PAPER_NEED = {
  visions: 4,
  cards: [
    { kind: 'character', count: 2 },
    { kind: 'location', count: 2 },
    { kind: 'object', count: 2 },
  ],
} as const;
