import type { Affinity } from '../../src/engine/kernel/knowledge.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import type { State } from '../../src/engine/kernel/rules.ts';
import { NONE, ROWS } from '../../src/engine/mysterium/shape.ts';
import type { Mysterium } from '../../src/engine/mysterium/shape.ts';
import { copy } from '../kit/data.ts';
import { bitsOf } from '../engine/mysterium/table.ts';

/** 0 to n - 1 in an order drawn from a seed. */
export function shuffle(n: number, dice: Sfc32): readonly number[] {
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = dice.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** New numbers for visions and for the cards of each row, and new places for the cards on the table: what means nothing. */
export interface Labels {
  /** The new number of each vision, of each card of each row, and the new column of each column of each row. */
  readonly vision: readonly number[];
  readonly card: readonly (readonly number[])[];
  readonly column: readonly (readonly number[])[];
}

export function drawLabels({ visions, cardsPerRow, width }: Mysterium['Config'], seed: number): Labels {
  const dice = new Sfc32(seed, 97);
  const perRow = (n: number) => Array.from({ length: ROWS }, () => shuffle(n, dice));
  return { vision: shuffle(visions, dice), card: perRow(cardsPerRow), column: perRow(width) };
}

/** The affinity by which the relabelled pictures suggest each other as the old ones did. */
export function relabelAffinity({ rows, columns, cells }: Affinity, { vision, card }: Labels): Affinity {
  const moved = new Float32Array(cells.length);
  const cardsPerRow = columns / ROWS;
  for (let v = 0; v < rows; v++)
    for (let c = 0; c < columns; c++) {
      const row = Math.floor(c / cardsPerRow);
      moved[vision[v] * columns + row * cardsPerRow + card[row][c % cardsPerRow]] = cells[v * columns + c];
    }
  return { rows, columns, cells: moved };
}

/** The same moment of the same game under new labels, for the ghost: hands keep their order, seats their numbers. */
export function relabel({ open, own, hidden }: State<Mysterium>, { vision, card, column }: Labels): State<Mysterium> {
  const { width, psychics } = open.config;
  const twin: State<Mysterium> = { open: { ...copy(open), config: open.config }, own: copy(own), hidden };
  const seen = (at: number): number => (at < 0 ? at : vision[at]);
  const placed = (row: number, col: number): number => (row < ROWS ? (column[row][col] ?? col) : col); // silence, NONE
  const mask = (row: number, cols: number): number =>
    row < ROWS ? bitsOf(cols).reduce((sum, col) => sum | (1 << column[row][col]), 0) : cols;

  for (let row = 0; row < ROWS; row++) {
    for (let col = 0; col < width; col++)
      twin.open.card[row * width + column[row][col]] = card[row][open.card[row * width + col]];
    twin.open.gone[row] = mask(row, open.gone[row]);
  }
  for (let p = 0; p < psychics; p++) {
    twin.open.wrong[p] = mask(open.stage[p], open.wrong[p]);
    twin.open.guess[p] = placed(open.stage[p], open.guess[p]);
    for (let q = 0; q < psychics; q++)
      twin.open.said[q * psychics + p] = placed(open.stage[p], open.said[q * psychics + p]);
  }
  open.guessed.forEach((col, at) => (twin.open.guessed[at] = col === NONE ? NONE : placed(open.guessedRow[at], col)));
  open.caseCard.forEach((one, at) => (twin.open.caseCard[at] = one === NONE ? NONE : card[at % ROWS][one]));
  for (const visions of [twin.open.given, twin.open.thrown, twin.open.revealed])
    visions.forEach((one, at) => (visions[at] = seen(one)));
  for (const mine of twin.own) {
    if (mine.role !== 'ghost') continue;
    for (const visions of [mine.hand, mine.thrown, mine.pointed])
      visions.forEach((one, at) => (visions[at] = seen(one)));
    mine.target.forEach((col, at) => (mine.target[at] = placed(at % ROWS, col)));
  }
  return twin;
}
