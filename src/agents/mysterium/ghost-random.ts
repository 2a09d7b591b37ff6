import type { Action, Agent, ViewOf } from '../../engine/kernel/agent.ts';
import { bitCount } from '../../engine/kernel/cards.ts';
import { real } from '../../engine/kernel/params.ts';
import type { ValuesOf } from '../../engine/kernel/params.ts';
import type { Rng } from '../../engine/kernel/rng.ts';
import { KEEP, deliverAction, pointAction, redrawAction } from '../../engine/mysterium/actions.ts';
import { largestDelivery } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import { pickBit } from './candidates.ts';
import { byLot } from './reasons.ts';

export const randomGhostParams = {
  crow: real(0, 1, 0.25, 'how often it uses a crow when it may'),
};

/** The floor: serves in random order, gives a random handful, points at a random case. */
export class RandomGhost implements Agent<ViewOf<Mysterium, 'ghost'>> {
  constructor(private readonly params: ValuesOf<typeof randomGhostParams>) {}

  readonly explain = byLot;

  readonly choose = ({ open }: ViewOf<Mysterium, 'ghost'>, _legal: unknown, rng: Rng): Action => {
    const handful = 1 + rng.below((1 << open.handCount) - 1);
    if (open.crowsLeft > 0 && rng.unit() < this.params.crow) return redrawAction(handful);
    switch (open.phase) {
      case 'close':
        return KEEP;
      case 'point':
        return this.point(open.cases, open.handCount, rng);
      default: {
        let mask = handful;
        while (bitCount(mask) > largestDelivery(open)) mask &= mask - 1;
        return deliverAction(pickBit(open.unfinished & ~open.served, rng), mask);
      }
    }
  };

  private point(cases: number, cards: number, rng: Rng): Action {
    const a = rng.below(cards);
    const b = (a + 1 + rng.below(cards - 1)) % cards;
    let c = rng.below(cards - 2);
    if (c >= Math.min(a, b)) c++;
    if (c >= Math.max(a, b)) c++;
    return pointAction(rng.below(cases), a, b, c);
  }
}
