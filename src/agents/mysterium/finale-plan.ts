import type { Action, ViewOf } from '../../engine/kernel/agent.ts';
import { HAND, ROWS } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { caseCardAt } from './candidates.ts';

/** Chooses the finale's case and visions one row at a time: each vision should fit its card better than any card of another case. */
export class FinalePlan {
  /** The best plan found by the last `plan`, as an action, and the hand positions it leaves. */
  action: Action = 0;
  unused = 0;

  constructor(
    private readonly eyes: Eyes,
    private readonly rivalWeight: number,
  ) {}

  /** Finds the best plan and returns its gap, added up over the three visions. */
  plan({ open, own }: ViewOf<Mysterium, 'ghost'>): number {
    let widest = -Infinity;
    for (let i = 0; i < open.cases; i++) {
      let used = 0;
      let code = i;
      let gap = 0;
      for (let row = 0; row < ROWS; row++) {
        let best = 0;
        let wider = -Infinity;
        for (let place = 0; place < open.handCount; place++) {
          if ((used >> place) & 1) continue;
          const alone = this.gapOf(open, own.hand[place], i, row);
          if (alone <= wider) continue;
          wider = alone;
          best = place;
        }
        used |= 1 << best;
        code = code * HAND + best;
        gap += wider;
      }
      if (gap <= widest) continue;
      widest = gap;
      this.action = code;
      this.unused = ((1 << open.handCount) - 1) & ~used;
    }
    return widest;
  }

  private gapOf(open: ViewOf<Mysterium, 'ghost'>['open'], vision: number, i: number, row: number): number {
    let rival = -Infinity;
    for (let other = 0; other < open.cases; other++) {
      if (other === i) continue;
      for (let r = 0; r < ROWS; r++) {
        const fit = this.eyes.see(vision, caseCardAt(open, other, r));
        if (fit > rival) rival = fit;
      }
    }
    return this.eyes.see(vision, caseCardAt(open, i, row)) - this.rivalWeight * rival;
  }
}
