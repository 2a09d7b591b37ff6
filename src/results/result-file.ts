import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import Papa from 'papaparse';
import { reasonOf } from '../files/reason.ts';
import { refuseSpecial } from '../files/refuse-special.ts';
import { ResultsError } from './results-error.ts';

/** What a file of results has rows of: each kind is a table of its own for SQL. */
export const KINDS = ['games', 'clues', 'summary'] as const;
export type Kind = (typeof KINDS)[number];

/** How DuckDB keeps a column. Metrics are doubles, as in the engine, and whole numbers of 32 bits fit into BIGINT. */
export type ColumnType = 'VARCHAR' | 'BIGINT' | 'DOUBLE';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** A games.csv, clues.csv or summary.csv. */
export interface ResultFile {
  readonly path: string;
  /** The folder it lies in, as the path says it. */
  readonly run: string;
  readonly kind: Kind;
  readonly columns: readonly Column[];
}

/** Of the head of a file, so much is read at most, in bytes: a header and the row below it. */
const HEAD = 1 << 20;

/**
 * Reads the header of a file and what kind it is of, and sees that it is text to its end.
 * @throws ResultsError with the file, and the line where there is one
 */
export async function readResultFile(path: string): Promise<ResultFile> {
  try {
    await refuseSpecial(path);
    await refuseBroken(path);
    const [header = [], first = []] = await readHead(path);
    const kind = kindOf(header);
    if (kind === undefined)
      throw new ResultsError(`${path}, line 1: this is no header of a games.csv, clues.csv or summary.csv`);
    const twice = header.find((name, at) => header.findIndex((other) => same(other, name)) < at);
    if (twice !== undefined) throw new ResultsError(`${path}, line 1: two columns are named ${twice}`);
    return { path, run: dirname(path), kind, columns: typed(header, first) };
  } catch (error) {
    if (error instanceof ResultsError) throw error;
    throw new ResultsError(`cannot read ${path}: ${reasonOf(error, 'there is no such file')}`, { cause: error });
  }
}

/** SQL takes names in any case. */
const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** A file that is cut in its last line, or holds bytes that no text has, is known without its columns. */
async function refuseBroken(path: string): Promise<void> {
  let lines = 1;
  let last = 0x0a;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    const nul = chunk.indexOf(0);
    const text = nul < 0 ? chunk : chunk.subarray(0, nul);
    for (let at = text.indexOf(0x0a); at >= 0; at = text.indexOf(0x0a, at + 1)) lines++;
    if (nul >= 0) throw new ResultsError(`${path}, line ${lines}: a NUL byte, so the file is damaged`);
    last = chunk[chunk.length - 1];
  }
  if (last !== 0x0a)
    throw new ResultsError(`${path}, line ${lines}: the last line has no end, so the file was cut there`);
}

async function readHead(path: string): Promise<readonly (readonly string[])[]> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    const text = buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, ''); // spreadsheets write one
    return Papa.parse<string[]>(text, { delimiter: ',', preview: 2 }).data;
  } finally {
    await file.close();
  }
}

function kindOf(header: readonly string[]): Kind | undefined {
  const has = (...names: readonly string[]): boolean => names.every((name) => header.includes(name));
  if (has('game_row', 'seed')) return 'clues';
  if (has('game', 'version', 'run_seed', 'figure', 'value')) return 'summary';
  if (has('game', 'version', 'seed', 'deck', 'params')) return 'games';
  return undefined;
}

/** Columns that hold words in every game; so do all from `deck` to `params`. */
const WORDS = new Set(['lineup', 'game', 'figure', 'checksum', 'interval']);
const WHOLE = new Set(['version', 'seed', 'run_seed', 'game_of_series', 'game_row', 'n', 'games']);

/** What a game's own parameters hold, between `version` and the seed, shows in the first row. */
function typed(header: readonly string[], first: readonly string[]): readonly Column[] {
  const deck = header.indexOf('deck');
  const params = header.indexOf('params');
  const seed = header.findIndex((name) => name === 'seed' || name === 'run_seed');
  return header.map((name, at) => {
    if (WORDS.has(name) || (at >= deck && at <= params)) return { name, type: 'VARCHAR' };
    if (WHOLE.has(name)) return { name, type: 'BIGINT' };
    const isOfGrid = deck >= 0 && at < seed;
    return { name, type: isOfGrid && Number.isNaN(Number(first[at] ?? 0)) ? 'VARCHAR' : 'DOUBLE' };
  });
}
