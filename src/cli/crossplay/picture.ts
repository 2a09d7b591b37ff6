import type { Figure } from '../../engine/kernel/spec.ts';
import type { Estimate } from '../../sim/index.ts';
import { isShare } from '../figures.ts';
import { NOTHING, figureText, thousands } from '../screen.ts';
import { INK, svgOf, svgText } from '../svg.ts';
import { estimateOf } from './plan.ts';
import type { CrossPlan, Matrix, Pair } from './plan.ts';
import { placeText } from './tables.ts';

/** All in pixels. */
const MARGIN = 32;
const CELL = { least: 108, most: 230, height: 60 };
const LABELS = { least: 76, most: 260 };
/** What a letter of the labels takes on average. */
const LETTER = 7.4;
const HEAD = 74;
const PANEL = { title: 26, heads: 30, gap: 40 };

/** From the least to the most: near white to deep blue, darker all the way, so that it can be told in grey too. */
const SCALE: readonly (readonly [number, number, number])[] = [
  [244, 247, 251],
  [198, 219, 239],
  [107, 174, 214],
  [33, 113, 181],
  [8, 48, 107],
];

function colourAt(share: number): { readonly fill: string; readonly ink: string } {
  const at = Math.max(0, Math.min(1, share)) * (SCALE.length - 1);
  const below = Math.min(SCALE.length - 2, Math.floor(at));
  const [red, green, blue] = SCALE[below].map((from, i) =>
    Math.round(from + (SCALE[below + 1][i] - from) * (at - below)),
  );
  return { fill: `rgb(${red},${green},${blue})`, ink: share > 0.65 ? INK.light : INK.dark };
}

/** The matrices as heat maps in SVG: a row of them for each cell of the grid, one for each figure. Colours span a figure's own range. */
export function drawCrossplay(plan: CrossPlan): string {
  const { game, rows, columns } = plan;
  const wide = (words: readonly string[], least: number, most: number): number =>
    Math.min(most, Math.max(least, ...words.map((word) => word.length * LETTER + 16)));
  const cell = wide(
    columns.map((column) => column?.label ?? ''),
    CELL.least,
    CELL.most,
  );
  const labels = wide([...rows.map(({ label }) => label), rolesText(plan)], LABELS.least, LABELS.most);
  const panel = {
    width: labels + columns.length * cell,
    height: PANEL.title + PANEL.heads + rows.length * CELL.height,
  };
  const place = { panel, cell, labels };
  const width = 2 * MARGIN + game.matrix.length * (panel.width + PANEL.gap) - PANEL.gap;
  const height = HEAD + plan.matrices.length * (panel.height + PANEL.gap) - PANEL.gap + MARGIN;
  const parts = plan.matrices.flatMap((matrix, down) =>
    game.matrix.map((figure, along) =>
      drawPanel(plan, matrix, figure, place, {
        left: MARGIN + along * (panel.width + PANEL.gap),
        top: HEAD + down * (panel.height + PANEL.gap),
      }),
    ),
  );
  const games = plan.matrices.flatMap(({ pairs }) => pairs.map(({ tally }) => tally.games));
  const most = Math.max(...games);
  const about = `${Math.min(...games) < most ? 'up to ' : ''}${thousands(most)} games a pair, seed ${plan.seed}, the same deals for all; ± 95 % interval`;
  return svgOf(width, height, [
    svgText(MARGIN, 36, 20, INK.dark, `${game.title}: who plays well with whom`),
    svgText(MARGIN, 56, 12, INK.quiet, about),
    ...parts,
  ]);
}

const rolesText = ({ rowRole, columnRole }: CrossPlan): string =>
  columnRole === undefined ? rowRole : `${rowRole} ↓ ${columnRole} →`;

interface Place {
  readonly panel: { readonly width: number; readonly height: number };
  readonly cell: number;
  readonly labels: number;
}

function drawPanel(
  plan: CrossPlan,
  matrix: Matrix,
  figure: Figure,
  { cell, labels }: Place,
  { left, top }: { readonly left: number; readonly top: number },
): string {
  const { rows, columns } = plan;
  const [least, most] = spanOf(plan, figure);
  const first = { x: left + labels, y: top + PANEL.title + PANEL.heads };
  const heads = columns.map((column, i) =>
    svgText(first.x + (i + 0.5) * cell, first.y - 10, 13, INK.dark, cut(column?.label ?? '', cell), 'middle'),
  );
  const sides = rows.map(({ label }, i) =>
    svgText(first.x - 10, first.y + (i + 0.5) * CELL.height + 4, 13, INK.dark, cut(label, labels), 'end'),
  );
  const cells = matrix.pairs.map((pair, i) => {
    const x = first.x + (i % columns.length) * cell;
    const y = first.y + Math.floor(i / columns.length) * CELL.height;
    const estimate = played(pair, figure);
    const share = estimate && most > least ? (estimate.value - least) / (most - least) : 0;
    const { fill, ink } = colourAt(estimate ? share : 0);
    const [value, ...around] = estimate ? figureText(estimate, isShare(figure)).split(' ') : [NOTHING];
    return [
      `<rect x="${x + 1}" y="${y + 1}" width="${cell - 2}" height="${CELL.height - 2}" rx="4" fill="${fill}"/>`,
      svgText(x + cell / 2, y + 29, 19, ink, value, 'middle'),
      svgText(x + cell / 2, y + 47, 12, ink, around.join(' '), 'middle'),
    ].join('');
  });
  return [
    svgText(left, top + 12, 14, INK.dark, `${figure.doc}, ${placeText(plan, matrix)}`),
    svgText(first.x - 10, first.y - 10, 11, INK.quiet, rolesText(plan), 'end'),
    ...heads,
    ...sides,
    ...cells,
  ].join('\n');
}

const played = (pair: Pair, figure: Figure): Estimate | undefined => {
  const estimate = pair.tally.games === 0 ? undefined : estimateOf(pair, figure);
  return estimate && Number.isFinite(estimate.value) ? estimate : undefined;
};

/** A figure's least and most over all matrices. */
function spanOf({ matrices }: CrossPlan, figure: Figure): readonly [number, number] {
  const values = matrices.flatMap(({ pairs }) => pairs.flatMap((pair) => played(pair, figure)?.value ?? []));
  return [Math.min(...values), Math.max(...values)];
}

/** What does not fit loses its middle: labels of one bot, and commands, often differ at their ends alone. */
const cut = (words: string, width: number): string => {
  const most = Math.floor((width - 12) / LETTER);
  const half = Math.floor((most - 1) / 2);
  return words.length > most ? `${words.slice(0, half)}…${words.slice(-half)}` : words;
};
