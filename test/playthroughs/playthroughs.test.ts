import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { playthroughs, textOf } from './playthrough.ts';

test.each(playthroughs)('$file tells the game as it is played today', (playthrough) => {
  const golden = readFileSync(new URL(playthrough.file, import.meta.url), 'utf8').split('\n');
  const now = textOf(playthrough).split('\n');
  const line = now.findIndex((text, i) => text !== golden[i]);
  expect(now[line], 'read what changed, then: npx tsx scripts/make-playthroughs.ts').toBe(golden[line]);
  expect(now, 'read what changed, then: npx tsx scripts/make-playthroughs.ts').toHaveLength(golden.length);
});

test('every golden text is of a game that is still told', () => {
  const texts = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.txt'));
  expect(new Set(texts)).toEqual(new Set(playthroughs.map(({ file }) => file)));
});
