import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { ParamError, parse, real, resolve, whole } from '../engine/kernel/params.ts';
import type { Given } from '../engine/kernel/params.ts';
import { Closing, SeriesTally, Tally, cellsOf, jobsOf, lineupOf, rateSequence } from '../sim/index.ts';
import type { Casting, Cell, Cells, Experiment, GridValue, Job } from '../sim/index.ts';
import type { Args } from './command.ts';
import { COMPARE_RULE, besides, planComparisons, readRules } from './compare-rule.ts';
import type { Comparisons, Rule } from './compare-rule.ts';
import { UsageError } from './errors.ts';
import { otherEyesFor, withOtherEyes } from './other-eyes.ts';
import { castingOf, readCasting, readConfig } from './options.ts';
import { selectValues } from './selection.ts';

/** The numbers a run is asked for with; one table, as for every other parameter. */
export const runParams = {
  games: whole(1, 100_000_000, 1000, 'games a cell'),
  seed: whole(0, 2 ** 32 - 1, 1, 'the seed of the run; equal seeds deal equal games'),
  workers: whole(1, 64, 1, 'threads that play; results do not depend on it'),
  precision: real(
    0.0005,
    0.25,
    0.01,
    'plays each cell until its rate is known to so much either way, such as 0.01 for one point; --games is then the most',
  ),
  series: whole(
    1,
    20,
    1,
    'games in a row that the same people play together: they keep their eyes and what they learned',
  ),
};

/** Games a cell at most, unless it is said, where each is played until it is known well enough. */
const MOST_PRECISE = 1_000_000;

/** Line-ups beside the one that was asked for are rough landmarks: so many games a cell at most. */
const MOST_BESIDE = 1000;

/**
 * Somebody who plays the whole grid: `asked`; `cross`, the same where all look with the same eyes, but for the eyes of one role; or one of
 * the bounds between which the result is read.
 */
export interface Lineup {
  readonly name: 'asked' | 'cross' | 'floor' | 'ceiling';
  readonly casting: Casting;
}

/** Who plays, in words. */
export const castText = (casting: Casting): string =>
  Object.entries(casting)
    .map(([role, { agent }]) => `${role} ${agent}`)
    .join(', ');

/** One line-up on one cell. */
export interface Trial {
  readonly lineup: Lineup;
  /** The rule that is changed to see what it costs; undefined where none is. */
  readonly rule?: Rule;
  readonly cell: Cell;
  readonly experiment: Experiment;
  readonly tally: Tally;
  /** What ends it before all its games are played; undefined where nothing does. */
  readonly closing?: Closing;
}

/** A part of a run, for one machine of several: every `of`-th of its jobs, counted from `index`, which begins at 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

export interface RunPlan {
  readonly game: CataloguedGame;
  readonly config: Given;
  readonly rows: readonly GridValue[];
  readonly columns: readonly GridValue[];
  readonly refused: Cells['refused'];
  readonly games: number;
  /** The half-width to which the headline of the line-up that was asked for is wanted; undefined where all games are played. */
  readonly precision: number | undefined;
  readonly seed: number;
  readonly workers: number;
  readonly lineups: readonly Lineup[];
  /** Line-up after line-up, the one that was asked for first, each cell after cell; where rules are compared, those of a cell together. */
  readonly trials: readonly Trial[];
  readonly comparisons: Comparisons;
  readonly details: boolean;
  /** Whether what has rows is written as Parquet as well. */
  readonly parquet: boolean;
  /** Games in a row with the same people. */
  readonly series: number;
  /** Of the line-up that was asked for, over all cells; undefined where no two games are played by the same people. */
  readonly curve: SeriesTally | undefined;
  /** The part of the run that is played here; undefined where it is the whole. */
  readonly shard: Shard | undefined;
}

/**
 * What a command line asks to be played.
 * @throws ParamError, UsageError
 */
