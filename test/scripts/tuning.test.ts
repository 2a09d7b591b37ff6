import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSection } from '../../scripts/readme/sections.ts';
import { RUNS, pictureFile, pictureOf, readRun, sectionOf } from '../../scripts/tuning/runs.ts';
import { drawSearch } from '../../src/cli/tune/picture.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/tuning.md', import.meta.url)), 'utf8');
/** The words of Markdown, however it is laid out. */
const wordsOf = (text: string): readonly string[] =>
  text.split(/[\s|]+/).filter((word) => word !== '' && !/^-+$/.test(word));

test.each(RUNS)('the page and the picture are what the files of the search over %s say', (name) => {
  const run = readRun(name);
  expect(wordsOf(readSection(page, name, 'npm run tuning-page'))).toEqual(wordsOf(sectionOf(run)));
  expect(readFileSync(pictureFile(name), 'utf8')).toBe(`${drawSearch(pictureOf(run))}\n`);
});
