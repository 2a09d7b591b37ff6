#!/usr/bin/env node
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import { games } from '../agents/catalog.ts';
import { packageVersion } from './about.ts';
import { addCommand, addFamily } from './command.ts';
import { deckCommands } from './deck.ts';
import { describeCommand } from './describe.ts';
import { EXIT, UsageError, report } from './errors.ts';
import { playCommand } from './play.ts';
import { replayCommand } from './replay.ts';
import { simulateCommand } from './simulate.ts';
import { didYouMean } from './suggest.ts';

const COMMANDS = ['simulate', 'play', 'replay', 'describe', 'deck', 'completion'];

async function main(words: readonly string[]): Promise<void> {
  const cli = yargs([...words])
    .scriptName('seance')
    .locale('en')
    .usage(
      '$0 <command> [options]\n\nGhosts and psychics that look at pictures: board games played by bots, with honest error bars.',
    )
    .parserConfiguration({
      'dot-notation': false, // --ghost and --ghost.margin stand side by side
      'camel-case-expansion': false,
      'duplicate-arguments-array': false, // of two, the last counts
      'parse-numbers': false,
      'parse-positional-numbers': false,
    })
    .wrap(Math.min(120, process.stdout.columns ?? 100))
    .version(packageVersion())
    .alias('help', 'h')
    .exitProcess(false)
    .fail((message: string | null, error: Error | undefined) => {
      throw error ?? new UsageError(message ?? 'this cannot be understood; --help shows what can');
    });
  addFamily(cli, {
    name: 'simulate',
    describe: 'plays many games and says how they went',
    what: 'game',
    forms: games.map(simulateCommand),
  });
  addFamily(cli, {
    name: 'play',
    describe: 'plays one game and tells it',
    what: 'game',
    forms: games.map(playCommand),
  });
  addCommand(cli, replayCommand);
  addCommand(cli, describeCommand);
  addFamily(cli, { name: 'deck', describe: 'shows decks of pictures', what: 'form', forms: deckCommands });
  cli
    .completion('completion', 'prints a script that completes commands and options in bash or zsh')
    .example('$0 simulate mysterium', 'the whole table of results')
    .example('$0 play mysterium --seed 7', 'one game in words')
    .command('$0', false, {}, ({ _: [word] }) => {
      if (word === undefined) cli.showHelp('log');
      else
        throw new UsageError(
          `no command ${String(word)}; there are ${COMMANDS.join(', ')}${didYouMean(String(word), COMMANDS)}`,
        );
    });
  await cli.parseAsync();
}

// The reader of a pipe may leave early, as `head` does; then there is nobody left to write for.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.failed);
  });
}

try {
  await main(hideBin(process.argv));
} catch (error) {
  process.exitCode = report(error);
}
