import { dirname, join } from 'node:path';
import { gameOf } from '../agents/catalog.ts';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { whole } from '../engine/kernel/params.ts';
import { RUN_FILES, lineupOf, readGamesRow } from '../sim/index.ts';
import type { GamesRow } from '../sim/index.ts';
import type { Args, Command } from './command.ts';
import { readCsvRow } from './csv-row.ts';
import { EXIT, Failure, UsageError, warn } from './errors.ts';
import type { ExitCode } from './errors.ts';
import { lookAt } from './knowledge.ts';
import type { Pictures } from './knowledge.ts';
import type { PictureNotes } from './record-file.ts';
import { print } from './screen.ts';

const rowParam = whole(1, Number.MAX_SAFE_INTEGER, 1, 'which game of it, counted from 1');

export const replayCommand: Command = {
  command: 'replay [file]',
  describe: 'tells a recorded game, or plays a row of games.csv again',
  options: {
    from: { type: 'string', requiresArg: true, describe: 'a games.csv to take a game from' },
    row: { type: 'string', requiresArg: true, describe: rowParam.doc },
    deck: { type: 'string', requiresArg: true, describe: 'the deck, where it is no longer where it was' },
    quiet: { type: 'boolean', describe: 'checks without telling' },
  },
  examples: [
    ['$0 replay game.json', 'tells the game that `seance play --record game.json` kept'],
    ['$0 replay --from runs/first/games.csv --row 17', 'plays the 17th game again and checks how it ends'],
  ],
  run: (args) => replay(args),
};

async function replay(args: Args): Promise<ExitCode> {
  const file = args.text('file');
  const from = args.text('from');
  if (file !== undefined && from !== undefined)
    throw new UsageError('replay takes a record or --from with --row, not both');
  if (file !== undefined && args.has('row')) throw new UsageError('--row belongs to --from, a games.csv');
  if (file !== undefined) return replayRecord(file, args);
  if (from === undefined)
    throw new UsageError('replay needs the file of a record, or --from with a games.csv and --row');
  if (!args.has('row')) throw new UsageError('--from needs --row, the number of a game, counted from 1');
  return replayRow(from, args.number('row', rowParam), args);
}

async function replayRecord(file: string, args: Args): Promise<ExitCode> {
  const { readRecord } = await import('./record-file.ts');
  const { record, deck, deckHash } = await readRecord(file);
  const game = at(file, () => gameOf(record.game));
  const pictures = await lookAt(game, [], args.text('deck') ?? deck ?? undefined, { quiet: args.flag('quiet') });
  // Nobody looks: the actions are told as they were, and only the titles are the deck's.
  warnOfChanges({ deck: deckHash ? { hash: deckHash } : null, encoders: {} }, file, pictures);
  const { story, metrics } = at(file, () => game.retell(record, pictures.titles));
  if (!args.flag('quiet')) for (const line of story) print(line);
  print(endText(game, metrics));
  return EXIT.done;
}

async function replayRow(file: string, row: number, args: Args): Promise<ExitCode> {
  const { columns, cells } = await readCsvRow(file, row);
  const line = `${file}, line ${row + 1}`; // the header is the first
  const id = cells[columns.indexOf('game')];
  if (id === undefined) throw new Failure(`${line}: there is no column game; is this a games.csv?`);
  const game = at(line, () => gameOf(id));
  const read = at(line, () => readGamesRow(game, columns, cells));
  const deck = args.text('deck') ?? (read.deck === '' ? undefined : read.deck);
  const pictures = await lookAt(game, [read.casting], deck, { quiet: args.flag('quiet') }).catch((error: unknown) => {
    // Its eyes and its deck, which may be named as they lay from another folder.
    throw error instanceof Error ? new Failure(`${line}: ${error.message}`, { cause: error }) : error;
  });
  const run = join(dirname(file), RUN_FILES.run);
  const { readRunNotes } = await import('./record-file.ts');
  const notes = await readRunNotes(run);
  if (notes) warnOfChanges(notes, run, pictures);

  const session = game.open(read.config, lineupOf(game, read.config, read.casting), pictures.knowledge);
  const { story } = session.record(read.seed, pictures.titles);
  if (!args.flag('quiet')) for (const one of story) print(one);
  const metrics = new Float64Array(game.metrics.length);
  session.measure(metrics);
  const differences = differencesOf(game, read, metrics);
  if (differences.length > 0)
    throw new Failure(`${line}: this game ends otherwise than its row says: ${differences.join('; ')}`);
  print(endText(game, metrics));
  print(`The game ends as row ${row} says.`);
  return EXIT.done;
}

/** Runs what reads a file, and names the place where it does not hold. */
function at<T>(place: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof RangeError) throw new Failure(`${place}: ${error.message}`, { cause: error });
    throw error;
  }
}

const differencesOf = (game: CataloguedGame, { metrics }: GamesRow, now: Float64Array): readonly string[] =>
  game.metrics.flatMap(({ name }, i) =>
    metrics[i] === now[i] || (Number.isNaN(metrics[i]) && Number.isNaN(now[i]))
      ? []
      : [`${name} is ${now[i]}, not ${metrics[i]}`],
  );

const endText = (game: CataloguedGame, metrics: Float64Array): string =>
  `End: ${game.metrics.map(({ name }, i) => `${name} ${Number.isNaN(metrics[i]) ? 'does not apply' : metrics[i]}`).join(', ')}`;

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
}
