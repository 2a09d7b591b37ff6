import type { ViewOf } from '../../engine/kernel/agent.ts';
import { HAND, ROWS, mostGiven } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { MOST_COLUMNS, candidates, cardAt, nthBit } from './candidates.ts';

/**
 * How far each vision of the ghost's hand sets one psychic's card apart from its best rival. Results stand in arrays: a number
 * that a method hands back may have to be allocated.
 */
export class Gaps {
  /** By hand position: the target's lead over its best rival if that vision came on top of those added so far. */
  readonly lead = new Float64Array(HAND);
  /** Columns that may be the card: the target's first, then its rivals'. */
  private readonly cols = new Int32Array(MOST_COLUMNS);
  private options = 0;
  /** Affinity of hand position i to the card at cols[j], at i * MOST_COLUMNS + j; and the sums over what the psychic has or gets. */
  private readonly seen = new Float64Array(HAND * MOST_COLUMNS);
  private readonly sum = new Float64Array(MOST_COLUMNS);
  private handCount = 0;

  constructor(
    private readonly eyes: Eyes,
    private readonly rivalWeight: number,
  ) {}

  /** Looks at the hand for psychic `p`; with `retained` the visions before it count too. */
  look(view: ViewOf<Mysterium, 'ghost'>, p: number, retained: boolean): void {
    const { open, own } = view;
    this.list(candidates(open, p), own.target[p * ROWS + open.stage[p]]);
    this.handCount = open.handCount;
    this.sum.fill(0);
    const shelf = p * mostGiven(open.config);
    const from = retained ? open.stageStart[p] : open.givenCount[p];
    for (let j = 0; j < this.options; j++) {
      const card = cardAt(open, p, this.cols[j]);
      for (let i = 0; i < this.handCount; i++) this.eyes.write(this.seen, i * MOST_COLUMNS + j, own.hand[i], card);
      for (let k = from; k < open.givenCount[p]; k++) this.eyes.addTo(this.sum, j, open.given[shelf + k], card);
    }
    this.weigh();
  }

  /** Looks again for the same psychic at the same hand, as if nothing lay before it and nothing had been added. */
  lookAlone(): void {
    this.sum.fill(0);
    this.weigh();
  }

  /** Adds the vision at hand position `i` to the sums. */
  add(i: number): void {
    for (let j = 0; j < this.options; j++) this.sum[j] += this.seen[i * MOST_COLUMNS + j];
    this.weigh();
  }

  /** The column of the best rival if the vision at hand position `i` came on top of those added so far; -1 where none is left. */
  rivalBeside(i: number): number {
    let rival = -1;
    let most = -Infinity;
    for (let j = 1; j < this.options; j++) {
      const fit = this.sum[j] + this.seen[i * MOST_COLUMNS + j];
      if (fit <= most) continue;
      most = fit;
      rival = this.cols[j];
    }
    return rival;
  }

  private list(field: number, hit: number): void {
    this.cols[0] = hit;
    this.options = 1;
    for (let rest = field & ~(1 << hit); rest !== 0; rest &= rest - 1) this.cols[this.options++] = nthBit(rest, 0);
  }

  private weigh(): void {
    for (let i = 0; i < this.handCount; i++) {
      const from = i * MOST_COLUMNS;
      let rival = -Infinity;
      for (let j = 1; j < this.options; j++) {
        const fit = this.sum[j] + this.seen[from + j];
        if (fit > rival) rival = fit;
      }
      const own = this.sum[0] + this.seen[from];
      this.lead[i] = this.options === 1 ? own : own - this.rivalWeight * rival;
    }
  }
}
