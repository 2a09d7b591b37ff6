import type { Action, Agent, ViewOf } from '../../engine/kernel/agent.ts';
import type { Explanation } from '../../engine/kernel/explanation.ts';
import { bitCount } from '../../engine/kernel/cards.ts';
import { KEEP, deliverAction, pointAction, redrawAction } from '../../engine/mysterium/actions.ts';
import { ROWS, answerOf, bandOf, largestDelivery } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import { MOST_PSYCHICS, candidates, nthBit } from './candidates.ts';
import { caseFor, signOf, columnFor } from './convention.ts';
import { byRule, settled } from './reasons.ts';

type View = ViewOf<Mysterium, 'ghost'>;
type Open = View['open'];

/** The orders in which three visions can be turned up. */
const ORDERS = [0, 1, 2].flatMap((a) => [0, 1, 2].filter((b) => b !== a).map((b) => [a, b, 3 - a - b] as const));

/**
 * The ceiling, which no fair ghost may play: the subset of its hand spells the card in a code agreed beforehand (rules, A.15:
 * 127 subsets against at most 9 cards). It shows that meaning, not bandwidth, limits the game.
 */
export class ConventionGhost implements Agent<View> {
  private readonly tally = new Int32Array(MOST_PSYCHICS);
  /** The case read off one, two and three revealed visions, and each psychic's vote. */
  private readonly read = new Int32Array(ROWS);
  private readonly votes = new Int32Array(MOST_PSYCHICS);
  private readonly chosen = new Int32Array(ROWS);

  readonly choose = (view: View): Action => {
    switch (view.open.phase) {
      case 'close':
        return KEEP;
      case 'point':
        return this.point(view);
      default:
        return this.deliver(view);
    }
  };

  readonly explain = (view: View): Explanation =>
    byRule(
      [settled(this.choose(view))],
      [
        view.open.phase === 'close'
          ? 'Any hand will do to spell a card'
          : 'It spells the card in a code agreed beforehand, whatever the pictures show',
      ],
    );

  private deliver({ open, own }: View): Action {
    const p = nthBit(open.unfinished & ~open.served, 0);
    const field = candidates(open, p);
    const hit = own.target[p * ROWS + open.stage[p]];
    const most = largestDelivery(open);
    for (let mask = 1; mask < 1 << open.handCount; mask++) {
      if (bitCount(mask) > most) continue;
      let code = 0;
      for (let i = 0; i < open.handCount; i++) if ((mask >> i) & 1) code += signOf(own.hand[i]);
      if (columnFor(code, field) === hit) return deliverAction(p, mask);
    }
    return open.crowsLeft > 0 ? redrawAction((1 << open.handCount) - 1) : deliverAction(p, 1);
  }

  /** The three visions after which the psychics name one same case in most of the six orders; a new hand where that is not all of them. */
  private point({ open, own }: View): Action {
    let action = 0;
    let most = 0;
    const { chosen } = this;
    for (chosen[0] = 0; chosen[0] < open.handCount; chosen[0]++) {
      for (chosen[1] = chosen[0] + 1; chosen[1] < open.handCount; chosen[1]++) {
        for (chosen[2] = chosen[1] + 1; chosen[2] < open.handCount; chosen[2]++) {
          this.tally.fill(0);
          for (const order of ORDERS) this.tally[this.answer(open, own.hand, order)]++;
          for (let i = 0; i < open.cases; i++) {
            if (this.tally[i] <= most) continue;
            most = this.tally[i];
            action = pointAction(i, chosen[0], chosen[1], chosen[2]);
          }
        }
      }
    }
    if (most < ORDERS.length && open.crowsLeft > 0) return redrawAction((1 << open.handCount) - 1);
    return action;
  }

  /** What the psychics will answer if the chosen visions are turned up in this order. */
  private answer(open: Open, hand: View['own']['hand'], order: (typeof ORDERS)[number]): number {
    let code = 0;
    for (let k = 0; k < ROWS; k++) {
      code += signOf(hand[this.chosen[order[k]]]);
      this.read[k] = caseFor(code, open.cases);
    }
    if (open.config.finaleSight === 'all') return this.read[ROWS - 1];
    for (let p = 0; p < open.config.psychics; p++) this.votes[p] = this.read[bandOf(open.config, open.level[p])];
    return answerOf(open, this.votes);
  }
}
