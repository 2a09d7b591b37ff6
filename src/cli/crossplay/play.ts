import { jobsOf } from '../../sim/index.ts';
import type { Executor, Job } from '../../sim/index.ts';
import type { Matrix } from './plan.ts';

/**
 * Plays everybody with everybody, a chunk of deals at a time by all pairs: whenever it is stopped, all have met nearly the same deals.
 * `onGames` is told how many more games are over. Returns what failed, where a program did; nothing is played after that.
 */
export async function playPairs(
  matrices: readonly Matrix[],
  executor: Executor,
  signal: AbortSignal,
  onGames: (games: number) => void,
): Promise<string | undefined> {
  const placeOf = new Map(
    matrices.flatMap(({ pairs, steps }) =>
      pairs.map((pair) => {
        const ours = steps.filter((step) => step.pair === pair);
        const theirs = steps.filter((step) => step.against === pair);
        return [pair.experiment, { pair, ours, theirs }] as const;
      }),
    ),
  );
  for await (const { job, chunk } of executor.run(jobsIn(matrices), signal)) {
    const place = placeOf.get(job.experiment);
    if (!place) continue;
    place.pair.tally.add(chunk.rows);
    for (const { paired } of place.ours) paired.add('ours', chunk.rows);
    for (const { paired } of place.theirs) paired.add('theirs', chunk.rows);
    onGames(chunk.games);
    if (chunk.failure !== undefined) return chunk.failure;
  }
  return undefined;
}

function* jobsIn(matrices: readonly Matrix[]): Generator<Job, void> {
  for (const { pairs } of matrices) {
    for (const job of jobsOf(pairs[0].experiment)) for (const { experiment } of pairs) yield { ...job, experiment };
  }
}
