import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Affinity } from '../../../src/engine/kernel/knowledge.ts';
import { findDeck, loadDeck } from '../../../src/embeddings/deck/deck.ts';
import { bundledModels, readManifest } from '../../../src/embeddings/encoders/bundled.ts';
import { openConcepts } from '../../../src/embeddings/encoders/concepts.ts';
import { openPalette } from '../../../src/embeddings/encoders/palette.ts';
import { openWords } from '../../../src/embeddings/encoders/words.ts';
import { affinityOf, CHANCE, compare, look, lots, pickAll, twinDeck } from './decks.ts';
import { openRandom, wordOverlap } from './eyes.ts';
import { inLines } from './in-lines.ts';
import { chanceOf, readStyles, scoreStyles } from './styles.ts';

/*
 * Measures the bundled encoder through the code that games use, beside colours, random weights, numbers by lot, counted words and
 * chance, on the starter deck, on its twins in styles it was not trained on, and on single things in those styles.
 */

const { values } = parseArgs({
  options: {
    models: { type: 'string', default: bundledModels() },
    out: { type: 'string' },
    stamps: { type: 'string' },
    /** Only decks: half a minute instead of some minutes. */
    decks: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});

const picture = [await openConcepts(values.models), openPalette(), openRandom()];
const words = await openWords(undefined, bundledModels());
const decks: Record<string, unknown> = {};
/** What the encoder sees on some cards of the starter deck, so that a test can tell whether it still does. */
const vectors: Record<string, readonly number[]> = {};
const PROBES = new Set(['v01', 'v42', 'c01', 'l01', 'o01']);
const started = Date.now();
for (const [name, deck] of [
  ['noto', await loadDeck(await findDeck('starter'))],
  ['twemoji', await twinDeck('twemoji')],
  ...(values.quick ? [] : [['openmoji', await twinDeck('openmoji')] as const]),
] as const) {
  const picked = pickAll(deck);
  const said = await affinityOf(words, deck, picked);
  const counted = wordOverlap(picked);
  const rows: Record<string, unknown> = {};
  const both = (eyes: Affinity): unknown => ({
    toWords: compare(eyes, said),
    fromWords: compare(said, eyes),
    toCountedWords: compare(eyes, counted),
  });
  for (const encoder of picture) rows[encoder.name] = both(await affinityOf(encoder, deck, picked));
  rows['lots'] = both(lots(17));
  rows['counted words'] = { toWords: compare(counted, said) };
  decks[name] = rows;
}

const starter = await loadDeck(await findDeck('starter'));
const probes = starter.cards.filter(({ id }) => PROBES.has(id));
for (const [i, vector] of (await look(picture[0], probes)).entries()) vectors[probes[i].id] = [...vector];

const { known, styles } = values.decks ? { known: undefined, styles: [] } : await readStyles(words, values.stamps);
const things: Record<string, unknown> = {};
if (known !== undefined) {
  for (const encoder of picture) things[encoder.name] = await scoreStyles(encoder, words, known, styles);
  things['chance'] = Object.fromEntries(styles.map((style) => [style.name, chanceOf(style, known)]));
}

const manifest = await readManifest(values.models);
const report = {
  command: 'npm run encoder:measure -- --stamps /usr/share/tuxpaint/stamps',
  model: manifest.model.sha256,
  chance: CHANCE,
  vectors,
  decks,
  things,
};
const rounded: unknown = JSON.parse(
  JSON.stringify(report, (_, x: unknown) => (typeof x === 'number' ? Math.round(x * 1e4) / 1e4 : x)),
);
const text = `${inLines(rounded, 4)}\n`;
if (values.out === undefined) process.stdout.write(text);
else await writeFile(values.out, text);
process.stderr.write(`measured in ${Math.round((Date.now() - started) / 1000)} s\n`);
