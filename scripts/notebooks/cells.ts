/** A cell of a notebook: its own lines of the file, without the marker and empty lines around it. */
export interface Cell {
  readonly kind: 'code' | 'markdown';
  readonly source: string;
}

const MARKER = /^\/\/ %%(?: \[(markdown)\])?$/;

/**
 * The cells of a TypeScript file, which begin with `// %%` or `// %% [markdown]`; what is written as a comment in the latter is Markdown.
 * @throws SyntaxError where text stands above the first cell, or code in one of Markdown
 */
export function readCells(text: string): readonly Cell[] {
  const cells: { readonly kind: Cell['kind']; readonly lines: string[] }[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    const marker = MARKER.exec(line);
    if (marker) cells.push({ kind: marker[1] === 'markdown' ? 'markdown' : 'code', lines: [] });
    else if (cells.length === 0) {
      if (line.trim() !== '') throw new SyntaxError(`line ${at + 1} stands above the first // %%`);
    } else {
      const { kind, lines } = cells[cells.length - 1];
      if (kind === 'markdown' && line.trim() !== '' && !line.startsWith('//'))
        throw new SyntaxError(`line ${at + 1} is code in a cell of Markdown`);
      lines.push(kind === 'markdown' ? line.replace(/^\/\/ ?/, '') : line);
    }
  }
  return cells.map(({ kind, lines }) => ({ kind, source: lines.join('\n').trim() }));
}

/** The same file, as a module that calls `begin(n)` where cell `n` of code begins, on the marker's own line. */
export function instrumented(text: string, begin: string): string {
  let cell = -1;
  return text
    .split('\n')
    .map((line) => {
      const marker = MARKER.exec(line);
      if (!marker) return line;
      cell++;
      return marker[1] === 'markdown' ? line : `${begin}(${cell});`;
    })
    .join('\n');
}
