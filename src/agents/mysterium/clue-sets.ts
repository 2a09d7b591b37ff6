import type { ViewOf } from '../../engine/kernel/agent.ts';
import { bitCount } from '../../engine/kernel/cards.ts';
import { HAND, ROWS, mostGiven } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { ClueChance } from '../clue-chance.ts';
import type { Eyes } from '../eyes.ts';
import { MOST_COLUMNS, candidates, cardAt, nthBit } from './candidates.ts';

/** What a ghost knows of a delivery before it is made, as the columns of clues.csv call it. */
export const CLUE_FEATURES = [
  'round',
  'candidates',
  'given',
  'retained',
  'served_as',
  'target_fit',
  'margin',
  'retained_margin',
] as const;

/** The feature that says most by itself. */
export const PLAIN_FEATURE = 'retained_margin';

const SETS = 1 << HAND;

/** What a clue model says of every set of visions that a psychic could be given. */
export class ClueSets {
  /** The set that is likeliest to be found, a mask of hand positions; 0 where nothing is to be told apart. */
  best = 0;
  /** By set: the logit of the chance that the psychic then finds its card. Only sets that were weighed are written. */
  readonly logit = new Float64Array(SETS);
  /** Affinity of hand position i to the card at cols[j], at i * MOST_COLUMNS + j; the target is the first. */
  private readonly seen = new Float64Array(HAND * MOST_COLUMNS);
  /** Sums over the visions before the psychic, and over those of each set, at set * MOST_COLUMNS + j. */
  private readonly before = new Float64Array(MOST_COLUMNS);
  private readonly sum = new Float64Array(SETS * MOST_COLUMNS);
  private readonly cols = new Int32Array(MOST_COLUMNS);
  private options = 0;
  /** What was weighed last. */
  private hand = 0;
  private most = 0;

  /** `regard` is how much of what these eyes see is there for others too: what is left of any number they see, on average. */
  constructor(
    private readonly eyes: Eyes,
    private readonly chance: ClueChance,
    private readonly regard: number,
  ) {}

  /** Weighs every set of 1 to `most` of the hand positions in `hand`, a mask, for psychic `p`. Of equals the first counts. */
  weigh(view: ViewOf<Mysterium, 'ghost'>, p: number, hand: number, most: number): void {
    const { open } = view;
    const { x } = this.chance;
    this.best = 0;
    this.hand = hand;
    this.most = most;
    this.look(view, p);
    if (this.options === 1) return;
    x[0] = open.round;
    x[1] = this.options;
    x[3] = open.givenCount[p] - open.stageStart[p];
    x[4] = bitCount(open.served) + 1;
    for (let set = 1; set <= hand; set++) {
      const given = bitCount(set);
      if ((set & ~hand) !== 0 || given > most) continue;
      this.add(set);
      x[2] = given;
      this.compare(set);
      this.chance.write(this.logit, set);
      if (this.best === 0 || this.logit[set] > this.logit[this.best]) this.best = set;
    }
  }

  /** The sets that were weighed, the likeliest first. */
  ranked(): readonly number[] {
    const sets = Array.from({ length: this.hand }, (_, i) => i + 1);
    return sets
      .filter((set) => (set & ~this.hand) === 0 && bitCount(set) <= this.most)
      .toSorted((a, b) => this.logit[b] - this.logit[a]);
  }

  /** The column of the rival that comes nearest to the target by the visions of `set` and those before the psychic. */
  rivalOf(set: number): number {
    let rival = 1;
    for (let j = 2; j < this.options; j++) if (this.whole(set, j) > this.whole(set, rival)) rival = j;
    return this.cols[rival];
  }

  private look({ open, own }: ViewOf<Mysterium, 'ghost'>, p: number): void {
    const hit = own.target[p * ROWS + open.stage[p]];
    this.cols[0] = hit;
    this.options = 1;
    for (let rest = candidates(open, p) & ~(1 << hit); rest !== 0; rest &= rest - 1)
      this.cols[this.options++] = nthBit(rest, 0);
    const shelf = p * mostGiven(open.config);
    this.before.fill(0);
    for (let j = 0; j < this.options; j++) {
      const card = cardAt(open, p, this.cols[j]);
      for (let i = 0; i < open.handCount; i++) this.eyes.write(this.seen, i * MOST_COLUMNS + j, own.hand[i], card);
      for (let k = open.stageStart[p]; k < open.givenCount[p]; k++)
        this.eyes.addTo(this.before, j, open.given[shelf + k], card);
    }
  }

  /** Adds up a set, from the set without its first vision; the empty set, at 0, stays 0. */
  private add(set: number): void {
    const rest = (set & (set - 1)) * MOST_COLUMNS;
    const first = nthBit(set, 0) * MOST_COLUMNS;
    for (let j = 0; j < this.options; j++) this.sum[set * MOST_COLUMNS + j] = this.sum[rest + j] + this.seen[first + j];
  }

  private whole(set: number, j: number): number {
    return this.before[j] + this.sum[set * MOST_COLUMNS + j];
  }

  /** Writes the fit and the margins of a set. */
  private compare(set: number): void {
    const { x } = this.chance;
    const from = set * MOST_COLUMNS;
    let fresh = -Infinity;
    let whole = -Infinity;
    for (let j = 1; j < this.options; j++) {
      const sum = this.sum[from + j];
      if (sum > fresh) fresh = sum;
      if (sum + this.before[j] > whole) whole = sum + this.before[j];
    }
    x[5] = this.regard * this.sum[from];
    x[6] = this.regard * (this.sum[from] - fresh);
    x[7] = this.regard * (this.sum[from] + this.before[0] - whole);
  }
}
