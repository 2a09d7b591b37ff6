import type { Action, Agent, ViewOf } from '../../engine/kernel/agent.ts';
import type { Rng } from '../../engine/kernel/rng.ts';
import { KEEP, deliverAction, pointAction } from '../../engine/mysterium/actions.ts';
import { ROWS } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { cardAt, caseCardAt, nthBit } from './candidates.ts';

/**
 * The beginner: gives each psychic in turn the one vision that fits its card best, whatever else that vision suggests,
 * and forgets its crows.
 */
export class MatchGhost implements Agent<ViewOf<Mysterium, 'ghost'>> {
  /** Hand positions for the character, location and object of a case. */
  private readonly places = new Int32Array(ROWS);

  constructor(private readonly eyes: Eyes) {}

  readonly reset = (own: Rng, group: Rng): void => this.eyes.reset(own, group);

  readonly choose = ({ open, own }: ViewOf<Mysterium, 'ghost'>): Action => {
    switch (open.phase) {
      case 'close':
        return KEEP;
      case 'point':
        return this.point(open, own.hand);
      default: {
        const p = nthBit(open.unfinished & ~open.served, 0);
        const card = cardAt(open, p, own.target[p * ROWS + open.stage[p]]);
        return deliverAction(p, 1 << this.best(own.hand, open.handCount, card, 0));
      }
    }
  };

  /** The hand position, outside the mask `used`, of the vision that fits `card` best. */
  private best(hand: ViewOf<Mysterium, 'ghost'>['own']['hand'], count: number, card: number, used: number): number {
    let best = -1;
    let most = -Infinity;
    for (let i = 0; i < count; i++) {
      if ((used >> i) & 1) continue;
      const fit = this.eyes.see(hand[i], card);
      if (fit <= most) continue;
      most = fit;
      best = i;
    }
    return best;
  }

  /** The case whose three cards find the best visions. */
  private point(open: ViewOf<Mysterium, 'ghost'>['open'], hand: ViewOf<Mysterium, 'ghost'>['own']['hand']): Action {
    let action = 0;
    let most = -Infinity;
    for (let i = 0; i < open.cases; i++) {
      let used = 0;
      let fit = 0;
      for (let row = 0; row < ROWS; row++) {
        const card = caseCardAt(open, i, row);
        const place = this.best(hand, open.handCount, card, used);
        used |= 1 << place;
        this.places[row] = place;
        fit += this.eyes.see(hand[place], card);
      }
      if (fit <= most) continue;
      most = fit;
      action = pointAction(i, this.places[0], this.places[1], this.places[2]);
    }
    return action;
  }
}
