import type { Action, Agent, ViewOf } from '../../engine/kernel/agent.ts';
import type { Explanation, Option } from '../../engine/kernel/explanation.ts';
import type { Rng } from '../../engine/kernel/rng.ts';
import { KEEP, deliverAction, pointAction } from '../../engine/mysterium/actions.ts';
import { ROWS } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { cardAt, caseCardAt, nthBit } from './candidates.ts';
import { byRule, cardThing, inPoints, ranked, settled, visionThing } from './reasons.ts';

type View = ViewOf<Mysterium, 'ghost'>;

/**
 * The beginner: gives each psychic in turn the one vision that fits its card best, whatever else that vision suggests,
 * and forgets its crows.
 */
export class MatchGhost implements Agent<View> {
  /** Hand positions for the character, location and object of a case, and how well the three fit. */
  private readonly places = new Int32Array(ROWS);
  private fit = Number.NEGATIVE_INFINITY;

  constructor(private readonly eyes: Eyes) {}

  readonly reset = (own: Rng, group: Rng): void => this.eyes.reset(own, group);

  readonly choose = ({ open, own }: View): Action => {
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
  private best(hand: View['own']['hand'], count: number, card: number, used: number): number {
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
  private point(open: View['open'], hand: View['own']['hand']): Action {
    let action = 0;
    let most = -Infinity;
    for (let i = 0; i < open.cases; i++) {
      this.fitCase(open, hand, i);
      if (this.fit <= most) continue;
      most = this.fit;
      action = pointAction(i, this.places[0], this.places[1], this.places[2]);
    }
    return action;
  }

  /** Finds the best visions for the three cards of case `i`, one card after the other. */
  private fitCase(open: View['open'], hand: View['own']['hand'], i: number): void {
    let used = 0;
    this.fit = 0;
    for (let row = 0; row < ROWS; row++) {
      const card = caseCardAt(open, i, row);
      const place = this.best(hand, open.handCount, card, used);
      used |= 1 << place;
      this.places[row] = place;
      this.fit += this.eyes.see(hand[place], card);
    }
  }

  readonly explain = ({ open, own }: View): Explanation => {
    switch (open.phase) {
      case 'close':
        return byRule([settled(KEEP)], ['This ghost never uses a crow']);
      case 'point':
        return inPoints('fit of three visions, in standard deviations', ranked(this.cases(open, own.hand)));
      default: {
        const p = nthBit(open.unfinished & ~open.served, 0);
        const card = cardAt(open, p, own.target[p * ROWS + open.stage[p]]);
        const options = Array.from({ length: open.handCount }, (_, i): Option => {
          const value = this.eyes.see(own.hand[i], card);
          return { action: deliverAction(p, 1 << i), value, pulls: [], aim: cardThing(card) };
        });
        return inPoints('fit, in standard deviations', ranked(options));
      }
    }
  };

  private cases(open: View['open'], hand: View['own']['hand']): readonly Option[] {
    return Array.from({ length: open.cases }, (_, i): Option => {
      this.fitCase(open, hand, i);
      const [a, b, c] = this.places;
      const pulls = [a, b, c].map((place, row) => ({
        cause: visionThing(hand[place]),
        weight: this.eyes.see(hand[place], caseCardAt(open, i, row)),
      }));
      return { action: pointAction(i, a, b, c), value: this.fit, pulls };
    });
  }
}
