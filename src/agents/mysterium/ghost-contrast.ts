import { bitCount } from '../../engine/kernel/cards.ts';
import type { Action, Agent, ViewOf } from '../../engine/kernel/agent.ts';
import { flag, real, whole } from '../../engine/kernel/params.ts';
import type { ValuesOf } from '../../engine/kernel/params.ts';
import type { Rng } from '../../engine/kernel/rng.ts';
import { HAND, KEEP, MASKS, REDRAW, ROWS, largestDelivery, mostGiven } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { eyesParams } from '../eyes.ts';
import { MOST_COLUMNS, candidates, cardAt, nthBit } from './candidates.ts';
import { FinalePlan } from './finale-plan.ts';

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
 * the gap between the target's summed affinity and its nearest rival's. Serves in seat order, so the order says nothing.
 */
export class ContrastGhost implements Agent<View> {
  /** Affinity of hand position i to column col, at i * MOST_COLUMNS + col; and the sums over what the psychic has or gets. */
  private readonly seen = new Float64Array(HAND * MOST_COLUMNS);
  private readonly sum = new Float64Array(MOST_COLUMNS);
  private readonly finale: FinalePlan;
  /** The gap that the visions chosen by `serve` open. */
  private gap = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly params: ValuesOf<typeof contrastGhostParams>,
    private readonly eyes: Eyes,
  ) {
    this.finale = new FinalePlan(eyes, params.rivalWeight);
  }

  readonly reset = (own: Rng, group: Rng): void => this.eyes.reset(own, group);

  readonly choose = (view: View): Action => {
    const { open } = view;
    switch (open.phase) {
      case 'close':
        return this.close(view);
      case 'point': {
        const gap = this.finale.plan(view);
        return open.crowsLeft > 0 && gap < ROWS * this.threshold(view) && this.finale.unused !== 0
          ? REDRAW + this.finale.unused
          : this.finale.action;
      }
      default:
        return this.deliver(view);
    }
  };

  private threshold({ open }: View): number {
    return this.params.crowThreshold - (open.config.crowsReturn ? 0 : this.params.crowThrift);
  }

  private deliver(view: View): Action {
    const { open } = view;
    const p = nthBit(open.unfinished & ~open.served, 0);
    const mask = this.serve(view, p, largestDelivery(open));
    if (open.crowsLeft === 0 || this.gap >= this.threshold(view)) return p * MASKS + mask;
    const useless = this.useless(view, open.unfinished & ~open.served);
    return useless === 0 ? p * MASKS + mask : REDRAW + useless;
  }

  /** A crow that would be lost is spent on what helps nobody next round. */
  private close(view: View): Action {
    const { open } = view;
    if (!open.config.crowsReturn || open.unfinished === 0) return KEEP;
    const useless = this.useless(view, open.unfinished);
    return useless === 0 ? KEEP : REDRAW + useless;
  }

  /** Hand positions whose vision alone tells no psychic of the mask `waiting` enough. */
  private useless(view: View, waiting: number): number {
    const { open } = view;
    const threshold = this.threshold(view);
    let useful = 0;
    for (let rest = waiting; rest !== 0; rest &= rest - 1) {
      const p = nthBit(rest, 0);
      const field = candidates(open, p);
      const hit = view.own.target[p * ROWS + open.stage[p]];
      this.look(view, p, field);
      for (let i = 0; i < open.handCount; i++) {
        this.sum.fill(0);
        if (this.gapWith(i, field, hit, open.config.width) >= threshold) useful |= 1 << i;
      }
    }
    return ((1 << open.handCount) - 1) & ~useful;
  }

  /** The hand positions, a mask, of the visions to give psychic `p`; sets `gap`. */
  private serve(view: View, p: number, most: number): number {
    const { open } = view;
    const field = candidates(open, p);
    const hit = view.own.target[p * ROWS + open.stage[p]];
    const { width } = open.config;
    this.look(view, p, field);
    this.recall(view, p, field);
    let mask = 0;
    this.gap = Number.NEGATIVE_INFINITY;
    while (bitCount(mask) < Math.min(this.params.maxCards, most)) {
      const best = this.bestBeside(mask, open.handCount, field, hit, width);
      if (best < 0) break;
      mask |= 1 << best;
      for (let col = 0; col < width; col++) this.sum[col] += this.seen[best * MOST_COLUMNS + col];
    }
    return mask;
  }

  /** The hand position, outside `mask`, whose vision widens the gap most, by `margin` at least; -1 for none. Sets `gap`. */
  private bestBeside(mask: number, handCount: number, field: number, hit: number, width: number): number {
    let best = -1;
    let widest = this.gap + (mask === 0 ? 0 : this.params.margin);
    for (let i = 0; i < handCount; i++) {
      if ((mask >> i) & 1) continue;
      const wider = this.gapWith(i, field, hit, width);
      if (wider <= widest) continue;
      widest = wider;
      best = i;
    }
    if (best >= 0) this.gap = widest;
    return best;
  }

  /** The target's lead over its best rival if the vision at hand position `i` came on top of the sums. */
  private gapWith(i: number, field: number, hit: number, width: number): number {
    const from = i * MOST_COLUMNS;
    let rival = -Infinity;
    for (let col = 0; col < width; col++) {
      if (col === hit || !((field >> col) & 1)) continue;
      const fit = this.sum[col] + this.seen[from + col];
      if (fit > rival) rival = fit;
    }
    const own = this.sum[hit] + this.seen[from + hit];
    return rival === -Infinity ? own : own - this.params.rivalWeight * rival;
  }

  private look({ open, own }: View, p: number, field: number): void {
    for (let col = 0; col < open.config.width; col++) {
      if (!((field >> col) & 1)) continue;
      const card = cardAt(open, p, col);
      for (let i = 0; i < open.handCount; i++) this.eyes.write(this.seen, i * MOST_COLUMNS + col, own.hand[i], card);
    }
  }

  /** Sums what the visions already before psychic `p` suggest. */
  private recall({ open }: View, p: number, field: number): void {
    this.sum.fill(0);
    if (!this.params.retained) return;
    const shelf = p * mostGiven(open.config);
    for (let col = 0; col < open.config.width; col++) {
      if (!((field >> col) & 1)) continue;
      const card = cardAt(open, p, col);
      for (let k = open.stageStart[p]; k < open.givenCount[p]; k++)
        this.eyes.addTo(this.sum, col, open.given[shelf + k], card);
    }
  }
}
