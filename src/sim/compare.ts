import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { ParamError, real } from '../engine/kernel/params.ts';
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

/** What a match has come to. */
export interface MatchResult extends Look {
  /** One look after the other, a chunk of deals each; the last is the result. */
  readonly path: readonly Look[];
  /** Deals that ours alone won, that both or neither did, and that theirs alone won. */
  readonly outcomes: { readonly ours: number; readonly neither: number; readonly theirs: number };
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
 * the executor, nor on how many workers it has: looks are taken at whole chunks in order, and what is under way beyond the last is dropped.
 * `onLook` hears of each look.
 * @throws ParamError where the headline figure of the game is no rate, or games are played in series
 */
export async function compareSequentially(
  game: CataloguedGame,
  match: Match,
  executor: Executor,
  { signal, onLook }: { readonly signal?: AbortSignal; readonly onLook?: (look: Look) => void } = {},
): Promise<MatchResult> {
  const metric = winsOf(game, match.ours);
  const width = game.metrics.length;
  const test = new SequentialTest(match.resolution);
  const path: Look[] = [];
  const outcomes = { ours: 0, neither: 0, theirs: 0 };
  let played = 0;
  let failure: string | undefined;
  for await (const { ours, theirs, failed } of pairsOf(executor.run(jobsIn(match), signal))) {
    failure = failed;
    if (failed !== undefined) break;
    const counts = { ours: 0, neither: 0, theirs: 0 };
    for (let at = metric; at < ours.length; at += width) {
      const gap = ours[at] - theirs[at];
      if (gap > 0) counts.ours++;
      else if (gap < 0) counts.theirs++;
      else if (gap === 0) counts.neither++; // and not where the figure does not apply
    }
    played += ours.length / width;
    test.add(counts.ours, counts.neither, counts.theirs);
    outcomes.ours += counts.ours;
    outcomes.neither += counts.neither;
    outcomes.theirs += counts.theirs;
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

/** The column of a game's headline figure, if it is one that a match can be decided by. */
function winsOf(game: CataloguedGame, { series = 1 }: Experiment): number {
  const [headline] = game.figures;
  if (headline.kind !== 'rate')
    throw new ParamError(`${game.id} cannot be compared: its first figure, ${headline.name}, is no rate of games`);
  if (series > 1)
    throw new ParamError('games in series cannot be compared: they hang together, and are no deals apart');
  return game.metrics.findIndex(({ name }) => name === headline.metric);
}

/** A chunk of deals by ours, then the same by theirs. */
function* jobsIn({ ours, theirs }: Match): ReturnType<typeof jobsOf> {
  // Chunks are small where a program plays, on either side.
  const both = { ...ours, games: Math.min(ours.games, theirs.games), lineup: [...ours.lineup, ...theirs.lineup] };
  for (const job of jobsOf(both)) {
    yield { ...job, experiment: ours };
    yield { ...job, experiment: theirs };
  }
}

/** The rows of both sides, a whole chunk of deals at a time, whatever pieces they were played in; or what failed. */
async function* pairsOf(
  played: AsyncIterable<Played>,
): AsyncGenerator<{ readonly ours: Float64Array; readonly theirs: Float64Array; readonly failed?: string }, void> {
  let first: Float64Array | undefined;
  let rows: number[] = [];
  let games = 0;
  for await (const { job, chunk } of played) {
    if (chunk.failure !== undefined) {
      yield { ours: new Float64Array(), theirs: new Float64Array(), failed: chunk.failure };
      return;
    }
    for (const value of chunk.rows) rows.push(value);
    games += chunk.games;
    if (games < job.to - job.from) continue;
    const whole = Float64Array.from(rows);
    rows = [];
    games = 0;
    if (first) yield { ours: first, theirs: whole };
    first = first ? undefined : whole;
  }
}
