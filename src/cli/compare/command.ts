import { availableParallelism } from 'node:os';
import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import type { Knowledge } from '../../engine/kernel/knowledge.ts';
import { RUN_FILES, compareSequentially, inlineExecutor, threadExecutor } from '../../sim/index.ts';
import type { Executor, Look, MatchResult, RunFolder, Sink } from '../../sim/index.ts';
import { botLimits, botOptions, programsIn } from '../bots.ts';
import type { Args, Command, OptionTable } from '../command.ts';
import { EXIT, Failure, UsageError, warn } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { lookAt } from '../knowledge.ts';
import { deckOption, optionOf } from '../options.ts';
import { withOutFolder } from '../out-folder.ts';
import { interruptedAtOnce } from '../play-games.ts';
import { isOfRun } from '../run-document.ts';
import type { Timing } from '../run-document.ts';
import { gapText, print, progressBars } from '../screen.ts';
import { compareIdentity, csvOf, dealsIn, documentOf, sideIdentities } from './document.ts';
import type { BothPictures } from './document.ts';
import { drawPath } from './picture.ts';
import { compareParams, planCompare } from './plan.ts';
import type { ComparePlan } from './plan.ts';
import { readSides } from './side.ts';
import { describeMatch, describeSame } from './tables.ts';

const options = (game: CataloguedGame): OptionTable => ({
  resolution: optionOf(compareParams.resolution, 'The test:'),
  games: optionOf(compareParams.games, 'The test:'),
  seed: optionOf(compareParams.seed, 'The test:'),
  workers: optionOf(compareParams.workers, 'The test:', '', 'one a core, at most 8'),
  out: {
    type: 'string',
    requiresArg: true,
    group: 'Results:',
    describe: `a folder for ${[RUN_FILES.looks, RUN_FILES.path, RUN_FILES.run].join(', ')}`,
  },
  'run-bots': {
    type: 'boolean',
    group: 'Programs that play:',
    describe: 'starts the programs (exec:...) that the files name',
  },
  force: { type: 'boolean', group: 'Results:', describe: 'replaces another run that the folder holds' },
  json: { type: 'boolean', group: 'Results:', describe: 'prints one JSON document instead of a table' },
  quiet: { type: 'boolean', group: 'Results:', describe: 'prints no table and shows no progress' },
  ...Object.fromEntries(Object.entries(game.params).map(([name, param]) => [name, optionOf(param, 'The game:')])),
  ...(game.deck && { deck: { ...deckOption, group: 'The pictures:' } }),
  ...botOptions,
});

export const compareCommand = (game: CataloguedGame): Command => ({
  command: `${game.id} [a] [b]`,
  describe: game.title,
  options: options(game),
  examples: [
    ['$0 compare runs/a/run.json runs/b/run.json', 'the line-ups of two runs, at their table if it is one'],
    [
      `$0 compare tuned.json usual.json --${game.grid.rows} ${String(game.params[game.grid.rows].default)} --resolution 2 --out runs/compare`,
      'a file holds {"game", "casting": {role: {"agent", "params"}}}',
    ],
  ],
  run: (args) => compare(game, args),
});

async function compare(game: CataloguedGame, args: Args): Promise<ExitCode> {
  const [a, b] = [args.text('a'), args.text('b')];
  if (a === undefined || b === undefined)
    throw new UsageError('compare needs two files that say who plays, such as the run.json of two runs');
  const sides = await readSides(game, [a, b]);
  for (const { file, casting } of sides) {
    const [program] = programsIn(casting);
    if (program !== undefined && !args.flag('run-bots'))
      throw new Failure(`${file}: ${program} plays; --run-bots starts that program, if you trust it`);
  }
  const plan = planCompare(game, sides, args, availableParallelism());
  return withOutFolder(args, (folder, signal) => playMatch(plan, args, folder, signal));
}

