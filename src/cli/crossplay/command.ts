import { availableParallelism } from 'node:os';
import { games as allGames } from '../../agents/catalog.ts';
import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import type { AgentFace } from '../../engine/kernel/face.ts';
import { reasonOf } from '../../files/reason.ts';
import { refuseUnwritable } from '../../files/refuse-unwritable.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { RUN_FILES } from '../../sim/index.ts';
import type { RunFolder, Sink } from '../../sim/index.ts';
import { botLimits } from '../bots.ts';
import type { Args, Command, OptionTable } from '../command.ts';
import { Failure, UsageError, warn } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { lookAt } from '../knowledge.ts';
import type { Pictures } from '../../api/pictures.ts';
import { gameOptions, optionOf, severalOf } from '../options.ts';
import { withOutFolder } from '../out-folder.ts';
import { endOf, interruptedAtOnce, playGames } from '../play-games.ts';
import { warnOfPreset } from '../presets.ts';
import { gamesIn, isOfRun } from '../run-document.ts';
import { runParams } from '../run-plan.ts';
import { print } from '../screen.ts';
import { crossplayIdentity, csvOf, documentOf } from './document.ts';
import { pluralOf } from './entries.ts';
import { drawCrossplay } from './picture.ts';
import { planCrossplay } from './plan.ts';
import type { CrossPlan } from './plan.ts';
import { playPairs } from './play.ts';
import { describeCrossplay, filesIn } from './tables.ts';

/** @throws TypeError where a role's list would be called as an option of the game is. */
function options(game: CataloguedGame): OptionTable {
  const own = { ...gameOptions(game, { spanned: true }) };
  for (const name of [game.grid.rows, game.grid.columns]) {
    if (name === undefined) continue;
    const param = game.params[name];
    own[name] = optionOf(param, 'The game:', `${severalOf(param)}; a matrix each`);
  }
  const lists: Record<string, OptionTable[string]> = {};
  for (const [role, faces] of Object.entries(game.agents)) {
    const option = pluralOf(role);
    if (Object.hasOwn(own, option)) throw new TypeError(`${game.id} has two options --${option}`);
    delete own[role];
    lists[option] = {
      type: 'string',
      requiresArg: true,
      group: 'Who meets whom:',
      describe: `names with commas between${exampleOf(faces)}: ${faces.map(({ id }) => id).join(', ')} [usually ${game.ladders[role].join(',')}]`,
    };
  }
  return {
    ...lists,
    games: optionOf({ ...runParams.games, doc: 'games a pair in each matrix' }, 'The run:'),
    seed: optionOf(runParams.seed, 'The run:'),
    workers: optionOf(runParams.workers, 'The run:', '', 'one a core, at most 8'),
    out: {
      type: 'string',
      requiresArg: true,
      group: 'Results:',
      describe: `a folder for ${filesIn('').join(', ')}`,
    },
    force: { type: 'boolean', group: 'Results:', describe: 'replaces another run that the folder holds' },
    picture: { type: 'string', requiresArg: true, group: 'Results:', describe: 'an SVG file for the matrices alone' },
    json: { type: 'boolean', group: 'Results:', describe: 'prints one JSON document instead of tables' },
    quiet: { type: 'boolean', group: 'Results:', describe: 'prints no tables and shows no progress' },
    ...own,
  };
}

/** How an agent is given a parameter of its own, by the first that has one. */
function exampleOf(faces: readonly AgentFace[]): string {
  for (const { id, params } of faces) {
    const [first] = Object.entries(params);
    if (first) return `, parameters behind a +, such as ${id}+${first[0]}=${String(first[1].default)}`;
  }
  return '';
}

export function crossplayCommand(game: CataloguedGame): Command {
  const lists = Object.entries(game.ladders).map(([role, rungs]) => `--${pluralOf(role)} ${rungs.slice(-2).join(',')}`);
  return {
    command: game.id,
    describe: game.title,
    options: options(game),
    examples: [
      [`$0 crossplay ${game.id}`, 'all fair bots of each role with all of the others'],
      [`$0 crossplay ${game.id} ${lists.join(' ')} --games 20000 --out runs/cross`, 'these, and keeps what comes out'],
    ],
    run: (args) => crossplay(game, args),
  };
}

