import type { Action, ViewOf } from '../../engine/kernel/agent.ts';
import { BELIEFS, BELIEF_STEP, ROWS } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { MOST_PSYCHICS, caseCardAt } from './candidates.ts';

/** Votes in the finale from one, two or three visions whose categories are unknown: every way to match visions with categories counts. */
export class CaseVote {
  /** exp(sharpness * affinity) of revealed vision k to the case's card of a row, at k * ROWS + row. */
  private readonly weight = new Float64Array(ROWS * ROWS);
  /** Log-weight of each case. */
  readonly belief = new Float64Array(MOST_PSYCHICS);

  constructor(
    private readonly eyes: Eyes,
    private readonly sharpness: number,
  ) {}

  choose(open: ViewOf<Mysterium, 'psychic'>['open']): Action {
    let best = 0;
    for (let i = 0; i < open.cases; i++) {
      for (let k = 0; k < open.revealedCount; k++) {
        for (let row = 0; row < ROWS; row++) {
          this.weight[k * ROWS + row] = Math.exp(
            this.sharpness * this.eyes.see(open.revealed[k], caseCardAt(open, i, row)),
          );
        }
      }
      this.belief[i] = Math.log(this.matchings(0, open.revealedCount, 0));
      if (this.belief[i] > this.belief[best]) best = i;
    }
    if (open.config.tokens > 0 || open.config.persons === 1) return best;
    return this.stateBeliefs(open.cases, this.belief[best]);
  }

  /** Sum over all ways to give visions `k` and later each a row of its own, outside the mask `used`: a permanent of at most 3 x 3. */
  private matchings(k: number, count: number, used: number): number {
    if (k === count) return 1;
    let sum = 0;
    for (let row = 0; row < ROWS; row++) {
      if (!((used >> row) & 1)) sum += this.weight[k * ROWS + row] * this.matchings(k + 1, count, used | (1 << row));
    }
    return sum;
  }

  private stateBeliefs(cases: number, best: number): Action {
    let vote = 0;
    for (let i = cases - 1; i >= 0; i--) {
      const level = Math.min(BELIEFS - 1, Math.round((best - this.belief[i]) / BELIEF_STEP));
      vote = vote * BELIEFS + level;
    }
    return vote;
  }
}
