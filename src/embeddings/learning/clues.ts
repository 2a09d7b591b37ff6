import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { reasonOf } from '../../files/reason.ts';
import { refuseSpecial } from '../../files/refuse-special.ts';
import { EyesError } from '../encoders/encoder.ts';
import { PicksError, linesOf } from './picks.ts';
import type { WrongRow } from './picks.ts';

/** A clue that was given, and what came of it. */
export interface Clue {
  /** A number a feature. */
  readonly x: Float64Array;
  /** 1 if the guess that followed was right. */
  readonly right: 0 | 1;
  /** The game's seed: clues of one game are never split up, nor are those of games that were dealt alike. */
  readonly group: number;
  readonly weight: 1;
}

/** The columns of a file of clues that are read. */
export interface ClueColumns {
  readonly outcome: string;
  readonly features: readonly string[];
}

export interface Clues {
  /** The file's name without its folder, and the sha256 of its bytes. */
  readonly file: string;
  readonly sha256: string;
  readonly rows: readonly Clue[];
  /** Number of rows that teach nothing, since a feature does not apply. */
  readonly leftOut: number;
}

/** Columns that every file of clues has, whatever the game: they tell it from a file of picks. */
const ALWAYS = ['game_row', 'seed'] as const;

/** More than any lesson needs, and as many as memory holds with ease. */
const MOST_ROWS = 1_000_000;

/** Whether a file with that first line holds clues. */
export const isOfClues = (head: string): boolean => {
  const names = new Set(head.split(/[,;\t]/).map((name) => name.trim()));
  return ALWAYS.every((name) => names.has(name));
};

/**
 * Reads a clues.csv of a run. Throws EyesError for a file that cannot be read or has the wrong columns, PicksError with every wrong row.
 */
export async function readClues(file: string, columns: ClueColumns): Promise<Clues> {
  let bytes;
  try {
    await refuseSpecial(file);
    bytes = await readFile(file);
  } catch (error) {
    throw new EyesError(`cannot read ${file}: ${reasonOf(error, 'there is no such file')}`, { cause: error });
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { file: basename(file), sha256, ...parseClues(bytes.toString('utf8'), file, columns) };
}

/** The rows of a clues.csv; `file` is for messages. Throws as `readClues` does. */
export function parseClues(
  text: string,
  file: string,
  { outcome, features }: ClueColumns,
): Pick<Clues, 'rows' | 'leftOut'> {
  const [head, ...lines] = linesOf(text.replace(/^\uFEFF/, ''));
  const names = head?.cells ?? [];
  const placeOf = (name: string): number => {
    const place = names.indexOf(name);
    if (place < 0) throw new EyesError(`${file} has no column ${name}; is it the clues.csv of a run with --clues?`);
    return place;
  };
  const seed = placeOf('seed');
  const right = placeOf(outcome);
  const places = features.map(placeOf);
  if (lines.length > MOST_ROWS)
    throw new EyesError(
      `${file} has ${lines.length} rows, and at most ${MOST_ROWS} can be learned from; play fewer games`,
    );
  const wrong: WrongRow[] = [];
  const rows: Clue[] = [];
  let leftOut = 0;
  for (const { line, cells, broken } of lines) {
    const x = Float64Array.from(places, (place) => Number(cells[place]));
    const what =
      broken === undefined ? faultOf(cells, names, { seed, right, places }) : `its quotes do not match (${broken})`;
    if (what !== undefined) wrong.push({ line, what });
    else if (places.some((place) => cells[place] === '')) leftOut++;
    else rows.push({ x, right: cells[right] === '1' ? 1 : 0, group: Number(cells[seed]), weight: 1 });
  }
  if (wrong.length > 0) throw new PicksError(file, wrong);
  return { rows, leftOut };
}

/** What is wrong with a row; undefined where nothing is. */
function faultOf(
  cells: readonly string[],
  names: readonly string[],
  { seed, right, places }: { readonly seed: number; readonly right: number; readonly places: readonly number[] },
): string | undefined {
  if (cells.length !== names.length) return `it has ${cells.length} cells where the header has ${names.length}`;
  if (!/^\d{1,10}$/.test(cells[seed])) return `its ${names[seed]} must be a whole number, not "${cells[seed]}"`;
  if (cells[right] !== '0' && cells[right] !== '1') return `its ${names[right]} must be 0 or 1, not "${cells[right]}"`;
  const place = places.find((one) => !Number.isFinite(Number(cells[one])));
  return place === undefined ? undefined : `its ${names[place]} must be a number, not "${cells[place]}"`;
}
