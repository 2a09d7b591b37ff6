import { loadSharp } from '../deck/picture.ts';

/** Draws an SVG as PNG, twice as large as it says, for screens with small dots and for print. */
export async function svgToPng(svg: string): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg), { density: 144 }).png().toBuffer();
}
