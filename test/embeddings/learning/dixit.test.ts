import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { COMMAND, resultTable } from '../../../scripts/dixit/table.ts';
import type { Result } from '../../../scripts/dixit/table.ts';
import { measure, shareRight } from '../../../scripts/dixit/measure.ts';
import { readCards, readRounds } from '../../../scripts/dixit/rounds.ts';
import { readSection } from '../../../scripts/readme/sections.ts';
import { openBackend } from '../../../src/embeddings/learning/backend.ts';

/** People's rounds are not part of the project; they lie beside a checkout, or where SEANCE_DIXIT says. */
const folder = process.env['SEANCE_DIXIT'] ?? fileURLToPath(new URL('../../../../shared/data/dixit', import.meta.url));
/** What the raw cosine and co-play counts were found to reach, in other hands. */
const KNOWN: Readonly<Record<number, readonly [number, number]>> = {
  4: [0.268, 0.293],
  6: [0.181, 0.204],
  7: [0.158, 0.181],
  9: [0.124, 0.145],
};

test('on rounds of Dixit that it never saw, a head chooses as people do more often than the raw cosine, at every number of options', async ({
  skip,
}) => {
  skip(!existsSync(`${folder}/rounds.csv`), `no rounds of Dixit in ${folder}; SEANCE_DIXIT says where else to look`);
  const backend = await openBackend('wasm');
  const plan = { seed: 7, folds: 4, held: 1, learnFrom: 9 };
  const lines = await measure({ rounds: readRounds(folder), cards: readCards(folder), backend, ...plan });
  expect(lines.map(({ options }) => options)).toEqual([4, 6, 7, 9]);
  for (const { options, raw, coPlay, headLessRaw, head } of lines) {
    // Two shares of 11,000 associations each, from other draws: 4 standard errors of their difference are 0.024 or less.
    const [cosine, counts] = KNOWN[options];
    expect(Math.abs(raw.value - cosine)).toBeLessThan(0.024);
    expect(Math.abs(coPlay.value - counts)).toBeLessThan(0.024);
    expect(headLessRaw.low).toBeGreaterThan(0);
    expect(head.low).toBeGreaterThan(1 / options);
  }
}, 240_000);

test('the table of docs/learning.md is what was measured', () => {
  const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const result = JSON.parse(read('scripts/dixit/result.json')) as Result;
  const cellsOf = (table: string): readonly (readonly string[])[] =>
    table
      .split('\n')
      .filter((line) => !/^[\s|:-]+$/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(cellsOf(readSection(read('docs/learning.md'), 'dixit', COMMAND))).toEqual(cellsOf(resultTable(result)));
  for (const { headLessRaw } of result.lines) expect(headLessRaw.low).toBeGreaterThan(0);
});

test('a share of right choices is exact over all draws of options', () => {
  // Shown card 1 of 84; the target scores 3, ten others as much, the other 72 less.
  const cells = new Float64Array(84 * 84);
  cells.fill(3, 1, 12);
  const pairs = { n: 84, cells };
  // With 2 options the other is one of 82, 10 of which tie: 72/82 + 10/82/2.
  expect(shareRight(pairs, { decoy: 1, target: 2, round: 0 }, 2)).toBeCloseTo(77 / 82, 12);
  // Among all 83 it ties with all ten.
  expect(shareRight(pairs, { decoy: 1, target: 2, round: 0 }, 83)).toBeCloseTo(1 / 11, 12);
  // A target that scores less than the ten wins only where none of them is drawn.
  expect(shareRight(pairs, { decoy: 1, target: 50, round: 0 }, 2)).toBeCloseTo(71 / 2 / 82, 12);
});
