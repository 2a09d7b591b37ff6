import { availableParallelism } from 'node:os';
import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import { EarlierGames, RUN_FILES, inlineExecutor, threadExecutor, tune } from '../../sim/index.ts';
import type { LapJournal, Proposals, RunFolder, Sink, TuneResult } from '../../sim/index.ts';
import { botLimits } from '../bots.ts';
import type { Args, Command, OptionTable } from '../command.ts';
import { EXIT, Failure, UsageError, note } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { lookAt } from '../knowledge.ts';
import type { Pictures } from '../../api/pictures.ts';
import { gameOptions, optionOf, withRoleFiles } from '../options.ts';
import { withOutFolder } from '../out-folder.ts';
import { interruptedAtOnce } from '../play-games.ts';
import { warnOfPreset } from '../presets.ts';
import type { Timing } from '../run-document.ts';
import { wordsOf } from '../run-words.ts';
import { print, progressBars } from '../screen.ts';
import { quoted } from '../shell.ts';
import { csvOf, documentOf, tuneIdentity } from './document.ts';
import { filesFor, readGames } from './games-files.ts';
import { TuneJournal } from './journal.ts';
import { drawSearch, pictureOf } from './picture.ts';
import { planTune, tuneParams } from './plan.ts';
import type { TunePlan } from './plan.ts';
import { describeTune, proposalsText } from './tables.ts';

/** Options that say where, how fast and how loudly, and not what is searched. */
const BESIDE = ['out', 'force', 'workers', 'quiet', 'json'];

const options = (game: CataloguedGame): OptionTable => ({
  over: {
    type: 'string',
    requiresArg: true,
    group: 'The search:',
    describe: 'the parameters to search, with commas between: pace,maxCards or ghost.pace; all, or ghost.all, for all',
  },
  objective: {
    type: 'string',
    requiresArg: true,
    group: 'The search:',
    describe: `the figure sought, win or ${game.figures.map(({ name }) => name).join(', ')}; with - before it the least of it: --objective=${quoted(`-${game.figures[0].name}`)} [usually win]`,
  },
  budget: optionOf(tuneParams.budget, 'The search:'),
  from: {
    type: 'string',
    array: true,
    requiresArg: true,
    group: 'The search:',
    describe: `a ${RUN_FILES.games} of earlier games to begin from, or several: 'runs/**/${RUN_FILES.games}'`,
  },
  seed: optionOf(tuneParams.seed, 'The search:'),
  workers: optionOf(tuneParams.workers, 'The search:', '', 'one a core, at most 8'),
  out: {
    type: 'string',
    requiresArg: true,
    group: 'Results:',
    describe: `a folder for ${[RUN_FILES.tuned, RUN_FILES.tried, RUN_FILES.search].join(', ')}; the same command goes on with what it holds unfinished`,
  },
  force: { type: 'boolean', group: 'Results:', describe: 'replaces whatever run the folder holds' },
  json: { type: 'boolean', group: 'Results:', describe: 'prints one JSON document instead of tables' },
  quiet: { type: 'boolean', group: 'Results:', describe: 'prints no tables and shows no progress' },
  ...gameOptions(game, { spanned: true }),
});

export function tuneCommand(game: CataloguedGame): Command {
  const [[role, agent]] = Object.entries(game.casts.standard);
  return {
    command: game.id,
    describe: game.title,
    options: options(game),
    examples: [
      [`$0 tune ${game.id} --${role} ${agent} --over all --out runs/tune`, `the whole strategy of the ${role}`],
      [`$0 simulate ${game.id} --${role} @runs/tune/${RUN_FILES.tuned}`, 'plays with what was found'],
    ],
    run: (args) => runTune(game, args),
  };
}

async function runTune(game: CataloguedGame, given: Args): Promise<ExitCode> {
  const args = await withRoleFiles(game, given);
  const asked = planTune(game, args, availableParallelism());
  const earlier = await proposalsFrom(asked, args.texts('from'));
  if (earlier && !args.flag('quiet') && !args.flag('json')) note(`earlier games: ${proposalsText(earlier)}`);
  const plan = earlier ? { ...asked, task: { ...asked.task, proposals: earlier.settings } } : asked;
  const command = ['seance tune', game.id, ...wordsOf(options(game), given, BESIDE).map(quoted)].join(' ');
  return withOutFolder(args, (folder, signal) => search(plan, args, { folder, signal, command, earlier }));
}

/** What earlier games propose; undefined where none are named. */
async function proposalsFrom({ game, task, deck }: TunePlan, from: readonly string[]): Promise<Proposals | undefined> {
  if (from.length === 0) return undefined;
  const games = new EarlierGames(task, deck);
  for (const file of await filesFor(from)) await readGames(game, file, (row) => games.add(row));
  return games.propose();
}

