import type { ViewOf } from '../../engine/kernel/agent.ts';
import { HAND, ROWS, mostGiven } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { MOST_COLUMNS, candidates, cardAt } from './candidates.ts';

/**
 * How far each vision of the ghost's hand sets one psychic's card apart from its best rival. Results stand in arrays: a number
 * that a method hands back may have to be allocated.
 */
export class Gaps {
  /** By hand position: the target's lead over its best rival if that vision came on top of those added so far. */
  readonly lead = new Float64Array(HAND);
  /** Affinity of hand position i to column col, at i * MOST_COLUMNS + col; and the sums over what the psychic has or gets. */
  private readonly seen = new Float64Array(HAND * MOST_COLUMNS);
  private readonly sum = new Float64Array(MOST_COLUMNS);
  private field = 0;
  private hit = 0;
  private width = 0;
  private handCount = 0;

  constructor(
    private readonly eyes: Eyes,
    private readonly rivalWeight: number,
  ) {}

  /** Looks at the hand for psychic `p`; with `retained` the visions before it count too. */
  look(view: ViewOf<Mysterium, 'ghost'>, p: number, retained: boolean): void {
    const { open, own } = view;
    this.field = candidates(open, p);
    this.hit = own.target[p * ROWS + open.stage[p]];
    this.width = open.config.width;
    this.handCount = open.handCount;
    this.sum.fill(0);
    const shelf = p * mostGiven(open.config);
    const from = retained ? open.stageStart[p] : open.givenCount[p];
    for (let col = 0; col < this.width; col++) {
      if (!((this.field >> col) & 1)) continue;
      const card = cardAt(open, p, col);
      for (let i = 0; i < this.handCount; i++) this.eyes.write(this.seen, i * MOST_COLUMNS + col, own.hand[i], card);
      for (let k = from; k < open.givenCount[p]; k++) this.eyes.addTo(this.sum, col, open.given[shelf + k], card);
    }
    this.weigh();
  }

  /** Adds the vision at hand position `i` to the sums. */
  add(i: number): void {
    for (let col = 0; col < this.width; col++) this.sum[col] += this.seen[i * MOST_COLUMNS + col];
    this.weigh();
  }

  /** The column of the best rival if the vision at hand position `i` came on top of those added so far; -1 where none is left. */
  rivalBeside(i: number): number {
    let rival = -1;
    let most = -Infinity;
    for (let col = 0; col < this.width; col++) {
      if (col === this.hit || !((this.field >> col) & 1)) continue;
      const fit = this.sum[col] + this.seen[i * MOST_COLUMNS + col];
      if (fit <= most) continue;
      most = fit;
      rival = col;
    }
    return rival;
  }

  private weigh(): void {
    for (let i = 0; i < this.handCount; i++) {
      const from = i * MOST_COLUMNS;
      let rival = -Infinity;
      for (let col = 0; col < this.width; col++) {
        if (col === this.hit || !((this.field >> col) & 1)) continue;
        const fit = this.sum[col] + this.seen[from + col];
        if (fit > rival) rival = fit;
      }
      const own = this.sum[this.hit] + this.seen[from + this.hit];
      this.lead[i] = rival === -Infinity ? own : own - this.rivalWeight * rival;
    }
  }
}
