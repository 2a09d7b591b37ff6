import { isatty } from 'node:tty';
import type { TableConstructorOptions } from 'cli-table3';
import pc from 'picocolors';
import type { Estimate } from '../sim/index.ts';
import { reachOf } from '../sim/index.ts';

/** Colours where a person looks on, and NO_COLOR is not set (https://no-color.org). */
const isColourful = isatty(1) && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
export const colours = pc.createColors(isColourful);

/** Characters a line of output may take; some terminals say they have none. */
export const SCREEN_WIDTH = Math.min(120, process.stdout.columns || 120);

export const print = (line = ''): void => void process.stdout.write(`${line}\n`);

/** What the rules do not offer. */
export const NOTHING = '–';

/** 12345 as 12,345, on every machine alike. */
export const thousands = (n: number): string => String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** A figure with the larger side of its 95 % interval: `41.3 ± 3.1 %`, `5.02 ± 0.04`; as many decimals as the interval deserves. */
export function figureText(estimate: Estimate, asShare: boolean): string {
  if (Number.isNaN(estimate.value)) return NOTHING;
  const scale = asShare ? 100 : 1;
  const reach = reachOf(estimate) * scale;
  const unit = asShare ? ' %' : '';
  const least = asShare ? 1 : 2;
  const digits =
    Number.isFinite(reach) && reach > 0 ? Math.min(6, Math.max(least, Math.ceil(-Math.log10(reach)))) : least;
  const around = Number.isFinite(reach) ? `± ${reach.toFixed(digits)}` : '± ?';
  return `${(estimate.value * scale).toFixed(digits)} ${around}${unit}`;
}

/** How much more one figure is than another: `+4.2 ± 0.8`, a share in points of a hundred. */
export function gapText(gap: Estimate, asShare: boolean): string {
  const text = figureText(gap, asShare).replace(' %', '');
  if (Number.parseFloat(text) === 0) return text.replace(/^-/, '');
  return gap.value > 0 ? `+${text}` : text.replace(/^-/, '−');
}

/** Labelled lines below a table. */
export function noteLines(notes: readonly (readonly [label: string, text: string])[]): readonly string[] {
  const width = Math.max(...notes.map(([label]) => label.length));
  return notes.map(([label, text]) => `${colours.dim(label.padEnd(width))}  ${text}`);
}

/** A table with a heading row. Where it would be wider than the screen, the text of its widest columns is wrapped. */
export async function drawTable(head: readonly string[], rows: readonly (readonly string[])[]): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const plain: TableConstructorOptions = {
    head: head.map((text) => colours.bold(text)),
    style: { head: [], border: isColourful ? ['gray'] : [], compact: true },
    wordWrap: true,
    colWidths: fitting(head.map((text, i) => Math.max(text.length, ...rows.map((row) => row[i].length)) + 2)),
  };
  const table = new Table(plain);
  for (const row of rows) table.push([...row]);
  return table.toString();
}

/** No column is made narrower than this. */
const LEAST_WIDTH = 12;

/** Takes from the widest column until all, with a line before and after each, fit the screen. */
function fitting(wanted: readonly number[]): number[] {
  const widths = [...wanted];
  const room = SCREEN_WIDTH - widths.length - 1;
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over--) {
    const widest = Math.max(...widths);
    if (widest <= LEAST_WIDTH) break;
    widths[widths.indexOf(widest)]--;
  }
  return widths;
}

export interface ProgressBar {
  /** `remark` follows the numbers. */
  update(done: number, remark?: string): void;
  stop(): void;
}

/** Starts a bar of `total` units. */
export type ProgressBars = (what: string, total: number, unit: string) => ProgressBar;

/** Makes bars on stderr; in a pipe, where they would only litter, bars that do not show. */
export async function progressBars({ quiet }: { readonly quiet: boolean }): Promise<ProgressBars> {
  if (quiet || !process.stderr.isTTY) return () => ({ update: () => {}, stop: () => {} });
  const { SingleBar, Presets } = await import('cli-progress');
  return (what, total, unit) => {
    const format = `${what} {bar} {percentage} % | {value} of {total} ${unit}{remark} | {eta_formatted} left`;
    const bar = new SingleBar(
      { format, stream: process.stderr, clearOnComplete: true, hideCursor: true },
      Presets.shades_classic,
    );
    bar.start(total, 0, { remark: '' });
    return { update: (done, remark = '') => bar.update(done, { remark }), stop: () => bar.stop() };
  };
}
