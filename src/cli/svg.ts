import { escapeXml } from '../embeddings/deck/escape-xml.ts';

/** What the pictures of a run are written in: on white, whatever page they stand on. */
const FONT = "'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";
export const INK = { dark: '#26202f', quiet: '#6d6478', rule: '#e4ddd2', light: '#ffffff' };

/** A picture of `width` by `height` pixels in SVG, without a newline at its end. */
export const svgOf = (width: number, height: number, parts: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="${FONT}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...parts,
    '</svg>',
  ].join('\n');

/** A line of words whose base is at `y`, all in pixels. */
export const svgText = (
  x: number,
  y: number,
  size: number,
  colour: string,
  words: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" fill="${colour}" text-anchor="${anchor}">${escapeXml(words)}</text>`;
