import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSection } from '../../scripts/readme/sections.ts';
import {
  BATCHES,
  GAPS,
  RARE,
  ROWS,
  comparedAt,
  comparisonTable,
  coverageTable,
  rareAt,
  rareTable,
  shareOf,
} from '../../scripts/statistics/tables.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/statistics.md', import.meta.url)), 'utf8');
/** A table's cells, however it is laid out. */
const cellsOf = (table: string): readonly (readonly string[])[] =>
  table
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .filter(([, cell]) => !/^-+$/.test(cell));
const sectionOf = (name: string): string => readSection(page, name, 'npm run coverage-check');

test('intervals hold as often as they say over 1,000 batches, and the page has these figures', () => {
  expect(BATCHES).toBe(1000);
  const shares = ROWS.map(shareOf);
  const sharesOf = (kind: (typeof ROWS)[number]['must']): readonly number[] =>
    shares.filter((_, at) => ROWS[at].must === kind);
  expect(Math.min(...sharesOf('nominal'))).toBeGreaterThanOrEqual(0.93);
  expect(Math.max(...sharesOf('nominal'))).toBeLessThanOrEqual(0.97);
  expect(Math.min(...sharesOf('always'))).toBeGreaterThanOrEqual(0.95);
  expect(Math.max(...sharesOf('nothing'))).toBeLessThan(0.8); // or looking early would cost nothing
  expect(cellsOf(sectionOf('coverage'))).toEqual(cellsOf(coverageTable(shares)));
}, 60_000);

test('a comparison finds no difference where there is none and one where there is, and the page has these figures', () => {
  const compared = GAPS.map(comparedAt);
  const [same, , different, large] = compared;
  expect(GAPS).toEqual([0, 1.5, 3, 10]);
  expect(same.verdicts.none).toBeGreaterThanOrEqual(0.93 * BATCHES);
  expect(same.verdicts.ours + same.verdicts.theirs).toBeLessThanOrEqual(0.05 * BATCHES);
  expect(different.verdicts.ours).toBeGreaterThanOrEqual(0.95 * BATCHES);
  expect(different.deals).toBeLessThan(different.fixed);
  expect(large.verdicts.ours).toBe(BATCHES);
  expect(large.deals).toBeLessThan(large.fixed / 5);
  expect(cellsOf(sectionOf('comparisons'))).toEqual(cellsOf(comparisonTable(compared)));
}, 60_000);

test('where nearly all games are alike no bootstrap helps, and the page says how far off the interval of a mean is', () => {
  const rares = RARE.map(rareAt);
  const [rarest, rare, , usual] = rares;
  // Alike games hold nothing but themselves: neither interval can hold a mean that is another.
  expect(rarest.alike).toBeGreaterThan(0.5);
  expect(rarest.student + rarest.alike).toBeLessThan(1 + 1e-9);
  expect(rarest.bootstrap + rarest.alike).toBeLessThan(1 + 1e-9);
  expect(rare.alike).toBeLessThan(0.01);
  expect(usual.student).toBeGreaterThan(0.92);
  expect(cellsOf(sectionOf('rare'))).toEqual(cellsOf(rareTable(rares)));
}, 60_000);
