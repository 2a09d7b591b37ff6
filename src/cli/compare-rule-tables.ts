import type { Figure } from '../engine/kernel/spec.ts';
import { reachOf } from '../sim/index.ts';
import type { Estimate } from '../sim/index.ts';
import type { Comparison, Rule } from './compare-rule.ts';
import { findingOf, isShare } from './figures.ts';
import type { RunPlan } from './run-plan.ts';
import { NOTHING, colours, drawTable, figureText, gapText, thousands } from './screen.ts';

const of = ({ played }: RunPlan['comparisons'], rule: Rule): readonly Comparison[] =>
  played.filter((one) => one.rule === rule && one.paired.deals > 0);

/** The mean of a figure's differences over cells, which have nothing in common but the rule: each counts alike. */
export function overall(comparisons: readonly Comparison[], figure: Figure): Estimate {
  const cells = comparisons.map(({ paired }) => findingOf(paired.differences(), figure.name));
  const value = cells.reduce((sum, cell) => sum + cell.value, 0) / cells.length;
  const half = Math.hypot(...cells.map(reachOf)) / cells.length;
  return { n: cells.reduce((sum, { n }) => sum + n, 0), value, low: value - half, high: value + half };
}

/** `−3.1 ± 0.8 points`; of a figure that is no share, `+0.31 ± 0.05`. */
const differenceText = (difference: Estimate, figure: Figure): string =>
  `${gapText(difference, isShare(figure))}${isShare(figure) ? ' points' : ''}`;

/** What a rule comes to, in one sentence. */
export function sentenceOf({ comparisons, game }: RunPlan, rule: Rule): string {
  const [figure] = game.figures;
  const cells = of(comparisons, rule);
  const difference = overall(cells, figure);
  const over = `over ${thousands(difference.n)} deals${cells.length > 1 ? ` at ${cells.length} tables` : ''}`;
  const isPlain = difference.low > 0 || difference.high < 0;
  if (cells.length === 0) return `${rule.name}: not one deal was played both ways`;
  if (!isPlain) return `${rule.name} makes no difference that shows ${over}: ${differenceText(difference, figure)}`;
  const size = differenceText(difference, figure).replace(/^[+−]/, '');
  if (!isShare(figure))
    return `${rule.name} ${difference.value < 0 ? 'lowers' : 'raises'} ${figure.name} by ${size} ${over}`;
  return `${rule.name} ${difference.value < 0 ? 'costs' : 'brings'} ${size} ${over}`;
}

/** Each rule in a sentence and a table: a row a cell, with both rates and their difference. */
export async function describeComparisons(plan: RunPlan, withEvery: boolean): Promise<readonly string[]> {
  const { game, comparisons } = plan;
  const [headline] = game.figures;
  const lines: string[] = [];
  for (const rule of comparisons.rules) {
    lines.push(colours.bold(sentenceOf(plan, rule)));
    const cells = of(comparisons, rule);
    if (cells.length > 0) lines.push(await comparisonTable(plan, rule, cells, headline));
    const why = new Set(comparisons.refused.filter((one) => one.rule === rule).map((one) => one.why));
    for (const reason of why) lines.push(`${NOTHING}  not offered: ${reason}`);
    if (withEvery && cells.length > 0)
      lines.push('', `Every figure, on average over these tables, with ${rule.name}:`, await figuresTable(plan, cells));
    lines.push('');
  }
  return lines;
}

function comparisonTable(
  { game, comparisons }: RunPlan,
  rule: Rule,
  cells: readonly Comparison[],
  figure: Figure,
): Promise<string> {
  const { grid } = game;
  const places = grid.columns === undefined ? [grid.rows] : [grid.rows, grid.columns];
  const rows = cells.map(({ base, trial, paired }) => [
    ...placeOf(base.cell, places.length),
    figureText(findingOf(base.tally.findings(), figure.name), isShare(figure)),
    figureText(findingOf(trial.tally.findings(), figure.name), isShare(figure)),
    differenceText(findingOf(paired.differences(), figure.name), figure),
  ]);
  const refused = comparisons.refused
    .filter((one) => one.rule === rule)
    .map(({ cell }) => [...placeOf(cell, places.length), NOTHING, NOTHING, NOTHING]);
  return drawTable([...places, `${figure.name} without`, 'with', 'difference'], [...rows, ...refused]);
}

const placeOf = ({ row, column }: Comparison['base']['cell'], places: number): readonly string[] =>
  [row, column].slice(0, places).map(String);

function figuresTable({ game }: RunPlan, cells: readonly Comparison[]): Promise<string> {
  return drawTable(
    ['figure', 'difference'],
    game.figures.map((figure) => [figure.name, differenceText(overall(cells, figure), figure)]),
  );
}
