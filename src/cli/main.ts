#!/usr/bin/env node
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { games } from '../agents/catalog.ts';
import { reasonOf } from '../files/reason.ts';
import { packageVersion } from './about.ts';
import { calibrateCommand } from './calibrate/command.ts';
import { PARSING, addCommand, addFamily, refuseInherited, refuseUnknown } from './command.ts';
import { compareCommand } from './compare/command.ts';
import { withComparedGame } from './compare/side.ts';
import { conformCommand } from './conform/command.ts';
import { crossplayCommand, withGame } from './crossplay/command.ts';
import { deckCommands } from './deck/commands.ts';
import { describeCommand } from './describe.ts';
import { EXIT, UsageError, report } from './errors.ts';
import { explainCommand } from './explain/command.ts';
import { mergeCommand } from './merge.ts';
import { modelCommands } from './model/commands.ts';
import { playCommand } from './play.ts';
import { replayCommand } from './replay.ts';
import { reportCommand } from './report/command.ts';
import { withAnyGame } from './resume.ts';
import { SCREEN_WIDTH } from './screen.ts';
import { simulateCommand } from './simulate.ts';
import { sqlCommand } from './sql.ts';
import { didYouMean } from './suggest.ts';
import { trainCommand } from './train/command.ts';
import { tuneCommand } from './tune/command.ts';
import { workerCommand } from './worker.ts';

const COMMANDS = [
  'simulate',
  'merge',
  'compare',
  'tune',
  'conform',
  'crossplay',
  'play',
  'replay',
  'explain',
  'describe',
  'calibrate',
  'sql',
  'report',
  'deck',
  'model',
  'train',
  'worker',
  'completion',
];

/** In our words, what yargs says of an option without its value. */
function valueMissing(message: string): string | undefined {
  const [, name] = /^Not enough arguments following: (.+)$/.exec(message) ?? [];
  return name === undefined ? undefined : `--${name} needs a value; --help says which`;
}

async function main(words: readonly string[]): Promise<void> {
  // yargs ends the process itself after completing a word; everything else ends here.
  const completes = words[0] === 'completion' || words.includes('--get-yargs-completions');
  const cli = yargs([...words])
    .scriptName('seance')
    .locale('en')
    .usage(
      '$0 <command> [options]\n\nGhosts and psychics that look at pictures: board games played by bots, with honest error bars.',
    )
    .parserConfiguration(PARSING)
    .wrap(SCREEN_WIDTH)
    .version(packageVersion())
    .alias('help', 'h')
    .exitProcess(completes)
    .fail((message: string | null, error: Error | undefined) => {
      // yargs' own refusals are errors of its own kind.
      if (error && error.name !== 'YError') throw error;
      throw new UsageError(
        valueMissing(message ?? '') ?? message ?? error?.message ?? 'this cannot be understood; --help shows what can',
      );
    });
  addFamily(cli, {
    name: 'simulate',
    describe: 'plays many games and says how they went',
    what: 'game',
    forms: games.map(simulateCommand),
  });
  addFamily(cli, {
    name: 'compare',
    describe: 'plays two line-ups over the same deals until it is known which wins more',
    what: 'game',
    forms: games.map(compareCommand),
  });
  addFamily(cli, {
    name: 'tune',
    describe: "searches an agent's parameters for the best, and says what that gains",
    what: 'game',
    forms: games.map(tuneCommand),
  });
  addCommand(cli, mergeCommand);
  addFamily(cli, {
    name: 'crossplay',
    describe: 'plays everybody with everybody and prints the matrix',
    what: 'game',
    forms: games.map(crossplayCommand),
  });
  addFamily(cli, {
    name: 'play',
    describe: 'plays one game and tells it',
    what: 'game',
    forms: games.map(playCommand),
  });
  addCommand(cli, replayCommand);
  addCommand(cli, explainCommand);
  addCommand(cli, conformCommand);
  addCommand(cli, describeCommand);
  addCommand(cli, calibrateCommand);
  addCommand(cli, sqlCommand);
  addCommand(cli, reportCommand);
  addFamily(cli, { name: 'deck', describe: 'shows decks of pictures', what: 'form', forms: deckCommands });
  addFamily(cli, { name: 'model', describe: 'keeps ONNX models to look through', what: 'form', forms: modelCommands });
  addCommand(cli, trainCommand);
  addCommand(cli, workerCommand);
  cli
    .completion('completion', 'prints a script that completes commands and options in bash or zsh')
    .example('$0 simulate mysterium', 'the whole table of results')
    .example('$0 play mysterium --seed 7', 'one game in words')
    .command('$0', false, {}, (argv) => {
      const [word] = argv._;
      if (word !== undefined) {
        const known = `there are ${COMMANDS.join(', ')}`;
        throw new UsageError(`no command ${String(word)}; ${known}${didYouMean(String(word), COMMANDS)}`);
      }
      refuseUnknown(argv, {}, [], 0);
      cli.showHelp('log');
    });
  await cli.parseAsync();
}

// The reader of a pipe may leave early, as `head` does; then there is nobody left to write for.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    const line = `seance: cannot write the output: ${reasonOf(error)}\n`;
    if (stream === process.stdout) process.stderr.write(line, () => process.exit(EXIT.failed));
    else process.exit(EXIT.failed);
  });
}

try {
  const words = withAnyGame(await withComparedGame(withGame(hideBin(process.argv))));
  refuseInherited(words);
  await main(words);
} catch (error) {
  process.exitCode = report(error);
}
