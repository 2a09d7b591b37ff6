import { jobsOf } from '../../sim/index.ts';
import type { Executor, Job } from '../../sim/index.ts';
import type { CrossPlan, Matrix, Pair } from './plan.ts';

/**
 * Plays everybody with everybody, a chunk of deals at a time by all pairs: whenever it is stopped, all have met nearly the same deals.
 * `onGames` is told how many more games are over.
 */
export async function playPairs(
  { game, matrices }: Pick<CrossPlan, 'game' | 'matrices'>,
  executor: Executor,
  signal: AbortSignal,
  onGames: (games: number) => void,
): Promise<void> {
  const placeOf = new Map(
    matrices.flatMap((matrix) => matrix.pairs.map((pair) => [pair.experiment, { matrix, pair }] as const)),
  );
  const names = game.metrics.map(({ name }) => name);
  /** What each pair made of the chunk of deals under way. */
  const rows = new Map<Pair, number[]>();
  let underway: { readonly matrix: Matrix; readonly from: number } | undefined;
  const settle = (): void => {
    if (underway) for (const step of underway.matrix.steps) compare(step, rows, names);
    rows.clear();
  };
  for await (const { job, chunk } of executor.run(jobsIn(matrices), signal)) {
    const place = placeOf.get(job.experiment);
    if (!place) continue;
    const { matrix, pair } = place;
    if (underway?.matrix !== matrix || underway.from !== job.from) {
      settle();
      underway = { matrix, from: job.from };
    }
    pair.tally.add(chunk.rows);
    const held = rows.get(pair) ?? [];
    for (const value of chunk.rows) held.push(value);
    rows.set(pair, held);
    onGames(chunk.games);
  }
  settle();
}

function* jobsIn(matrices: readonly Matrix[]): Generator<Job, void> {
  for (const { pairs } of matrices) {
    for (const job of jobsOf(pairs[0].experiment)) for (const { experiment } of pairs) yield { ...job, experiment };
  }
}

/** Adds the deals that both sides of a step have met. */
function compare(
  { pair, against, figure, gaps }: Matrix['steps'][number],
  rows: ReadonlyMap<Pair, readonly number[]>,
  names: readonly string[],
): void {
  const [ours, theirs] = [rows.get(pair) ?? [], rows.get(against) ?? []];
  for (let at = names.indexOf(figure.metric); at < Math.min(ours.length, theirs.length); at += names.length) {
    const gap = ours[at] - theirs[at];
    if (!Number.isNaN(gap)) gaps.add(gap);
  }
}
