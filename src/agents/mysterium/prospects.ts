import type { ViewOf } from '../../engine/kernel/agent.ts';
import { Sfc32 } from '../../engine/kernel/rng.ts';
import { HAND, ROUNDS, ROWS, mostGiven } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { MOST_COLUMNS, MOST_PSYCHICS, candidates, cardAt } from './candidates.ts';
import { Deadline } from './deadline.ts';

/** Every round's whole hand at most: what one psychic can have before it. */
const MOST_VISIONS = ROUNDS * HAND + 1;
/** Hands that are dealt to learn what a fresh one is worth. */
const FRESH_HANDS = 200;

/** Whom a ghost imagines, and how much it minds the deadline. */
export interface Imagined {
  readonly blur: number;
  readonly psychicBlur: number;
  readonly psychicTemperature: number;
  readonly pace: number;
  readonly hurry: number;
}

/**
 * What a ghost expects of each psychic if it gave it these visions or those.
 *
 * It sees what it sees, a + noise of its own; a psychic sees a + other noise. So of a lead in its own eyes the share 1 / (1 + blur^2)
 * is left to expect, and around that the psychic's sum of m visions spreads by its noise and by what the ghost cannot know, growing with
 * the square root of m. The largest of such sums falls on the target with about the chance of a softmax (normal noise of deviation s has
 * the spread of Gumbel noise of scale s / 1.28).
 *
 * Rivals that other psychics may be seeking are not told apart from others. Results stand in arrays: a number that a method hands back
 * may have to be allocated.
 */
export class Prospects {
  /** By psychic: candidates, visions before it, the best set found as a mask of hand positions, and what that is worth. */
  readonly options = new Int32Array(MOST_PSYCHICS);
  readonly retained = new Int32Array(MOST_PSYCHICS);
  readonly set = new Int32Array(MOST_PSYCHICS);
  readonly worth = new Float64Array(MOST_PSYCHICS);
  /** By psychic: the chance that it finds its card with `set`, and what a hand of fresh visions would be worth. */
  readonly chance = new Float64Array(MOST_PSYCHICS);
  readonly fresh = new Float64Array(MOST_PSYCHICS);
  /** What the vision at hand position i alone adds to psychic p's worth, at p * HAND + i. */
  readonly gain = new Float64Array(MOST_PSYCHICS * HAND);
  /** What psychic p's hope would be worth with that vision alone on top of those before it, at the same place. */
  private readonly alone = new Float64Array(MOST_PSYCHICS * HAND);
  /** What giving the vision at a hand position costs the others; written by the caller. */
  readonly price = new Float64Array(HAND);

  /**
   * What the ghost sees of psychic p's candidates, its target at place 0 and the others after it: of the visions before p, added up, at
   * p * MOST_COLUMNS + place; of those in the hand at (p * HAND + i) * MOST_COLUMNS + place.
   */
  private readonly before = new Float64Array(MOST_PSYCHICS * MOST_COLUMNS);
  private readonly inHand = new Float64Array(MOST_PSYCHICS * HAND * MOST_COLUMNS);
  private readonly sum = new Float64Array(MOST_COLUMNS);
  /** By how many visions a sum is made of: nats that a standard deviation of it speaks. */
  readonly sharpness = new Float64Array(MOST_VISIONS);
  /** By psychic: what a wrong guess leaves of its hope. */
  private readonly leftOver = new Float64Array(MOST_PSYCHICS);
  private readonly deadline: Deadline;
  /** By number of candidates: lead over the rivals' mean that the best set of a fresh hand has, and how many visions it is. */
  private readonly freshLead = new Float64Array(MOST_COLUMNS);
  private readonly freshSize = new Int32Array(MOST_COLUMNS);
  /** What `weigh` found for `sum`. */
  private value = 0;
  private found = 0;

  constructor(
    private readonly eyes: Eyes,
    private readonly imagined: Imagined,
  ) {
    this.deadline = new Deadline(imagined.pace, ROUNDS);
    const own = imagined.blur ** 2;
    // Psychics who talk see about as clearly as two.
    const spread = Math.sqrt(own / (1 + own) + imagined.psychicBlur ** 2 / 2 + 0.05);
    const scale = 1.28 / ((1 + own) * spread * imagined.psychicTemperature);
    for (let m = 1; m < MOST_VISIONS; m++) this.sharpness[m] = scale / Math.sqrt(m);
    this.dealFreshHands(Math.sqrt(1 + own));
  }

  /** Learns what the best set of a fresh hand is like, from hands whose associations have this standard deviation. */
  private dealFreshHands(deviation: number): void {
    const rng = new Sfc32(1);
    // Irwin and Hall: six uniform draws have variance 1/2.
    const draw = (): number =>
      deviation * Math.SQRT2 * (rng.unit() + rng.unit() + rng.unit() + rng.unit() + rng.unit() + rng.unit() - 3);
    for (let n = 2; n < 10; n++) {
      let lead = 0;
      let size = 0;
      this.options[0] = n;
      for (let hand = 0; hand < FRESH_HANDS; hand++) {
        for (let i = 0; i < HAND; i++) for (let j = 0; j < n; j++) this.inHand[i * MOST_COLUMNS + j] = draw();
        this.weighEach(0, HAND);
        this.serve(0, HAND, HAND);
        for (let i = 0; i < HAND; i++) {
          if (!((this.set[0] >> i) & 1)) continue;
          size++;
          for (let j = 1; j < n; j++)
            lead += (this.inHand[i * MOST_COLUMNS] - this.inHand[i * MOST_COLUMNS + j]) / (n - 1);
        }
      }
      this.freshLead[n] = lead / FRESH_HANDS;
      this.freshSize[n] = Math.max(1, Math.round(size / FRESH_HANDS));
    }
  }

