import { join } from 'node:path';
import type { Figure } from '../engine/kernel/spec.ts';
import { EYES } from '../engine/kernel/eyes.ts';
import { eyesOf } from '../engine/kernel/face.ts';
import { RUN_FILES } from '../sim/index.ts';
import type { GridValue } from '../sim/index.ts';
import { describeComparisons } from './compare-rule-tables.ts';
import { findingOf, isShare } from './figures.ts';
import type { Pictures } from '../api/pictures.ts';
import { curveNotes, curveTable } from './learning.ts';
import { otherEyesFor } from './other-eyes.ts';
import { checksumOf } from './run-document.ts';
import type { Timing } from './run-document.ts';
import { castText } from './run-plan.ts';
import type { Lineup, RunPlan, Trial } from './run-plan.ts';
import { NOTHING, SCREEN_WIDTH, colours, drawTable, figureText, noteLines, thousands } from './screen.ts';

/** A run in tables and a few lines, for people. */
export async function describeRun(
  plan: RunPlan,
  pictures: Pictures,
  timing: Timing,
  {
    metrics,
    interrupted,
    out,
    goOn,
  }: {
    readonly metrics: boolean;
    readonly interrupted: boolean;
    readonly out?: string | undefined;
    /** The command that goes on with it. */
    readonly goOn?: string | undefined;
  },
): Promise<string> {
  const { game } = plan;
  const [headline] = game.figures;
  const lines: string[] = [];
  if (interrupted) lines.push(colours.yellow('Interrupted: these are the games played until then.'), '');
  for (const lineup of plan.lineups) {
    const trials = plan.trials.filter((trial) => trial.lineup === lineup && !trial.rule);
    if (trials.every(({ tally }) => tally.games === 0)) continue;
    lines.push(titleOf(plan, lineup, trials), await gridTable(plan, trials, headline));
    if (metrics && (lineup.name === 'asked' || lineup.name === 'cross'))
      lines.push('', 'Every figure:', ...(await figureTables(plan, trials)));
    lines.push('');
    if (lineup.name === 'asked') lines.push(...(await curveTable(plan)), ...(await describeComparisons(plan, metrics)));
  }
  return [...lines, ...footnotes(plan, pictures, timing, out, goOn)].join('\n');
}

function titleOf({ game, lineups: [asked] }: RunPlan, lineup: Lineup, trials: readonly Trial[]): string {
  const games = Math.max(...trials.map(({ tally }) => tally.games));
  const other = lineup.name === 'cross' ? otherEyesFor(game, asked.casting) : undefined;
  const label = {
    asked: `${game.title}: ${game.figures[0].doc}`,
    cross: 'Other eyes',
    floor: 'Floor',
    ceiling: 'Ceiling',
  };
  const who = other ? `${other.role} ${other.eyes}` : castText(lineup.casting);
  const most = trials.some(({ closing }) => closing) ? 'up to ' : '';
  return `${colours.bold(label[lineup.name])}, ${who} (${most}${thousands(games)} ${games === 1 ? 'game' : 'games'} a cell)`;
}

/** A row a value of the grid's first parameter, a column a value of its second. */
async function gridTable({ game, rows, columns }: RunPlan, trials: readonly Trial[], figure: Figure): Promise<string> {
  const at = (row: GridValue, column: GridValue | undefined): string => {
    const trial = trials.find(({ cell }) => cell.row === row && cell.column === column);
    return trial && trial.tally.games > 0
      ? figureText(findingOf(trial.tally.findings(), figure.name), isShare(figure))
      : NOTHING;
  };
  if (game.grid.columns === undefined) {
    return drawTable(
      [game.grid.rows, figure.name],
      rows.map((row) => [String(row), at(row, undefined)]),
    );
  }
  const head = [game.grid.rows, ...columns.map(String)];
  return drawTable(
    head,
    rows.map((row) => [String(row), ...columns.map((column) => at(row, column))]),
  );
}

