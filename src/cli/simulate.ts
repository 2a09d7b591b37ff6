import { availableParallelism } from 'node:os';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { jobsOf } from '../sim/index.ts';
import type { Chunk, Executor, Job, RunFolder } from '../sim/index.ts';
import { botLimits } from './bots.ts';
import type { Args, Command, OptionTable } from './command.ts';
import { COMPARE_RULE, addToComparisons, besides, compareRuleOption } from './compare-rule.ts';
import { UsageError, warn } from './errors.ts';
import type { ExitCode } from './errors.ts';
import { lookAt } from './knowledge.ts';
import type { Pictures } from './knowledge.ts';
import { warnOfLearning } from './learning.ts';
import { gameOptions, optionOf } from './options.ts';
import { withOutFolder } from './out-folder.ts';
import { endOf, interruptedAtOnce, playGames } from './play-games.ts';
import { warnOfPreset } from './presets.ts';
import { documentOf, gamesIn, isOfRun, runIdentity } from './run-document.ts';
import { beginFiles } from './run-files.ts';
import { planRun, runParams, withoutCross } from './run-plan.ts';
import type { RunPlan, Trial } from './run-plan.ts';
import { describeRun } from './run-tables.ts';
import { print } from './screen.ts';

// Help lists them in this order: what most people come for stands first.
const options = (game: CataloguedGame): OptionTable => ({
  games: optionOf(runParams.games, 'The run:'),
  seed: optionOf(runParams.seed, 'The run:'),
  workers: optionOf(runParams.workers, 'The run:', '', 'one a core, at most 8'),
  series: optionOf(runParams.series, 'The run:'),
  [COMPARE_RULE]: compareRuleOption(game),
  bounds: {
    type: 'boolean',
    default: true,
    group: 'The run:',
    describe: 'plays the floor and the ceiling as well; --no-bounds does not',
  },
  out: {
    type: 'string',
    requiresArg: true,
    group: 'Results:',
    describe: 'a folder for games.csv, summary.csv and run.json',
  },
  force: { type: 'boolean', group: 'Results:', describe: 'replaces another run that the folder holds' },
  clues: { type: 'boolean', group: 'Results:', describe: 'writes clues.csv as well (with --out)' },
  metrics: {
    type: 'boolean',
    group: 'Results:',
    describe: 'shows every figure, not only the first, and with the bounds what other eyes make of the same pictures',
  },
  json: { type: 'boolean', group: 'Results:', describe: 'prints one JSON document instead of tables' },
  quiet: { type: 'boolean', group: 'Results:', describe: 'prints no tables and shows no progress' },
  ...gameOptions(game, { spanned: true }),
});

export const simulateCommand = (game: CataloguedGame): Command => ({
  command: game.id,
  describe: game.title,
  options: options(game),
  examples: [
    [
      `$0 simulate ${game.id}`,
      `every ${game.grid.rows} and ${game.grid.columns ?? 'nothing else'}, ${runParams.games.default} games a cell`,
    ],
    [
      `$0 simulate ${game.id} --${game.grid.rows} ${String(game.params[game.grid.rows].default)} --games 20000 --out runs/first`,
      'keeps every game',
    ],
    [`$0 simulate ${game.id} --metrics --no-bounds`, 'every figure of the grid'],
  ],
  run: (args) => simulate(game, args),
});

async function simulate(game: CataloguedGame, args: Args): Promise<ExitCode> {
  const plan = planRun(game, args, availableParallelism());
  if (plan.details && !args.has('out')) throw new UsageError('--clues needs --out, the folder to write clues.csv to');
  if (plan.details && game.details.length === 0) throw new UsageError(`${game.id} has no clues to write`);
  return withOutFolder(args, (folder, signal) => playRun(plan, args, folder, signal));
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

async function playRun(
  asked: RunPlan,
  args: Args,
  folder: RunFolder | undefined,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { game } = asked;
  const quiet = args.flag('quiet');
  const seen = await lookForAll(asked, args, signal).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (!seen) return interruptedAtOnce();
  const { plan, pictures } = seen;
  warnOfPreset(game, args, [plan.lineups[0].casting], pictures);
  warnOfLearning(plan);
  const identity = runIdentity(plan, pictures);
  folder?.claim((document) => isOfRun(document, identity));
  const files = folder && (await beginFiles(plan, pictures, folder));
  const experiments = plan.trials.map(({ experiment }) => experiment);
  const played = await playGames(
    game,
    experiments,
    pictures.knowledge,
    { workers: plan.workers, quiet },
    async (executor, onGames) => {
      for await (const { trial, chunk } of playTrials(plan, executor, signal)) {
        trial.tally.add(chunk.rows);
        addToComparisons(plan.comparisons, trial, chunk);
        if (trial.lineup.name === 'asked' && !trial.rule) plan.curve?.add(chunk);
        await files?.add(trial, chunk);
        onGames(chunk.games);
        if (chunk.failure !== undefined) return chunk.failure;
      }
      return undefined;
    },
  );
  if (!played) return interruptedAtOnce();
  const { timing, interrupted } = played;
  const document = documentOf(plan, pictures, timing, interrupted);
  // One run is the beginning of the other: the longer is kept.
  const isKept = files !== undefined && gamesIn(document) >= gamesIn(folder?.renewed);
  if (isKept) await files.finish(document);
  else if (folder) warn(`interrupted; ${folder.path} keeps the same run as it was, with more games`);
  if (args.flag('json')) print(JSON.stringify(document, null, 2));
  else if (!quiet) {
    const out = isKept ? folder?.path : undefined;
    print(await describeRun(plan, pictures, timing, { metrics: args.flag('metrics'), interrupted, out }));
  }
  return endOf(played);
}

/** Plays all trials in order, a chunk of deals at a time with and without each rule; a piece of play comes with its trial. */
async function* playTrials(
  { trials, comparisons, details }: RunPlan,
  executor: Executor,
  signal: AbortSignal,
): AsyncGenerator<{ readonly trial: Trial; readonly chunk: Chunk }, void> {
  const trialOf = new Map(trials.map((trial) => [trial.experiment, trial]));
  function* jobs(): Generator<Job, void> {
    for (const base of trials.filter(({ rule }) => !rule)) {
      const beside = besides(comparisons, base);
      for (const job of jobsOf(base.experiment, details && base.lineup.name === 'asked'))
        for (const { experiment } of beside) yield { ...job, experiment };
    }
  }
  for await (const { job, chunk } of executor.run(jobs(), signal)) {
    const trial = trialOf.get(job.experiment);
    if (trial) yield { trial, chunk };
  }
}
