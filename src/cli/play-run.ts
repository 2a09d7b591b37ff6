import { existsSync } from 'node:fs';
import type { Address } from '../cluster/index.ts';
import { codeOf } from '../files/reason.ts';
import { FolderError, JOURNAL, Journal, JournalError } from '../sim/index.ts';
import type { Chunk, Executor, RunFolder } from '../sim/index.ts';
import { botLimits, programsIn } from './bots.ts';
import { clusterOf } from './cluster.ts';
import type { Args } from './command.ts';
import { addToComparisons } from './compare-rule.ts';
import { Failure, note, warn } from './errors.ts';
import type { ExitCode } from './errors.ts';
import { findingOf, isShare } from './figures.ts';
import { lookAt } from './knowledge.ts';
import type { Pictures } from '../api/pictures.ts';
import { warnOfLearning } from './learning.ts';
import { endOf, interruptedAtOnce, playGames } from './play-games.ts';
import type { Played } from './play-games.ts';
import { warnOfPreset } from './presets.ts';
import { documentOf, gamesIn, isOfRun, runIdentity } from './run-document.ts';
import { beginFiles } from './run-files.ts';
import type { RunFiles } from './run-files.ts';
import { differenceOf, headOf, readHead } from './run-head.ts';
import { gamesOf, jobsIn, sparedIn, withoutCross } from './run-plan.ts';
import type { RunPlan, Trial } from './run-plan.ts';
import { describeRun, speedText } from './run-tables.ts';
import { figureText, print, thousands } from './screen.ts';
import { resumeCommand } from './shell.ts';

/** Where a run is written to, and where it comes from. */
export interface RunPlace {
  readonly folder: RunFolder | undefined;
  readonly signal: AbortSignal;
  /** The options of the command, as words, for its journal. */
  readonly words: readonly string[];
  /** Whether it was asked to go on with the folder's journal. */
  readonly resumes?: boolean;
  /** The server whose workers play. */
  readonly cluster?: Address | undefined;
  /** The identity of the run that is wanted, where there is one already: it may have been played without other eyes. */
  readonly only?: string;
  /** Finds who knows already how all games went, so that nothing is played. Throws Failure where nobody does. */
  readonly replay?: (plan: RunPlan, pictures: Pictures) => Promise<Executor>;
}

/** Looks at the pictures, plays a plan, and writes and prints what comes of it. */
export async function playRun(asked: RunPlan, args: Args, place: RunPlace): Promise<ExitCode> {
  const { folder, signal } = place;
  const seen = await lookForAll(asked, args, signal).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (!seen) return interruptedAtOnce(folder && existsSync(folder.journal) ? folder.journal : undefined);
  const { pictures } = seen;
  if (folder && !place.replay) {
    const { plan, journal } = await takeUp(seen.plan, pictures, folder, args, place);
    return keptBy(journal, goOnOf(plan, folder), () => play(plan, pictures, args, place, { journal }));
  }
  const plan = planOf(seen.plan, pictures, place.only);
  folder?.claim((document) => isOfRun(document, runIdentity(plan, pictures)));
  const instead = await place.replay?.(plan, pictures);
  if (instead && folder) {
    const held = args.flag('force') ? undefined : await Journal.open(folder.journal, 'read');
    await held?.close();
    if (held)
      throw new Failure(
        `${folder.path} already holds a run (${JOURNAL}); --force replaces it, or choose another folder`,
      );
  }
  return play(plan, pictures, args, place, { instead });
}

/** Opens the eyes of all line-ups; that of other eyes is left out, and no word said of it, where they can make nothing of the deck. */
async function lookForAll(
  plan: RunPlan,
  args: Args,
  signal: AbortSignal,
): Promise<{ readonly plan: RunPlan; readonly pictures: Pictures }> {
  const castings = plan.lineups.map(({ casting }) => casting);
  try {
    const pictures = await lookAt(plan.game, castings, args.text('deck'), {
      quiet: args.flag('quiet'),
      signal,
      limits: botLimits(args),
    });
    return { plan, pictures };
  } catch (error) {
    const { DeckError } = await import('../embeddings/index.ts');
    const less = withoutCross(plan);
    if (!(error instanceof DeckError) || less === plan) throw error;
    return lookForAll(less, args, signal);
  }
}

