import { DuckDBInstance } from '@duckdb/node-api';
import type { z } from 'zod';

/**
 * Rows of an answer to SQL about files, by DuckDB, as `schema` says they are; whole numbers should be cast to integer or double. One thread,
 * so that sums add up in the same order every time.
 */
export async function ask<T>(sql: string, schema: z.ZodType<T>): Promise<readonly T[]> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    const reader = await connection.runAndReadAll(sql);
    return reader.getRowObjects().map((row) => schema.parse(row));
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
