import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { games } from '../../src/agents/catalog.ts';
import { detailsOf, gamesOf, mistakesOf, sharesOf } from '../../src/report/evidence.ts';
import { readRun } from '../../src/report/run.ts';
import type { Run } from '../../src/report/run.ts';
import { openResults } from '../../src/results/open-results.ts';
import { Ratio, detailColumns, gameColumns, toLines, wilson } from '../../src/sim/index.ts';

const [game] = games;
const folder = mkdtempSync(join(tmpdir(), 'seance-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A run of written rows; each game is its cells by name, all others 0 or as usual. */
async function runOf(
  name: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  clues: readonly Readonly<Record<string, unknown>>[],
  more: object,
): Promise<Run> {
  const path = join(folder, name);
  mkdirSync(path);
  const usual: Readonly<Record<string, unknown>> = {
    game: game.id,
    version: 1,
    players: 4,
    difficulty: 'easy',
    deck: 'starter',
    ghost: 'contrast',
    psychic: 'literal',
    'ghost.eyes': 'bundled',
    'psychic.eyes': 'bundled',
    params: '',
  };
  const cells = (columns: readonly string[], row: Readonly<Record<string, unknown>>): readonly unknown[] =>
    columns.map((column) => row[column] ?? 0);
  writeFileSync(
    join(path, 'games.csv'),
    toLines([gameColumns(game), ...rows.map((row) => cells(gameColumns(game), { ...usual, ...row }))]),
  );
  writeFileSync(
    join(path, 'clues.csv'),
    toLines([detailColumns(game), ...clues.map((row) => cells(detailColumns(game), row))]),
  );
  const plan = { agent: 'contrast', params: {} };
  const document = {
    schema: 1,
    seance: '0',
    game: game.id,
    version: game.version,
    config: {},
    lineups: { asked: { ghost: plan, psychic: { agent: 'literal', params: {} } } },
    games: rows.length,
    seed: 1,
    deck: null,
    encoders: {},
    interrupted: false,
    checksum: '00000000',
    cells: [],
    timing: { started: '2026-01-01T00:00:00Z', seconds: 1, gamesPerSecond: 1, threads: 1 },
    ...more,
  };
  writeFileSync(join(path, 'run.json'), JSON.stringify(document));
  return readRun(path);
}

test('games by the same people are one unit, and are counted together', async () => {
  const won = [1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 1];
  const run = await runOf(
    'series',
    won.map((one, seed) => ({ seed, won: one })),
    [],
    { series: 3 },
  );
  const results = await openResults([run.folder]);
  const [share] = await sharesOf(results, gamesOf(run), { by: [], top: 'won' });
  results.close();
  const ratio = new Ratio();
  for (let at = 0; at < won.length; at += 3) ratio.add(won[at] + won[at + 1] + won[at + 2], 3);
  const expected = ratio.estimate();
  expect(share.value).toBeCloseTo(expected.value, 12);
  expect([share.low, share.high]).toEqual([expect.closeTo(expected.low, 12), expect.closeTo(expected.high, 12)]);
  expect(share.high - share.low).toBeGreaterThan(wilson(7, 12).high - wilson(7, 12).low); // wider than if all were apart
  expect([share.n, share.of]).toEqual([4, 12]);
});

test('games with another rule are left out, of details as well', async () => {
  const rows = [0, 1, 2, 3].map((seed) => ({ seed, won: seed % 2, params: seed % 2 === 1 ? 'refill=end' : '' }));
  const clues = [1, 2, 3, 4].map((row) => ({ game_row: row, seed: row - 1, target: 3, guess: row === 1 ? 5 : 7 }));
  const run = await runOf('rules', rows, clues, { comparisons: [{ rule: 'refill=end', sentence: '', cells: [] }] });
  const results = await openResults([run.folder]);
  const [share] = await sharesOf(results, gamesOf(run), { by: [], top: 'won' });
  expect([share.value, share.n]).toEqual([0, 2]);
  const [clue] = await sharesOf(results, detailsOf(run, 'retained = 0'), { by: ['target'], top: '"right"' });
  expect([clue.key, clue.of]).toEqual([[3], 2]);
  expect(await mistakesOf(results, run)).toEqual([
    { one: 3, other: 5, times: 1 },
    { one: 3, other: 7, times: 1 },
  ]);
  results.close();
});

test('guesses of a game hang together; who is mistaken for whom is counted both ways, and only at the first guess', async () => {
  const clues = [
    { game_row: 1, target: 3, guess: 5 },
    { game_row: 1, target: 5, guess: 3 },
    { game_row: 1, target: 5, guess: 9, retained: 2 },
    { game_row: 2, target: 3, guess: 3, right: 1 },
    { game_row: 2, target: 4, guess: '' },
    { game_row: 3, target: 3, guess: 3, right: 1 },
  ];
  const run = await runOf(
    'units',
    [0, 1, 2].map((seed) => ({ seed })),
    clues,
    {},
  );
  const results = await openResults([run.folder]);
  const [share] = await sharesOf(results, detailsOf(run, 'retained = 0'), { by: [], top: '"right"' });
  expect(await mistakesOf(results, run)).toEqual([{ one: 3, other: 5, times: 2 }]);
  results.close();
  const ratio = new Ratio();
  for (const [top, bottom] of [
    [0, 2],
    [1, 2],
    [1, 1],
  ])
    ratio.add(top, bottom);
  expect(share).toMatchObject({
    n: 3,
    of: 5,
    value: expect.closeTo(ratio.estimate().value, 12),
    high: expect.closeTo(ratio.estimate().high, 12),
  });
});
