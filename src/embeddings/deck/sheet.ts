import type { OverlayOptions } from 'sharp';
import type { Card, CardKind, Deck } from './deck.ts';
import { CARD_KINDS, DeckError } from './deck.ts';
import { escapeXml } from './escape-xml.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { decode, loadSharp, NIGHT, readPicture } from './picture.ts';

export interface SheetOptions {
  /** Default: every kind the deck has. */
  readonly kinds?: readonly CardKind[];
  /** At most so many cards in a row; default 12. */
  readonly columns?: number;
}

/** All in pixels. */
const CARD = { width: 160, height: 240, radius: 8 };
/** Wide enough for a deck's title. */
const LEAST_COLUMNS = 4;
const GAP = 20;
const MARGIN = 48;
const TITLE = { size: 14, line: 17, lines: 2, top: 10 };
const HEAD = 104;
const SECTION = 72;
const ROW = CARD.height + TITLE.top + TITLE.line * TITLE.lines + GAP;

const INK = { heading: '#e8d9b5', title: '#cfc6d8', quiet: '#8d829e', rule: '#3a3150' };
const SERIF = "Georgia, 'Times New Roman', 'DejaVu Serif', serif";
const SANS = "'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

const HEADINGS: Readonly<Record<CardKind, string>> = {
  vision: 'Visions',
  character: 'Characters',
  location: 'Locations',
  object: 'Objects',
};

/** A card's place on the sheet. */
interface Placed {
  readonly card: Card;
  readonly left: number;
  readonly top: number;
}

/**
 * Draws all pictures of a deck, kind after kind with their titles below, to a PNG, or to a WebP of a tenth of the size where that is how
 * `out` ends. Throws DeckError.
 */
export async function drawSheet(
  deck: Deck,
  out: string,
  { kinds = CARD_KINDS, columns: mostColumns = 12 }: SheetOptions = {},
): Promise<{ readonly width: number; readonly height: number }> {
  const sharp = await loadSharp();
  const wanted = CARD_KINDS.filter((kind) => kinds.includes(kind));
  const most = Math.max(...wanted.map((kind) => cardsOf(deck, kind).length));
  if (!(most > 0)) throw new DeckError(`deck ${deck.id} has no ${kinds.join(', ')} to draw`);

  const columns = Math.max(LEAST_COLUMNS, Math.min(mostColumns, most));
  const width = MARGIN * 2 + columns * (CARD.width + GAP) - GAP;
  const texts = [
    text(MARGIN, MARGIN + 30, 34, INK.heading, SERIF, deck.title),
    text(MARGIN, MARGIN + 58, 14, INK.quiet, SANS, `${deck.cards.length} cards · ${deck.license}`),
  ];
  const placed: Placed[] = [];
  let top = MARGIN + HEAD - TITLE.size;
  for (const kind of wanted) {
    const cards = cardsOf(deck, kind);
    if (cards.length === 0) continue;
    texts.push(
      `<path d="M${MARGIN} ${top + 14}H${width - MARGIN}" stroke="${INK.rule}"/>`,
      text(MARGIN, top + 48, 22, INK.heading, SERIF, `${HEADINGS[kind]} · ${cards.length}`),
    );
    top += SECTION;
    cards.forEach((card, i) => {
      const spot = {
        card,
        left: MARGIN + (i % columns) * (CARD.width + GAP),
        top: top + Math.floor(i / columns) * ROW,
      };
      placed.push(spot);
      texts.push(...titleBelow(spot));
    });
    top += Math.ceil(cards.length / columns) * ROW;
  }

  const height = top + MARGIN - GAP;
  const layers: OverlayOptions[] = [{ input: svg(width, height, texts.join('')), left: 0, top: 0 }];
  for (const { card, left, top: cardTop } of placed) layers.push({ input: await thumbnail(card), left, top: cardTop });
  const sheet = sharp({ create: { width, height, channels: 3, background: NIGHT } }).composite(layers);
  const isWebp = out.toLowerCase().endsWith('.webp');
  await writeWhole(out, await (isWebp ? sheet.webp({ quality: 80 }) : sheet.png({ compressionLevel: 9 })).toBuffer());
  return { width, height };
}

const cardsOf = (deck: Deck, kind: CardKind): readonly Card[] => deck.cards.filter((card) => card.kind === kind);

/** The whole card, however it is cut, in the middle of its place; corners rounded. */
async function thumbnail(card: Card): Promise<Buffer> {
  const { width, height, radius } = CARD;
  const corners = svg(width, height, `<rect width="${width}" height="${height}" rx="${radius}" fill="#fff"/>`);
  return decode(card, await readPicture(card), (image) =>
    image
      .resize(width, height, { fit: 'contain', background: NIGHT })
      .toColourspace('srgb')
      .ensureAlpha()
      .composite([{ input: corners, blend: 'dest-in' }])
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );
}

function titleBelow({ card, left, top }: Placed): readonly string[] {
  const below = top + CARD.height + TITLE.top + TITLE.size;
  return wrap(card.title).map((line, i) =>
    text(left + CARD.width / 2, below + i * TITLE.line, TITLE.size, INK.title, SANS, line, 'middle'),
  );
}

/** At most two lines of about the card's width; what does not fit ends in an ellipsis. */
function wrap(title: string): readonly string[] {
  const most = 20;
  const lines = [''];
  for (const word of title.split(/\s+/)) {
    const last = lines[lines.length - 1];
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const fitting = lines
    .slice(0, TITLE.lines)
    .map((line) => (line.length <= most ? line : `${line.slice(0, most - 1)}…`));
  if (lines.length > TITLE.lines) fitting[TITLE.lines - 1] = `${fitting[TITLE.lines - 1].slice(0, most - 1)}…`;
  return fitting;
}

const text = (
  x: number,
  y: number,
  size: number,
  fill: string,
  font: string,
  words: string,
  anchor = 'start',
): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-family="${font}" fill="${fill}" text-anchor="${anchor}">${escapeXml(words)}</text>`;

const svg = (width: number, height: number, body: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`);
