import { spreadLabels } from '../embeddings/report/spread-labels.ts';
import { isShare } from './figures.ts';
import { cellsIn, curvesOf, peopleBeside } from './learning.ts';
import { castText } from './run-plan.ts';
import type { RunPlan } from './run-plan.ts';
import { thousands } from './screen.ts';
import { INK, svgOf, svgText } from './svg.ts';

/** All in pixels. */
const WIDTH = 720;
const HEIGHT = 440;
const PLOT = { left: 72, right: 500, top: 84, bottom: 364 };
/** Told apart by all eyes; the last is people's. */
const COLOURS = ['#c2571a', '#2166ac'];

interface Line {
  readonly name: string;
  readonly colour: string;
  readonly dashes: string;
  /** In places of the series, from 0. */
  readonly points: readonly {
    readonly at: number;
    readonly value: number;
    readonly low: number;
    readonly high: number;
  }[];
}

/** The learning curve of a run in series as an SVG: shares by the game of the series with their 95 % intervals, people's beside them. */
export function drawCurve(plan: RunPlan): string {
  const lines = linesOf(plan);
  const values = lines.flatMap(({ points }) => points.flatMap(({ low, high }) => [low, high]));
  const least = Math.max(0, Math.floor(Math.min(...values, 0.9) * 10) / 10);
  const most = Math.min(1, Math.ceil(Math.max(...values, 0.1) * 10) / 10);
  const x = (at: number): number =>
    PLOT.left + 24 + ((PLOT.right - PLOT.left - 48) * at) / Math.max(1, plan.series - 1);
  const y = (share: number): number =>
    PLOT.bottom - ((PLOT.bottom - PLOT.top) * (share - least)) / Math.max(0.1, most - least);
  const round = (pixels: number): string => pixels.toFixed(1);
  const ticks = Array.from({ length: Math.round((most - least) * 10) + 1 }, (_, i) => least + i / 10).map(
    (share) =>
      `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${round(y(share))}" y2="${round(y(share))}" stroke="${INK.rule}"/>` +
      svgText(PLOT.left - 10, y(share) + 4, 13, INK.quiet, `${Math.round(share * 100)} %`, 'end'),
  );
  const games = Array.from({ length: plan.series }, (_, at) =>
    svgText(x(at), PLOT.bottom + 22, 13, INK.quiet, String(at + 1), 'middle'),
  );
  const drawn = lines.map(({ colour, dashes, points }) => {
    const path = points.map(({ at, value }, i) => `${i === 0 ? 'M' : 'L'}${round(x(at))} ${round(y(value))}`).join('');
    return (
      `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dashes}"/>` +
      points
        .map(
          ({ at, value, low, high }) =>
            `<line x1="${round(x(at))}" x2="${round(x(at))}" y1="${round(y(low))}" y2="${round(y(high))}" stroke="${colour}" stroke-width="2"/>` +
            `<circle cx="${round(x(at))}" cy="${round(y(value))}" r="4.5" fill="${colour}" stroke="#ffffff"/>`,
        )
        .join('')
    );
  });
  const labels = spreadLabels(
    lines.flatMap(({ name, colour, points }) =>
      points.length === 0 ? [] : [{ name, colour, at: y(points[points.length - 1].value) }],
    ),
  ).map(({ name, colour, at }) => svgText(PLOT.right + 10, at + 4, 13, colour, name));
  const picture = svgOf(WIDTH, HEIGHT, [
    svgText(24, 34, 19, INK.dark, `${plan.game.title}: games with the same people`),
    svgText(24, 56, 12, INK.quiet, aboutOf(plan)),
    ...ticks,
    ...games,
    svgText((PLOT.left + PLOT.right) / 2, PLOT.bottom + 46, 13, INK.quiet, 'game of the series', 'middle'),
    ...drawn,
    ...labels,
    svgText(24, HEIGHT - 12, 11, INK.quiet, sourceOf(plan)),
  ]);
  return `${picture}\n`;
}

function linesOf(plan: RunPlan): readonly Line[] {
  const ours = curvesOf(plan)
    .filter(({ figure }) => isShare(figure))
    .map(({ figure, estimates }, i) => ({
      name: figure.name,
      colour: COLOURS[i],
      dashes: 'none',
      points: estimates
        .map(({ value, low, high }, at) => ({ at, value, low, high }))
        .filter(({ value }) => !Number.isNaN(value)),
    }));
  const people = peopleBeside(plan);
  if (!people) return ours;
  const points = people.shares.slice(0, plan.series).map((value, at) => ({ at, value, low: value, high: value }));
  const name = `${people.name}, ${people.options} options`;
  return [...ours, { name, colour: INK.quiet, dashes: '3 5', points }];
}

function aboutOf(plan: RunPlan): string {
  const cells = cellsIn(plan);
  const where = cells === 1 ? '' : `${cells} cells together, `;
  const series = plan.curve?.places[0].games ?? 0;
  return `${shortened(castText(plan.lineups[0].casting))}; ${where}${thousands(series)} series, seed ${plan.seed}; bars are 95 % intervals`;
}

/** Words that leave room for what follows them: programs that play may have long names. */
const shortened = (words: string): string => (words.length > 60 ? `${words.slice(0, 59)}…` : words);

const sourceOf = (plan: RunPlan): string => {
  const people = peopleBeside(plan);
  return people ? people.source : '';
};
