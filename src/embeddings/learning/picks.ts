import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import Papa from 'papaparse';
import { reasonOf } from '../../files/reason.ts';
import { EyesError } from '../encoders/encoder.ts';

/** One choice that somebody made: shown these cards, they chose that one among these. Cards are places in the list of ids. */
export interface Choice {
  readonly shown: readonly number[];
  /** At least two, all different, none of them shown. */
  readonly options: readonly number[];
  /** Place of the chosen card among `options`. */
  readonly chosen: number;
  /** Above 0; how many such rows it stands for. */
  readonly weight: number;
  /** What hangs together, such as a game or a person: rows of one group are never split up. From 0. */
  readonly group: number;
}

/** What people chose, as a file tells it. */
export interface Picks {
  /** The file's name without its folder, and the sha256 of its bytes. */
  readonly file: string;
  readonly sha256: string;
  readonly rows: readonly Choice[];
  /** Number of groups. */
  readonly groups: number;
  /** Columns that mean nothing here and were left out. */
  readonly ignored: readonly string[];
}

/** A row that cannot be used. */
export interface WrongRow {
  /** Line of the file where the row begins, from 1. */
  readonly line: number;
  readonly what: string;
}

/** A file of picks with wrong rows; the message is one line with the first of them. */
export class PicksError extends EyesError {
  constructor(
    readonly file: string,
    readonly wrong: readonly WrongRow[],
  ) {
    const [{ line, what }] = wrong;
    super(`${file}, line ${line}: ${what}${wrong.length > 1 ? ` (and ${wrong.length - 1} more wrong rows)` : ''}`);
  }
}

const NEEDED = ['shown', 'options', 'chosen'] as const;
const KNOWN: readonly string[] = [...NEEDED, 'weight', 'group'];

export interface PicksOptions {
  /** What to add to a message about an id that nobody has, such as `; did you mean c12?`. */
  readonly didYouMean?: (wrong: string, known: readonly string[]) => string;
}

/**
 * Reads a CSV of picks, with a header line and the columns `shown`, `options` (ids, separated by spaces or "|"), `chosen` (an id) and, if
 * wanted, `weight` and `group`. Cells are separated by commas, semicolons or tabs. Throws EyesError for a file that cannot be read or has
 * the wrong columns, PicksError with every wrong row.
 */
export async function readPicks(file: string, ids: readonly string[], options: PicksOptions = {}): Promise<Picks> {
  let bytes;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new EyesError(`cannot read ${file}: ${reasonOf(error, 'there is no such file')}`, { cause: error });
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { file: basename(file), sha256, ...parsePicks(bytes.toString('utf8'), file, ids, options) };
}

interface Line {
  readonly line: number;
  readonly cells: readonly string[];
  /** What the CSV library found wrong with the row as such. */
  readonly broken: string | undefined;
}

/** The rows of a CSV of picks; `file` is for messages. Throws as `readPicks` does. */
export function parsePicks(
  text: string,
  file: string,
  ids: readonly string[],
  { didYouMean = () => '' }: PicksOptions = {},
): Pick<Picks, 'rows' | 'groups' | 'ignored'> {
  const [head, ...lines] = linesOf(text.replace(/^\uFEFF/, ''));
  const columns = columnsOf(head, file);
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  const groupOf = new Map<string, number>();
  const wrong: WrongRow[] = [];
  const rows = lines.flatMap((one): readonly Choice[] => {
    const found = readRow(one, columns.names, placeOf, (id) => didYouMean(id, ids));
    if (typeof found === 'string') {
      wrong.push({ line: one.line, what: found });
      return [];
    }
    // A row that names no group is a group of its own.
    const name = found.group === '' ? `line ${one.line}` : `group ${found.group}`;
    const group = groupOf.get(name) ?? groupOf.size;
    groupOf.set(name, group);
    return [{ ...found, group }];
  });
  if (wrong.length > 0) throw new PicksError(file, wrong);
  if (rows.length === 0) throw new EyesError(`${file} has no rows below its header`);
  return { rows, groups: groupOf.size, ignored: columns.ignored };
}

