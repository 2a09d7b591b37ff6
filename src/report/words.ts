import type { Figure } from '../engine/kernel/spec.ts';
import { reachOf } from '../sim/index.ts';
import type { Estimate } from '../sim/index.ts';
import type { Place, Run } from './run.ts';

/** What is not known. */
export const NOTHING = '–';

/** 12345 as 12,345, on every machine alike. */
export const thousands = (n: number): string => String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** 1 as `1 game`, 1000 as `1,000 games`. */
export const counted = (n: number, one: string, several = `${one}s`): string =>
  `${thousands(n)} ${n === 1 ? one : several}`;

/** Whether a figure is a share, which is shown in per cent. */
export const isShare = ({ kind }: Pick<Figure, 'kind'>): boolean => kind !== 'mean';

/** As many decimals as the interval deserves. */
function digitsOf(estimate: Estimate, asShare: boolean): number {
  const reach = reachOf(estimate) * (asShare ? 100 : 1);
  const least = asShare ? 1 : 2;
  return Number.isFinite(reach) && reach > 0 ? Math.min(4, Math.max(least, Math.ceil(-Math.log10(reach)))) : least;
}

/** `73.2 %`, `5.33`. */
export function valueText(estimate: Estimate, asShare: boolean): string {
  if (Number.isNaN(estimate.value)) return NOTHING;
  const text = (estimate.value * (asShare ? 100 : 1)).toFixed(digitsOf(estimate, asShare));
  return `${text.replace(/^-(?=0\.?0*$)/, '').replace('-', '−')}${asShare ? ' %' : ''}`;
}

/** `70.4–75.9 %`, with a space about the dash where an end is negative; an end that is not known is `?`. */
export function intervalText(estimate: Estimate, asShare: boolean): string {
  if (Number.isNaN(estimate.value)) return NOTHING;
  const digits = digitsOf(estimate, asShare);
  const [low, high] = [estimate.low, estimate.high].map((end) =>
    Number.isFinite(end)
      ? (end * (asShare ? 100 : 1))
          .toFixed(digits)
          .replace(/^-(?=0\.?0*$)/, '')
          .replace('-', '−')
      : '?',
  );
  const dash = estimate.low < 0 ? ' to ' : '–';
  return `${low}${dash}${high}${asShare ? ' %' : ''}`;
}

/** `73.2 % (70.4–75.9 %)`. */
export const estimateText = (estimate: Estimate, asShare: boolean): string =>
  Number.isNaN(estimate.value) ? NOTHING : `${valueText(estimate, asShare)} (${intervalText(estimate, asShare)})`;

/** How much more, with its sign: `+4.2 (3.4–5.0)`, a share in points of a hundred. */
export function gapText(gap: Estimate, asShare: boolean): string {
  if (Number.isNaN(gap.value)) return NOTHING;
  const text = estimateText(gap, asShare).replaceAll(' %', '');
  return gap.value > 0 && !/^0\.?0* /.test(text) ? `+${text}` : text;
}

/** `players 4, difficulty easy`. */
export const placeText = ({ game: { grid } }: Pick<Run, 'game'>, { row, column }: Place): string =>
  `${grid.rows} ${String(row)}${column === undefined ? '' : `, ${grid.columns ?? ''} ${String(column)}`}`;

/** Who plays, with what: `ghost contrast, psychic literal (eyes words)`. */
export const castText = (
  casting: Readonly<Record<string, { readonly agent: string; readonly params: Readonly<Record<string, unknown>> }>>,
): string =>
  Object.entries(casting)
    .map(([role, { agent, params }]) => {
      const given = Object.entries(params).map(([name, value]) => `${name} ${String(value)}`);
      return `${role} ${agent}${given.length === 0 ? '' : ` (${given.join(', ')})`}`;
    })
    .join(', ');

/** With a capital, as a heading or a sentence begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