/** Opens the eyes of both sides: at once where they look at one deck, so that one executor can play both. */
async function lookForBoth(
  { game, sides, decks }: ComparePlan,
  args: Args,
  signal: AbortSignal,
): Promise<BothPictures | undefined> {
  const looking = { quiet: args.flag('quiet'), signal, limits: botLimits(args) };
  const [ours, theirs] = sides.map(({ casting }) => casting);
  try {
    const first = await lookAt(game, decks[0] === decks[1] ? [ours, theirs] : [ours], decks[0], looking);
    return [first, decks[0] === decks[1] ? first : await lookAt(game, [theirs], decks[1], looking)];
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

async function playMatch(
  plan: ComparePlan,
  args: Args,
  folder: RunFolder | undefined,
  signal: AbortSignal,
): Promise<ExitCode> {
  const pictures = await lookForBoth(plan, args, signal);
  if (!pictures) return interruptedAtOnce();
  const { game, match } = plan;
  game.open(match.ours.config, match.ours.lineup, pictures[0].knowledge);
  game.open(match.theirs.config, match.theirs.lineup, pictures[1].knowledge);
  folder?.claim((document) => isOfRun(document, compareIdentity(plan, pictures)));
  const isQuiet = args.flag('quiet');
  const [ours, theirs] = sideIdentities(plan, pictures);
  if (ours === theirs) {
    if (args.flag('json')) print(JSON.stringify(documentOf(plan, pictures, undefined, undefined), null, 2));
    else if (!isQuiet) print(describeSame(plan));
    if (folder) warn(`nothing is written to ${folder.path}: nothing was played`);
    return EXIT.done;
  }
  const files = folder && (await beginFiles(folder));
  const { result, timing } = await play(plan, pictures, isQuiet, signal);
  if (result.n === 0 && result.failure !== undefined) throw new Failure(result.failure);
  if (result.n === 0 && result.interrupted) return interruptedAtOnce();
  const document = documentOf(plan, pictures, result, timing);
  const isWritten = await write(plan, result, document, files);
  if (args.flag('json')) print(JSON.stringify(document, null, 2));
  else if (!isQuiet) print(await describeMatch(plan, pictures, result, timing, isWritten ? folder?.path : undefined));
  if (result.failure !== undefined) throw new Failure(`${result.failure}; the deals before it count`);
  return result.interrupted ? EXIT.interrupted : EXIT.done;
}

const executorFor = (game: CataloguedGame, knowledge: Knowledge, workers: number): Executor | Promise<Executor> =>
  knowledge.outside === undefined && workers === 1
    ? inlineExecutor(game, knowledge)
    : threadExecutor(knowledge, workers);

async function play(
  { game, match, workers }: ComparePlan,
  [ours, theirs]: BothPictures,
  quiet: boolean,
  signal: AbortSignal,
): Promise<{ readonly result: MatchResult; readonly timing: Timing }> {
  const first = await executorFor(game, ours.knowledge, workers);
  const second = ours === theirs ? first : await executorFor(game, theirs.knowledge, workers);
  const bar = (await progressBars({ quiet }))(game.title, match.ours.games, 'deals at most');
  const started = new Date();
  const onLook = (look: Look): void => bar.update(look.n, ` | ${gapText(look, true)} points`);
  try {
    const result = await compareSequentially(game, match, { ours: first, theirs: second }, { signal, onLook });
    const seconds = (Date.now() - started.getTime()) / 1000;
    const games = 2 * result.n;
    const gamesPerSecond = seconds > 0 ? games / seconds : games;
    return { result, timing: { started: started.toISOString(), seconds, gamesPerSecond, threads: workers } };
  } finally {
    bar.stop();
    await first.close();
    if (second !== first) await second.close();
  }
}

/** A folder whose files have begun, so that what cannot be written shows before anything is played. */
interface BegunFiles {
  readonly folder: RunFolder;
  readonly looks: Sink;
  readonly path: Sink;
  readonly run: Sink;
}

async function beginFiles(folder: RunFolder): Promise<BegunFiles> {
  const looks = await folder.begin(RUN_FILES.looks, '');
  const path = await folder.begin(RUN_FILES.path, '');
  return { folder, looks, path, run: await folder.begin(RUN_FILES.run, '') };
}

/** Writes the files, unless the folder holds more of the same comparison; says whether it did. */
async function write(
  plan: ComparePlan,
  result: MatchResult,
  document: object,
  files: BegunFiles | undefined,
): Promise<boolean> {
  if (!files) return false;
  if (result.n < dealsIn(files.folder.renewed)) {
    warn(`${files.folder.path} keeps the same comparison as it was, with more deals`);
    return false;
  }
  await files.looks.write(csvOf(result));
  await files.path.write(drawPath(plan, result));
  await files.run.write(`${JSON.stringify(document, null, 2)}\n`);
  await files.folder.keep();
  return true;
}
