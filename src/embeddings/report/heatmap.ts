import type { OverlayOptions } from 'sharp';
import type { Affinity } from '../../engine/kernel/knowledge.ts';
import { escapeXml } from '../deck/escape-xml.ts';
import type { Card, PickedCards } from '../deck/deck.ts';
import { NIGHT, decode, loadSharp, readPicture } from '../deck/picture.ts';
import { orderHeatmap } from './heatmap-order.ts';

/** All in pixels. */
const CELL = { width: 26, height: 22 };
const THUMB = { width: 24, height: 36 };
const ROW_THUMB = { width: 14, height: 20 };
const TITLES = 225;
const TOP = 210;
const MARGIN = 28;
const CATEGORY_GAP = 10;
const FOOT = 70;
/** Room for the last column's slanted title. */
const OVERHANG = 90;

/** Standard deviations at which the colours end. */
export const COLOUR_END = 3;
const INK = { title: '#d9d2df', quiet: '#9a90a8' };
const SANS = "'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

/** Blue through near white to orange, told apart by all kinds of colour vision, and by lightness from the middle to either end. */
const SCALE: readonly (readonly [number, number, number])[] = [
  [8, 64, 129],
  [67, 147, 195],
  [171, 208, 230],
  [247, 245, 240],
  [253, 200, 130],
  [232, 119, 34],
  [150, 56, 4],
];

/** The colour of an association, as r, g, b: symmetric about 0, the same beyond `COLOUR_END`. */
export function colourOf(fit: number): readonly [number, number, number] {
  const at = ((Math.max(-COLOUR_END, Math.min(COLOUR_END, fit)) + COLOUR_END) / (2 * COLOUR_END)) * (SCALE.length - 1);
  const below = Math.min(SCALE.length - 2, Math.floor(at));
  const share = at - below;
  const mixed = (channel: number): number =>
    Math.round(SCALE[below][channel] * (1 - share) + SCALE[below + 1][channel] * share);
  return [mixed(0), mixed(1), mixed(2)];
}

/** Where the first cell is, and how far it is to the next, for whoever reads the pixels. */
export const CELLS = { left: MARGIN + TITLES + ROW_THUMB.width + 8, top: TOP, ...CELL };

/** Visions x cards as a PNG, with thumbnails and titles along both axes. Throws DeckError. */
export async function drawHeatmap(affinity: Affinity, picked: PickedCards): Promise<Buffer> {
  const order = orderHeatmap(affinity, picked.groups);
  const lefts = columnLefts(picked.groups);
  const width = lefts[lefts.length - 1] + CELL.width + OVERHANG;
  const height = TOP + affinity.rows * CELL.height + FOOT;
  const cells = order.rows.flatMap((row, y) =>
    order.columns.map((column, x) => {
      const [red, green, blue] = colourOf(affinity.cells[row * affinity.columns + column]);
      return `<rect x="${lefts[x]}" y="${TOP + y * CELL.height}" width="${CELL.width - 1}" height="${CELL.height - 1}" fill="rgb(${red},${green},${blue})"/>`;
    }),
  );
  const rowTitles = order.rows.map((row, y) =>
    text(MARGIN + TITLES, TOP + (y + 0.7) * CELL.height, 12.5, INK.title, cut(picked.visions[row].title, 38), 'end'),
  );
  const columnTitles = order.columns.map(
    (column, x) =>
      `<g transform="translate(${lefts[x] + CELL.width * 0.62} ${TOP - THUMB.height - 14}) rotate(-60)">${text(0, 0, 12.5, INK.title, cut(picked.cards[column].title, 24))}</g>`,
  );
  const layers: OverlayOptions[] = [
    { input: svg(width, height, [...cells, ...rowTitles, ...columnTitles, legend(height)].join('')), left: 0, top: 0 },
  ];
  for (const [y, row] of order.rows.entries()) {
    const top = TOP + y * CELL.height;
    layers.push({ input: await tiny(picked.visions[row], ROW_THUMB), left: CELLS.left - ROW_THUMB.width - 4, top });
  }
  for (const [x, column] of order.columns.entries())
    layers.push({ input: await tiny(picked.cards[column], THUMB), left: lefts[x], top: TOP - THUMB.height - 4 });
  const sharp = await loadSharp();
  return sharp({ create: { width, height, channels: 3, background: NIGHT } })
    .composite(layers)
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toBuffer();
}

/** Left edges of the columns; a little air between categories. */
function columnLefts(groups: readonly number[]): readonly number[] {
  const lefts: number[] = [];
  let left = CELLS.left;
  for (const count of groups) {
    for (let i = 0; i < count; i++, left += CELL.width) lefts.push(left);
    left += CATEGORY_GAP;
  }
  return lefts;
}

function legend(height: number): string {
  const steps = 60;
  const [left, top, wide] = [CELLS.left, height - FOOT + 24, 4];
  const bars = Array.from({ length: steps }, (_, i) => {
    const [red, green, blue] = colourOf(((i + 0.5) / steps) * 2 * COLOUR_END - COLOUR_END);
    return `<rect x="${left + i * wide}" y="${top}" width="${wide + 0.5}" height="12" fill="rgb(${red},${green},${blue})"/>`;
  });
  const marks = [-COLOUR_END, 0, COLOUR_END].map((fit) =>
    text(
      left + ((fit + COLOUR_END) / (2 * COLOUR_END)) * steps * wide,
      top + 27,
      12,
      INK.quiet,
      fit === 0 ? '0' : `${fit > 0 ? '+' : '−'}${COLOUR_END}`,
      'middle',
    ),
  );
  const words = text(
    left + steps * wide + 16,
    top + 11,
    12.5,
    INK.quiet,
    'how strongly a vision suggests a card, in standard deviations',
  );
  return [...bars, ...marks, words].join('');
}

const tiny = async (
  card: Card,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> =>
  decode(card, await readPicture(card), (image) =>
    image.flatten({ background: NIGHT }).resize(width, height, { fit: 'cover' }).toColourspace('srgb').png().toBuffer(),
  );

const cut = (title: string, most: number): string => (title.length > most ? `${title.slice(0, most - 1)}…` : title);

const text = (x: number, y: number, size: number, fill: string, words: string, anchor = 'start'): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-family="${SANS}" fill="${fill}" text-anchor="${anchor}">${escapeXml(words)}</text>`;

const svg = (width: number, height: number, body: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`);
