import type { Action, Agent, ViewOf } from '../../engine/kernel/agent.ts';
import type { Explanation } from '../../engine/kernel/explanation.ts';
import { flag, real, whole } from '../../engine/kernel/params.ts';
import type { ValuesOf } from '../../engine/kernel/params.ts';
import type { Rng } from '../../engine/kernel/rng.ts';
import { KEEP, deliverAction, redrawAction } from '../../engine/mysterium/actions.ts';
import { NONE, ROWS, largestDelivery } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import { eyesParams } from '../eyes.ts';
import type { Eyes } from '../eyes.ts';
import { nthBit } from './candidates.ts';
import { explainContrast } from './contrast-reasons.ts';
import { FinalePlan } from './finale-plan.ts';
import { Gaps } from './gaps.ts';
import { SharedHand } from './shared-hand.ts';

export const contrastGhostParams = {
  ...eyesParams,
  margin: real(0, 5, 0.3, 'how much a further vision must widen the gap to the best rival to be given'),
  maxCards: whole(1, 7, 4, 'most visions given to one psychic at once'),
  rivalWeight: real(0, 2, 1, 'how much a rival card counts against a vision that suggests it; 0 only matches'),
  crowThreshold: real(-5, 10, 1, 'uses a crow where the best gap to be had is below this'),
  crowThrift: real(0, 10, 1, 'lowers the crow threshold where crows do not come back'),
  retained: flag(true, 'whether visions given before count in the gap'),
};

type View = ViewOf<Mysterium, 'ghost'>;

/**
 * Gives what tells the psychic's card from the best rival still on the table: visions are added one by one while each widens
 * the gap between the target's summed affinity and its nearest rival's. Serves in seat order, so the order says nothing; of a hand that
 * is not filled in between, what others need more is kept for them.
 */
export class ContrastGhost implements Agent<View> {
  private readonly gaps: Gaps;
  private readonly finale: FinalePlan;
  private readonly shared: SharedHand;
  /** The gap that the visions chosen by `serve` open. */
  private gap = Number.NEGATIVE_INFINITY;
  /** Where crows come back and where they do not. */
  private readonly threshold: readonly [number, number];

  constructor(
    private readonly params: ValuesOf<typeof contrastGhostParams>,
    private readonly eyes: Eyes,
  ) {
    this.gaps = new Gaps(eyes, params.rivalWeight);
    this.finale = new FinalePlan(eyes, params.rivalWeight);
    this.shared = new SharedHand(this.gaps);
    this.threshold = [params.crowThreshold, params.crowThreshold - params.crowThrift];
  }

  readonly reset = (own: Rng, group: Rng): void => this.eyes.reset(own, group);

  readonly explain = (view: View): Explanation =>
    explainContrast(view, {
      eyes: this.eyes,
      gaps: this.gaps,
      finale: this.finale,
      kept: view.open.phase === 'deliver' ? this.shared.kept(view, this.params.retained) : 0,
      threshold: this.threshold[view.open.config.crowsReturn ? 0 : 1],
      params: this.params,
    });

  readonly choose = (view: View): Action => {
    switch (view.open.phase) {
      case 'close':
        return this.close(view);
      case 'point':
        return this.point(view);
      default:
        return this.deliver(view);
    }
  };

  private deliver(view: View): Action {
    const { open } = view;
    const p = nthBit(open.unfinished & ~open.served, 0);
    const mask = this.serve(view, p, largestDelivery(open), this.shared.kept(view, this.params.retained));
    if (open.crowsLeft === 0 || this.gap >= this.threshold[open.config.crowsReturn ? 0 : 1])
      return deliverAction(p, mask);
    const useless = this.useless(view, open.unfinished & ~open.served, p);
    return useless === 0 ? deliverAction(p, mask) : redrawAction(useless);
  }

  /** A crow that would be lost is spent on what helps nobody next round. */
  private close(view: View): Action {
    const { open } = view;
    if (!open.config.crowsReturn || open.unfinished === 0) return KEEP;
    const useless = this.useless(view, open.unfinished, NONE);
    return useless === 0 ? KEEP : redrawAction(useless);
  }

  private point(view: View): Action {
    const { open } = view;
    const { finale } = this;
    finale.plan(view);
    const falls = finale.gap < ROWS * this.threshold[open.config.crowsReturn ? 0 : 1];
    return open.crowsLeft > 0 && falls && finale.unused !== 0 ? redrawAction(finale.unused) : finale.action;
  }

  /** Hand positions whose vision alone tells no psychic of the mask `waiting` enough; `looked` is whom the ghost looked for just now. */
  private useless(view: View, waiting: number, looked: number): number {
    const { open } = view;
    let useful = 0;
    for (let rest = waiting; rest !== 0; rest &= rest - 1) {
      const p = nthBit(rest, 0);
      if (p === looked) this.gaps.lookAlone();
      else this.gaps.look(view, p, false);
      for (let i = 0; i < open.handCount; i++) {
        if (this.gaps.lead[i] >= this.threshold[open.config.crowsReturn ? 0 : 1]) useful |= 1 << i;
      }
    }
    return ((1 << open.handCount) - 1) & ~useful;
  }

  /** The hand positions, a mask, of the visions to give psychic `p`, none of the mask `kept`; sets `gap`. */
  private serve(view: View, p: number, most: number, kept: number): number {
    this.gaps.look(view, p, this.params.retained);
    this.gap = Number.NEGATIVE_INFINITY;
    let mask = 0;
    for (let given = 0; given < most && given < this.params.maxCards; given++) {
      const best = this.bestBeside(mask, kept, view.open.handCount);
      if (best < 0) break;
      mask |= 1 << best;
      this.gap = this.gaps.lead[best];
      this.gaps.add(best);
    }
    return mask;
  }

  /** The hand position, outside `mask` and `kept`, whose vision widens the gap most, and by `margin` at least after the first; -1 for none. */
  private bestBeside(mask: number, kept: number, handCount: number): number {
    const { lead } = this.gaps;
    let best = -1;
    let widest = mask === 0 ? this.gap : this.gap + this.params.margin;
    for (let i = 0; i < handCount; i++) {
      if (((mask | kept) >> i) & 1 || lead[i] <= widest) continue;
      widest = lead[i];
      best = i;
    }
    return best;
  }
}
