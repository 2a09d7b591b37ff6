/** What a cell shows, by MIME type. A terminal gets the plain text, a notebook the richest form it knows. */
export interface Shown {
  readonly 'text/plain': string;
  readonly 'text/markdown'?: string;
  readonly 'image/svg+xml'?: string;
}

let showTo = (shown: Shown): void => console.log(shown['text/plain']);

/** Shows a value below the cell. */
export const show = (shown: Shown): void => showTo(shown);

/** From now on what is shown goes to `sink`. */
export function redirect(sink: (shown: Shown) => void): void {
  showTo = sink;
}

/** Rows as a table, with the columns of the first; numbers have 3 decimals at most. */
export function table(rows: readonly Readonly<Record<string, string | number | null>>[]): Shown {
  const columns = Object.keys(rows.at(0) ?? { nothing: '' });
  const text = rows.map((row) => columns.map((name) => cellText(row[name])));
  const width = columns.map((name, at) => Math.max(name.length, ...text.map((row) => row[at].length)));
  const padded = (row: readonly string[]): string =>
    row
      .map((cell, at) => cell.padEnd(width[at]))
      .join('  ')
      .trimEnd();
  const piped = (row: readonly string[]): string =>
    `| ${row.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return {
    'text/plain': [columns, ...text].map(padded).join('\n'),
    'text/markdown': [piped(columns), piped(columns.map(() => '---')), ...text.map(piped)].join('\n'),
  };
}

const cellText = (value: string | number | null): string =>
  typeof value === 'number' ? String(Number(value.toFixed(3))) : (value ?? '');