/** Every line of a CSV that holds anything, the header first. */
export function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  let line = 1;
  let from = 0;
  Papa.parse<string[]>(text, {
    delimiter: delimiterOf(text),
    step: ({ data, errors, meta }) => {
      const raw = text.slice(from, meta.cursor);
      if (data.some((cell) => cell.trim() !== ''))
        lines.push({ line, cells: data.map((cell) => cell.trim()), broken: errors[0]?.message });
      line += raw.match(/\r\n|\n|\r/g)?.length ?? 0;
      from = meta.cursor;
    },
  });
  return lines;
}

/** What separates the cells of the header, whose names hold none of these. */
function delimiterOf(text: string): string {
  const [head] = text.split(/[\r\n]/, 1);
  return [';', '\t'].find((one) => head.includes(one)) ?? ',';
}

function columnsOf(
  head: Line | undefined,
  file: string,
): { readonly names: readonly string[]; readonly ignored: readonly string[] } {
  const shape = 'a file of picks begins with the line shown,options,chosen (and, if wanted, weight and group)';
  if (head === undefined) throw new EyesError(`${file} is empty; ${shape}`);
  const names = head.cells.map((cell) => cell.toLowerCase());
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new EyesError(`${file} has no column ${missing.join(' and no column ')}; ${shape}`);
  const twice = KNOWN.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) throw new EyesError(`${file} has two columns ${twice}; ${shape}`);
  return { names, ignored: names.filter((name) => name !== '' && !KNOWN.includes(name)) };
}

/** A row's pick with the name of its group, or what is wrong with it. */
function readRow(
  { cells, broken }: Line,
  names: readonly string[],
  placeOf: ReadonlyMap<string, number>,
  hint: (id: string) => string,
): (Pick<Choice, 'shown' | 'options' | 'chosen' | 'weight'> & { readonly group: string }) | string {
  if (broken !== undefined) return `its quotes do not match (${broken})`;
  if (cells.length > names.length && cells.slice(names.length).some((cell) => cell !== ''))
    return `it has ${cells.length} cells where the header has ${names.length}; ids in a cell are separated by spaces or "|"`;
  const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
  const shown = idsIn(cell('shown'));
  const options = idsIn(cell('options'));
  const chosen = cell('chosen');
  if (shown.length === 0) return 'nothing is shown';
  if (options.length < 2) return `there must be at least 2 options to choose among, not ${options.length}`;
  if (chosen === '') return 'nothing is chosen';
  const unknown = [...shown, ...options, chosen].find((id) => !placeOf.has(id));
  if (unknown !== undefined) return `there is no card "${unknown}"${hint(unknown)}`;
  for (const [what, list] of [
    ['shown', shown],
    ['an option', options],
  ] as const) {
    const twice = list.find((id, i) => list.indexOf(id) < i);
    if (twice !== undefined) return `card ${twice} is ${what} twice`;
  }
  const both = shown.find((id) => options.includes(id));
  if (both !== undefined) return `card ${both} is shown and an option too`;
  if (!options.includes(chosen)) return `the chosen card ${chosen} is not among the options`;
  const weight = cell('weight') === '' ? 1 : Number(cell('weight'));
  if (!(weight > 0) || !Number.isFinite(weight)) return `its weight must be a number above 0, not "${cell('weight')}"`;
  const places = (list: readonly string[]): readonly number[] => list.flatMap((id) => placeOf.get(id) ?? []);
  return {
    shown: places(shown),
    options: places(options),
    chosen: options.indexOf(chosen),
    weight,
    group: cell('group'),
  };
}

const idsIn = (cell: string): readonly string[] => cell.split(/[\s|]+/).filter((id) => id !== '');
