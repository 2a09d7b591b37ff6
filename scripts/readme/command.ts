import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** What a command of the built package prints as JSON; on a terminal it shows how far it is. */
export function printed(...words: readonly string[]): unknown {
  const args = [CLI, ...words, '--json'];
  const text = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(text) as unknown;
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** Command lines in Markdown. */
export const shown = (...lines: readonly string[]): string => ['```', ...lines, '```'].join('\n');
