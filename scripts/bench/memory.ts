import { linkSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Card } from '../../src/embeddings/deck/deck.ts';
import { openEncoder } from '../../src/embeddings/encoders/open.ts';

/*
 * node --import tsx scripts/bench/memory.ts [PALETTE] [BUNDLED]: looks at so many pictures of 2 megapixels with each of these eyes, by
 * default 1,000 and 1,000, and prints the most memory the process held. One picture under many names is as much work as many.
 */

const [palette = '1000', bundled = palette] = process.argv.slice(2);
const counts = { palette: Number(palette), bundled: Number(bundled) };
const dir = mkdtempSync(join(tmpdir(), 'seance-memory-'));
try {
  const [width, height] = [1155, 1732];
  const discs = Array.from(
    { length: 60 },
    (_, i) =>
      `<circle cx="${(i * 389) % width}" cy="${(i * 733) % height}" r="${20 + ((i * 13) % 120)}" fill="hsl(${i * 47} 60% 50%)"/>`,
  );
  const first = join(dir, '0.jpeg');
  await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${discs.join('')}</svg>`),
  )
    .jpeg()
    .toFile(first);
  const cards = Array.from({ length: Math.max(...Object.values(counts)) }, (_, i): Card => {
    const path = join(dir, `${i}.jpeg`);
    if (i > 0) linkSync(first, path);
    return { id: `c${i}`, kind: 'vision', title: `card ${i}`, file: `${i}.jpeg`, path, words: undefined };
  });
  for (const [name, count] of Object.entries(counts)) {
    const encoder = await openEncoder(name);
    let seen = 0;
    for await (const vector of encoder.encode(cards.slice(0, count))) seen += vector.length > 0 ? 1 : 0;
    await encoder.close();
    const most = process.resourceUsage().maxRSS / 1024;
    console.log(`${name} ${seen} pictures of ${((width * height) / 1e6).toFixed(1)} MP, ${most.toFixed(0)} MB at most`);
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