/** The plan, or the same without other eyes where that is the run of this identity. */
function planOf(plan: RunPlan, pictures: Pictures, identity: string | undefined): RunPlan {
  const less = withoutCross(plan);
  return less !== plan && identity === runIdentity(less, pictures) ? less : plan;
}

/**
 * The journal of a run: the folder's, where it is of the same run, or else a new one. With it comes the plan, without other eyes where the
 * journal knows none.
 * @throws Failure, FolderError where the folder's is of another run, and `--force` does not say to replace it; JournalError
 */
async function takeUp(
  plan: RunPlan,
  pictures: Pictures,
  folder: RunFolder,
  args: Args,
  { words, resumes = false }: RunPlace,
): Promise<{ readonly plan: RunPlan; readonly journal: Journal }> {
  const isOurs = (document: unknown): boolean => isOfRun(document, runIdentity(plan, pictures));
  const held = args.flag('force') ? undefined : await Journal.open(folder.journal);
  if (!held) {
    folder.claim(isOurs);
    return { plan, journal: await Journal.create(folder.journal, headOf(plan, pictures, words)) };
  }
  try {
    const head = readHead(held);
    const own = resumes ? planOf(plan, pictures, head.run) : plan;
    const difference = differenceOf(head, headOf(own, pictures, words));
    if (difference !== undefined) {
      throw new Failure(
        resumes
          ? `cannot go on with ${folder.path}: ${difference}`
          : `${folder.path} already holds a run (${JOURNAL}): ${difference}; --force replaces it, or choose another folder`,
      );
    }
    folder.claim(isOurs, true);
    if (!resumes && !held.isEmpty && !args.flag('quiet')) note(`goes on with the run that ${held.path} keeps`);
    return { plan: own, journal: held };
  } catch (error) {
    await held.close();
    throw error;
  }
}

const goOnOf = ({ lineups }: RunPlan, { path }: RunFolder): string =>
  resumeCommand(
    path,
    lineups.some(({ casting }) => programsIn(casting).length > 0),
  );

/** Lets a run be played that a journal keeps, and says how to go on where it cannot be written any longer. */
async function keptBy(journal: Journal, goOn: string, act: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    const code = await act();
    if (journal.isEmpty) await journal.remove();
    else await journal.close();
    return code;
  } catch (error) {
    const isEmpty = journal.isEmpty;
    await (isEmpty ? journal.remove() : journal.close()).catch(() => {});
    if (isEmpty || !(error instanceof FolderError || error instanceof JournalError)) throw error;
    if (!existsSync(journal.path)) throw error; // with the folder: nothing is kept
    const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error.cause) ?? '');
    const way = isFull ? `make room, then ${goOn}` : `${goOn} goes on`;
    throw new Failure(`${error.message}; what was played before is kept: ${way}`, { cause: error });
  }
}

