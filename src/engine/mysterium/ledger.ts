import { bitCount } from '../kernel/cards.ts';
import type { Ledger } from '../kernel/spec.ts';
import type { Affinity } from '../kernel/knowledge.ts';
import type { State } from '../kernel/rules.ts';
import { ghostOf } from './seats.ts';
import { NONE, ROWS, columnOf, mostGiven } from './shape.ts';
import type { Mysterium } from './shape.ts';

const COLUMNS = [
  'round',
  'psychic',
  'category',
  'candidates',
  'given',
  'retained',
  'served_as',
  'target_fit',
  'best_rival_fit',
  'margin',
  'retained_margin',
  'right',
  'target',
  'guess',
] as const;

/** What lay before each psychic when it was served: rebuilt from the public history of a finished game. */
function rows(state: State<Mysterium>, eyes: Affinity | undefined, write: (row: readonly number[]) => void): void {
  const { open } = state;
  const { psychics, rounds, width } = open.config;
  const { target } = ghostOf(state);
  const gone = new Int32Array(ROWS);
  const wrong = new Int32Array(psychics);
  for (let round = 1; round <= Math.min(open.round, rounds); round++) {
    const newlyGone = new Int32Array(ROWS);
    for (let p = 0; p < psychics; p++) {
      const at = (round - 1) * psychics + p;
      const row = open.guessedRow[at];
      if (row === NONE) continue;
      const mask = ((1 << width) - 1) & ~gone[row] & ~wrong[p];
      const now = given(state, p, (r) => r === round);
      const before = given(state, p, (r) => r < round && rowIn(state, p, r) === row);
      const hit = target[p * ROWS + row];
      const fresh = fits(state, eyes, now, row, mask, hit);
      const whole = fits(state, eyes, [...before, ...now], row, mask, hit);
      const right = open.guessedRight[at];
      write([
        round,
        p,
        row,
        bitCount(mask),
        now.length,
        before.length,
        open.servedAs[at],
        fresh.own,
        fresh.rival,
        fresh.own - fresh.rival,
        whole.own - whole.rival,
        right,
        cardAt(state, row, hit),
        open.guessed[at] === NONE ? Number.NaN : cardAt(state, row, open.guessed[at]),
      ]);
      if (right) {
        newlyGone[row] |= 1 << hit;
        wrong[p] = 0;
      } else if (open.guessed[at] !== NONE) {
        wrong[p] |= 1 << open.guessed[at];
      }
    }
    for (let row = 0; row < ROWS; row++) gone[row] |= newlyGone[row];
  }
}

/** The affinity's column of the card that lies at a row and column of the table. */
const cardAt = ({ open }: State<Mysterium>, row: number, col: number): number =>
  columnOf(open.config, row, open.card[row * open.config.width + col]);

const rowIn = ({ open }: State<Mysterium>, p: number, round: number): number =>
  open.guessedRow[(round - 1) * open.config.psychics + p];

function given({ open }: State<Mysterium>, p: number, when: (round: number) => boolean): number[] {
  const shelf = p * mostGiven(open.config);
  return Array.from({ length: open.givenCount[p] }, (_, k) => shelf + k)
    .filter((at) => when(open.givenRound[at]))
    .map((at) => open.given[at]);
}

/** Summed affinity of the visions to the target, and to the candidate that comes nearest to it. */
function fits(
  state: State<Mysterium>,
  eyes: Affinity | undefined,
  visions: readonly number[],
  row: number,
  mask: number,
  hit: number,
): { readonly own: number; readonly rival: number } {
  if (!eyes) return { own: Number.NaN, rival: Number.NaN };
  const fit = (col: number): number => {
    const column = cardAt(state, row, col);
    return visions.reduce((sum, vision) => sum + eyes.cells[vision * eyes.columns + column], 0);
  };
  let rival = Number.NaN; // where no rival is left
  for (let col = 0; col < state.open.config.width; col++)
    if ((mask >> col) & 1 && col !== hit) rival = Number.isNaN(rival) ? fit(col) : Math.max(rival, fit(col));
  return { own: fit(hit), rival };
}

/** A row for each delivery and what was guessed after it, as the ghost's eyes see it without blur. */
export const ledger: Ledger<Mysterium> = { columns: COLUMNS, rows, role: 'ghost' };
