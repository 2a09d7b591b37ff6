import { dirname, join } from 'node:path';
import { gameOf } from '../agents/catalog.ts';
import type { CataloguedGame, Session } from '../engine/kernel/catalog.ts';
import { ParamError, whole } from '../engine/kernel/params.ts';
import type { GameRecord } from '../engine/kernel/record.ts';
import { RUN_FILES, readGamesRow } from '../sim/index.ts';
import type { Casting, GamesRow } from '../sim/index.ts';
import { botLimits, botOptions, programsIn } from './bots.ts';
import type { Args, OptionTable } from './command.ts';
import { readCsvRow } from './csv-row.ts';
import { Failure, UsageError, warn } from './errors.ts';
import { lookAt } from './knowledge.ts';
import type { Pictures } from '../api/pictures.ts';
import type { PictureNotes } from './record-file.ts';
import { runParams } from './run-plan.ts';

const rowParam = whole(1, Number.MAX_SAFE_INTEGER, 1, 'which game of it, counted from 1');

/** Options of commands that take a game which was played before, beside its file. */
export const recordedOptions: OptionTable = {
  from: { type: 'string', requiresArg: true, describe: 'a games.csv to take a game from' },
  row: { type: 'string', requiresArg: true, describe: rowParam.doc },
  deck: { type: 'string', requiresArg: true, describe: 'the deck, where it is no longer where it was' },
  'run-bots': { type: 'boolean', describe: 'lets a games.csv start the programs (exec:...) that it names' },
  ...botOptions,
};

/** Where a game that was played before is kept. */
export type Place = { readonly file: string } | { readonly from: string; readonly row: number };

/**
 * The game that a command line names.
 * @throws UsageError, ParamError
 */
export function readPlace(command: string, args: Args): Place {
  const file = args.text('file');
  const from = args.text('from');
  if (file !== undefined && from !== undefined)
    throw new UsageError(`${command} takes a record or --from with --row, not both`);
  if (file !== undefined && args.has('row')) throw new UsageError('--row belongs to --from, a games.csv');
  if (file !== undefined) return { file };
  if (from === undefined)
    throw new UsageError(`${command} needs the file of a record, or --from with a games.csv and --row`);
  if (!args.has('row')) throw new UsageError('--from needs --row, the number of a game, counted from 1');
  return { from, row: args.number('row', rowParam) };
}

/** A record, with the pictures it was played on. */
export interface OpenRecord {
  readonly game: CataloguedGame;
  readonly casting: Casting;
  readonly record: GameRecord;
  readonly pictures: Pictures;
}

/**
 * Opens a record; with `looking` also the eyes of those who played, else nobody looks and the titles alone are the deck's.
 * @throws Failure, and what `lookAt` throws
 */
export async function openRecord(file: string, args: Args, looking: boolean): Promise<OpenRecord> {
  const { readRecord } = await import('./record-file.ts');
  const { record, casting, deck, deckHash, encoders, clueModels } = await readRecord(file);
  const game = at(file, () => gameOf(record.game));
  const pictures = await lookAt(game, looking ? [casting] : [], args.text('deck') ?? deck ?? undefined, {
    quiet: args.flag('quiet'),
  });
  warnOfChanges({ deck: deckHash ? { hash: deckHash } : null, encoders: encoders ?? {}, clueModels }, file, pictures);
  return { game, casting, record, pictures };
}

/** A row of games.csv, with the pictures it was played on. */
export interface OpenRow {
  readonly game: CataloguedGame;
  readonly read: GamesRow;
  /** The seeds of the games of its series that were played before it, in order. */
  readonly before: readonly number[];
  readonly pictures: Pictures;
  /** The file and the line, for messages. */
  readonly line: string;
}

/**
 * Opens a row. The programs that it names are started only where the command line says so: the file may be anybody's.
 * @throws Failure, and what `lookAt` throws
 */