async function play(
  plan: RunPlan,
  pictures: Pictures,
  args: Args,
  { folder, signal, cluster: address }: RunPlace,
  { journal, instead }: { readonly journal?: Journal; readonly instead?: Executor | undefined },
): Promise<ExitCode> {
  const { game } = plan;
  const quiet = args.flag('quiet');
  warnOfPreset(game, args, [plan.lineups[0].casting], pictures);
  warnOfLearning(plan);
  const files = folder && !plan.shard ? await beginFiles(plan, pictures, folder) : undefined;
  const experiments = plan.trials.map(({ experiment }) => experiment);
  const cluster = address && !instead ? await clusterOf(address, game, experiments, pictures, quiet) : undefined;
  const played = await playGames(
    game,
    experiments,
    pictures.knowledge,
    { workers: plan.workers, quiet, total: gamesOf(plan), spared: () => sparedIn(plan), journal, instead, cluster },
    async (executor, onGames) => {
      for await (const { trial, chunk } of playTrials(plan, executor, signal)) {
        trial.tally.add(chunk.rows);
        addToComparisons(plan.comparisons, trial, chunk);
        if (trial.lineup.name === 'asked' && !trial.rule) plan.curve?.add(chunk);
        await files?.add(trial, chunk);
        onGames(chunk.games, () => remarkOn(plan, trial));
        if (chunk.failure !== undefined) return chunk.failure;
      }
      return undefined;
    },
  );
  if (!played) return interruptedAtOnce(journal?.isEmpty === false ? journal.path : undefined);
  const goOn = folder && played.interrupted && !instead ? goOnOf(plan, folder) : undefined;
  if (plan.shard && folder) {
    await folder.keep(); // nothing but its journal
    tellShard(plan, pictures, args, folder, played);
    return endOf(played);
  }
  const document = documentOf(plan, pictures, played.timing, played.interrupted);
  const isKept = await write(document, files, folder);
  if (!played.interrupted) await (journal ? journal.remove() : folder?.removeJournal());
  if (args.flag('json')) print(JSON.stringify(document, null, 2));
  else if (!quiet) {
    const { timing, interrupted } = played;
    const out = isKept ? folder?.path : undefined;
    print(await describeRun(plan, pictures, timing, { metrics: args.flag('metrics'), interrupted, out, goOn }));
  }
  return endOf(played);
}

/** Gives the results of a run their names, and says whether it did: of two runs that are one the beginning of the other, the longer is kept. */
async function write(document: object, files: RunFiles | undefined, folder: RunFolder | undefined): Promise<boolean> {
  const isKept = files !== undefined && gamesIn(document) >= gamesIn(folder?.renewed);
  if (isKept) await files.finish(document);
  else if (folder) warn(`interrupted; ${folder.path} keeps the same run as it was, with more games`);
  return isKept;
}

/** Says what was played of a shard, whose journal is its result. */
function tellShard(
  plan: RunPlan,
  pictures: Pictures,
  args: Args,
  folder: RunFolder,
  { timing, interrupted }: Played,
): void {
  const shard = plan.shard ?? { index: 1, of: 1 };
  const games = plan.trials.reduce((sum, { tally }) => sum + tally.games, 0);
  const asked = gamesOf(plan);
  if (args.flag('json')) {
    const run = runIdentity(plan, pictures);
    print(
      JSON.stringify({ schema: 1, run, shard, games, asked, interrupted, journal: folder.journal, timing }, null, 2),
    );
  } else if (!args.flag('quiet')) {
    const next = interrupted
      ? `to go on: ${goOnOf(plan, folder)}`
      : `once all ${shard.of} are played: seance merge FOLDERS --out FOLDER`;
    print(
      `Shard ${shard.index} of ${shard.of}: ${thousands(games)} of its ${thousands(asked)} games are in ${folder.journal}`,
    );
    print(`${speedText(timing)}; ${next}`);
  }
}

/** How the cell that is being played goes, in a few words. */
function remarkOn({ game: { figures, grid } }: RunPlan, { cell: { row, column }, lineup, tally }: Trial): string {
  const [headline] = figures;
  const [figure] = tally.findings();
  const where = grid.columns === undefined ? String(row) : `${String(row)} ${String(column)}`;
  const who = lineup.name === 'asked' ? '' : `, ${lineup.name}`;
  return `${where}${who}: ${headline.name} ${figureText(findingOf([figure], headline.name), isShare(headline))}`;
}

/** Plays all that a plan asks for, in order; a piece of play comes with its trial, and must be in its tally when the next is asked for. */
async function* playTrials(
  plan: RunPlan,
  executor: Executor,
  signal: AbortSignal,
): AsyncGenerator<{ readonly trial: Trial; readonly chunk: Chunk }, void> {
  const trialOf = new Map(plan.trials.map((trial) => [trial.experiment, trial]));
  for await (const { job, chunk } of executor.run(jobsIn(plan), signal)) {
    const trial = trialOf.get(job.experiment);
    if (!trial || trial.closing?.isClosed) continue; // what was under way when it closed
    yield { trial, chunk };
    trial.closing?.look(job, chunk);
  }
}
