import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { games } from '../../src/agents/catalog.ts';
import { runChunk } from '../../src/sim/chunk.ts';
import {
  detailColumns,
  detailLines,
  gameColumns,
  gameLines,
  summaryColumns,
  summaryLines,
  toLines,
} from '../../src/sim/csv.ts';
import { gameSeed, lineupOf } from '../../src/sim/experiment.ts';
import { FolderError, RunFolder } from '../../src/sim/folder.ts';
import { readGamesRow } from '../../src/sim/games-row.ts';
import { Tally } from '../../src/sim/summary.ts';
import { coinsGame } from './coins.ts';
import { coinsExperiment, nothing } from './experiments.ts';

const casting = {
  tosser: { agent: 'bent', params: { bend: 0.75, eyes: 'a;b=50%' } },
  caller: { agent: 'heads', params: {} },
};
const config = { coins: 3, coin: 'loaded', luck: 0.25 };
const experiment = coinsExperiment({ config, lineup: lineupOf(coinsGame, config, casting), games: 40, cell: 5 });
const setting = { experiment, casting, deck: 'my, "own" deck' };
const chunk = runChunk(coinsGame, nothing, { experiment, from: 0, to: 40, details: true });

const parsed = (text: string): string[][] => Papa.parse<string[]>(text, { skipEmptyLines: true }).data;

describe('games.csv', () => {
  const text = toLines([gameColumns(coinsGame)]) + gameLines(coinsGame, setting, chunk);
  const [columns, ...rows] = parsed(text);

  test('one header, one row a game, newlines of one kind', () => {
    expect(rows).toHaveLength(40);
    expect(text).not.toContain('\r');
    expect(text.endsWith('\n')).toBe(true);
    expect(columns).toEqual([
      'game',
      'version',
      'coins',
      'coin',
      'seed',
      'deck',
      'tosser',
      'caller',
      'tosser.eyes',
      'caller.eyes',
      'params',
      'won',
      'heads',
      'right',
      'tossed',
      'share',
    ]);
    expect(rows[7].slice(0, 11)).toEqual([
      'coins',
      '3',
      '3',
      'loaded',
      String(gameSeed(experiment, 7)),
      'my, "own" deck',
      'bent',
      'heads',
      'a;b=50%',
      '',
      'luck=0.25;tosser.bend=0.75',
    ]);
  });

  test('every row holds what it takes to play its game again', () => {
    for (const cells of rows) {
      const read = readGamesRow(coinsGame, columns, cells);
      expect(read.config).toEqual(config);
      expect(read.casting).toEqual(casting);
      expect(read.deck).toBe(setting.deck);
      const session = coinsGame.open(read.config, lineupOf(coinsGame, read.config, read.casting), nothing);
      session.play(read.seed);
      const now = new Float64Array(coinsGame.metrics.length);
      session.measure(now);
      expect(read.metrics).toEqual(now);
    }
  });

  test('a parameter of any name and value survives', () => {
    const odd = { ...setting, experiment: { ...experiment, config: { ...config, edge: true } } };
    const [cells] = parsed(gameLines(coinsGame, odd, chunk));
    expect(readGamesRow(coinsGame, columns, cells).config).toEqual({ ...config, edge: true });
  });

  test.each([
    ['a cell is missing', (cells: string[]) => cells.slice(1), '15 cells under 16 columns'],
    [
      'another version',
      (cells: string[]) => cells.with(1, '2'),
      'played under version 2 of the rules of coins; this is version 3',
    ],
    ['no seed', (cells: string[]) => cells.with(4, ''), 'seed must be a whole number from 0 to 4294967295, not ""'],
    ['a strange seed', (cells: string[]) => cells.with(4, '1e99'), 'seed must be a whole number'],
    [
      'an agent nobody knows',
      (cells: string[]) => cells.with(6, 'straight'),
      'no tosser named "straight"; there are honest, bent',
    ],
    ['coins out of bounds', (cells: string[]) => cells.with(2, '9'), 'coins must be a whole number from 1 to 4, not 9'],
    ['a parameter nobody knows', (cells: string[]) => cells.with(10, 'tosser.bent=1'), 'no parameter tosser.bent'],
    [
      'a name that all objects have',
      (cells: string[]) => cells.with(10, 'tosser.__proto__=1'),
      'no parameter tosser.__proto__',
    ],
    ['a role nobody plays', (cells: string[]) => cells.with(10, 'dealer.bend=1'), 'no parameter dealer.bend'],
    ['a parameter twice', (cells: string[]) => cells.with(10, 'luck=0.1;luck=0.2'), 'params names luck twice'],
    [
      'what has a column',
      (cells: string[]) => cells.with(10, 'coins=2'),
      'params must not name coins, which has a column',
    ],
    ['an option nobody knows', (cells: string[]) => cells.with(10, 'lack=1'), 'no parameter lack'],
    [
      'params that are none',
      (cells: string[]) => cells.with(10, 'nonsense'),
      'params must read name=value;name=value, not "nonsense"',
    ],
    ['a metric in words', (cells: string[]) => cells.with(11, 'yes'), 'won must be a number, not "yes"'],
    ['a cell the rules refuse', (cells: string[]) => cells.with(2, '4'), 'four coins are always fair'],
  ])('refuses a row: %s', (_why, spoil, message) => {
    expect(() => readGamesRow(coinsGame, columns, spoil(rows[0]))).toThrow(message);
  });

  test.each(games.map((game) => [game.id, game] as const))('no two columns of %s share a name', (_id, game) => {
    expect(new Set(detailColumns(game)).size).toBe(detailColumns(game).length);
    expect(new Set(gameColumns(game)).size).toBe(gameColumns(game).length);
    expect(new Set(summaryColumns(game)).size).toBe(summaryColumns(game).length);
  });
});

