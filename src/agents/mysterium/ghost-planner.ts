import type { Action, Agent, ViewOf } from '../../engine/kernel/agent.ts';
import { bitCount } from '../../engine/kernel/cards.ts';
import type { Explanation } from '../../engine/kernel/explanation.ts';
import { real, whole } from '../../engine/kernel/params.ts';
import type { ValuesOf } from '../../engine/kernel/params.ts';
import type { Rng } from '../../engine/kernel/rng.ts';
import { KEEP, deliverAction, redrawAction } from '../../engine/mysterium/actions.ts';
import { HAND, largestDelivery } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import { eyesParams } from '../eyes.ts';
import type { Eyes } from '../eyes.ts';
import { presets } from '../presets.ts';
import { nthBit } from './candidates.ts';
import { FinaleForecast } from './finale-forecast.ts';
import { explainPlanner } from './planner-reasons.ts';
import { Prospects } from './prospects.ts';

export const plannerGhostParams = {
  ...eyesParams,
  psychicBlur: real(0, 5, presets.named[presets.usual].psychicBlur, 'the blur of the psychics it imagines'),
  psychicTemperature: real(0.1, 10, 1, 'how unsure it thinks the psychics are; above 1 it counts less on them', 'log'),
  pace: real(0.05, 0.95, 0.45, 'how often it thinks a guess is right, where it looks ahead to the deadline'),
  hurry: real(0, 1, 1, 'how much it minds who may run out of time; 0 serves all alike'),
  reserve: real(0, 5, 0.25, 'how much it spares visions that another psychic could use'),
  maxCards: whole(1, 7, 7, 'most visions given to one psychic at once'),
  crowThreshold: real(
    -1,
    10,
    0.02,
    'uses a crow where fresh visions would add more than this to the hope of all, in nats',
  ),
  crowThrift: real(
    0,
    10,
    1,
    'raises the threshold where crows do not come back: for the last crow by this in the first round, by less later',
  ),
};

type View = ViewOf<Mysterium, 'ghost'>;

/**
 * Serves all psychics together by what it expects each of them to find: first those for whom the hand is as good as a fresh one would
 * be, since what is given is replaced; to each the set of visions that raises its hope to finish in time the most. A crow is worth what
 * fresh visions are expected to add. The finale is planned by the votes to be expected.
 */
export class PlannerGhost implements Agent<View> {
  readonly prospects: Prospects;
  readonly finale: FinaleForecast;

  constructor(
    private readonly params: ValuesOf<typeof plannerGhostParams>,
    private readonly eyes: Eyes,
  ) {
    this.prospects = new Prospects(eyes, params);
    this.finale = new FinaleForecast(eyes, params);
  }

  readonly reset = (own: Rng, group: Rng): void => this.eyes.reset(own, group);

  readonly explain = (view: View): Explanation =>
    explainPlanner(view, this.choose(view), {
      eyes: this.eyes,
      prospects: this.prospects,
      finale: this.finale,
      most: Math.min(this.params.maxCards, largestDelivery(view.open)),
      reserve: this.params.reserve,
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
    const waiting = open.unfinished & ~open.served;
    this.plan(view, waiting);
    const spare = this.spare(open.handCount, waiting);
    if (open.crowsLeft > 0 && spare !== 0 && this.wantsCrow(view, waiting, spare)) return redrawAction(spare);
    const p = this.first(waiting);
    return deliverAction(p, this.prospects.set[p]);
  }

  /** A crow that would be lost is spent on what helps nobody next round. */
  private close(view: View): Action {
    const { open } = view;
    if (!open.config.crowsReturn || open.unfinished === 0) return KEEP;
    this.plan(view, open.unfinished);
    const spare = this.spare(open.handCount, open.unfinished);
    return spare === 0 ? KEEP : redrawAction(spare);
  }

  /** What is left of the hand can always be exchanged: the best three stay. */
  private point(view: View): Action {
    const { open } = view;
    this.finale.plan(view);
    return open.crowsLeft > 0 && this.finale.unused !== 0 ? redrawAction(this.finale.unused) : this.finale.action;
  }

  /** Finds the best set for each psychic of the mask `waiting`, where it pays for visions that others could use. */
  private plan(view: View, waiting: number): void {
    const { open } = view;
    const { prospects } = this;
    const most = Math.min(this.params.maxCards, largestDelivery(open));
    for (let rest = waiting; rest !== 0; rest &= rest - 1) prospects.look(view, nthBit(rest, 0));
    for (let rest = waiting; rest !== 0; rest &= rest - 1) {
      const p = nthBit(rest, 0);
      for (let i = 0; i < open.handCount; i++) {
        let missed = 0;
        for (let others = waiting & ~(1 << p); others !== 0; others &= others - 1) {
          const gain = prospects.gain[nthBit(others, 0) * HAND + i];
          if (gain > missed) missed = gain;
        }
        prospects.price[i] = this.params.reserve * missed;
      }
      prospects.serve(p, open.handCount, most);
    }
  }

  /** The psychic of `waiting` that has least to gain from fresh visions. */
  private first(waiting: number): number {
    const { worth, fresh } = this.prospects;
    let first = nthBit(waiting, 0);
    for (let rest = waiting; rest !== 0; rest &= rest - 1) {
      const p = nthBit(rest, 0);
      if (worth[p] - fresh[p] > worth[first] - fresh[first]) first = p;
    }
    return first;
  }

  /** Hand positions that are in no psychic's set, a mask. */
  private spare(handCount: number, waiting: number): number {
    let used = 0;
    for (let rest = waiting; rest !== 0; rest &= rest - 1) used |= this.prospects.set[nthBit(rest, 0)];
    return ((1 << handCount) - 1) & ~used;
  }

  private wantsCrow({ open }: View, waiting: number, spare: number): boolean {
    const { crowsReturn, rounds } = open.config;
    if (crowsReturn && bitCount(waiting) === 1) return true; // else it is lost
    const { worth, fresh } = this.prospects;
    let short = 0;
    for (let rest = waiting; rest !== 0; rest &= rest - 1) {
      const p = nthBit(rest, 0);
      if (fresh[p] > worth[p]) short += fresh[p] - worth[p];
    }
    const thrift = crowsReturn ? 0 : (this.params.crowThrift * (rounds - open.round)) / (rounds * open.crowsLeft);
    return (short * bitCount(spare)) / HAND > this.params.crowThreshold + thrift;
  }
}