/** A row a cell, a column a figure; several tables where one would be wider than the screen. */
async function figureTables({ game }: RunPlan, trials: readonly Trial[]): Promise<readonly string[]> {
  const { grid, figures } = game;
  const played = trials.filter(({ tally }) => tally.games > 0);
  const places: Column[] = [{ head: grid.rows, cells: played.map(({ cell }) => String(cell.row)) }];
  if (grid.columns !== undefined)
    places.push({ head: grid.columns, cells: played.map(({ cell }) => String(cell.column)) });
  const columns = figures.map((figure): Column => {
    const cells = played.map((trial) => figureText(findingOf(trial.tally.findings(), figure.name), isShare(figure)));
    return { head: figure.name, cells };
  });
  const room = SCREEN_WIDTH - widthOf(places) - 1;
  const tables: Column[][] = [[]];
  for (const column of columns) {
    const last = tables[tables.length - 1];
    if (last.length === 0 || widthOf([...last, column]) <= room) last.push(column);
    else tables.push([column]);
  }
  return Promise.all(
    tables.map((some) => {
      const all = [...places, ...some];
      const heads = all.map(({ head }) => head);
      return drawTable(
        heads,
        played.map((_, row) => all.map(({ cells }) => cells[row])),
      );
    }),
  );
}

interface Column {
  readonly head: string;
  readonly cells: readonly string[];
}

/** Characters that columns take, with the lines and spaces around them. */
const widthOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, { head, cells }) => sum + Math.max(head.length, ...cells.map(({ length }) => length)) + 3, 0);

/** `2,145 games a second, 2 threads, 6.5 s`. */
export function speedText({ gamesPerSecond, threads, seconds }: Timing): string {
  if (gamesPerSecond === 0) return `${seconds.toFixed(1)} s, in which no game was played anew`;
  const played = threads === 1 ? '1 thread' : `${threads} threads`;
  return `${thousands(Math.round(gamesPerSecond))} games a second, ${played}, ${seconds.toFixed(1)} s`;
}

/** What is to be said of a run whose cells end when they are known well enough. */
function precisionNotes({ precision, trials }: RunPlan): readonly (readonly [string, string])[] {
  if (precision === undefined) return [];
  const open = trials.filter(({ closing }) => closing && !closing.isClosed).length;
  const short = open === 0 ? '' : `; ${open} ${open === 1 ? 'cell is' : 'cells are'} not known so well`;
  const points = Number((100 * precision).toPrecision(6));
  const asked = `± ${points} ${points === 1 ? 'point' : 'points'}${short}`;
  return [
    ['', 'in the first table of a sequence that holds at all looks together, so that stopping early is paid for'],
    ['precision', asked],
  ];
}

function footnotes(
  plan: RunPlan,
  pictures: Pictures,
  timing: Timing,
  out: string | undefined,
  goOn: string | undefined,
): readonly string[] {
  const { game, lineups, refused } = plan;
  const notes: (readonly [string, string])[] = [];
  const looks = Object.entries(lineups[0].casting).map(
    ([role, seatPlan]) => [role, eyesOf(game.agents[role], seatPlan)] as const,
  );
  if (pictures.deck) {
    notes.push(['eyes', looks.map(([role, eyes]) => `${role} ${eyes ?? 'does not look'}`).join(', ')]);
    const other = otherEyesFor(game, lineups[0].casting, pictures.worded);
    if (other && lineups.every(({ name }) => name !== 'cross')) {
      const option = `--${other.role}.${EYES} ${other.eyes}`;
      notes.push(['', `the same on all sides; ${option} would show what the pictures are worth`]);
    }
    for (const [name, encoder] of Object.entries(pictures.encoders)) notes.push(['encoder', `${name}: ${encoder}`]);
    notes.push(['deck', `${pictures.deck.asked} (${pictures.deck.hash.slice(0, 12)})`]);
  }
  notes.push(['speed', speedText(timing)], ['seed', String(plan.seed)], ['checksum', checksumOf(plan)]);
  if (out !== undefined) notes.push(['written', join(out, RUN_FILES.games)]);
  if (goOn !== undefined) notes.push(['to go on', goOn]);
  notes.push(...curveNotes(plan));
  notes.push(['±', 'the larger side of the 95 % interval'], ...precisionNotes(plan));
  if (refused.length > 0) {
    const others = refused.length === 1 ? '' : ` (and ${refused.length - 1} more cells)`;
    notes.push([NOTHING, `not offered: ${refused[0].why}${others}`]);
  }
  return noteLines(notes);
}
