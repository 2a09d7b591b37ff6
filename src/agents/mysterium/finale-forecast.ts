import type { Action, ViewOf } from '../../engine/kernel/agent.ts';
import { pointAction } from '../../engine/mysterium/actions.ts';
import { HAND, ROWS, bandOf, sharesVote } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { MOST_PSYCHICS, caseCardAt, nthBit } from './candidates.ts';
import { VoteForecast } from './vote-forecast.ts';

type View = ViewOf<Mysterium, 'ghost'>;

/** Sets of hand positions, a mask each. */
const SETS = 1 << HAND;

/**
 * Plans the finale: the case and the three visions by which the psychics most likely name it. Which vision stands for which category
 * tells the psychics nothing, since all are turned up alike, so sets of visions are weighed: what those who see one, two or all three
 * of them will believe of each case (see `CaseVote`), and what votes of such beliefs come to.
 */
export class FinaleForecast {
  /** The best plan found by the last `plan`: as an action, and the hand positions it leaves. */
  action: Action = 0;
  unused = 0;
  /** The best chance to win with each case, and by which set. */
  readonly win = new Float64Array(MOST_PSYCHICS);
  readonly set = new Int32Array(MOST_PSYCHICS);
  /** How many nats the vision at a hand position speaks for a case's card of a row, exponentiated, at (place * MOST_PSYCHICS + case) * ROWS + row. */
  private readonly fit = new Float64Array(HAND * MOST_PSYCHICS * ROWS);
  /** Share of belief that a set of one to three visions gives each case, at set * MOST_PSYCHICS + case. */
  readonly belief = new Float64Array(SETS * MOST_PSYCHICS);
  private readonly votes = new VoteForecast();
  private readonly sharpness: number;
  /** Whether the psychics name one case together. */
  private together = false;

  constructor(
    private readonly eyes: Eyes,
    imagined: { readonly blur: number; readonly psychicBlur: number; readonly psychicTemperature: number },
  ) {
    const own = imagined.blur ** 2;
    const spread = Math.sqrt(own / (1 + own) + imagined.psychicBlur ** 2 + 0.05);
    // Half of what would hold for a single comparison: a case's belief sums over several cards, whose noise adds up. By playing.
    this.sharpness = 0.64 / ((1 + own) * spread * imagined.psychicTemperature);
  }

  plan(view: View): void {
    const { open } = view;
    this.look(view);
    this.believe(open.handCount, open.cases);
    this.win.fill(-1);
    this.votes.seat(open);
    this.together = sharesVote(open.config) || open.config.persons === 1;
    for (let a = 0; a < open.handCount; a++) {
      for (let b = a + 1; b < open.handCount; b++) {
        for (let c = b + 1; c < open.handCount; c++) this.consider(open, a, b, c);
      }
    }
    let best = 0;
    for (let i = 1; i < open.cases; i++) if (this.win[i] > this.win[best]) best = i;
    const places = this.set[best];
    this.action = pointAction(best, nthBit(places, 0), nthBit(places, 1), nthBit(places, 2));
    this.unused = ((1 << open.handCount) - 1) & ~places;
  }

  private look({ open, own }: View): void {
    for (let place = 0; place < open.handCount; place++) {
      for (let i = 0; i < open.cases; i++) {
        for (let row = 0; row < ROWS; row++) {
          const at = (place * MOST_PSYCHICS + i) * ROWS + row;
          this.eyes.write(this.fit, at, own.hand[place], caseCardAt(open, i, row));
          this.fit[at] = Math.exp(this.sharpness * this.fit[at]);
        }
      }
    }
  }

  /** Fills `belief` for all sets of one to three visions: over all ways to match visions with categories. */
  private believe(handCount: number, cases: number): void {
    const { fit, belief } = this;
    for (let a = 0; a < handCount; a++) {
      for (let i = 0; i < cases; i++) {
        const atA = (a * MOST_PSYCHICS + i) * ROWS;
        belief[(1 << a) * MOST_PSYCHICS + i] = fit[atA] + fit[atA + 1] + fit[atA + 2];
      }
      this.share(1 << a, cases);
      for (let b = a + 1; b < handCount; b++) {
        const pair = (1 << a) | (1 << b);
        for (let i = 0; i < cases; i++) {
          const atA = (a * MOST_PSYCHICS + i) * ROWS;
          const atB = (b * MOST_PSYCHICS + i) * ROWS;
          let sum = 0;
          for (let row = 0; row < ROWS; row++)
            sum += fit[atA + row] * (fit[atB + ((row + 1) % ROWS)] + fit[atB + ((row + 2) % ROWS)]);
          belief[pair * MOST_PSYCHICS + i] = sum;
        }
        this.share(pair, cases);
        for (let c = b + 1; c < handCount; c++) {
          for (let i = 0; i < cases; i++) {
            const atA = (a * MOST_PSYCHICS + i) * ROWS;
            const atB = (b * MOST_PSYCHICS + i) * ROWS;
            const atC = (c * MOST_PSYCHICS + i) * ROWS;
            let sum = 0;
            for (let row = 0; row < ROWS; row++) {
              const next = (row + 1) % ROWS;
              const last = (row + 2) % ROWS;
              sum += fit[atA + row] * (fit[atB + next] * fit[atC + last] + fit[atB + last] * fit[atC + next]);
            }
            belief[(pair | (1 << c)) * MOST_PSYCHICS + i] = sum;
          }
          this.share(pair | (1 << c), cases);
        }
      }
    }
  }

  private share(set: number, cases: number): void {
    const at = set * MOST_PSYCHICS;
    let total = 0;
    for (let i = 0; i < cases; i++) total += this.belief[at + i];
    for (let i = 0; i < cases; i++) this.belief[at + i] /= total;
  }

  /** The visions at three hand positions, for every case; each order of turning them up is equally likely. */
  private consider({ config, cases, level }: View['open'], a: number, b: number, c: number): void {
    const { belief, votes } = this;
    const one = 1 << a;
    const two = 1 << b;
    const three = 1 << c;
    const set = one | two | three;
    for (let i = 0; i < cases; i++) {
      const all = belief[set * MOST_PSYCHICS + i];
      const single =
        belief[one * MOST_PSYCHICS + i] + belief[two * MOST_PSYCHICS + i] + belief[three * MOST_PSYCHICS + i];
      const pair =
        belief[(one | two) * MOST_PSYCHICS + i] +
        belief[(one | three) * MOST_PSYCHICS + i] +
        belief[(two | three) * MOST_PSYCHICS + i];
      for (let p = 0; p < config.psychics; p++) {
        const band = config.finaleSight === 'all' ? 2 : bandOf(config, level[p]);
        votes.chance[p] = band === 0 ? single / 3 : band === 1 ? pair / 3 : all;
      }
      let win = all;
      if (!this.together) {
        votes.count(config.psychics, cases);
        win = votes.win;
      }
      if (win <= this.win[i]) continue;
      this.win[i] = win;
      this.set[i] = set;
    }
  }
}
