import type { CataloguedGame, Session } from '../engine/kernel/catalog.ts';
import { whole } from '../engine/kernel/params.ts';
import type { GameRecord } from '../engine/kernel/record.ts';
import { isSameFile } from '../files/is-same-file.ts';
import { lineupOf } from '../sim/index.ts';
import { botLimits } from './bots.ts';
import type { Args, Command } from './command.ts';
import { EXIT, UsageError, warn } from './errors.ts';
import type { ExitCode } from './errors.ts';
import { jsonOf, showOptions, writePage } from './explain/show.ts';
import type { ToldGame } from './explain/show.ts';
import { lookAt } from './knowledge.ts';
import { gameOptions, optionOf, readCasting, readConfig, withRoleFiles } from './options.ts';
import { warnOfPreset } from './presets.ts';
import { SCREEN_WIDTH, print } from './screen.ts';

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
    explain: { type: 'boolean', group: 'Results:', describe: 'says under each decision why it was taken' },
    html: { ...showOptions['html'], group: 'Results:' },
    json: { ...showOptions['json'], group: 'Results:' },
    quiet: { type: 'boolean', group: 'Results:', describe: 'does not tell the game' },
  },
  examples: [
    [`$0 play ${game.id} --seed 7`, 'tells a game'],
    [`$0 play ${game.id} --seed 7 --record game.json`, 'and keeps its record'],
    [`$0 play ${game.id} --seed 7 --explain`, 'tells it with everybody’s reasons'],
    [`$0 play ${game.id} --seed 7 --html game.html`, 'with pictures, as a page'],
    [`$0 play ${game.id} --${Object.keys(game.agents).at(-1)} 'exec:python3 my_bot.py'`, 'with a program of your own'],
  ],
  run: async (args) => play(game, await withRoleFiles(game, args)),
});

async function play(game: CataloguedGame, args: Args): Promise<ExitCode> {
  const path = args.text('record');
  const page = args.text('html');
  if (path !== undefined && page !== undefined && (await isSameFile(path, page)))
    throw new UsageError(`--record and --html both name ${path}`);
  const seed = args.number('seed', seedParam);
  const config = readConfig(game, args);
  const casting = readCasting(game, args);
  const lineup = lineupOf(game, config, casting);
  const pictures = await lookAt(game, [casting], args.text('deck'), {
    quiet: args.flag('quiet'),
    limits: botLimits(args),
  });
  warnOfPreset(game, args, [casting], pictures);
  const session = game.open(config, lineup, pictures.knowledge);
  const record = await tell(session, { game, config, seed, casting, pictures }, args);
  if (path !== undefined) {
    const { writeRecord } = await import('./record-file.ts');
    await writeRecord(path, record, casting, pictures);
  } else if (args.flag('quiet') && page === undefined && !args.flag('json')) {
    warn('with --quiet and no --record, nobody hears of this game');
  }
  return EXIT.done;
}

/** Plays and tells it: in words, with reasons where they are asked for, as JSON, and as a page. */
async function tell(session: Session, game: Omit<ToldGame, 'moments'>, args: Args): Promise<GameRecord> {
  const isQuiet = args.flag('quiet');
  const { titles } = game.pictures;
  if (!args.flag('explain') && !args.flag('json') && !args.has('html')) {
    const { record, story } = session.record(game.seed, titles);
    if (!isQuiet) for (const line of story) print(line);
    return record;
  }
  const { record, moments } = session.explain(game.seed, titles);
  const told = { ...game, moments };
  const { legendOf, tellMoments } = await import('./explain/words.ts');
  if (args.flag('json')) print(jsonOf(told));
  else if (!isQuiet) {
    const lines = args.flag('explain')
      ? [...legendOf(moments.flatMap(({ thoughts }) => thoughts)), '', ...tellMoments(moments, SCREEN_WIDTH)]
      : moments.flatMap(({ lines }) => lines);
    for (const line of lines) print(line);
  }
  const page = args.text('html');
  if (page !== undefined) await writePage(page, told);
  return record;
}
