import type { ViewOf } from '../../engine/kernel/agent.ts';
import { bitCount } from '../../engine/kernel/cards.ts';
import { HAND } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import { MOST_PSYCHICS, nthBit } from './candidates.ts';
import type { Gaps } from './gaps.ts';

/** Shares out a hand that is not filled between deliveries: a vision for each psychic who waits, so that their leads add up to most. */
export class SharedHand {
  /** Lead that the vision at a hand position alone gives the k-th psychic who waits, at k * HAND + position. */
  private readonly lead = new Float64Array(MOST_PSYCHICS * HAND);
  /** By a set of hand positions that goes to as many psychics, the first who wait: the most leads in all, and what the last one gets. */
  private readonly sum = new Float64Array(1 << HAND);
  private readonly last = new Int32Array(1 << HAND);

  constructor(private readonly gaps: Gaps) {}

  /** The hand positions, a mask, that are better kept for others than the first psychic who waits; none where the hand is filled. */
  kept(view: ViewOf<Mysterium, 'ghost'>, retained: boolean): number {
    const { open } = view;
    if (open.config.refill === 'each') return 0;
    const waiting = open.unfinished & ~open.served;
    const many = Math.min(bitCount(waiting), open.handCount);
    for (let k = 0; k < many; k++) {
      this.gaps.look(view, nthBit(waiting, k), retained);
      for (let i = 0; i < open.handCount; i++) this.lead[k * HAND + i] = this.gaps.lead[i];
    }
    let kept = 0;
    for (let set = this.share(open.handCount, many), k = many; k > 1; k--) {
      kept |= 1 << this.last[set];
      set &= ~(1 << this.last[set]);
    }
    return kept;
  }

  /** The best set of hand positions for the first `many` psychics who wait. */
  private share(handCount: number, many: number): number {
    const { sum, last } = this;
    sum.fill(Number.NEGATIVE_INFINITY);
    sum[0] = 0;
    let best = 0;
    for (let set = 0; set < 1 << handCount; set++) {
      const k = bitCount(set);
      if (k === many && (best === 0 || sum[set] > sum[best])) best = set;
      for (let i = 0; i < handCount && k < many; i++) {
        const more = set | (1 << i);
        const total = sum[set] + this.lead[k * HAND + i];
        if (more === set || total <= sum[more]) continue;
        sum[more] = total;
        last[more] = i;
      }
    }
    return best;
  }
}
