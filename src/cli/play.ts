import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { whole } from '../engine/kernel/params.ts';
import { lineupOf } from '../sim/index.ts';
import { botLimits } from './bots.ts';
import type { Args, Command } from './command.ts';
import { EXIT, warn } from './errors.ts';
import type { ExitCode } from './errors.ts';
import { lookAt } from './knowledge.ts';
import { gameOptions, optionOf, readCasting, readConfig } from './options.ts';
import { warnOfPreset } from './presets.ts';
import { print } from './screen.ts';

const seedParam = whole(0, 2 ** 32 - 1, 1, "the game's own seed, as games.csv shows it");

export const playCommand = (game: CataloguedGame): Command => ({
  command: game.id,
  describe: game.title,
  options: {
    ...gameOptions(game, { spanned: false }),
    seed: optionOf(seedParam, 'The game:'),
    record: {
      type: 'string',
      requiresArg: true,
      group: 'Results:',
      describe: 'a file for the record of the game, for seance replay',
    },
    quiet: { type: 'boolean', group: 'Results:', describe: 'does not tell the game' },
  },
  examples: [
    [`$0 play ${game.id} --seed 7`, 'tells a game'],
    [`$0 play ${game.id} --seed 7 --record game.json`, 'and keeps its record'],
    [`$0 play ${game.id} --${Object.keys(game.agents).at(-1)} 'exec:python3 my_bot.py'`, 'with a program of your own'],
  ],
  run: (args) => play(game, args),
});

async function play(game: CataloguedGame, args: Args): Promise<ExitCode> {
  const seed = args.number('seed', seedParam);
  const config = readConfig(game, args);
  const casting = readCasting(game, args);
  const lineup = lineupOf(game, config, casting);
  const pictures = await lookAt(game, [casting], args.text('deck'), {
    quiet: args.flag('quiet'),
    limits: botLimits(args),
  });
  warnOfPreset(game, args, [casting], pictures);
  const { record, story } = game.open(config, lineup, pictures.knowledge).record(seed, pictures.titles);
  if (!args.flag('quiet')) for (const line of story) print(line);
  const path = args.text('record');
  if (path !== undefined) {
    const { writeRecord } = await import('./record-file.ts');
    await writeRecord(path, record, casting, pictures);
  } else if (args.flag('quiet')) {
    warn('with --quiet and no --record, nobody hears of this game');
  }
  return EXIT.done;
}
