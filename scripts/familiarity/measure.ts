import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import type { Card } from '../../src/embeddings/deck/deck.ts';
import { bundledModels, readManifest } from '../../src/embeddings/encoders/bundled.ts';
import { openConcepts } from '../../src/embeddings/encoders/concepts.ts';
import type { CardStatistics, TrainingStatistics } from '../../src/embeddings/report/familiarity.ts';
import { cardStatistics } from '../../src/embeddings/report/familiarity.ts';
import { writeWhole } from '../../src/files/write-whole.ts';
import { trainingLikeCards } from './cards.ts';

/*
 * What the cards that the bundled encoder was made for are like, measured on the path that decks take: npm run familiarity
 * To be run whenever the model changes. Writes data/models/familiarity.json.
 */

const { values } = parseArgs({
  options: { cards: { type: 'string', default: '200' }, seed: { type: 'string', default: 'familiarity' } },
});
const count = Number(values.cards);
sharp.concurrency(1);

const spreadOf = (numbers: readonly number[]): { mean: number; deviation: number } => {
  const mean = numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  const square = numbers.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (numbers.length - 1);
  return { mean: Number(mean.toPrecision(6)), deviation: Number(Math.sqrt(square).toPrecision(6)) };
};

const { model } = await readManifest(bundledModels());
const encoder = await openConcepts();
const dir = await mkdtemp(join(tmpdir(), 'seance-familiarity-'));
try {
  const cards: Card[] = [];
  for await (const picture of trainingLikeCards(count, values.seed)) {
    const file = `${cards.length}.webp`;
    const path = join(dir, file);
    await writeFile(path, picture);
    cards.push({ id: String(cards.length), kind: 'vision', title: file, file, path, words: undefined });
  }
  const seen: Float32Array[] = [];
  for (const card of cards) seen.push((await encoder.sense(card)).meaning);
  const meanings = Array.from(seen[0], (_, i) => spreadOf(seen.map((meaning) => meaning[i])));
  const all: CardStatistics[] = [];
  for (const card of cards) all.push(await cardStatistics(encoder, card, meanings));
  const of = (name: keyof CardStatistics): { mean: number; deviation: number } =>
    spreadOf(all.map((statistics) => statistics[name]));
  const file: TrainingStatistics = {
    schema: 1,
    command: `npm run familiarity -- --cards ${count} --seed ${values.seed}`,
    sha256: model.sha256,
    cards: count,
    statistics: {
      detail: of('detail'),
      edges: of('edges'),
      flat: of('flat'),
      contrast: of('contrast'),
      lightness: of('lightness'),
      colour: of('colour'),
      entropy: of('entropy'),
      meaning: of('meaning'),
    },
    meanings,
  };
  await writeWhole(join(bundledModels(), 'familiarity.json'), `${JSON.stringify(file, null, 1)}\n`);
  process.stdout.write(`${count} cards: ${JSON.stringify(file.statistics)}\n`);
} finally {
  await encoder.close();
  await rm(dir, { recursive: true });
}
