import type { Results } from '../../results/open-results.ts';
import { intervalChart, lineChart } from '../chart.ts';
import type { Point, Series } from '../chart.ts';
import type { Block, ReportFigure, Section } from '../document.ts';
import { cellsOf } from '../run.ts';
import type { Run } from '../run.ts';
import { pairedOver } from '../paired.ts';
import { differing } from '../settings.ts';
import { capital, castText, counted, estimateText, gapText, isShare, placeText, thousands } from '../words.ts';
import { figureOf } from './overview.ts';

const STYLES = ['own', 'second', 'third', 'bound', 'floor'] as const;
const OURS: Series = { name: 'these runs', style: 'own' };

/** Tables that all runs have played. */
function commonPlaces(runs: readonly Run[]): readonly string[] {
  const [first, ...others] = runs.map((run) => cellsOf(run, 'asked').map((cell) => placeText(run, cell)));
  return first.filter((place) => others.every((places) => places.includes(place)));
}

/** Several runs of one game beside each other: differences over the same deals, and how the headline depends on what differs. @throws ResultsError */
export async function comparisonSections(
  runs: readonly Run[],
  results: Results | undefined,
): Promise<readonly Section[]> {
  if (runs.length < 2) return [];
  const places = commonPlaces(runs);
  const blocks: Block[] = [{ kind: 'table', title: 'What differs', table: differencesTable(runs), isOpen: true }];
  if (places.length === 0)
    blocks.push({
      kind: 'missing',
      text: 'No table was played in all of these runs, so no figure of theirs is of one thing.',
    });
  else blocks.push({ kind: 'figure', figure: besideFigure(runs, places) });
  blocks.push(...(await pairedBlocks(runs, results)));
  const sensitivity = sensitivityFigure(runs, places);
  return [
    { id: 'beside', title: 'Side by side', blocks },
    ...(sensitivity
      ? [{ id: 'sensitivity', title: sensitivity.title, blocks: [{ kind: 'figure', figure: sensitivity } as const] }]
      : []),
  ];
}

function differencesTable(runs: readonly Run[]): { columns: readonly string[]; rows: readonly (readonly string[])[] } {
  const settings = differing(runs);
  return {
    columns: ['run', 'line-up', ...settings.map(({ name }) => name)],
    rows: runs.map((run, at) => [
      run.name,
      castText(run.document.lineups.asked),
      ...settings.map(({ values }) => String(values[at])),
    ]),
  };
}

function besideFigure(runs: readonly Run[], places: readonly string[]): ReportFigure {
  const [headline] = runs[0].game.figures;
  const isOne = places.length === 1;
  // A few runs are told apart by their marks, more by their names.
  const isGrouped = !isOne && runs.length <= STYLES.length;
  const found = places.flatMap((place) =>
    runs.flatMap((run) =>
      cellsOf(run, 'asked')
        .filter((cell) => placeText(run, cell) === place)
        .map((cell) => ({ place, run, cell })),
    ),
  );
  return {
    id: 'beside',
    title: `${capital(headline.name)}, run by run`,
    caption: `${capital(headline.doc)}, with 95 % intervals, at ${isOne ? places[0] : 'the tables that all runs have played'}.`,
    alt: `${headline.doc} of ${runs.length} runs.`,
    spec: intervalChart({
      points: found.map(({ place, run, cell }): Point => ({
        ...figureOf(cell, headline.name),
        series: isGrouped ? run.name : OURS.name,
        x: isGrouped ? place : isOne ? run.name : `${run.name}: ${place}`,
        panel: '',
      })),
      series: isGrouped ? runs.map(({ name }, at): Series => ({ name, style: STYLES[at] })) : [OURS],
      x: { title: headline.name, asShare: isShare(headline) },
    }),
    table: {
      columns: ['table', 'run', 'games', headline.name],
      rows: found.map(({ place, run, cell }) => [
        place,
        run.name,
        thousands(cell.games),
        estimateText(figureOf(cell, headline.name), isShare(headline)),
      ]),
    },
  };
}

