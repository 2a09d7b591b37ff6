import { Database, quoted, rowsOf } from './database.ts';
import { readResultFile } from './result-file.ts';

/**
 * Writes a file of results as Parquet: the same columns and rows in the same order. Numbers are the same to the last bit, an empty cell is
 * NULL.
 * @throws ResultsError where the CSV does not hold, or the other cannot be written
 */
export async function writeAsParquet(csv: string, parquet: string): Promise<void> {
  const file = await readResultFile(csv);
  const database = await Database.open();
  try {
    const rows = `select * from ${rowsOf(file, ({ type }) => type)}`;
    await database.write(`copy (${rows}) to ${quoted(parquet)} (format parquet, compression zstd)`);
  } finally {
    database.close();
  }
}
