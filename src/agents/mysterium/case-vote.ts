import type { Action, ViewOf } from '../../engine/kernel/agent.ts';
import { BELIEFS, BELIEF_STEP, stateBelief } from '../../engine/mysterium/actions.ts';
import { ROWS } from '../../engine/mysterium/shape.ts';
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
          const at = k * ROWS + row;
          this.eyes.write(this.weight, at, open.revealed[k], caseCardAt(open, i, row));
          this.weight[at] = Math.exp(this.sharpness * this.weight[at]);
        }
      }
      this.belief[i] = Math.log(this.matchings(open.revealedCount));
      if (this.belief[i] > this.belief[best]) best = i;
    }
    switch (open.config.finaleVote) {
      case 'secret':
        return best;
      case 'together':
        return this.stateBeliefs(open.cases, this.belief[best]);
      case 'caseByCase':
        return this.level(open.topic, this.belief[best]);
    }
  }

  /** Sum over all ways to give each of the first `count` visions a row of its own: the permanent of a count x 3 matrix. */
  private matchings(count: number): number {
    const w = this.weight;
    let sum = 0;
    for (let a = 0; a < ROWS; a++) {
      if (count === 1) sum += w[a];
      for (let b = 0; b < ROWS && count > 1; b++) {
        if (b !== a) sum += w[a] * w[ROWS + b] * (count === 2 ? 1 : w[2 * ROWS + (ROWS - a - b)]);
      }
    }
    return sum;
  }

  private stateBeliefs(cases: number, best: number): Action {
    let vote = 0;
    for (let i = 0; i < cases; i++) vote = stateBelief(vote, i, this.level(i, best));
    return vote;
  }

  private level(i: number, best: number): number {
    return Math.min(BELIEFS - 1, Math.round((best - this.belief[i]) / BELIEF_STEP));
  }
}
