import type { DuckDBValue } from '@duckdb/node-api';

/** A value as JSON has it. */
export type PlainValue =
  string | number | boolean | null | readonly PlainValue[] | { readonly [name: string]: PlainValue };

/**
 * A value of DuckDB as JSON has it. Whole numbers beyond 2^53 become text, so that no digit is lost; so do dates, times and bytes. What is no
 * number (NaN), or has no end, is null.
 */
export function plainValue(value: DuckDBValue): PlainValue {
  switch (typeof value) {
    case 'bigint':
      return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value);
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'object':
      break;
    default:
      return value;
  }
  if (value === null) return null;
  if ('scale' in value && 'width' in value) return value.toDouble();
  if ('items' in value) return value.items.map(plainValue);
  if ('tag' in value) return plainValue(value.value);
  if (!('entries' in value)) return String(value);
  if (Array.isArray(value.entries))
    return value.entries.map(({ key, value: held }) => ({ key: plainValue(key), value: plainValue(held) }));
  return Object.fromEntries(Object.entries(value.entries).map(([name, held]) => [name, plainValue(held)]));
}