  /** Looks at the hand for psychic `p`: fills `gain` and `fresh`. */
  look(view: ViewOf<Mysterium, 'ghost'>, p: number): void {
    const { open } = view;
    this.see(view, p);
    const left = this.deadline.leftOver(open.stage[p], open.config.rounds - open.round);
    this.leftOver[p] = 0.5 + (left - 0.5) * this.imagined.hurry;
    const row = p * MOST_COLUMNS;
    const n = this.options[p];
    const m = this.retained[p];
    this.weighEach(p, open.handCount);
    for (let j = 0; j < n; j++) this.sum[j] = this.before[row + j];
    this.sum[0] += this.freshLead[n];
    this.weigh(p, m + this.freshSize[n]);
    this.fresh[p] = this.value;
  }

  /** Fills what the visions of the hand are worth to psychic `p` one by one. */
  private weighEach(p: number, handCount: number): void {
    const n = this.options[p];
    const row = p * MOST_COLUMNS;
    for (let j = 0; j < n; j++) this.sum[j] = this.before[row + j];
    this.weigh(p, Math.max(1, this.retained[p]));
    const without = this.value;
    for (let i = 0; i < handCount; i++) {
      this.weighBeside(p, i, 0);
      this.alone[p * HAND + i] = this.value;
      this.gain[p * HAND + i] = this.value - without;
    }
  }

  /**
   * The set of visions to give psychic `p`, at most `most`: one by one that which adds most to its worth less the prices, as long as
   * any does. Fills `set`, `worth` and `chance`; `worth` is before prices.
   */
  serve(p: number, handCount: number, most: number): void {
    const n = this.options[p];
    const row = p * MOST_COLUMNS;
    for (let j = 0; j < n; j++) this.sum[j] = this.before[row + j];
    let paid = 0;
    let net = -Infinity;
    let size = 0;
    this.set[p] = 0;
    for (; size < most; size++) {
      let best = -1;
      for (let i = 0; i < handCount; i++) {
        if ((this.set[p] >> i) & 1) continue;
        if (size === 0) this.value = this.alone[p * HAND + i];
        else this.weighBeside(p, i, size);
        if (this.value - paid - this.price[i] <= net) continue;
        net = this.value - paid - this.price[i];
        best = i;
      }
      if (best < 0) break;
      this.set[p] |= 1 << best;
      paid += this.price[best];
      const at = (p * HAND + best) * MOST_COLUMNS;
      for (let j = 0; j < n; j++) this.sum[j] += this.inHand[at + j];
    }
    this.weigh(p, this.retained[p] + size);
    this.worth[p] = this.value;
    this.chance[p] = this.found;
  }

  /** What psychic `p` would make of the `size` visions in `sum` and of that at hand position `i`. */
  private weighBeside(p: number, i: number, size: number): void {
    const n = this.options[p];
    const at = (p * HAND + i) * MOST_COLUMNS;
    for (let j = 0; j < n; j++) this.sum[j] += this.inHand[at + j];
    this.weigh(p, this.retained[p] + size + 1);
    for (let j = 0; j < n; j++) this.sum[j] -= this.inHand[at + j];
  }

  /** What the visions at the hand positions of `mask` would do for psychic `p`. Makes an object, so it is for explanations. */
  ofSet(p: number, mask: number): { readonly chance: number; readonly worth: number } {
    const { sum, before, inHand } = this;
    let m = this.retained[p];
    for (let j = 0; j < this.options[p]; j++) sum[j] = before[p * MOST_COLUMNS + j];
    for (let i = 0; i < HAND; i++) {
      if (!((mask >> i) & 1)) continue;
      m++;
      for (let j = 0; j < this.options[p]; j++) sum[j] += inHand[(p * HAND + i) * MOST_COLUMNS + j];
    }
    this.weigh(p, m);
    return { chance: this.found, worth: this.value };
  }

  private see({ open, own }: ViewOf<Mysterium, 'ghost'>, p: number): void {
    const field = candidates(open, p);
    const hit = own.target[p * ROWS + open.stage[p]];
    const shelf = p * mostGiven(open.config);
    let place = 0;
    for (let i = 0; i <= open.config.width; i++) {
      const col = i === 0 ? hit : i - 1;
      if ((i > 0 && col === hit) || !((field >> col) & 1)) continue;
      const card = cardAt(open, p, col);
      const at = p * MOST_COLUMNS + place;
      this.before[at] = 0;
      for (let k = open.stageStart[p]; k < open.givenCount[p]; k++)
        this.eyes.addTo(this.before, at, open.given[shelf + k], card);
      for (let h = 0; h < open.handCount; h++)
        this.eyes.write(this.inHand, (p * HAND + h) * MOST_COLUMNS + place, own.hand[h], card);
      place++;
    }
    this.options[p] = place;
    this.retained[p] = open.givenCount[p] - open.stageStart[p];
  }

  /** What `sum`, of `m` visions, is worth before psychic `p`: the logarithm of its hope, 0 where it is sure to find its card. */
  private weigh(p: number, m: number): void {
    const { sum } = this;
    const sharpness = this.sharpness[m];
    let rivals = 1;
    for (let j = 1; j < this.options[p]; j++) rivals += Math.exp(sharpness * (sum[j] - sum[0]));
    this.found = 1 / rivals;
    this.value = Math.log(this.found + (1 - this.found) * this.leftOver[p]);
  }
}
