import type { Figure } from '../../engine/kernel/spec.ts';
import { wilson } from '../../sim/index.ts';
import type { Estimate } from '../../sim/index.ts';
import { intervalChart, lineChart } from '../chart.ts';
import type { Band, Point, Series, Spec } from '../chart.ts';
import type { Block, ReportFigure, Section } from '../document.ts';
import { cellsOf, distinct } from '../run.ts';
import type { PlayedCell, Run } from '../run.ts';
import { capital, estimateText, isShare, placeText, thousands } from '../words.ts';
import { figureOf } from './overview.ts';

/** The panels of a run: one for each value of the grid's column. */
export function panelsOf(run: Run, cells: readonly PlayedCell[]): readonly { name: string; title: string }[] {
  const { columns } = run.game.grid;
  if (columns === undefined) return [];
  return distinct(cells.map(({ column }) => String(column))).map((name) => ({ name, title: `${columns} ${name}` }));
}

/** The same for values that come from rows of a file, in the run's order. */
export const panelName = ({ column }: Pick<PlayedCell, 'column'>): string =>
  column === undefined ? '' : String(column);

/** A figure of line-ups by the grid's row, a panel for each value of its column. */
export function gridChart(
  run: Run,
  figure: Figure,
  shown: readonly { readonly series: Series; readonly cells: readonly PlayedCell[] }[],
  band?: Band,
): Spec {
  const points = shown.flatMap(({ series, cells }) =>
    cells.map((cell): Point => ({
      series: series.name,
      x: String(cell.row),
      panel: panelName(cell),
      ...figureOf(cell, figure.name),
    })),
  );
  const all = shown.flatMap(({ cells }) => cells);
  return lineChart({
    points,
    series: shown.map(({ series }) => series),
    x: {
      title: run.game.grid.rows,
      isNumber: false,
      values: distinct(all.map(({ row }) => String(row))),
    },
    y: { title: figure.name, asShare: isShare(figure), fromZero: isShare(figure) },
    panels: panelsOf(run, all),
    ...(band ? { band } : {}),
  });
}

const LINEUPS: readonly { readonly name: string; readonly series: Series }[] = [
  { name: 'asked', series: { name: 'this line-up', style: 'own' } },
  { name: 'cross', series: { name: 'the same with other eyes', style: 'second' } },
  { name: 'ceiling', series: { name: 'ceiling', style: 'bound' } },
  { name: 'floor', series: { name: 'floor', style: 'floor' } },
];

/** How people did in whole games by the headline, where that is known. */
function peopleBand({ game }: Run): (Band & { readonly estimate: Estimate; readonly source: string }) | undefined {
  const [headline] = game.figures;
  const line = game.people.find(({ figure }) => figure.name === headline.name && figure.kind === headline.kind);
  if (!line) return undefined;
  const yes = line.reports.filter((report) => report.yes).length;
  const estimate = wilson(yes, line.reports.length);
  const { value, low, high } = estimate;
  return { value, low, high, label: `people: ${yes} of ${line.reports.length}`, estimate, source: line.source };
}

/** The headline by the table of results, between floor and ceiling, beside people. */
export function gridSection(run: Run): Section {
  const [headline] = run.game.figures;
  const shown = LINEUPS.map(({ name, series }) => ({ series, cells: cellsOf(run, name) })).filter(
    ({ cells }) => cells.length > 0,
  );
  const { rows: rowName, columns: columnName } = run.game.grid;
  const byBoth = `by ${rowName}${columnName === undefined ? '' : ` and ${columnName}`}`;
  const cells = cellsOf(run, 'asked');
  const title = `${capital(headline.name)}, ${cells.length === 1 ? placeText(run, cells[0]) : byBoth}`;
  if (cells.length === 0) return { id: 'grid', title, blocks: [] };
  const people = peopleBand(run);
  const spec = cells.length === 1 ? oneCellChart(run, shown, people) : gridChart(run, headline, shown, people);
  const notes = [
    'Each mark is an estimate, its line the 95 % interval.',
    people
      ? `People: ${estimateText(people.estimate, true)}, over tables of all kinds (${people.source}); a hint, not a measurement of these tables.`
      : '',
  ].filter((text) => text !== '');
  const figure: ReportFigure = {
    id: 'win-rate',
    title,
    caption: notes.join(' '),
    alt: altOf(headline, shown),
    spec,
    table: {
      columns: ['table', 'line-up', 'games', headline.name],
      rows: shown.flatMap(({ series, cells }) =>
        cells.map((cell) => [
          placeText(run, cell),
          series.name,
          thousands(cell.games),
          estimateText(figureOf(cell, headline.name), isShare(headline)),
        ]),
      ),
    },
  };
  const blocks: Block[] = [{ kind: 'figure', figure }];
  if (!shown.some(({ series }) => series.name === 'floor'))
    blocks.push({
      kind: 'missing',
      text: 'Floor and ceiling: seance simulate plays them unless --no-bounds is given.',
    });
  return { id: 'grid', title, blocks };
}

function altOf(
  headline: Figure,
  shown: readonly { readonly series: Series; readonly cells: readonly PlayedCell[] }[],
): string {
  const parts = shown.map(({ series, cells }) => {
    const values = cells.map((cell) => figureOf(cell, headline.name)).toSorted((a, b) => a.value - b.value);
    const [least, most] = [values[0], values[values.length - 1]].map((one) => estimateText(one, isShare(headline)));
    return least === most ? `${series.name} ${least}` : `${series.name} from ${least} to ${most}`;
  });
  return `${capital(headline.doc)}: ${parts.join('; ')}.`;
}

function oneCellChart(
  run: Run,
  shown: readonly { readonly series: Series; readonly cells: readonly PlayedCell[] }[],
  people: ReturnType<typeof peopleBand>,
): Spec {
  const [headline] = run.game.figures;
  const points: Point[] = shown.flatMap(({ series, cells }) =>
    cells.map((cell) => ({ series: series.name, x: series.name, panel: '', ...figureOf(cell, headline.name) })),
  );
  const series = shown.map((one) => one.series);
  if (people) {
    points.push({ series: people.label, x: people.label, panel: '', ...people.estimate });
    series.push({ name: people.label, style: 'people' });
  }
  return intervalChart({
    points,
    series,
    x: { title: headline.name, asShare: isShare(headline), ...(isShare(headline) ? { domain: [0, 1] } : {}) },
  });
}
