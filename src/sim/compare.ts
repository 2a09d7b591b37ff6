import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { ParamError, real } from '../engine/kernel/params.ts';
import type { Job } from './chunk.ts';
import { jobsOf } from './executor.ts';
import type { Executor, Played } from './executor.ts';
import type { Experiment } from './experiment.ts';
import { SequentialTest } from './sequential-test.ts';
import type { Look } from './sequential-test.ts';

/** The smallest difference that matters, in points of a hundred. */
export const resolutionParam = real(0.1, 50, 3, 'the smallest difference that matters, in points of a hundred');

/** Two experiments, each deal of which is played by both. They differ in their line-ups, and have one config, seed and number of games at most. */
export interface Match {
  readonly ours: Experiment;
  readonly theirs: Experiment;
  /** The smallest difference of the two rates that matters, such as 0.03. */
  readonly resolution: number;
}

/** Deals by who won them: ours alone, theirs alone, both or neither. Deals to which the figure does not apply are left out. */
export interface Outcomes {
  readonly ours: number;
  readonly theirs: number;
  readonly both: number;
  readonly neither: number;
}

/** Who plays the games of each side: one for both, or two where they need different knowledge. */
export interface Executors {
  readonly ours: Executor;
  readonly theirs: Executor;
}

/** What a match has come to. */
export interface MatchResult extends Look {
  /** One look after the other, a chunk of deals each; the last is the result. */
  readonly path: readonly Look[];
  readonly outcomes: Outcomes;
  /** Deals that a test of a fixed size would have needed at the same errors and the variance seen; NaN where no deal came out differently. */
  readonly fixedDeals: number;
  /** Whether play ended before it was decided and before all games were played. */
  readonly interrupted: boolean;
  /** Why play ended where the program at a seat failed. */
  readonly failure?: string;
}

/**
 * Plays both sides of a match, a chunk of deals at a time, until it is decided or all its games are played. Decided is a difference
 * in the game's headline figure, which must be a rate; see `SequentialTest` for what errors it makes. The result does not depend on
 * the executors, nor on how many workers they have: looks are taken at whole chunks in order, and what is under way beyond the last
 * is dropped. `onLook` hears of each look.
 * @throws ParamError where the headline figure of the game is no rate, or games are played in series
 */
export async function compareSequentially(
  game: CataloguedGame,
  match: Match,
  executors: Executors,
  { signal, onLook }: { readonly signal?: AbortSignal; readonly onLook?: (look: Look) => void } = {},
): Promise<MatchResult> {
  const metric = winsOf(game, match.ours);
  const width = game.metrics.length;
  const test = new SequentialTest(match.resolution);
  const path: Look[] = [];
  let outcomes: Outcomes = { ours: 0, theirs: 0, both: 0, neither: 0 };
  let played = 0;
  let failure: string | undefined;
  for await (const { ours, theirs, failed } of pairsOf(match, executors, signal)) {
    failure = failed;
    if (failed !== undefined) break;
    const found = outcomesOf(ours, theirs, metric, width);
    test.add(found.ours, found.both + found.neither, found.theirs);
    outcomes = sumOf(outcomes, found);
    played += ours.length / width;
    const look = test.look();
    path.push(look);
    onLook?.(look);
    if (look.verdict !== 'undecided') break;
  }
  const last = path.at(-1) ?? test.look();
  return {
    ...last,
    path,
    outcomes,
    fixedDeals: test.fixedDeals,
    interrupted: last.verdict === 'undecided' && played < Math.min(match.ours.games, match.theirs.games),
    ...(failure !== undefined && { failure }),
  };
}

/** Who won which of some deals; `metric` is a column of rows of `width`. */
function outcomesOf(ours: Float64Array, theirs: Float64Array, metric: number, width: number): Outcomes {
  const counts = { ours: 0, theirs: 0, both: 0, neither: 0 };
  for (let at = metric; at < ours.length; at += width) {
    const gap = ours[at] - theirs[at];
    if (gap > 0) counts.ours++;
    else if (gap < 0) counts.theirs++;
    else if (gap === 0) counts[ours[at] > 0 ? 'both' : 'neither']++; // and no NaN, where the figure does not apply
  }
  return counts;
}

const sumOf = (a: Outcomes, b: Outcomes): Outcomes => ({
  ours: a.ours + b.ours,
  theirs: a.theirs + b.theirs,
  both: a.both + b.both,
  neither: a.neither + b.neither,
});

/** The column of a game's headline figure, if it is one that a match can be decided by. */
function winsOf(game: CataloguedGame, { series = 1 }: Experiment): number {
  const [headline] = game.figures;
  if (headline.kind !== 'rate')
    throw new ParamError(`${game.id} cannot be compared: its first figure, ${headline.name}, is no rate of games`);
  if (series > 1)
    throw new ParamError('games in series cannot be compared: they hang together, and are no deals apart');
  return game.metrics.findIndex(({ name }) => name === headline.metric);
}

/** The rows of both sides, a whole chunk of deals at a time; or what failed. */
async function* pairsOf(
  match: Match,
  executors: Executors,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ readonly ours: Float64Array; readonly theirs: Float64Array; readonly failed?: string }, void> {
  const { ours, theirs } = match;
  const isOne = executors.ours === executors.theirs;
  const first = wholesOf(executors.ours.run(jobsIn(match, isOne ? [ours, theirs] : [ours]), signal));
  const second = isOne ? first : wholesOf(executors.theirs.run(jobsIn(match, [theirs]), signal));
  try {
    for (;;) {
      const one = await first.next();
      const other = await second.next();
      if (one.done || other.done) return;
      const failed = one.value.failed ?? other.value.failed;
      yield { ours: one.value.rows, theirs: other.value.rows, ...(failed !== undefined && { failed }) };
    }
  } finally {
    await first.return();
    await second.return();
  }
}

/** The jobs of a match by these sides, a chunk of deals by each. */
function* jobsIn({ ours, theirs }: Match, sides: readonly Experiment[]): Generator<Job, void> {
  // Chunks are small where a program plays, on either side.
  const both = { ...ours, games: Math.min(ours.games, theirs.games), lineup: [...ours.lineup, ...theirs.lineup] };
  for (const job of jobsOf(both)) for (const experiment of sides) yield { ...job, experiment };
}

/** The rows of each job that was played to its end, whatever pieces it came in; or what failed in it. */
async function* wholesOf(
  played: AsyncIterable<Played>,
): AsyncGenerator<{ readonly rows: Float64Array; readonly failed?: string }, void> {
  let rows: number[] = [];
  let games = 0;
  for await (const { job, chunk } of played) {
    for (const value of chunk.rows) rows.push(value);
    games += chunk.games;
    if (chunk.failure !== undefined) yield { rows: new Float64Array(), failed: chunk.failure };
    if (games < job.to - job.from) continue;
    yield { rows: Float64Array.from(rows) };
    rows = [];
    games = 0;
  }
}
