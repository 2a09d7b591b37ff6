import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { bundledModels, readManifest, readWordVectors } from '../../src/embeddings/encoders/bundled.ts';
import { PictureFile } from './picture-file.ts';
import { trainingIcons } from './training-list.ts';

/*
 * A small part of the training pictures, to see in a minute that training works: some concepts in a few styles, with the word vectors
 * that the package ships, so that neither GloVe nor Open Clip Art is needed.
 */

const { values } = parseArgs({ options: { work: { type: 'string' }, concepts: { type: 'string', default: '60' } } });
if (values.work === undefined) throw new Error('say where to with --work FOLDER');

sharp.concurrency(1);
const { names, dim, vectors } = await readWordVectors(bundledModels(), await readManifest(bundledModels()));
const step = Math.floor(names.length / Number(values.concepts));
const concepts = names.flatMap((name, row) =>
  row % step === 0 ? [{ name, vector: vectors.slice(row * dim, (row + 1) * dim) }] : [],
);
const indexOf = new Map(concepts.map(({ name }, i) => [name, i]));
const pictures = new PictureFile();
for (const { set, id, concept, svg, weight } of trainingIcons(new Set(indexOf.keys()), ['noto', 'fluent-emoji-flat'])) {
  const at = indexOf.get(concept);
  if (at !== undefined) await pictures.add({ set, id, concept: at, weight }, Buffer.from(svg), concepts[at].vector);
}
process.stdout.write(`${await pictures.write(values.work, concepts)}\n`);