/** The command line with the first game's name, where cross-play is asked for without one. */
export function withGame(words: readonly string[]): readonly string[] {
  const [command, next] = words;
  const isNamed = next !== undefined && (!next.startsWith('-') || ['-h', '--help', '--version'].includes(next));
  return command === 'crossplay' && !isNamed ? [command, allGames[0].id, ...words.slice(1)] : words;
}

async function crossplay(game: CataloguedGame, args: Args): Promise<ExitCode> {
  const plan = planCrossplay(game, args, availableParallelism());
  const picture = args.text('picture');
  if (picture !== undefined && !/\.svg$/i.test(picture) && !picture.startsWith('/dev/'))
    throw new UsageError(`--picture draws SVG, so its name must end in .svg, not be ${picture}`);
  if (picture !== undefined) await drawing(picture, () => refuseUnwritable(picture));
  return withOutFolder(args, (folder, signal) => playCrossplay(plan, args, folder, signal));
}

async function playCrossplay(
  plan: CrossPlan,
  args: Args,
  folder: RunFolder | undefined,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { game } = plan;
  const quiet = args.flag('quiet');
  const pairs = plan.matrices.flatMap((matrix) => matrix.pairs);
  const castings = pairs.map(({ casting }) => casting);
  const looking = { quiet, signal, limits: botLimits(args) };
  const pictures = await lookAt(game, castings, args.text('deck'), looking).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (!pictures) return interruptedAtOnce();
  warnOfPreset(game, args, castings, pictures);
  folder?.claim((document) => isOfRun(document, crossplayIdentity(plan, pictures)));
  const files = folder && (await beginFiles(folder));
  const played = await playGames(
    game,
    pairs.map(({ experiment }) => experiment),
    pictures.knowledge,
    { workers: plan.workers, quiet },
    (executor, onGames) => playPairs(plan.matrices, executor, signal, onGames),
  );
  if (!played) return interruptedAtOnce();
  const { timing, interrupted } = played;
  const document = documentOf(plan, pictures, timing, interrupted);
  const written = await writeResults(plan, pictures, document, files, args.text('picture'));
  if (args.flag('json')) print(JSON.stringify(document, null, 2));
  else if (!quiet) print(await describeCrossplay(plan, pictures, timing, { interrupted, written }));
  return endOf(played);
}

/** A folder whose files have begun, so that what cannot be written, and a second run there, show before anything is played. */
interface BegunFiles {
  readonly folder: RunFolder;
  readonly pairs: Sink;
  readonly matrix: Sink;
  readonly run: Sink;
}

async function beginFiles(folder: RunFolder): Promise<BegunFiles> {
  const pairs = await folder.begin(RUN_FILES.pairs, '');
  const matrix = await folder.begin(RUN_FILES.matrix, '');
  return { folder, pairs, matrix, run: await folder.begin(RUN_FILES.run, '') };
}

/** @throws Failure where what is done for the picture at `path` fails */
async function drawing(path: string, act: () => Promise<void>): Promise<void> {
  await act().catch((error: unknown) => {
    throw new Failure(`cannot write ${path}: ${reasonOf(error)}`, { cause: error });
  });
}

/** Writes what was asked for, and says which files those are. */
async function writeResults(
  plan: CrossPlan,
  pictures: Pictures,
  document: object,
  files: BegunFiles | undefined,
  picture: string | undefined,
): Promise<readonly string[]> {
  const svg = drawCrossplay(plan);
  const written: string[] = [];
  // One run is the beginning of the other: the longer is kept.
  if (files && gamesIn(document) < gamesIn(files.folder.renewed)) {
    warn(`interrupted; ${files.folder.path} keeps the same run as it was, with more games`);
  } else if (files) {
    await files.pairs.write(csvOf(plan, pictures));
    await files.matrix.write(svg);
    await files.run.write(`${JSON.stringify(document, null, 2)}\n`);
    await files.folder.keep();
    written.push(...filesIn(files.folder.path));
  }
  if (picture !== undefined) {
    await drawing(picture, () => writeWhole(picture, svg));
    written.push(picture);
  }
  return written;
}