test.each(games.map((game) => [game.id, game] as const))('docs/csv.md names every column of %s', async (_id, game) => {
  const doc = await readFile(new URL('../../docs/csv.md', import.meta.url), 'utf8');
  const missing = [...gameColumns(game), ...detailColumns(game)].filter((name) => !doc.includes(`\`${name}\``));
  // The three categories are documented once.
  expect(missing.filter((name) => !/^first_(location|object)_/.test(name))).toEqual([]);
});

test('clues.csv points at the rows of games.csv', () => {
  const rows = parsed(detailLines(coinsGame, experiment, chunk, 100));
  expect(rows).toHaveLength(40 * 3); // three coins a game
  expect(rows[3]).toHaveLength(detailColumns(coinsGame).length);
  expect(rows[3].slice(0, 2)).toEqual(['102', String(gameSeed(experiment, 1))]);
});

test('summary.csv has a row a figure', () => {
  const tally = new Tally(coinsGame);
  tally.add(chunk.rows);
  const rows = parsed(summaryLines(coinsGame, 'asked', setting, tally));
  expect(rows).toHaveLength(coinsGame.figures.length);
  for (const row of rows) expect(row).toHaveLength(summaryColumns(coinsGame).length);
});

describe('a folder of results', () => {
  let home = '';
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'seance-folder-'));
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  test('shows nothing under its own name before it is kept', async () => {
    const path = join(home, 'a', 'b');
    const folder = await RunFolder.prepare(path, { force: false });
    const sink = await folder.begin('games.csv', 'x\n');
    for (let i = 0; i < 10_000; i++) await sink.write(`${i},some text to fill a block\n`);
    expect(await readdir(path)).not.toContain('games.csv');
    await folder.keep();
    await folder.drop();
    expect(await readdir(path)).toEqual(['games.csv']);
    const lines = (await readFile(join(path, 'games.csv'), 'utf8')).split('\n');
    expect(lines).toHaveLength(10_002);
    expect(lines[10_000]).toBe('9999,some text to fill a block');
  });

  test('leaves nothing behind that was not kept', async () => {
    const folder = await RunFolder.prepare(home, { force: false });
    await (await folder.begin('games.csv', 'x\n')).write('1\n');
    await folder.drop();
    expect(await readdir(home)).toEqual([]);
  });

  test('does not write over an earlier run, unless it is forced, and then as a whole', async () => {
    await writeFile(join(home, 'games.csv'), 'old\n');
    await writeFile(join(home, 'clues.csv'), 'old\n');
    await expect(RunFolder.prepare(home, { force: false })).rejects.toThrow(
      /already holds a run \(games\.csv\); --force replaces it/,
    );
    const folder = await RunFolder.prepare(home, { force: true });
    await folder.begin('games.csv', 'new\n');
    expect(await readFile(join(home, 'games.csv'), 'utf8')).toBe('old\n');
    await folder.keep();
    await folder.drop();
    expect(await readdir(home)).toEqual(['games.csv']);
    expect(await readFile(join(home, 'games.csv'), 'utf8')).toBe('new\n');
  });

  test('takes the place of the same run without force, and of no other', async () => {
    await writeFile(join(home, 'games.csv'), 'old\n');
    await writeFile(join(home, 'run.json'), '{"run":"same"}');
    const other = await RunFolder.prepare(home, { force: false });
    expect(() => other.claim(() => false)).toThrow(/already holds a run \(games\.csv\); --force replaces it/);
    const folder = await RunFolder.prepare(home, { force: false });
    expect(folder.renewed).toBeUndefined();
    folder.claim((document) => JSON.stringify(document) === '{"run":"same"}');
    expect(folder.renewed).toEqual({ run: 'same' });
    await folder.begin('games.csv', 'new\n');
    expect(await readFile(join(home, 'games.csv'), 'utf8')).toBe('old\n');
    await folder.keep();
    expect(await readFile(join(home, 'games.csv'), 'utf8')).toBe('new\n');
  });

  test('drops all at once where nothing can be waited for', async () => {
    const folder = await RunFolder.prepare(home, { force: false });
    for (const file of ['games.csv', 'run.json'] as const) await folder.begin(file, 'x\n');
    folder.dropNow();
    expect(readdirSync(home)).toEqual([]);
    await folder.drop();
  });

  test('a run that came to be there meanwhile is not written over, and nothing else is left', async () => {
    const folder = await RunFolder.prepare(home, { force: false });
    for (const file of ['games.csv', 'run.json'] as const) await folder.begin(file, 'late\n');
    await writeFile(join(home, 'games.csv'), 'first\n');
    await expect(folder.keep()).rejects.toThrow(/^cannot write .*games\.csv: there is a file of that name$/);
    await folder.drop();
    expect(await readdir(home)).toEqual(['games.csv']);
    expect(await readFile(join(home, 'games.csv'), 'utf8')).toBe('first\n');
  });

  test.each([['file/runs'], ['file']])('says in a line what it cannot make: %s', async (path) => {
    await writeFile(join(home, 'file'), '');
    const attempt = RunFolder.prepare(join(home, path), { force: false });
    await expect(attempt).rejects.toThrow(FolderError);
    await expect(attempt).rejects.toThrow(/^cannot make the folder .*: /);
  });
});
