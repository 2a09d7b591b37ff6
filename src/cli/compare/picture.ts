import type { MatchResult } from '../../sim/index.ts';
import { gapText, thousands } from '../screen.ts';
import { INK, svgOf, svgText } from '../svg.ts';
import type { ComparePlan } from './plan.ts';
import { placeText, sentenceOf } from './words.ts';

/** All in pixels. */
const WIDTH = 760;
const HEIGHT = 430;
const PLOT = { left: 76, right: 640, top: 88, bottom: 356 };
const COLOUR = '#2166ac';
/** Characters in a line of words below the title. */
const LINE = 118;

/** The path of a comparison as an SVG: the difference at each look with its interval, between the differences that would matter. */
export function drawPath(plan: ComparePlan, result: MatchResult): string {
  const { resolution } = plan.match;
  const looks = result.path;
  const [last] = looks.slice(-1);
  // The first looks know next to nothing, and would press the rest flat.
  const half = Math.min(1, Math.max(2.5 * resolution, 1.1 * Math.max(Math.abs(last.low), Math.abs(last.high))));
  const x = (n: number): number => PLOT.left + ((PLOT.right - PLOT.left) * n) / last.n;
  const y = (gap: number): number =>
    (PLOT.top + PLOT.bottom) / 2 - ((PLOT.bottom - PLOT.top) / 2) * Math.max(-1, Math.min(1, gap / half));
  const at = (n: number, gap: number): string => `${x(n).toFixed(1)} ${y(gap).toFixed(1)}`;
  const pathOf = (points: readonly string[]): string => `M${points.join('L')}`;
  const line = (gap: number, dashes: string): string =>
    `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(gap).toFixed(1)}" y2="${y(gap).toFixed(1)}" stroke="${INK.quiet}" stroke-dasharray="${dashes}"/>`;
  const band = pathOf([
    ...looks.map(({ n, high }) => at(n, high)),
    ...looks.toReversed().map(({ n, low }) => at(n, low)),
  ]);
  const ticks = ticksOf(half).map(
    (gap) =>
      `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(gap).toFixed(1)}" y2="${y(gap).toFixed(1)}" stroke="${INK.rule}"/>` +
      svgText(PLOT.left - 10, y(gap) + 4, 13, INK.quiet, pointsText(gap), 'end'),
  );
  const [found, how] = sentenceOf(plan, result).split(' (');
  const [ours, theirs] = plan.sides.map(({ name }) => cut(name, 40));
  const text = svgOf(WIDTH, HEIGHT, [
    svgText(24, 34, 19, INK.dark, cut(`${plan.game.title}: ${ours} over ${theirs}`, 72)),
    svgText(24, 56, 12, INK.dark, cut(found, LINE)),
    svgText(24, 73, 12, INK.quiet, cut(`${placeText(plan)}, seed ${plan.match.ours.seed} (${how}`, LINE)),
    ...ticks,
    line(0, 'none'),
    line(resolution, '4 4'),
    line(-resolution, '4 4'),
    `<path d="${band}Z" fill="${COLOUR}" fill-opacity="0.18"/>`,
    `<path d="${pathOf(looks.map(({ n, value }) => at(n, value)))}" fill="none" stroke="${COLOUR}" stroke-width="2"/>`,
    `<line x1="${x(last.n)}" x2="${x(last.n)}" y1="${y(last.low).toFixed(1)}" y2="${y(last.high).toFixed(1)}" stroke="${COLOUR}" stroke-width="2"/>`,
    `<circle cx="${x(last.n)}" cy="${y(last.value).toFixed(1)}" r="4.5" fill="${COLOUR}" stroke="#ffffff"/>`,
    svgText(PLOT.right + 12, y(last.value) + 4, 13, COLOUR, gapText(last, true)),
    ...[0, 0.5, 1].map((share) =>
      svgText(x(share * last.n), PLOT.bottom + 22, 13, INK.quiet, thousands(Math.round(share * last.n)), 'middle'),
    ),
    svgText((PLOT.left + PLOT.right) / 2, PLOT.bottom + 44, 13, INK.quiet, 'deals', 'middle'),
    svgText(
      24,
      HEIGHT - 12,
      11,
      INK.quiet,
      `points of a hundred; the band holds at all looks together with 95 %; dashes: differences of ${plan.resolution} either way`,
    ),
  ]);
  return `${text}\n`;
}

/** About eight round values from -half to half, 0 among them. */
function ticksOf(half: number): readonly number[] {
  const rough = (2 * half) / 8;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10);
  const count = Math.floor(half / step);
  return Array.from({ length: 2 * count + 1 }, (_, i) => (i - count) * step);
}

const pointsText = (gap: number): string => {
  const text = String(Number((gap * 100).toPrecision(6))).replace('-', '−');
  return gap > 0 ? `+${text}` : text;
};

const cut = (words: string, most: number): string => (words.length > most ? `${words.slice(0, most - 1)}…` : words);