export function planRun(game: CataloguedGame, args: Args, cores: number): RunPlan {
  const { rows: rowName, columns: columnName } = game.grid;
  const precision = readPrecision(game, args);
  const most = precision === undefined ? runParams.games : { ...runParams.games, default: MOST_PRECISE };
  const games = args.number('games', most);
  const seed = args.number('seed', runParams.seed);
  const workers = args.number('workers', { ...runParams.workers, default: Math.min(8, cores) });
  const series = args.number('series', runParams.series);
  const rows = selectValues(rowName, game.params[rowName], args.text(rowName));
  const columns =
    columnName === undefined ? [] : selectValues(columnName, game.params[columnName], args.text(columnName));
  const config = readConfig(game, args, columnName === undefined ? [rowName] : [rowName, columnName]);
  const { offered, refused } = cellsOf(game, config, rows, columns);
  if (offered.length === 0) throw new ParamError(refused[0].why);

  const asked = readCasting(game, args);
  const lineups: Lineup[] = [{ name: 'asked', casting: asked }];
  if (args.flag('bounds')) {
    const other = args.flag('metrics') && game.deck ? otherEyesFor(game, asked) : undefined;
    if (other) lineups.push({ name: 'cross', casting: withOtherEyes(asked, other) });
    const eyes = args.text('encoder');
    for (const name of ['floor', 'ceiling'] as const) {
      lineups.push({ name, casting: castingOf(game, game.casts[name], eyes) });
    }
  }
  const trialOf = (lineup: Lineup, cell: Cell, rule?: Rule): Trial => {
    const count = lineup.name === 'asked' ? games : Math.min(games, MOST_BESIDE);
    const ruled = { ...cell.config, ...rule?.config };
    const plans = lineupOf(game, ruled, lineup.casting);
    const played = { game: game.id, config: ruled, lineup: plans, games: count, seed, cell: cell.index };
    const experiment = series === 1 ? played : { ...played, series };
    if (precision === undefined || lineup.name !== 'asked')
      return { lineup, cell, experiment, tally: new Tally(game, series), ...(rule && { rule }) };
    const tally = new Tally(game, series, rateSequence(precision));
    return { lineup, cell, experiment, tally, closing: new Closing(tally, precision) };
  };
  const rules = readRules(game, args.texts(COMPARE_RULE), config);
  const [base, ...landmarks] = lineups.map((lineup) => offered.map((cell) => trialOf(lineup, cell)));
  const comparisons = planComparisons(game, rules, base, ({ lineup, cell }, rule) => trialOf(lineup, cell, rule));
  const trials = [...base.flatMap((trial) => besides(comparisons, trial)), ...landmarks.flat()];
  const curve = series === 1 ? undefined : new SeriesTally(game, series);
  const details = args.flag('clues');
  const shard = readShard(args.text('shard'), trials);
  return {
    game,
    config,
    rows,
    columns,
    refused,
    games,
    precision,
    seed,
    workers,
    lineups,
    trials,
    comparisons,
    details,
    parquet: args.flag('parquet'),
    series,
    curve,
    shard,
  };
}

/**
 * The half-width that --precision asks for; undefined where it is not given.
 * @throws ParamError, UsageError where a run cannot be ended by it
 */
function readPrecision(game: CataloguedGame, args: Args): number | undefined {
  const text = args.text('precision');
  if (text === undefined) return undefined;
  const { precision } = resolve({ precision: runParams.precision }, { precision: parse(runParams.precision, text) });
  const [headline] = game.figures;
  if (headline.kind !== 'rate')
    throw new UsageError(
      `--precision is for rates, and the first figure of ${game.id}, ${headline.name}, is none; use --games`,
    );
  if (args.number('series', runParams.series) > 1)
    throw new UsageError(
      '--precision takes games one by one, and those of a series hang together; use --games beside --series',
    );
  if (args.has(COMPARE_RULE))
    throw new UsageError(
      `--precision ends cells one by one, and --${COMPARE_RULE} needs the same deals for all; use --games beside it`,
    );
  if (args.has('shard'))
    throw new UsageError(
      '--precision needs all games of a cell, and a shard has only some of them; use --games beside --shard',
    );
  return precision;
}

/** So many shards at most: all their journals are open at once when they are put together. */
const MOST_SHARDS = 1000;

/** @throws UsageError for what is no `3/16`, and where there are more shards than chunks to play */
function readShard(text: string | undefined, trials: readonly Trial[]): Shard | undefined {
  if (text === undefined) return undefined;
  const [index, of] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text.trim()) ?? []).slice(1).map(Number);
  if (!(index >= 1 && index <= of && of <= MOST_SHARDS))
    throw new UsageError(
      `--shard takes I/N, such as 3/16 for the third of sixteen (N at most ${MOST_SHARDS}), not "${text}"`,
    );
  let chunks = 0;
  for (const { experiment, rule } of trials) if (!rule) chunks += [...jobsOf(experiment)].length;
  if (of > chunks)
    throw new UsageError(`the run is ${chunks} chunks of games, too few for ${of} shards; choose fewer, or more games`);
  return { index, of };
}

/**
 * All that is to be played, in order: trial after trial, but a chunk of deals at a time with and without each rule. A shard takes whole
 * chunks, with all that is played on their deals.
 */
export function* jobsIn({ trials, comparisons, details, shard }: RunPlan): Generator<Job, void> {
  let place = 0;
  for (const base of trials.filter(({ rule }) => !rule)) {
    const beside = besides(comparisons, base);
    for (const job of jobsOf(base.experiment, details && base.lineup.name === 'asked')) {
      if (base.closing?.isClosed) break;
      place++;
      if (shard && (place - shard.index) % shard.of !== 0) continue;
      for (const { experiment } of beside) yield { ...job, experiment };
    }
  }
}

/** How many games a plan plays: a shard's are less than its trials have. */
export function gamesOf(plan: RunPlan): number {
  let games = 0;
  for (const { from, to } of jobsIn(plan)) games += to - from;
  return games;
}

/** Games of a plan that need not be played any longer, since enough is known without them. */
export const sparedIn = ({ trials }: RunPlan): number =>
  trials.reduce(
    (sum, { closing, experiment, tally }) => sum + (closing?.isClosed ? experiment.games - tally.games : 0),
    0,
  );

/** The plan without the line-up of other eyes; the same plan where there is none. */
export function withoutCross(plan: RunPlan): RunPlan {
  const lineups = plan.lineups.filter(({ name }) => name !== 'cross');
  if (lineups.length === plan.lineups.length) return plan;
  return { ...plan, lineups, trials: plan.trials.filter(({ lineup }) => lineup.name !== 'cross') };
}
