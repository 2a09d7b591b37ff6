import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import { ParamError } from '../../engine/kernel/params.ts';
import { codeOf, reasonOf } from '../../files/reason.ts';
import { RUN_FILES, readGamesRow } from '../../sim/index.ts';
import type { GamesRow } from '../../sim/index.ts';
import { Failure, UsageError } from '../errors.ts';

/**
 * The files that patterns name: `*` stands for anything in a name, `**` for folders as deep as they go. In order, each once.
 * @throws UsageError for a pattern that no file fits, Failure where a folder cannot be read
 */
export async function filesFor(patterns: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const files = pattern.includes('*') ? await filesLike(pattern) : [pattern];
    if (files.length === 0) throw new UsageError(`--from ${pattern}: no file is called so`);
    for (const file of files) found.add(file);
  }
  return [...found];
}

async function filesLike(pattern: string): Promise<readonly string[]> {
  const parts = pattern.split('/');
  const fixed = parts.findIndex((part) => part.includes('*'));
  const base = parts.slice(0, fixed).join('/') || (pattern.startsWith('/') ? '/' : '.');
  const rest = parts.slice(fixed);
  const source = rest.map((part, i) => {
    if (part === '**') return i === rest.length - 1 ? '.*' : '(?:[^/]+/)*';
    const name = part
      .split('*')
      .map((text) => text.replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`))
      .join('[^/]*');
    return i === rest.length - 1 ? name : `${name}/`;
  });
  const like = new RegExp(`^${source.join('')}$`);
  let names: readonly string[];
  try {
    names = await readdir(base, { recursive: true });
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw new Failure(`cannot read ${base}: ${reasonOf(error)}`, { cause: error });
  }
  return names
    .filter((name) => like.test(name))
    .toSorted()
    .map((name) => (fixed === 0 ? name : join(base, name)));
}

/**
 * Reads a games.csv row by row.
 * @throws Failure where it cannot be read, UsageError where it is another file, both naming file and line
 */
export async function readGames(game: CataloguedGame, file: string, take: (row: GamesRow) => void): Promise<void> {
  let columns: readonly string[] | undefined;
  let line = 0;
  const stream = createReadStream(file, 'utf8');
  try {
    await new Promise<void>((resolve, reject) => {
      stream.on('error', (error) =>
        reject(new Failure(`cannot read ${file}: ${reasonOf(error, 'there is no such file')}`, { cause: error })),
      );
      Papa.parse<string[]>(stream, {
        delimiter: ',',
        step({ data, errors }, parser) {
          line++;
          try {
            if (errors.length > 0) throw new ParamError(errors[0].message);
            if (!columns) {
              columns = data.map((name, i) => (i === 0 ? name.replace(/^\uFEFF/, '') : name)); // spreadsheets write one
              refuseOther(file, columns);
            } else if (data.length > 1 || data[0] !== '') {
              if (data[columns.indexOf('game')] !== game.id)
                throw new ParamError(`a game of ${data[columns.indexOf('game')] ?? 'nothing'}, not of ${game.id}`);
              take(readGamesRow(game, columns, data));
            }
          } catch (error) {
            const isRow = error instanceof ParamError || error instanceof RangeError;
            reject(isRow ? new Failure(`${file}, line ${line}: ${error.message}`, { cause: error }) : error);
            parser.abort();
          }
        },
        complete: () => resolve(),
      });
    });
  } finally {
    stream.destroy();
  }
  if (!columns) throw new Failure(`${file} is empty`);
}

/** @throws UsageError for a file that is no games.csv */
function refuseOther(file: string, columns: readonly string[]): void {
  if (columns.includes('game_row'))
    throw new UsageError(
      `${file} holds clues, not games: --from reads ${RUN_FILES.games}; clues are what seance train makes a clue model of`,
    );
  if (!columns.includes('params') || !columns.includes('seed'))
    throw new UsageError(`${file} is no ${RUN_FILES.games} of a run: it has no columns seed and params`);
}
