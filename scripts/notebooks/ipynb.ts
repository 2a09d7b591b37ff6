import type { Cell } from './cells.ts';
import type { Shown } from './show.ts';

/** What a cell put out: text it printed, or a value it showed. */
export type Output = { readonly printed: string } | { readonly shown: Shown };

/** Text as notebooks store it: its lines, each with its end. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function outputOf(output: Output): object {
  if ('printed' in output) return { name: 'stdout', output_type: 'stream', text: linesOf(output.printed) };
  const data = Object.fromEntries(
    Object.entries(output.shown)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([type, text]) => [type, linesOf(text)]),
  );
  return { data, metadata: {}, output_type: 'display_data' };
}

/**
 * Cells and what they put out as a Jupyter notebook of format 4.5 (https://nbformat.readthedocs.io). It tells of no time, place or machine:
 * equal cells and outputs give equal bytes.
 */
export function ipynbOf(cells: readonly Cell[], outputs: ReadonlyMap<number, readonly Output[]>): string {
  let count = 0;
  const stored = cells.map(({ kind, source }, at) => {
    const id = `cell-${String(at + 1).padStart(2, '0')}`;
    if (kind === 'markdown') return { cell_type: kind, id, metadata: {}, source: linesOf(source) };
    return {
      cell_type: kind,
      execution_count: ++count,
      id,
      metadata: {},
      outputs: (outputs.get(at) ?? []).map(outputOf),
      source: linesOf(source),
    };
  });
  const metadata = { language_info: { file_extension: '.ts', mimetype: 'text/typescript', name: 'typescript' } };
  return `${JSON.stringify({ cells: stored, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}
