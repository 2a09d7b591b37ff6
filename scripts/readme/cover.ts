import { join } from 'node:path';
import { findDeck, loadDeck } from 'seance/embeddings';
import sharp from 'sharp';
import writeFileAtomic from 'write-file-atomic';

const SHOWN = ['v17', 'v28', 'c05', 'v06', 'l09', 'v60', 'o10', 'v35'];
const WIDTH = 160;
const HEIGHT = 240;
const GAP = 12;

/** Draws a few cards of the starter deck side by side. */
export async function drawCover(out: string): Promise<void> {
  const deck = await loadDeck(await findDeck('starter'));
  const pictures = SHOWN.map((id) => {
    const card = deck.cards.find((one) => one.id === id);
    if (!card) throw new RangeError(`the starter deck has no card ${id}`);
    return join(deck.dir, card.file);
  });
  const shrunk = await Promise.all(pictures.map(async (file) => sharp(file).resize(WIDTH, HEIGHT).toBuffer()));
  const strip = sharp({
    create: { width: SHOWN.length * (WIDTH + GAP) - GAP, height: HEIGHT, channels: 4, background: '#0000' },
  });
  const placed = shrunk.map((input, at) => ({ input, left: at * (WIDTH + GAP), top: 0 }));
  await writeFileAtomic(out, await strip.composite(placed).webp({ quality: 86 }).toBuffer());
}
