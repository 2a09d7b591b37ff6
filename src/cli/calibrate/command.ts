import { availableParallelism } from 'node:os';
import { games } from '../../agents/catalog.ts';
import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import type { Calibration } from '../../engine/kernel/calibration.ts';
import { BLUR } from '../../engine/kernel/eyes.ts';
import { faceOf } from '../../engine/kernel/face.ts';
import { whole } from '../../engine/kernel/params.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { reasonOf } from '../../files/reason.ts';
import { refuseUnwritable } from '../../files/refuse-unwritable.ts';
import { gridOf, inlineExecutor, threadExecutor } from '../../sim/index.ts';
import type { Casting } from '../../sim/index.ts';
import type { Args, Command } from '../command.ts';
import { EXIT, Failure, UsageError, note, warn } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { interruptible } from '../interrupt.ts';
import { lookAt } from '../knowledge.ts';
import type { Pictures } from '../../api/pictures.ts';
import { castingOf, deckOption, eyesOption, optionOf } from '../options.ts';
import { runParams } from '../run-plan.ts';
import { print, progressBars } from '../screen.ts';
import { didYouMean } from '../suggest.ts';
import { calibrationDocument } from './document.ts';
import { fitPresets } from './fit.ts';
import type { Bench } from './fit.ts';
import { presetTargets } from './human.ts';
import { choiceLines, gameLines, playPresets } from './results.ts';
import type { Calibrated } from './results.ts';
import { describeCalibration } from './tables.ts';

const params = {
  ...runParams,
  games: whole(10, 1_000_000, 2000, 'games a table for each reading'),
};

/** Readings that the fits of all presets usually take, and those at the presets themselves: for the bar alone. */
const READINGS = 25;

const able = games.filter(({ calibration }) => calibration !== undefined);

export const calibrateCommand: Command = {
  command: 'calibrate [game]',
  describe: 'fits how blurred eyes are to people who choose by a clue',
  options: {
    games: optionOf(params.games, 'The games:'),
    seed: optionOf(params.seed, 'The games:'),
    workers: optionOf(params.workers, 'The games:', '', 'one a core, at most 8'),
    deck: { ...deckOption, group: 'The pictures:' },
    encoder: { ...eyesOption('the eyes on all sides'), group: 'The pictures:' },
    out: { type: 'string', requiresArg: true, group: 'Results:', describe: 'a JSON file for all that is printed' },
    json: { type: 'boolean', group: 'Results:', describe: 'prints one JSON document instead of tables' },
    quiet: { type: 'boolean', group: 'Results:', describe: 'prints no tables and shows no progress' },
  },
  examples: [
    ['$0 calibrate', 'the presets, beside what people do'],
    ['$0 calibrate --deck path/to/my-deck --encoder clip', 'a deck and eyes of your own'],
    ['$0 simulate mysterium --preset strangers', 'plays with a preset'],
  ],
  run: (args) => calibrate(args),
};

/** @throws UsageError for a game that does not exist or has nothing to be laid beside people's choices. */
function gameNamed(word: string | undefined): { readonly game: CataloguedGame; readonly calibration: Calibration } {
  const ids = able.map(({ id }) => id);
  const game = word === undefined ? able[0] : able.find(({ id }) => id === word);
  if (game?.calibration) return { game, calibration: game.calibration };
  throw new UsageError(
    `no game "${word}" that can be calibrated; there ${ids.length === 1 ? 'is' : 'are'} ${ids.join(', ')}${didYouMean(word ?? '', ids)}`,
  );
}

/** The bounds of blur, as the agents who look have them. */
function boundsOf({ agents }: CataloguedGame, casting: Casting): readonly [number, number] {
  for (const [role, plan] of Object.entries(casting)) {
    const param = faceOf(agents[role], plan)?.params[BLUR];
    if (param?.kind === 'real') return [param.min, param.max];
  }
  throw new TypeError('nobody at the tables of the calibration looks at anything');
}

async function calibrate(args: Args): Promise<ExitCode> {
  const { game, calibration } = gameNamed(args.text('game'));
  const count = args.number('games', params.games);
  const seed = args.number('seed', params.seed);
  const workers = args.number('workers', { ...params.workers, default: Math.min(8, availableParallelism()) });
  const casting = castingOf(game, calibration.cast, args.text('encoder'));
  const quiet = args.flag('quiet');
  const out = args.text('out');
  if (quiet && out === undefined && !args.flag('json'))
    throw new UsageError('with --quiet and neither --json nor --out, nobody hears of the result');
  if (out !== undefined) await writing(out, () => refuseUnwritable(out));

  return interruptible(
    async (signal) => {
      try {
        const pictures = await lookAt(game, [casting], args.text('deck'), { quiet, signal });
        const parts = { game, calibration, casting, games: count, seed, signal };
        const { bench, found } = await fitAndPlay(parts, pictures, { quiet, workers });
        const interrupted = signal.aborted;
        const document = calibrationDocument(bench, pictures, found, interrupted);
        if (args.flag('json')) print(JSON.stringify(document, null, 2));
        else if (!quiet) print(await describeCalibration(bench, pictures, found, interrupted));
        if (out !== undefined) await writing(out, () => writeWhole(out, `${JSON.stringify(document, null, 2)}\n`));
        if (out !== undefined && !quiet) note(`written to ${out}`);
        return interrupted ? EXIT.interrupted : EXIT.done;
      } catch (error) {
        if (!signal.aborted) throw error;
        warn('interrupted before the presets were fitted; nothing is kept');
        return EXIT.interrupted;
      }
    },
    () => {},
  );
}

/** Fits, and plays at what was fitted. Once the presets are fitted, a stop keeps them and leaves out what is not yet played. */
async function fitAndPlay(
  parts: Omit<Bench, 'executor' | 'onGames'>,
  { knowledge }: Pictures,
  { quiet, workers }: { readonly quiet: boolean; readonly workers: number },
): Promise<{ readonly bench: Bench; readonly found: Calibrated }> {
  const { game, calibration, casting, games: count, signal } = parts;
  const executor = workers === 1 ? inlineExecutor(game, knowledge) : await threadExecutor(knowledge, workers);
  const startBar = await progressBars({ quiet });
  const total = READINGS * calibration.tables.length * count;
  const bar = startBar('calibrates', total, 'games, about');
  let played = 0;
  const onGames = (more: number): void => bar.update(Math.min(total, (played += more)));
  const bench: Bench = { ...parts, executor, onGames };
  try {
    const fits = await fitPresets(bench, presetTargets(), boundsOf(game, casting));
    let found: Calibrated = { fits, plays: [], choices: [], games: [] };
    try {
      const plays = await playPresets(bench, fits);
      found = { ...found, plays, choices: choiceLines(bench, plays) };
      found = { ...found, games: await gameLines(bench, fits, gridOf(game)) };
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return { bench, found };
  } finally {
    bar.stop();
    await executor.close();
  }
}

/** @throws Failure where what is done for the file at `path` fails */
async function writing(path: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw new Failure(`cannot write ${path}: ${reasonOf(error)}`, { cause: error });
  }
}