/** How much more the headline is of each run than of the first, over the deals that both have played. */
async function pairedBlocks(runs: readonly Run[], results: Results | undefined): Promise<readonly Block[]> {
  const [first, ...others] = runs;
  const [headline] = first.game.figures;
  if (!results || !first.gamesFile) return [];
  const points: Point[] = [];
  const rows: string[][] = [];
  const unpaired: string[] = [];
  for (const run of others) {
    const gap = await pairedOver(results, run, first);
    if (gap.n === 0) {
      unpaired.push(run.name);
      continue;
    }
    points.push({ ...gap, series: OURS.name, x: run.name, panel: '' });
    rows.push([run.name, gapText(gap, isShare(headline)), thousands(gap.n)]);
  }
  const blocks: Block[] = [];
  if (points.length > 0)
    blocks.push({
      kind: 'figure',
      figure: {
        id: 'paired',
        title: `More than ${first.name}`,
        caption: `Difference of ${headline.name} to ${first.name} over the deals that both have played, so that the deals' own luck falls out, with 95 % intervals; the table has points of a hundred. An interval that holds 0 shows no difference.`,
        alt: `Paired differences to ${first.name}.`,
        spec: intervalChart({
          points,
          series: [OURS],
          x: { title: `difference of ${headline.name}`, asShare: isShare(headline) },
          reference: 0,
        }),
        table: { columns: ['run', 'difference', 'deals'], rows },
      },
    });
  if (unpaired.length > 0)
    blocks.push({
      kind: 'missing',
      text: `${unpaired.join(', ')} and ${first.name} have no deal in common; the same --seed, players and rules of the deal give them.`,
    });
  return blocks;
}

/** The headline against the one thing that differs, where it is a number. */
function sensitivityFigure(runs: readonly Run[], places: readonly string[]): ReportFigure | undefined {
  const settings = differing(runs);
  const [setting] = settings;
  if (settings.length !== 1 || places.length === 0) return undefined;
  const { values } = setting;
  const numbers = values.map((value) => (typeof value === 'number' ? value : Number.NaN));
  if (numbers.some(Number.isNaN) || new Set(numbers).size < 2) return undefined;
  const [headline] = runs[0].game.figures;
  const shown = places.slice(0, STYLES.length);
  const points = runs.flatMap((run, at) =>
    cellsOf(run, 'asked')
      .filter((cell) => shown.includes(placeText(run, cell)))
      .map((cell): Point => ({
        ...figureOf(cell, headline.name),
        series: placeText(run, cell),
        x: numbers[at],
        panel: '',
      })),
  );
  return {
    id: 'sensitivity',
    title: `${capital(headline.name)}, by ${setting.name}`,
    caption: `${capital(headline.doc)} where only ${setting.name} differs, with 95 % intervals.${shown.length < places.length ? ` The first ${shown.length} of ${places.length} tables.` : ''}`,
    alt: `${headline.doc} against ${setting.name}.`,
    spec: lineChart({
      points,
      series: shown.map((name, at): Series => ({ name, style: STYLES[at] })),
      x: { title: setting.name, isNumber: true },
      y: { title: headline.name, asShare: isShare(headline), fromZero: false },
      panels: [],
    }),
    table: {
      columns: [setting.name, 'table', headline.name],
      rows: points.map((point) => [String(point.x), point.series, estimateText({ n: 0, ...point }, isShare(headline))]),
    },
  };
}

/** What each rule costs, for a run with --compare-rule. */
export function ruleSections(run: Run): readonly Section[] {
  const [headline] = run.game.figures;
  const costs = run.ruleCosts.filter(({ cells }) => cells.length > 0);
  if (costs.length === 0) return [];
  const found = costs.flatMap(({ rule, cells }) =>
    cells.map((cell) => ({ rule, cell, gap: figureOf({ figures: cell.differences }, headline.name) })),
  );
  const isOne = new Set(found.map(({ cell }) => placeText(run, cell))).size === 1;
  const figure: ReportFigure = {
    id: 'rules',
    title: `What each rule does to ${headline.name}`,
    caption:
      'Differences over the same deals, with and without the rule, with 95 % intervals. An interval that holds 0 shows no difference.',
    alt: `Differences of ${headline.name} by rule.`,
    spec: intervalChart({
      points: found.map(({ rule, cell, gap }): Point => ({
        ...gap,
        series: OURS.name,
        x: isOne ? rule : `${rule}: ${placeText(run, cell)}`,
        panel: '',
      })),
      series: [OURS],
      x: { title: `difference of ${headline.name}`, asShare: isShare(headline) },
      reference: 0,
    }),
    table: {
      columns: ['rule', 'table', 'difference', 'deals'],
      rows: found.map(({ rule, cell, gap }) => [
        rule,
        placeText(run, cell),
        gapText(gap, isShare(headline)),
        counted(cell.deals, '', '').trim(),
      ]),
    },
  };
  return [
    {
      id: 'rules',
      title: 'What a rule costs',
      blocks: [
        ...costs.map(({ sentence }): Block => ({ kind: 'text', text: `${sentence}.` })),
        { kind: 'figure', figure },
      ],
    },
  ];
}
