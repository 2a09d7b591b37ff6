import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Args } from '../../src/cli/command.ts';
import { UsageError } from '../../src/cli/errors.ts';
import { sqlCommand, tableOf } from '../../src/cli/sql.ts';
import { openResults } from '../../src/results/open-results.ts';
import { build, rowsOf, seance } from './seance.ts';

let folder: string;
let run: string;
const simulate = ['simulate', 'mysterium', '--players', '4-5', '--games', '200', '--no-bounds', '--clues', '--quiet'];
beforeAll(async () => {
  await build();
  folder = mkdtempSync(join(tmpdir(), 'seance-'));
  run = join(folder, 'run');
  const { code, err } = await seance(...simulate, '--out', run, '--parquet');
  expect(err).toBe('');
  expect(code).toBe(0);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

test('simulate --parquet writes what the CSV holds, and leaves none of an earlier run', async () => {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    for (const name of ['games', 'clues']) {
      const reader = await connection.runAndReadAll(`from '${join(run, `${name}.parquet`)}'`);
      const columns = reader.columnNames();
      const cells = reader.getRows().map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
      const rows = rowsOf(readFileSync(join(run, `${name}.csv`), 'utf8'));
      expect(columns).toEqual(Object.keys(rows[0]));
      expect(rows.length).toBeGreaterThan(300);
      expect(cells).toEqual(rows.map((row) => Object.values(row)));
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
  const again = await seance(...simulate, '--out', run);
  expect(again.code).toBe(0);
  expect(readdirSync(run).toSorted()).toEqual(['clues.csv', 'games.csv', 'run.json', 'summary.csv']);
  const lost = await seance('simulate', 'mysterium', '--parquet');
  expect(lost.code).toBe(2);
  expect(lost.err).toMatch(/^seance: --parquet needs --out.*\n$/);
}, 60_000);

test('sql asks a run: a table, CSV, JSON, or a file', async () => {
  const question =
    'select players, count(*) n, avg(won) won, null as nothing from games group by players order by players';
  const games = rowsOf(readFileSync(join(run, 'games.csv'), 'utf8'));
  const won = (players: string): number => {
    const own = games.filter((row) => row['players'] === players);
    return own.filter((row) => row['won'] === '1').length / own.length;
  };
  const n = games.length / 2;
  const csv = `players,n,won,nothing\n4,${n},${won('4')},\n5,${n},${won('5')},\n`;
  const pattern = join(folder, '**/games.csv');
  const out = join(folder, 'answer.csv');
  const [table, asCsv, asJson, toFile, toParquet] = await Promise.all([
    seance('sql', run, question),
    seance('sql', pattern, question, '--csv'),
    seance('sql', join(run, 'games.csv'), join(run, 'clues.csv'), question, '--json'),
    seance('sql', run, question, '--out', out),
    seance('sql', run, `${question} -- all`, '--out', join(folder, 'answer.parquet')),
  ]);
  expect([table.code, asCsv.code, asJson.code, toFile.code, toParquet.code]).toEqual([0, 0, 0, 0, 0]);
  expect(table.out).toMatch(/│ players │ n +│ won +│ nothing │\n/);
  expect(table.out).toContain(`│ 4       │ ${n} │ ${Number(won('4').toPrecision(6))} `);
  expect(asCsv.out).toBe(csv);
  expect(JSON.parse(asJson.out)).toEqual([
    { players: 4, n, won: won('4'), nothing: null },
    { players: 5, n, won: won('5'), nothing: null },
  ]);
  expect(readFileSync(out, 'utf8')).toBe(csv);
  expect(readFileSync(join(folder, 'answer.parquet')).subarray(0, 4).toString()).toBe('PAR1');
  expect(toFile.out + toParquet.out).toBe('');
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
}, 60_000);

test('sql refuses what makes no sense in one line', async () => {
  const damaged = join(folder, 'damaged.csv');
  writeFileSync(damaged, readFileSync(join(run, 'games.csv'), 'utf8').replace('\n', '\nmysterium,\n'));
  const refusal = async (words: readonly string[], options: object): Promise<unknown> =>
    sqlCommand.run(new Args({ words, ...options })).then(
      () => 'none',
      (error: unknown) => error,
    );
  for (const [isUsage, words, options, message] of [
    [true, [run, 'selec 1'], {}, /^SQL, line 1, column 1: syntax error at or near "selec"$/],
    [true, [run, "copy games to 'x'"], {}, /^SQL: it may reach no file, but the tables games, clues, summary$/],
    [true, [run], {}, /^sql needs files or folders, and then a question in quotes, .*$/],
    [true, ['', 'select 1'], {}, /^a file or folder has an empty name$/],
    [true, [run, join(run, 'games.csv')], {}, /^the last word, .*, is a file, and no question, .*$/],
    [true, [run, 'select 1'], { csv: true, json: true }, /^--csv and --json exclude each other$/],
    [true, [run, 'select 1'], { out: 'x.csv', json: true }, /^--out says the form by its ending/],
    [true, [run, 'select 1'], { out: 'x.txt' }, /^--out x\.txt must end in \.csv, \.json, \.parquet$/],
    [
      true,
      [run, 'select 1'],
      { out: join(run, 'games.csv') },
      /^--out .*games\.csv is a file that is asked; choose another$/,
    ],
    [false, [run, 'select 1'], { out: join(folder, 'none', 'x.csv') }, /^cannot write .*: there is no such folder$/],
    [false, [join(folder, 'no'), 'select 1'], {}, /^cannot read .*: there is no such file or folder$/],
    [false, [damaged, 'select 1'], {}, /damaged\.csv, line 2: 2 cells under \d+ columns$/],
    [false, [join(run, 'run.json'), 'select 1'], {}, /run\.json, line 1: this is no header of a games\.csv/],
  ] as const) {
    const error = await refusal(words, options);
    expect(error).toHaveProperty('message', expect.stringMatching(message));
    expect(error instanceof UsageError).toBe(isUsage);
  }
  const { code, out, err } = await seance('sql', run, 'select nope from games');
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^seance: SQL, line 1, column 8: Referenced column "nope" not found.*\n$/);
}, 60_000);

test('the tables of docs/results.md are what its questions come to', async () => {
  const page = readFileSync(fileURLToPath(new URL('../../docs/results.md', import.meta.url)), 'utf8');
  expect(page).toContain(`seance ${simulate.filter((word) => word !== '--quiet').join(' ')} --out runs/first\n`);
  const examples = [...page.matchAll(/```\nseance sql runs\/first "([^]*?)"\n```\n\n```\n([^]*?)```/g)];
  expect(examples).toHaveLength(3);
  const results = await openResults([run]);
  try {
    for (const [, sql, table] of examples)
      expect(`${await tableOf(await results.ask(sql.replaceAll(String.raw`\"`, '"')))}\n`).toBe(table);
  } finally {
    results.close();
  }
});
