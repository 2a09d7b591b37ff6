import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { RUN_FILES } from '../sim/folder.ts';
import { KINDS } from './result-file.ts';
import { ResultsError } from './results-error.ts';

/** Files that a pattern stands for, in order. */
export type Glob = (pattern: string) => Promise<readonly string[]>;

const TABLES = KINDS.map((kind) => RUN_FILES[kind]);

/** Files of a run that a pattern such as `runs/*` meets and that hold no results for SQL. */
const OTHERS = new Set<string>(Object.values(RUN_FILES).filter((name) => TABLES.every((table) => table !== name)));

/** A path as a pattern that stands for it alone. */
export const literal = (path: string): string => path.replaceAll(/[[*?]/g, '[$&]');

/**
 * The files of results that paths stand for, each once: files, folders with runs anywhere in them, and patterns (`*`, `**`, `?`, `[ab]`) for
 * files or folders.
 * @throws ResultsError for a path that stands for none
 */
export async function findFiles(paths: readonly string[], glob: Glob): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const path of paths) {
    const before = await stat(path).catch(() => undefined);
    if (before && !before.isDirectory()) {
      found.add(join(path));
      continue;
    }
    const files = before
      ? await tablesIn(join(literal(path), '**'), glob)
      : /[[*?]/.test(path)
        ? [...(await glob(path)).filter(isOfResults), ...(await tablesIn(path, glob))]
        : [];
    if (files.length === 0) throw new ResultsError(missing(path, before !== undefined));
    for (const file of files) found.add(join(file));
  }
  return [...found].toSorted();
}

const isOfResults = (file: string): boolean => file.endsWith('.csv') && !OTHERS.has(basename(file));

const tablesIn = async (folder: string, glob: Glob): Promise<readonly string[]> =>
  (await Promise.all(TABLES.map((table) => glob(join(folder, table))))).flat();

const missing = (path: string, isFolder: boolean): string =>
  isFolder
    ? `${path} holds no ${TABLES.join(', ')}, nor does a folder in it; seance simulate --out writes them`
    : /[[*?]/.test(path)
      ? `no games.csv, clues.csv or summary.csv is named as ${path} says`
      : `cannot read ${path}: there is no such file or folder`;
