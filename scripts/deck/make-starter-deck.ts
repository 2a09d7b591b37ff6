import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import writeFileAtomic from 'write-file-atomic';
import { allRecipes, drawCard, renderCard } from './deck.ts';
import { IconBook } from './icons.ts';

const LICENCE =
  'Composed from Noto Emoji icons (Google, Apache-2.0), which were changed; see data/NOTICE.md and data/LICENSE-Apache-2.0.txt';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: fileURLToPath(new URL('../../data/decks/starter', import.meta.url)) },
  },
});

sharp.concurrency(1);
await mkdir(values.out, { recursive: true });
const icons = new IconBook();
const cards = [];
let bytes = 0;
for (const recipe of allRecipes()) {
  const { svg, words } = await drawCard(recipe, icons);
  const picture = await renderCard(svg);
  const file = `${recipe.id}.webp`;
  await writeFileAtomic(path.join(values.out, file), picture);
  cards.push({ id: recipe.id, kind: recipe.kind, title: recipe.title, file, words });
  bytes += picture.length;
}
const deck = { schema: 1, id: 'starter', title: 'Starter deck', license: LICENCE, cards };
await writeFileAtomic(path.join(values.out, 'deck.json'), `${JSON.stringify(deck, null, 2)}\n`);
process.stdout.write(`${cards.length} cards, ${(bytes / 1e6).toFixed(2)} MB, in ${values.out}\n`);
