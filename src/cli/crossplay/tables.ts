import type { Figure } from '../../engine/kernel/spec.ts';
import { RUN_FILES } from '../../sim/index.ts';
import type { GridValue } from '../../sim/index.ts';
import { join } from 'node:path';
import { isShare } from '../figures.ts';
import { eyesOfAll } from '../../api/pictures.ts';
import type { Pictures } from '../../api/pictures.ts';
import type { Timing } from '../run-document.ts';
import { speedText } from '../run-tables.ts';
import { NOTHING, colours, drawTable, figureText, gapText, noteLines, thousands } from '../screen.ts';
import { checksumOf } from './document.ts';
import { estimateOf, gapOf } from './plan.ts';
import type { CrossPlan, Matrix, Pair } from './plan.ts';

/** A cell of the game's grid in words: `players 4, difficulty easy`. */
export function placeText({ game: { grid } }: CrossPlan, { cell }: Pick<Matrix, 'cell'>): string {
  const part = (name: string, value: GridValue | undefined): string => `${name} ${String(value)}`;
  return [part(grid.rows, cell.row), ...(grid.columns === undefined ? [] : [part(grid.columns, cell.column)])].join(
    ', ',
  );
}

/** Matrices and a few lines, for people. */
export async function describeCrossplay(
  plan: CrossPlan,
  pictures: Pictures,
  timing: Timing,
  { interrupted, written }: { readonly interrupted: boolean; readonly written: readonly string[] },
): Promise<string> {
  const lines: string[] = [];
  if (interrupted) lines.push(colours.yellow('Interrupted: these are the games played until then.'), '');
  for (const matrix of plan.matrices) {
    const games = Math.max(...matrix.pairs.map(({ tally }) => tally.games));
    if (games === 0) continue;
    const about = `${placeText(plan, matrix)} (${thousands(games)} ${games === 1 ? 'game' : 'games'} a pair)`;
    for (const figure of plan.game.matrix) {
      lines.push(
        `${colours.bold(`${plan.game.title}: ${figure.doc}`)}, ${about}`,
        await figureTable(plan, matrix, figure),
        '',
      );
    }
    for (const figure of plan.game.matrix) lines.push(...(await stepTables(plan, matrix, figure)));
  }
  return [...lines, ...footnotes(plan, pictures, timing, written)].join('\n');
}

/** Rows by columns, or a single column under `head` in a game of one role. */
function tableOf(
  { rowRole, columnRole, columns }: CrossPlan,
  head: string,
  rows: readonly (readonly [label: string, cells: readonly string[]])[],
): Promise<string> {
  const heads = columns.map((entry) => entry?.label ?? head);
  return drawTable(
    [columnRole === undefined ? rowRole : `${rowRole} \\ ${columnRole}`, ...heads],
    rows.map(([label, cells]) => [label, ...cells]),
  );
}

function figureTable(plan: CrossPlan, { pairs }: Matrix, figure: Figure): Promise<string> {
  const text = (pair: Pair): string =>
    pair.tally.games === 0 ? NOTHING : figureText(estimateOf(pair, figure), isShare(figure));
  return tableOf(
    plan,
    figure.name,
    plan.rows.map((row) => [row.label, pairs.filter((pair) => pair.row === row).map(text)]),
  );
}

/** What each row is worth over the one above and each column over the one before; nothing where there is but one. */
async function stepTables(plan: CrossPlan, { steps }: Matrix, figure: Figure): Promise<readonly string[]> {
  const { rows, columns } = plan;
  const unit = isShare(figure) ? ', in points' : '';
  const lines: string[] = [];
  const textOf = (along: 'rows' | 'columns', row: Pair['row'], column: Pair['column']): string => {
    const step = steps.find((one) => one.along === along && one.pair.row === row && one.pair.column === column);
    return step === undefined || step.paired.deals === 0 ? NOTHING : gapText(gapOf(step, figure), isShare(figure));
  };
  if (rows.length > 1) {
    lines.push(`${figure.name}, each ${plan.rowRole} over the one above on the same deals${unit}`);
    const shown = rows
      .slice(1)
      .map((row, at): readonly [string, readonly string[]] => [
        `${row.label} over ${rows[at].label}`,
        columns.map((column) => textOf('rows', row, column)),
      ]);
    lines.push(await tableOf(plan, 'gap', shown), '');
  }
  if (columns.length > 1) {
    lines.push(`${figure.name}, each ${plan.columnRole ?? ''} over the one before on the same deals${unit}`);
    const heads = columns.slice(1).map((column, at) => `${column?.label ?? ''} over ${columns[at]?.label ?? ''}`);
    const shown = rows.map((row) => [row.label, ...columns.slice(1).map((column) => textOf('columns', row, column))]);
    lines.push(await drawTable([plan.rowRole, ...heads], shown), '');
  }
  return lines;
}

function footnotes(plan: CrossPlan, pictures: Pictures, timing: Timing, written: readonly string[]): readonly string[] {
  const { game, matrices, refused } = plan;
  const notes: (readonly [string, string])[] = [];
  if (pictures.deck) {
    const eyes = eyesOfAll(
      game,
      matrices[0].pairs.map(({ casting }) => casting),
    );
    for (const name of eyes) notes.push(['eyes', `${name}: ${pictures.encoders[name]}`]);
    notes.push(['deck', `${pictures.deck.asked} (${pictures.deck.hash.slice(0, 12)})`]);
  }
  notes.push(['speed', speedText(timing)]);
  notes.push(['seed', `${plan.seed}; all pairs meet the same deals`], ['checksum', checksumOf(plan)]);
  for (const file of written) notes.push(['written', file]);
  notes.push(['±', 'the larger side of the 95 % interval']);
  for (const { cell, why } of refused) notes.push([NOTHING, `${placeText(plan, { cell })}: ${why}`]);
  return noteLines(notes);
}

/** The files of a folder of cross-play. */
export const filesIn = (folder: string): readonly string[] =>
  [RUN_FILES.pairs, RUN_FILES.matrix, RUN_FILES.run].map((file) => join(folder, file));