export async function openRow(file: string, row: number, args: Args): Promise<OpenRow> {
  const { columns, cells, above } = await readCsvRow(file, row, runParams.series.max - 1);
  const line = `${file}, line ${row + 1}`; // the header is the first
  const id = cells[columns.indexOf('game')];
  if (id === undefined) throw new Failure(`${line}: there is no column game; is this a games.csv?`);
  const game = at(line, () => gameOf(id));
  const read = at(line, () => readGamesRow(game, columns, cells));
  const before = at(line, () => seedsBefore(game, columns, above, read));
  const [program] = programsIn(read.casting);
  if (program !== undefined && !args.flag('run-bots'))
    throw new Failure(`${line}: ${program} played; --run-bots starts that program, if you trust it`);
  const deck = args.text('deck') ?? (read.deck === '' ? undefined : read.deck);
  const looking = { quiet: args.flag('quiet'), limits: botLimits(args) };
  const pictures = await lookAt(game, [read.casting], deck, looking).catch((error: unknown) => {
    // Its eyes and its deck, which may be named as they lay from another folder.
    throw error instanceof Error ? new Failure(`${line}: ${error.message}`, { cause: error }) : error;
  });
  const run = join(dirname(file), RUN_FILES.run);
  const { readRunNotes } = await import('./record-file.ts');
  const notes = await readRunNotes(run);
  if (notes) warnOfChanges(notes, run, pictures);
  return { game, read, before, pictures, line };
}

/** The seeds of the games of a row's series that stand above it. */
function seedsBefore(
  game: CataloguedGame,
  columns: readonly string[],
  above: readonly (readonly string[])[],
  { gameOfSeries }: GamesRow,
): readonly number[] {
  const missing = gameOfSeries - 1;
  const games = missing === 0 ? [] : above.slice(-missing).map((cells) => readGamesRow(game, columns, cells));
  if (games.length < missing || games.some((one, i) => one.gameOfSeries !== i + 1)) {
    throw new ParamError(
      `this is game ${gameOfSeries} of its series, and follows from those before it, which do not stand above it`,
    );
  }
  return games.map(({ seed }) => seed);
}

/** Plays what came before a row's game in its series, and returns the seed of the first game: its own where nothing did. */
export function leadUp(session: Session, { read, before }: OpenRow): number {
  const [first = read.seed] = before;
  for (const seed of before) session.play(seed, first);
  return first;
}

/** In words, how a game ended otherwise than its row says; undefined where it did not. */
export function differenceFrom({ game, read, line }: OpenRow, now: Float64Array): string | undefined {
  const differences = game.metrics.flatMap(({ name }, i) =>
    read.metrics[i] === now[i] || (Number.isNaN(read.metrics[i]) && Number.isNaN(now[i]))
      ? []
      : [`${name} is ${now[i]}, not ${read.metrics[i]}`],
  );
  if (differences.length === 0) return undefined;
  return `${line}: this game ends otherwise than its row says: ${differences.join('; ')}`;
}

/** Runs what reads a file, and names the place where it does not hold. */
export function at<T>(place: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof RangeError) throw new Failure(`${place}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Says so if the deck or the eyes are not those that the file at `path` notes: then its games may well end, or read, otherwise. */
function warnOfChanges(notes: PictureNotes, path: string, pictures: Pictures): void {
  if (notes.deck && pictures.deck && notes.deck.hash !== pictures.deck.hash) {
    warn(`the deck ${pictures.deck.asked} is not what it was when ${path} was written`);
  }
  for (const [name, encoder] of Object.entries(pictures.encoders)) {
    if (notes.encoders[name] !== undefined && notes.encoders[name] !== encoder) {
      warn(`the ${name} eyes are not what they were when ${path} was written`);
    }
  }
  for (const [name, hash] of Object.entries(pictures.clueModels ?? {})) {
    const before = notes.clueModels?.[name];
    if (before !== undefined && before !== hash)
      warn(`the clue model ${name} is not what it was when ${path} was written`);
  }
}
