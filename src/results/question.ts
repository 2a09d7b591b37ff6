import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { Kind } from './result-file.ts';
import { QuestionError, ResultsError } from './results-error.ts';

/**
 * One question in SQL, ready to be asked.
 * @throws QuestionError where it is wrong, is not one statement, or is none that only reads
 */
export async function prepareQuestion(
  connection: DuckDBConnection,
  sql: string,
  tables: readonly Kind[],
): Promise<DuckDBPreparedStatement> {
  const { StatementType } = await import('@duckdb/node-api');
  if (sql.replaceAll(/--.*|\/\*[^]*?\*\/|[\s;]/g, '') === '') throw new QuestionError('the SQL is empty');
  if (sql.includes('\0')) throw new QuestionError('the SQL holds a NUL character');
  // They change the database from within a SELECT, and one that logs to a file ends the process, since it may not.
  const [switches] = /\b(en|dis)able_logging\b|\btruncate_duckdb_logs\b/i.exec(sql) ?? [];
  if (switches !== undefined) throw new QuestionError(`the SQL uses ${switches}, and results can only be read`);
  try {
    const statements = await connection.extractStatements(sql);
    const first = await statements.prepare(0);
    if (first.statementType !== StatementType.SELECT)
      throw new QuestionError('only SELECT is taken: results can be read, and nothing else done');
    if (statements.count > 1) throw new QuestionError('the SQL is more than one statement; ask one at a time');
    if (first.parameterCount > 0)
      throw new QuestionError('the SQL has a parameter ($1 or ?), and nothing is given for it');
    return first;
  } catch (error) {
    throw error instanceof QuestionError ? error : problemOf(error, tables);
  }
}

/** What DuckDB finds wrong in a question, in one line: what, the place, and what there is instead. */
export function problemOf(error: unknown, tables: readonly Kind[]): ResultsError {
  const text = error instanceof Error ? error.message : String(error);
  if (text.startsWith('Out of Memory'))
    return new ResultsError('the answer takes more memory than there is for it; ask for fewer rows or columns', {
      cause: error,
    });
  if (text.includes('file system operations are disabled'))
    return new QuestionError(`SQL${placeIn(text)}: it may reach no file, but the tables ${tables.join(', ')}`, {
      cause: error,
    });
  const what = text.split(/\n\s*\n/)[0].replace(/^Failed to extract statements: /, '');
  const problem = what
    .split('\n')
    .filter((line) => !/^(Candidate bindings|Did you mean|LINE )/.test(line))
    .join(' ')
    .replace(/^[\w ]*Error: /, '')
    .replace(/!$/, '');
  const names = /^Candidate bindings: (.*)/m.exec(what)?.[1].replaceAll('"', '');
  const hint = /Table with name/.test(what)
    ? `; there ${tables.length === 1 ? 'is' : 'are'} ${tables.join(', ')}`
    : names === undefined
      ? ''
      : `; near to it: ${names}`;
  return new QuestionError(`SQL${placeIn(text)}: ${problem}${hint}`, { cause: error });
}

/** DuckDB quotes the line, cut to an excerpt where it is long, and puts a caret below: `LINE 2: select nope`. */
function placeIn(text: string): string {
  const [, head, line, excerpt, below] = /^(LINE (\d+): )(.*)\n( *)\^/m.exec(text) ?? [];
  if (line === undefined) return '';
  const column = below.length - head.length + 1;
  return excerpt.startsWith('...') ? `, line ${line}` : `, line ${line}, column ${column}`;
}
