import type { Figure } from '../../engine/kernel/spec.ts';
import { named } from '../../results/database.ts';
import type { Results } from '../../results/open-results.ts';
import { intervalChart, lineChart } from '../chart.ts';
import type { Point, Series } from '../chart.ts';
import type { Block, ReportFigure, Section } from '../document.ts';
import { gamesOf, sharesOf } from '../evidence.ts';
import { cellsOf, distinct } from '../run.ts';
import type { Run } from '../run.ts';
import { capital, estimateText, isShare, placeText, thousands } from '../words.ts';
import { gridChart } from './grid.ts';
import { figureOf } from './overview.ts';

const OURS: Series = { name: 'this line-up', style: 'own' };

/** The groups of figures that the game declares. @throws ResultsError */
export async function groupSections(run: Run, results: Results | undefined): Promise<readonly Section[]> {
  const sections: Section[] = [];
  for (const [at, group] of (run.game.report?.groups ?? []).entries()) {
    const figures = run.game.figures.filter(({ name }) => group.figures.includes(name));
    const id = `group-${at + 1}`;
    const blocks: Block[] = [
      { kind: 'text', text: group.doc },
      ...figuresOf(run, figures, id).map((figure): Block => ({ kind: 'figure', figure })),
    ];
    const trend = group.trend && results && (await trendFigure(run, results, group.trend, id));
    if (trend) blocks.push({ kind: 'figure', figure: trend });
    sections.push({ id, title: group.title, blocks });
  }
  return sections;
}

function figuresOf(run: Run, figures: readonly Figure[], id: string): readonly ReportFigure[] {
  const cells = cellsOf(run, 'asked').filter((cell) =>
    figures.some(({ name }) => !Number.isNaN(figureOf(cell, name).value)),
  );
  if (cells.length === 0) return [];
  const table = (some: readonly Figure[]): ReportFigure['table'] => ({
    columns: ['table', ...some.map(({ name }) => name)],
    rows: cells.map((cell) => [
      placeText(run, cell),
      ...some.map((figure) => estimateText(figureOf(cell, figure.name), isShare(figure))),
    ]),
  });
  if (cells.length > 1)
    return figures.map((figure, at) => ({
      id: `${id}-${at + 1}`,
      title: capital(figure.name),
      caption: `${capital(figure.doc)}, with 95 % intervals.`,
      alt: `${figure.doc} by ${run.game.grid.rows}.`,
      spec: gridChart(run, figure, [{ series: OURS, cells }]),
      table: table([figure]),
    }));
  const points = figures.map((figure): Point => ({
    series: OURS.name,
    x: figure.name,
    panel: '',
    ...figureOf(cells[0], figure.name),
  }));
  const asShare = figures.every(isShare);
  return [
    {
      id,
      title: capital(figures.map(({ name }) => name).join(', ')),
      caption: `${capital(figures.map(({ name, doc }) => `${name}: ${doc}`).join('; '))}; with 95 % intervals.`,
      alt: figures.map(({ name, doc }) => `${name}: ${doc}`).join('; '),
      spec: intervalChart({
        points,
        series: [OURS],
        x: { title: asShare ? 'share' : 'value', asShare, ...(asShare ? { domain: [0, 1] } : {}) },
      }),
      table: table(figures),
    },
  ];
}

/** Fewer games than this make no point: its interval would hide the others. */
const LEAST = 50;

async function trendFigure(
  run: Run,
  results: Results,
  { figure: name, by }: { readonly figure: string; readonly by: string },
  id: string,
): Promise<ReportFigure | undefined> {
  const figure = run.game.figures.find((one) => one.name === name);
  if (!figure) return undefined;
  const rowName = run.game.grid.rows;
  const shares = await sharesOf(results, gamesOf(run), {
    by: [rowName, by],
    top: named(figure.metric),
    ...(figure.kind === 'ratio' ? { bottom: named(figure.per) } : {}),
  });
  const many = shares.filter(({ n, value }) => n >= LEAST && !Number.isNaN(value));
  // A panel with one value shows no trend.
  const enough = many.filter(({ key: [row] }) => many.filter(({ key }) => key[0] === row).length > 1);
  if (enough.length === 0) return undefined;
  const rows = distinct(enough.map(({ key }) => String(key[0])));
  return {
    id: `${id}-trend`,
    title: `${capital(figure.name)}, by ${by}`,
    caption: `${capital(figure.doc)}, by ${run.game.metrics.find((metric) => metric.name === by)?.doc ?? by}; with 95 % intervals. Values met in fewer than ${LEAST} games are left out.`,
    alt: `${figure.doc} against ${by}.`,
    spec: lineChart({
      points: enough.map((share): Point => ({
        ...share,
        series: OURS.name,
        x: Number(share.key[1]),
        panel: String(share.key[0]),
      })),
      series: [OURS],
      x: { title: by, isNumber: true },
      y: { title: figure.name, asShare: isShare(figure), fromZero: isShare(figure) },
      panels: rows.map((row) => ({ name: row, title: `${rowName} ${row}` })),
      height: 180,
    }),
    table: {
      columns: [rowName, by, figure.name, 'games'],
      rows: enough.map((share) => [...share.key.map(String), estimateText(share, isShare(figure)), thousands(share.n)]),
    },
  };
}
