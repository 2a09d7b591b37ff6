import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from './find-files.ts';
import type { Column, ColumnType, ResultFile } from './result-file.ts';
import { ResultsError } from './results-error.ts';

/** A word or a path as SQL quotes it, and a name. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** DuckDB keeps so much in memory, and the rest of a large table in the system's folder for temporary files. */
const MEMORY = '1GB';
const THREADS = 2;

/** A database in memory that loads nothing from the network. */
export class Database {
  private constructor(
    readonly connection: DuckDBConnection,
    private readonly shut: () => void,
  ) {}

  static async open(): Promise<Database> {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: MEMORY,
      threads: String(THREADS),
      temp_directory: join(tmpdir(), `seance-sql-${randomUUID()}`), // made when it is needed, and removed by DuckDB
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
    });
    const connection = await instance.connect();
    return new Database(connection, () => {
      connection.closeSync();
      instance.closeSync();
    });
  }

  async glob(pattern: string): Promise<readonly string[]> {
    const reader = await this.connection.runAndReadAll(`select file from glob(${quoted(pattern)}) order by file`);
    return reader.getRows().map(([file]) => String(file));
  }

  /**
   * Runs SQL that reads a file of results.
   * @throws ResultsError with the file and the line where it does not hold
   */
  async read(sql: string, { path }: ResultFile): Promise<void> {
    try {
      await this.connection.run(sql);
    } catch (error) {
      throw new ResultsError(lineProblem(path, error), { cause: error });
    }
  }

  /**
   * Runs SQL that writes to a file.
   * @throws ResultsError
   */
  async write(sql: string): Promise<void> {
    try {
      await this.connection.run(sql);
    } catch (error) {
      throw new ResultsError(`Parquet cannot be written: ${firstLine(error)}`, { cause: error });
    }
  }

  /** From here on no statement can reach a file, a setting or the network, but for the files that may be `written`. */
  async lock(written: readonly string[]): Promise<void> {
    if (written.length > 0) await this.connection.run(`set allowed_paths = [${written.map(quoted).join(', ')}]`);
    await this.connection.run('set enable_external_access = false');
    await this.connection.run('set lock_configuration = true');
  }

  close(): void {
    this.shut();
  }
}

/** The rows of a file as SQL, with types that may be wider than its own. */
export function rowsOf({ path, columns }: ResultFile, typeOf: (column: Column) => ColumnType): string {
  const types = columns.map((column) => `${quoted(column.name)}: ${quoted(typeOf(column))}`);
  return (
    `read_csv(${quoted(literal(path))}, columns = {${types.join(', ')}}, header = true, auto_detect = false, delim = ',', ` +
    `quote = '"', escape = '"', nullstr = '', strict_mode = true, compression = 'none')`
  );
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const firstLine = (error: unknown): string =>
  textOf(error)
    .split('\n')[0]
    .replace(/^[\w ]*Error: /, '');

/** What DuckDB finds wrong in a CSV file, in a line of ours. */
function lineProblem(path: string, error: unknown): string {
  const text = textOf(error);
  const line = /CSV Error on Line: (\d+)/.exec(text)?.[1];
  if (line === undefined) return `cannot read ${path}: ${firstLine(error)}`;
  const [, wanted, found] = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(text) ?? [];
  const [, column, cell] = /converting column "(.*)"\. Could not convert string "([^]*?)" to/.exec(text) ?? [];
  const what =
    wanted !== undefined
      ? `${found} cells under ${wanted} columns`
      : column !== undefined
        ? `${column} must be a number, not "${cell}"`
        : text.includes('Invalid unicode')
          ? 'this is not UTF-8'
          : text.includes('unterminated quote')
            ? 'a quote has no end'
            : firstLine(text.split('\n').slice(2).join('\n').trim());
  return `${path}, line ${line}: ${what}`;
}
