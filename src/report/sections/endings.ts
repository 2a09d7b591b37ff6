import { named } from '../../results/database.ts';
import type { Results } from '../../results/open-results.ts';
import { wilson } from '../../sim/index.ts';
import { intervalChart } from '../chart.ts';
import type { Point, Series } from '../chart.ts';
import { stackChart } from '../count-chart.ts';
import type { Block, ReportFigure, Section } from '../document.ts';
import { endingSql, gamesOf, lengthsOf, sharesOf } from '../evidence.ts';
import type { LengthCount } from '../evidence.ts';
import { cellsOf } from '../run.ts';
import type { Run } from '../run.ts';
import { capital, estimateText, thousands } from '../words.ts';
import { panelsOf } from './grid.ts';

const STYLES = ['own', 'second', 'third'] as const;

/** How long games were and how they ended, where they were lost, and how people's ended. @throws ResultsError */
export async function endingsSections(run: Run, results: Results): Promise<readonly Section[]> {
  const { report } = run.game;
  if (!report) return [];
  const counts = await lengthsOf(results, run);
  const blocks: Block[] = counts.length === 0 ? [] : [{ kind: 'figure', figure: lengthFigure(run, counts) }];
  const lost = await lostFigure(run, results);
  const people = await peopleFigure(run, results);
  return [
    { id: 'length', title: 'How long games last, and how they end', blocks },
    ...(lost
      ? [{ id: 'lost', title: 'Where games are lost', blocks: [{ kind: 'figure', figure: lost } as const] }]
      : []),
    ...(people
      ? [{ id: 'people', title: 'Beside people', blocks: [{ kind: 'figure', figure: people } as const] }]
      : []),
  ];
}

function lengthFigure(run: Run, counts: readonly LengthCount[]): ReportFigure {
  const endings = run.game.report?.endings ?? [];
  const length = run.game.report?.length ?? '';
  const panels = panelsOf(run, cellsOf(run, 'asked'));
  const total = new Map<string, number>();
  for (const { panel, games } of counts) total.set(panel, (total.get(panel) ?? 0) + games);
  const met = endings.filter((_, at) => counts.some(({ ending }) => ending === at));
  return {
    id: 'length',
    title: `Games by ${length}`,
    caption: `Share of games that took so many ${length}, by how they ended: ${met.map(({ name, doc }) => `${name} (${doc})`).join('; ')}.`,
    alt: `Columns by ${length}, each divided by how the games ended.`,
    spec: stackChart({
      counts: counts.map(({ ending, length: x, panel, games }) => ({
        x,
        kind: endings[ending].name,
        panel,
        share: games / (total.get(panel) ?? games),
      })),
      kinds: endings.map(({ name }) => name),
      x: { title: length },
      y: { title: 'share of games' },
      panels,
    }),
    table: {
      columns: [...(panels.length > 1 ? [run.game.grid.columns ?? ''] : []), length, 'ending', 'games'],
      rows: counts.map(({ ending, length: x, panel, games }) => [
        ...(panels.length > 1 ? [panel] : []),
        String(x),
        endings[ending].name,
        thousands(games),
      ]),
    },
  };
}

/** Ending by ending, a mark for each value of the grid's column. */
async function lostFigure(run: Run, results: Results): Promise<ReportFigure | undefined> {
  const endings = run.game.report?.endings ?? [];
  const { columns } = run.game.grid;
  const panels = panelsOf(run, cellsOf(run, 'asked'));
  const by = columns === undefined ? [] : [columns];
  const points: Point[] = [];
  const rows: string[][] = [];
  for (const [at, ending] of endings.entries()) {
    if (ending.isWon) continue;
    const top = `(${endingSql(endings)} = ${at})::int`;
    for (const share of await sharesOf(results, gamesOf(run), { by, top })) {
      const panel = by.length === 0 ? '' : String(share.key[0]);
      points.push({ ...share, series: panel, x: ending.name, panel: '' });
      rows.push([ending.name, panel, estimateText(share, true), thousands(share.of)]);
    }
  }
  if (points.length === 0) return undefined;
  const names = panels.length === 0 ? [''] : panels.map(({ name }) => name);
  const isMany = names.length > 1;
  const series = names.map((name, at): Series => ({ name, style: STYLES[at % STYLES.length] }));
  const docs = endings.filter(({ isWon }) => !isWon).map(({ name, doc }) => `${name}: ${doc}`);
  return {
    id: 'lost',
    title: 'Where games are lost',
    caption: `Share of all games that were lost so, with 95 % intervals. ${capital(docs.join('; '))}.`,
    alt: `Share of games by how they were lost${isMany ? `, by ${columns ?? ''}` : ''}.`,
    spec: intervalChart({ points, series, x: { title: 'share of games', asShare: true } }),
    table: { columns: ['ending', columns ?? '', 'share of games', 'games'], rows },
  };
}

/** All tables of the run beside people's games, which were played at other tables. */
async function peopleFigure(run: Run, results: Results): Promise<ReportFigure | undefined> {
  const { people } = run.game;
  if (people.length === 0) return undefined;
  const points: Point[] = [];
  const rows: string[][] = [];
  for (const { name, figure, reports } of people) {
    const [ours] = await sharesOf(results, gamesOf(run), {
      by: [],
      top: named(figure.metric),
      ...(figure.kind === 'ratio' ? { bottom: named(figure.per) } : {}),
    });
    if (!ours) continue;
    const yes = reports.filter((report) => report.yes).length;
    const theirs = wilson(yes, reports.length);
    points.push(
      { ...ours, series: 'this run', x: name, panel: '' },
      { ...theirs, series: 'people', x: name, panel: '' },
    );
    rows.push(
      [name, 'this run', estimateText(ours, true), thousands(ours.of)],
      [name, 'people', estimateText(theirs, true), thousands(reports.length)],
    );
  }
  if (points.length === 0) return undefined;
  const series: readonly Series[] = [
    { name: 'this run', style: 'own' },
    { name: 'people', style: 'people' },
  ];
  return {
    id: 'people',
    title: 'Beside people',
    caption: `This run over all its tables; people at tables of all kinds, which need not be these. ${people[0].source}: a hint, not a measurement. Where the intervals overlap, nothing closer can be said.`,
    alt: 'Estimates of this run and of people with their 95 % intervals.',
    spec: intervalChart({ points, series, x: { title: 'share', asShare: true, domain: [0, 1] } }),
    table: { columns: ['what', 'who', 'share', 'of'], rows },
  };
}
