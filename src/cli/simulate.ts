import { availableParallelism } from 'node:os';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { addressOf, clusterOption } from './cluster.ts';
import type { Args, Command, OptionTable } from './command.ts';
import { COMPARE_RULE, compareRuleOption } from './compare-rule.ts';
import { UsageError } from './errors.ts';
import type { ExitCode } from './errors.ts';
import { gameOptions, optionOf, withRoleFiles } from './options.ts';
import { withOutFolder } from './out-folder.ts';
import { playRun } from './play-run.ts';
import { readResumed } from './resume.ts';
import { planRun, runParams } from './run-plan.ts';
import { wordsOf } from './run-words.ts';

// Help lists them in this order: what most people come for stands first.
export const simulateOptions = (game: CataloguedGame): OptionTable => ({
  games: optionOf(runParams.games, 'The run:'),
  precision: optionOf(runParams.precision, 'The run:', '', 'not given'),
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
  resume: {
    type: 'string',
    requiresArg: true,
    group: 'Results:',
    describe:
      'goes on with the run that a folder holds unfinished; it knows its own options: seance simulate --resume runs/first',
  },
  shard: {
    type: 'string',
    requiresArg: true,
    group: 'The run:',
    describe:
      'plays only that part of the run, 3/16 for the third of sixteen (with --out); seance merge puts them together',
  },
  cluster: { ...clusterOption('lets the workers play that listen at a server'), group: 'The run:' },
  'run-bots': {
    type: 'boolean',
    group: 'Results:',
    describe: 'lets --resume start the programs (exec:...) that the run names',
  },
  force: { type: 'boolean', group: 'Results:', describe: 'replaces another run that the folder holds' },
  clues: { type: 'boolean', group: 'Results:', describe: 'writes clues.csv as well (with --out)' },
  parquet: {
    type: 'boolean',
    group: 'Results:',
    describe: 'writes games.parquet, and with --clues clues.parquet, as well (with --out)',
  },
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
  options: simulateOptions(game),
  examples: [
    [
      `$0 simulate ${game.id}`,
      `every ${game.grid.rows} and ${game.grid.columns ?? 'nothing else'}, ${runParams.games.default} games a cell`,
    ],
    [
      `$0 simulate ${game.id} --${game.grid.rows} ${String(game.params[game.grid.rows].default)} --games 20000 --out runs/first`,
      'keeps every game',
    ],
    [`$0 simulate ${game.id} --precision 0.01`, 'every cell until its rate is known to one point either way'],
    ['$0 simulate --resume runs/first', 'goes on where that was stopped, by whatever it was'],
    [`$0 simulate ${game.id} --metrics --no-bounds`, 'every figure of the grid'],
  ],
  run: (args) => simulate(game, args),
});

/** Options that say where, how fast and how loudly, and not what is played. A journal must not keep the password of a cluster either. */
const BESIDE = ['out', 'resume', 'run-bots', 'force', 'workers', 'quiet', 'json', 'cluster'];

async function simulate(called: CataloguedGame, args: Args): Promise<ExitCode> {
  if (args.has('resume')) {
    const resumed = await readResumed(args, called, simulateOptions);
    return typeof resumed === 'number' ? resumed : simulatePlan(resumed.game, resumed.args, true);
  }
  return simulatePlan(called, await withRoleFiles(called, args), false);
}

async function simulatePlan(game: CataloguedGame, args: Args, resumes: boolean): Promise<ExitCode> {
  const plan = planRun(game, args, availableParallelism());
  if (plan.details && !args.has('out')) throw new UsageError('--clues needs --out, the folder to write clues.csv to');
  if (plan.details && game.details.length === 0) throw new UsageError(`${game.id} has no clues to write`);
  if (plan.parquet && !args.has('out'))
    throw new UsageError('--parquet needs --out, the folder to write games.parquet to');
  if (plan.shard && !args.has('out'))
    throw new UsageError('--shard needs --out, the folder that keeps what was played');
  const cluster = addressOf(args);
  const words = wordsOf(simulateOptions(game), args, BESIDE);
  return withOutFolder(args, (folder, signal) => playRun(plan, args, { folder, signal, words, resumes, cluster }));
}
