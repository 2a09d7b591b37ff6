import type { Action, ViewOf } from '../../engine/kernel/agent.ts';
import { pointAction } from '../../engine/mysterium/actions.ts';
import { HAND, ROWS } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { MOST_PSYCHICS, caseCardAt } from './candidates.ts';

/** Chooses the finale's case and visions one row at a time: each vision should fit its card better than any card of another case. */
export class FinalePlan {
  /** The best plan found by the last `plan`: as an action, the hand positions it leaves, and its gaps, added up over the three visions. */
  action: Action = 0;
  unused = 0;
  gap = Number.NEGATIVE_INFINITY;
  /** The best plan and its gaps for each case. */
  readonly actionFor = new Int32Array(MOST_PSYCHICS);
  readonly gapFor = new Float64Array(MOST_PSYCHICS);
  /** Affinity of the vision at a hand position to each case's card of each row, at (place * MOST_PSYCHICS + case) * ROWS + row. */
  readonly fit = new Float64Array(HAND * MOST_PSYCHICS * ROWS);
  /** What each vision suggests most outside a case, at place * MOST_PSYCHICS + case. */
  readonly rival = new Float64Array(HAND * MOST_PSYCHICS);

  /** Hand positions for the character, location and object of a case. */
  private readonly places = new Int32Array(ROWS);

  constructor(
    private readonly eyes: Eyes,
    private readonly rivalWeight: number,
  ) {}

  plan(view: ViewOf<Mysterium, 'ghost'>): void {
    const { cases, handCount } = view.open;
    this.look(view);
    this.gap = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < cases; i++) {
      let used = 0;
      let gap = 0;
      for (let row = 0; row < ROWS; row++) {
        let best = 0;
        let wider = -Infinity;
        for (let place = 0; place < handCount; place++) {
          const at = place * MOST_PSYCHICS + i;
          const alone = this.fit[at * ROWS + row] - this.rivalWeight * this.rival[at];
          if ((used >> place) & 1 || alone <= wider) continue;
          wider = alone;
          best = place;
        }
        used |= 1 << best;
        this.places[row] = best;
        gap += wider;
      }
      this.gapFor[i] = gap;
      this.actionFor[i] = pointAction(i, this.places[0], this.places[1], this.places[2]);
      if (gap <= this.gap) continue;
      this.gap = gap;
      this.action = this.actionFor[i];
      this.unused = ((1 << handCount) - 1) & ~used;
    }
  }

  private look({ open, own }: ViewOf<Mysterium, 'ghost'>): void {
    for (let place = 0; place < open.handCount; place++) {
      // The best fit of all, where it is, and the best of the other cases.
      let most = -Infinity;
      let owner = 0;
      let second = -Infinity;
      for (let i = 0; i < open.cases; i++) {
        let here = -Infinity;
        for (let row = 0; row < ROWS; row++) {
          const at = (place * MOST_PSYCHICS + i) * ROWS + row;
          this.eyes.write(this.fit, at, own.hand[place], caseCardAt(open, i, row));
          if (this.fit[at] > here) here = this.fit[at];
        }
        if (here > most) {
          second = most;
          most = here;
          owner = i;
        } else if (here > second) {
          second = here;
        }
      }
      for (let i = 0; i < open.cases; i++) this.rival[place * MOST_PSYCHICS + i] = i === owner ? second : most;
    }
  }
}
