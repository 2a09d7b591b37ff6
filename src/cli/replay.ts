import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { lineupOf } from '../sim/index.ts';
import type { Args, Command } from './command.ts';
import { EXIT, Failure } from './errors.ts';
import type { ExitCode } from './errors.ts';
import { at, differenceFrom, leadUp, openRecord, openRow, readPlace, recordedOptions } from './recorded-game.ts';
import { print } from './screen.ts';

export const replayCommand: Command = {
  command: 'replay [file]',
  describe: 'tells a recorded game, or plays a row of games.csv again',
  options: {
    ...recordedOptions,
    quiet: { type: 'boolean', describe: 'checks without telling' },
  },
  examples: [
    ['$0 replay game.json', 'tells the game that `seance play --record game.json` kept'],
    ['$0 replay --from runs/first/games.csv --row 17', 'plays the 17th game again and checks how it ends'],
  ],
  run: (args) => replay(args),
};

async function replay(args: Args): Promise<ExitCode> {
  const place = readPlace('replay', args);
  return 'file' in place ? replayRecord(place.file, args) : replayRow(place.from, place.row, args);
}

async function replayRecord(file: string, args: Args): Promise<ExitCode> {
  const { game, record, pictures } = await openRecord(file, args, false);
  const { story, metrics } = at(file, () => game.retell(record, pictures.titles));
  if (!args.flag('quiet')) for (const line of story) print(line);
  print(endText(game, metrics));
  return EXIT.done;
}

async function replayRow(file: string, row: number, args: Args): Promise<ExitCode> {
  const opened = await openRow(file, row, args);
  const { game, read, pictures } = opened;
  const session = game.open(read.config, lineupOf(game, read.config, read.casting), pictures.knowledge);
  const { story } = session.record(read.seed, pictures.titles, leadUp(session, opened));
  if (!args.flag('quiet')) for (const one of story) print(one);
  const metrics = new Float64Array(game.metrics.length);
  session.measure(metrics);
  const difference = differenceFrom(opened, metrics);
  if (difference !== undefined) throw new Failure(difference);
  print(endText(game, metrics));
  print(`The game ends as row ${row} says.`);
  return EXIT.done;
}

const endText = (game: CataloguedGame, metrics: Float64Array): string =>
  `End: ${game.metrics.map(({ name }, i) => `${name} ${Number.isNaN(metrics[i]) ? 'does not apply' : metrics[i]}`).join(', ')}`;
