import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openResults } from '../../src/results/open-results.ts';
import type { PlainValue } from '../../src/results/plain-value.ts';
import { wilson } from '../../src/sim/stats.ts';
import { writeAsParquet } from '../../src/results/parquet.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'seance-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER = 'game,version,players,difficulty,seed,deck,ghost,ghost.eyes,params,won,rounds';
const GAMES = `${HEADER}
mysterium,1,4,easy,4294967295,starter,contrast,bundled,,1,5
mysterium,1,5,hard,7,starter,contrast,bundled,"ghost.note=a,b",0,
`;
const CLUES = `game_row,seed,round,margin,right
1,4294967295,1,0.1,1
1,4294967295,2,-1e-7,0
2,7,1,,1
`;
const SUMMARY = `lineup,game,version,players,difficulty,run_seed,deck,ghost,ghost.eyes,params,figure,value,low,high,n,games,checksum
asked,mysterium,1,4,easy,1,starter,contrast,bundled,,won,0.5,0.1,,2,2,00012345
`;

/** Makes a run's folder and returns its path. */
function runOf(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

async function ask(paths: readonly string[], sql: string): Promise<readonly (readonly PlainValue[])[]> {
  const results = await openResults(paths);
  try {
    return (await results.ask(sql)).rows;
  } finally {
    results.close();
  }
}

describe('results of runs', () => {
  test('are tables of games, clues and summary: numbers are numbers, an empty cell is NULL, words stay words', async () => {
    const run = runOf('one', { 'games.csv': GAMES, 'clues.csv': CLUES, 'summary.csv': SUMMARY, 'run.json': '{}' });
    const results = await openResults([run]);
    try {
      expect(results.files.map(({ kind }) => kind)).toEqual(['clues', 'games', 'summary']);
      expect((await results.ask('from games')).rows).toEqual([
        [run, 1, 'mysterium', 1, 4, 'easy', 4294967295, 'starter', 'contrast', 'bundled', null, 1, 5],
        [run, 2, 'mysterium', 1, 5, 'hard', 7, 'starter', 'contrast', 'bundled', 'ghost.note=a,b', 0, null],
      ]);
      const joined =
        'select c.margin, g.players from clues c join games g using (run, game_row) order by game_row, round';
      expect((await results.ask(joined)).rows).toEqual([
        [0.1, 4],
        [-1e-7, 4],
        [null, 5],
      ]);
      expect((await results.ask('select checksum, high, n from summary')).rows).toEqual([['00012345', null, 2]]);
    } finally {
      results.close();
    }
  });

  test('are checked by a schema, and whole numbers and fractions of SQL are plain numbers', async () => {
    const run = runOf('one', { 'games.csv': GAMES });
    const results = await openResults([run]);
    try {
      const sql = `select count(*) n, sum(seed) s, 0.25 q, 12345678901234567890::hugeint big, [seed] l, {a: 1::bigint} o,
        map {'k': 1::bigint} m, 'NaN'::double x, date '2020-01-02' d, 'w'::union(a varchar, b int) u from games group by seed order by seed`;
      const { rows } = await results.ask(sql);
      expect(JSON.parse(JSON.stringify(rows[0]))).toEqual([
        1,
        7,
        0.25,
        '12345678901234567890',
        [7],
        { a: 1 },
        [{ key: 'k', value: 1 }],
        null,
        '2020-01-02',
        'w',
      ]);
      const schema = z.object({ players: z.number(), won: z.number() });
      expect(await results.query('select players, won from games order by players', schema)).toEqual([
        { players: 4, won: 1 },
        { players: 5, won: 0 },
      ]);
      await expect(results.query('select players, rounds won from games', schema)).rejects.toThrow(
        /^row 2 of the answer, won: /,
      );
    } finally {
      results.close();
    }
  });

  test('of several games go together by the names of their columns', async () => {
    runOf('many/a', { 'games.csv': GAMES });
    runOf('many/b', { 'games.csv': `game,version,size,seed,deck,cook,params,score\nsoup,2,large,3,,chef,,11.5\n` });
    runOf('many/empty', { 'games.csv': `${HEADER}\n` });
    const sql = 'select game, players, size, score from games order by game desc, seed';
    const rows = await ask([join(folder, 'many')], sql);
    expect(rows).toEqual([
      ['soup', null, 'large', 11.5],
      ['mysterium', 5, null, null],
      ['mysterium', 4, null, null],
    ]);
    // A parameter that is a word somewhere is a word everywhere.
    runOf('many/c', { 'games.csv': GAMES.replace(',4,easy', ',several,easy').replace(',5,hard', ',some,hard') });
    expect(
      await ask([join(folder, 'many')], `select distinct players from games where players > '4' order by 1`),
    ).toEqual([['5'], ['several'], ['some']]);
  });

  test('are found by folders and patterns, each file once, whatever the folders are called', async () => {
    const odd = runOf("odd/it's [1] *x", { 'games.csv': GAMES, 'crossplay.csv': 'not ours\n' });
    runOf('odd/deep/er', { 'games.csv': GAMES, 'notes.txt': 'x' });
    const top = join(folder, 'odd');
    const count = 'select count(*), count(distinct run) from games';
    expect(await ask([odd], count)).toEqual([[2, 1]]);
    for (const paths of [
      [top],
      [join(top, '**/games.csv')],
      [join(top, '**')],
      [join(top, '*'), join(top, 'deep/*')],
      [odd, join(odd, 'games.csv'), top],
    ])
      expect(await ask(paths, count)).toEqual([[4, 2]]);
    await expect(ask([join(top, 'none*')], count)).rejects.toThrow(/no games\.csv, .* is named as .*none\*/);
    await expect(ask([join(top, 'none')], count)).rejects.toThrow('there is no such file or folder');
    await expect(ask([runOf('void', {})], count)).rejects.toThrow('void holds no games.csv');
  });

  test.each([
    ['too few cells', GAMES.replace(',0,\n', ',0\n'), /games\.csv, line 3: 10 cells under 11 columns$/],
    ['too many cells', GAMES.replace(',0,\n', ',0,,9\n'), /games\.csv, line 3: 12 cells under 11 columns$/],
    ['a word for a number', GAMES.replace(',1,5\n', ',one,5\n'), /line 2: won must be a number, not "one"$/],
    ['NaN for a number', GAMES.replace(',0,\n', ',nan,\n'), /games\.csv, line 3: won must be a number, not NaN$/],
    ['a fraction for a seed', GAMES.replace(',7,st', ',7x,st'), /line 3: seed must be a number, not "7x"$/],
    ['a last line that is cut', GAMES.slice(0, -4), /line 3: the last line has no end, so the file was cut there$/],
    ['NUL bytes', GAMES.replace('hard', 'h\0rd'), /line 3: a NUL byte, so the file is damaged$/],
    ['NUL bytes after a crash', GAMES + '\0'.repeat(100), /line 4: a NUL byte/],
    ['no UTF-8', Buffer.from(GAMES.replace('hard', 'h\xe4rd'), 'latin1'), /line 3: this is not UTF-8$/],
    ['a quote without end', GAMES.replace('hard', '"hard'), /line 3: a quote has no end$/],
    ['no header', GAMES.slice(HEADER.length + 1), /line 1: this is no header of a games\.csv/],
    ['nothing', '', /line 1: this is no header/],
    ['two columns of one name', GAMES.replace('rounds', 'Won'), /line 1: two columns are named Won$/],
    ['a column that is ours', GAMES.replace('rounds', 'run'), /line 1: the column run is added by SQL/],
  ])('with %s are refused by file and line', async (_what, text, message) => {
    const run = runOf('bad', { 'games.csv': text });
    await expect(ask([run], 'select 1')).rejects.toThrow(message);
  });

  test('that spreadsheets saved anew are read as well', async () => {
    const run = runOf('saved', { 'games.csv': `\uFEFF${GAMES.replaceAll('\n', '\r\n')}` });
    expect(await ask([run], 'select game, rounds from games')).toEqual([
      ['mysterium', 5],
      ['mysterium', null],
    ]);
  });
});

describe('a question', () => {
  test('may use the interval of a rate that all tables have', async () => {
    const results = await openResults([runOf('one', { 'games.csv': GAMES })]);
    try {
      for (const [hits, n] of [
        [0, 7],
        [7, 7],
        [3, 10],
        [1, 1000],
        [123456, 999999],
      ] as const) {
        const [[low, high]] = (await results.ask(`select wilson_low(${hits}, ${n}), wilson_high(${hits}, ${n})`)).rows;
        const { low: least, high: most } = wilson(hits, n);
        expect(low).toBeCloseTo(least, 14);
        expect(high).toBeCloseTo(most, 14);
      }
      expect((await results.ask('select wilson_low(0, 0), wilson_high(0, 0)')).rows).toEqual([[null, null]]);
    } finally {
      results.close();
    }
  });

  test('that is wrong says where, and what there is', async () => {
    const run = runOf('one', { 'games.csv': GAMES });
    const results = await openResults([run]);
    try {
      for (const [sql, message] of [
        ['selec 1', 'SQL, line 1, column 1: syntax error at or near "selec"'],
        [
          'select 1,\n  wun from games',
          /^SQL, line 2, column 3: Referenced column "wun" not found.*; near to it: .*\bwon\b/,
        ],
        ['select * from clue', /^SQL, line 1, column 15: Table with name clue does not exist; there (is|are) .*games/],
        [' -- nothing', 'the SQL is empty'],
        ['select $1', /has a parameter/],
        ["select cast('x' as int)", /^SQL, line 1, column 8: Could not convert string 'x' to INT32$/],
        ["select error('two\nlines')", /^SQL.*: .*two lines$/],
      ] as const)
        await expect(results.ask(sql)).rejects.toThrow(message);
      expect((await results.ask('select count(*) from games; -- all')).rows).toEqual([[2]]);
    } finally {
      results.close();
    }
  });

  test('reaches no file, no setting and no network, and changes nothing', async () => {
    const run = runOf('wall/run', { 'games.csv': GAMES });
    const evil = join(folder, 'wall', 'evil');
    const results = await openResults([run], { parquet: join(folder, 'wall', 'out.parquet') });
    try {
      for (const sql of [
        `copy games to '${evil}'`,
        `copy games to '${join(run, 'games.csv')}'`,
        `export database '${evil}'`,
        `attach '${evil}'`,
        `select * from read_text('${join(run, 'games.csv')}')`,
        `select * from '${join(run, 'games.csv')}'`,
        `from read_csv('https://localhost/x.csv')`,
        `select * from glob('/*')`,
        'install httpfs',
        'load httpfs',
        'drop table games',
        'delete from games',
        'insert into games (run) values (1)',
        'create table t as select 1',
        'update games set won = 1',
        "set memory_limit = '90GB'",
        'set enable_external_access = true',
        'pragma enable_profiling',
        `pragma profiling_output = '${evil}'`,
        'call pragma_version()',
        'explain select 1',
        `select 1; copy games to '${evil}'`,
        `select * from enable_logging(storage = 'file', storage_config = {'path': '${evil}'})`,
        `select 1) to '${evil}'; copy (select 1`,
      ])
        await expect(results.ask(sql)).rejects.toThrow();
      await expect(results.writeParquet(`select 1) to '${evil}'; --`)).rejects.toThrow();
      expect((await results.ask('select sum(won), count(*) from games')).rows).toEqual([[1, 2]]);
      await results.writeParquet('from games -- all');
      expect(readdirSync(join(folder, 'wall')).toSorted()).toEqual(['out.parquet', 'run']);
    } finally {
      results.close();
    }
  });

  test('can be given up', async () => {
    const run = runOf('one', { 'games.csv': GAMES });
    const stop = new AbortController();
    const results = await openResults([run], { signal: stop.signal });
    try {
      const asked = results.ask('select count(*) from range(1000000000000) a, games');
      setTimeout(() => stop.abort(), 100);
      await expect(asked).rejects.toThrow(/Interrupted/i);
    } finally {
      results.close();
    }
  });
});

test('Parquet holds the same columns and rows as the CSV, to the last bit', async () => {
  const numbers = [0.1, -0, 5e-324, 1.7976931348623157e308, 1 / 3, 2 ** 53, -1e-7, 123456789.12345679, 4294967295];
  const lines = numbers.map((number, at) => `${at + 1},${at},1,${String(number)},`);
  const run = runOf('exact', { 'clues.csv': `game_row,seed,round,margin,right\n${lines.join('\n')}\n` });
  const parquet = join(run, 'clues.parquet');
  await writeAsParquet(join(run, 'clues.csv'), parquet);
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const reader = await connection.runAndReadAll(`from '${parquet}'`);
    expect(reader.columnNames()).toEqual(['game_row', 'seed', 'round', 'margin', 'right']);
    expect(reader.getRows()).toEqual(
      numbers.map((number, at) => [BigInt(at + 1), BigInt(at), 1, Number(String(number)), null]),
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
  await expect(writeAsParquet(join(run, 'clues.csv'), join(run, 'none', 'x'))).rejects.toThrow(
    /^Parquet cannot be written/,
  );
});
