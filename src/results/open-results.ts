import type { DuckDBResultReader } from '@duckdb/node-api';
import type { z } from 'zod';
import { Database, named, quoted, rowsOf } from './database.ts';
import { findFiles } from './find-files.ts';
import { MACROS } from './macros.ts';
import { plainValue } from './plain-value.ts';
import type { PlainValue } from './plain-value.ts';
import { prepareQuestion, problemOf } from './question.ts';
import { KINDS, readResultFile } from './result-file.ts';
import type { Column, ColumnType, Kind, ResultFile } from './result-file.ts';
import { ResultsError } from './results-error.ts';

/** What a question comes to: names of columns, each once, and rows in their order. */
export interface Answer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly PlainValue[])[];
}

/** Results of runs that can be asked by SQL. */
export interface Results {
  /** The files that are in it, of all kinds. */
  readonly files: readonly ResultFile[];
  /**
   * The answer to one SELECT, checked row by row. An empty cell is null.
   * @throws ResultsError where the SQL is wrong or asks for more than reading, or rows are not as `schema` says
   */
  query<T>(sql: string, schema: z.ZodType<T>): Promise<readonly T[]>;
  /** The same with whatever columns it has. @throws ResultsError */
  ask(sql: string): Promise<Answer>;
  /** Writes an answer as Parquet to the file that was named as `parquet` on opening. @throws ResultsError */
  writeParquet(sql: string): Promise<void>;
  close(): void;
}

/**
 * Opens the results of runs: files, folders with runs in them, and patterns such as `runs/*` or `runs/**` + `/games.csv`. There are tables
 * `games`, `clues` and `summary`, as far as there are such files, with all columns of all files and two more: `run`, the folder, and in
 * games `game_row`, the game's place in its file, counted from 1, by which clues lead back to it; and `wilson_low(hits, n)` and `wilson_high(hits, n)`, the interval of a rate. All files are read here; afterwards SQL
 * reaches nothing but these tables, and no statement but SELECT is taken. One file may be written, `parquet`, by `writeParquet`. Once `signal` is
 * aborted, what is under way fails.
 * @throws ResultsError where a path stands for no results, or a file is damaged: with file and line
 */
export async function openResults(
  paths: readonly string[],
  { parquet, signal }: { readonly parquet?: string; readonly signal?: AbortSignal } = {},
): Promise<Results> {
  const database = await Database.open();
  signal?.addEventListener('abort', () => database.connection.interrupt());
  try {
    const found = await findFiles(paths, (pattern) => database.glob(pattern));
    const files: ResultFile[] = [];
    for (const path of found) {
      signal?.throwIfAborted();
      files.push(await readResultFile(path));
    }
    for (const kind of KINDS) {
      await load(
        database,
        kind,
        files.filter((file) => file.kind === kind),
      );
    }
    for (const macro of MACROS) await database.connection.run(macro);
    await database.lock(parquet === undefined ? [] : [parquet]);
    return resultsOf(database, files, parquet);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Puts all files of a kind into one table, in their order; a column that a file lacks is empty in its rows. */
async function load(database: Database, kind: Kind, files: readonly ResultFile[]): Promise<void> {
  if (files.length === 0) return;
  const types = new Map<string, ColumnType>([['run', 'VARCHAR']]);
  if (kind === 'games') types.set('game_row', 'BIGINT');
  for (const { path, columns } of files) {
    for (const { name, type } of columns) {
      if (name === 'run' || (kind === 'games' && name === 'game_row'))
        throw new ResultsError(`${path}, line 1: the column ${name} is added by SQL, so a file must not have it`);
      // A parameter that is a word in one game and a number in another is a word.
      const held = types.get(name);
      types.set(name, held === undefined || held === type ? type : 'VARCHAR');
    }
  }
  const typeOf = ({ name, type }: Column): ColumnType => types.get(name) ?? type;
  const table = [...types].map(([name, type]) => `${named(name)} ${type}`).join(', ');
  await database.connection.run(`create table ${kind} (${table})`);
  let rows = 0;
  for (const file of files) {
    const place = kind === 'games' ? ', row_number() over () as game_row' : '';
    await database.read(
      `insert into ${kind} by name select *, ${quoted(file.run)} as run${place} from ${rowsOf(file, typeOf)}`,
      file,
    );
    await refuseNaN(database, kind, file, typeOf, rows);
    rows = Number((await database.connection.runAndReadAll(`select count(*) from ${kind}`)).value(0, 0));
  }
}

/** DuckDB takes the word NaN for a number, and all that is reckoned with it comes to nothing. The file's rows are those from `first` on. */
async function refuseNaN(
  database: Database,
  kind: Kind,
  { path, columns }: ResultFile,
  typeOf: (column: Column) => ColumnType,
  first: number,
): Promise<void> {
  const doubles = columns.filter((column) => typeOf(column) === 'DOUBLE');
  if (doubles.length === 0) return;
  const cases = doubles.map(({ name }) => `when isnan(${named(name)}) then ${quoted(name)}`).join(' ');
  const found = await database.connection.runAndReadAll(
    `select rowid - ${first} + 2, name from (select rowid, case ${cases} end as name from ${kind} where rowid >= ${first})
     where name is not null order by 1 limit 1`,
  );
  for (const [line, name] of found.getRows())
    throw new ResultsError(`${path}, line ${String(line)}: ${String(name)} must be a number, not NaN`);
}

function resultsOf(database: Database, files: readonly ResultFile[], parquet: string | undefined): Results {
  const tables = KINDS.filter((kind) => files.some((file) => file.kind === kind));
  const read = async (sql: string): Promise<DuckDBResultReader> => {
    const question = await prepareQuestion(database.connection, sql, tables);
    try {
      return await question.runAndReadAll();
    } catch (error) {
      throw problemOf(error, tables);
    }
  };
  const ask = async (sql: string): Promise<Answer> => {
    const reader = await read(sql);
    return {
      columns: reader.deduplicatedColumnNames(),
      rows: reader.getRows().map((row) => row.map(plainValue)),
    };
  };
  return {
    files,
    ask,
    async query<T>(sql: string, schema: z.ZodType<T>) {
      const { columns, rows } = await ask(sql);
      return rows.map((row, at) => {
        const object = Object.fromEntries(columns.map((name, i) => [name, row[i]]));
        const parsed = schema.safeParse(object);
        if (parsed.success) return parsed.data;
        const [issue] = parsed.error.issues;
        throw new ResultsError(`row ${at + 1} of the answer, ${issue.path.join('.')}: ${issue.message}`);
      });
    },
    async writeParquet(sql) {
      if (parquet === undefined) throw new ResultsError('the results were not opened for writing Parquet');
      await prepareQuestion(database.connection, sql, tables);
      // On a line of its own, since a comment may end the question.
      await database.write(
        `copy (${sql.trim().replace(/;+$/, '')}\n) to ${quoted(parquet)} (format parquet, compression zstd)`,
      );
    },
    close: () => database.close(),
  };
}