interface Session {
  readonly folder: RunFolder | undefined;
  readonly signal: AbortSignal;
  readonly command: string;
  readonly earlier: Proposals | undefined;
}

async function search(plan: TunePlan, args: Args, session: Session): Promise<ExitCode> {
  const { game, task } = plan;
  const { folder, signal } = session;
  const quiet = args.flag('quiet');
  const looking = { quiet, signal, limits: botLimits(args) };
  const pictures = await lookAt(game, [task.casting], args.text('deck'), looking).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (!pictures) return interruptedAtOnce();
  warnOfPreset(game, args, [task.casting], pictures);
  const journal = folder && (await openJournal(plan, pictures, folder, args.flag('force')));
  try {
    const files = folder && (await beginFiles(folder));
    const { result, timing } = await play(plan, pictures, { quiet, signal, journal });
    if (result.games === 0 && result.failure !== undefined) throw new Failure(result.failure);
    if (result.games === 0) return interruptedAtOnce();
    const document = documentOf(plan, pictures, result, { timing, command: session.command });
    if (files) await write(plan, result, document, files);
    if (args.flag('json')) print(JSON.stringify(document, null, 2));
    else if (!quiet)
      print(await describeTune(plan, pictures, result, { timing, out: folder?.path, earlier: session.earlier }));
    if (result.failure !== undefined) throw new Failure(`${result.failure}; what was tried before it is kept`);
    if (!result.interrupted) await folder?.removeJournal();
    return result.interrupted ? EXIT.interrupted : EXIT.done;
  } finally {
    await journal?.close();
  }
}

/** @throws FolderError where the folder holds another run, UsageError where it holds one that is unfinished */
async function openJournal(
  plan: TunePlan,
  pictures: Pictures,
  folder: RunFolder,
  force: boolean,
): Promise<TuneJournal> {
  const identity = tuneIdentity(plan, pictures);
  const found = await TuneJournal.identityAt(folder.journal);
  if (!force && found !== undefined && found !== identity)
    throw new UsageError(
      `${folder.path} holds ${found === '' ? 'another run' : 'another search'}, unfinished; --force replaces it, or choose another folder`,
    );
  folder.claim(() => false, found === identity);
  return TuneJournal.open(folder.journal, identity, force);
}

async function play(
  { game, task, workers }: TunePlan,
  { knowledge }: Pictures,
  {
    quiet,
    signal,
    journal,
  }: { readonly quiet: boolean; readonly signal: AbortSignal; readonly journal: LapJournal | undefined },
): Promise<{ readonly result: TuneResult; readonly timing: Timing }> {
  const isInline = knowledge.outside === undefined && workers === 1;
  const makeExecutor = () => (isInline ? inlineExecutor(game, knowledge) : threadExecutor(knowledge, workers));
  const bar = (await progressBars({ quiet }))(game.title, task.budget, 'games');
  const started = new Date();
  try {
    const running = tune(task, makeExecutor, { signal, ...(journal && { journal }) });
    let next = await running.next();
    for (; !next.done; next = await running.next()) {
      const { stage, round, games, alive, tried } = next.value;
      const where = stage === 'replay' ? 'replay of the winner' : `round ${round}: ${alive} of ${tried} settings`;
      bar.update(games, ` | ${where}`);
    }
    const result = next.value;
    const seconds = (Date.now() - started.getTime()) / 1000;
    const played = result.games - result.recalled;
    const gamesPerSecond = seconds > 0 ? played / seconds : played;
    return { result, timing: { started: started.toISOString(), seconds, gamesPerSecond, threads: workers } };
  } finally {
    bar.stop();
  }
}

/** A folder whose files have begun, so that what cannot be written shows before anything is played. */
interface BegunFiles {
  readonly folder: RunFolder;
  readonly tried: Sink;
  readonly search: Sink;
}

async function beginFiles(folder: RunFolder): Promise<BegunFiles> {
  const tried = await folder.begin(RUN_FILES.tried, '');
  return { folder, tried, search: await folder.begin(RUN_FILES.search, '') };
}

/** Writes what was tried and, where the search came to its end, what it found. */
async function write(
  { task }: TunePlan,
  result: TuneResult,
  document: object,
  { folder, tried, search }: BegunFiles,
): Promise<void> {
  await tried.write(csvOf(task, result));
  await search.write(`${drawSearch(pictureOf(task, result))}\n`);
  if (!result.interrupted) {
    const tuned = await folder.begin(RUN_FILES.tuned, '');
    await tuned.write(`${JSON.stringify(document, null, 2)}\n`);
  }
  await folder.keep();
}
