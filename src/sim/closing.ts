import type { Chunk, Job } from './chunk.ts';
import { reachOf } from './stats.ts';
import type { Tally } from './summary.ts';

/**
 * Ends a trial once its first figure is known well enough. It is asked at whole jobs alone, in order, and never at the pieces that they
 * are played in, so that where a trial ends depends neither on who plays it nor on whether it was taken up again.
 */
export class Closing {
  isClosed = false;

  /** `tally`, whose first figure must have an interval that holds at all looks, is what was played so far; `precision` the half-width that is asked for. */
  constructor(
    private readonly tally: Tally,
    private readonly precision: number,
  ) {}

  /** Looks, once a chunk of a job is in the tally. */
  look(job: Job, { from, games }: Chunk): void {
    const [headline] = this.tally.findings();
    if (from + games === job.to && reachOf(headline) <= this.precision) this.isClosed = true;
  }
}
