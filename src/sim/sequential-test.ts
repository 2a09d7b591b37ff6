import { ALPHA, edge } from './sequence.ts';
import type { Estimate } from './stats.ts';
import { Z } from './stats.ts';

/** What a comparison comes to. `undecided` is all that it says before its end. */
export type Verdict = 'ours' | 'theirs' | 'none' | 'undecided';

/** How much more often ours won than theirs, as known at one look. */
export interface Look extends Estimate {
  readonly verdict: Verdict;
}

/** The 0.95 quantile of the standard normal distribution: a fixed test that is to miss a difference in 5 % of cases. */
const Z_MISS = 1.6448536269514722;

/** Capital that rejects a difference on one side: so much is reached with probability ALPHA / 2 at most. */
const REJECTS = Math.log(2 / ALPHA);

/** Stakes as multiples of that which suits a difference of the resolution, and the share of the capital laid on each. */
const BETS: readonly (readonly [times: number, share: number])[] = [
  [1, 0.9],
  [2, 0.025],
  [4, 0.025],
  [8, 0.025],
  [16, 0.025],
];
/** No stake is larger: twice as much, and a single deal could take all of the capital. */
const MOST_STAKE = 0.45;

/** What is thought of the variance of a difference before any deal, and how many deals that counts for: two games won by halves, each by its own luck. */
const PRIOR = { variance: 0.5, deals: 64 };

/** Deals that were bet on with the same stakes. */
interface Epoch {
  readonly stakes: readonly number[];
  ours: number;
  neither: number;
  theirs: number;
}

/**
 * A sequential test of whether ours wins more of the same deals than theirs, read off one interval of the difference that holds at
 * all looks together with probability 95 %: above 0 ours is better, below 0 theirs, and within ± `resolution` there is no difference
 * of so much. The resolution is a difference of two rates above 0, such as 0.03.
 *
 * Each side of the interval is a one-sided test at 2.5 % by betting (I. Waudby-Smith, A. Ramdas, "Estimating means of bounded random
 * variables by betting", JRSS B 86, 2024). Against a mean m, capital 1 becomes the product of 1 + stake * (difference - m). That is
 * a martingale if m is the mean, whatever else is true of the differences, so it reaches 40 with probability 2.5 % at most
 * (J. Ville 1939). There is nothing to hold for small numbers of deals alone. With the stake resolution / variance its logarithm is,
 * to the second order, that of A. Wald's sequential probability ratio of a mean of m + resolution against m (1945; M. Van den Bergh's
 * GSPRT, which estimates the variance as well): it takes about as few deals. A tenth of the capital is laid on larger stakes, so
 * that the interval is no wider than need be where the difference is large. Stakes are set by the deals before, and anew when
 * their number has doubled.
 */
export class SequentialTest {
  deals = 0;
  private ours = 0;
  private theirs = 0;
  private readonly epochs: Epoch[] = [];
  /** Deals from which the stakes are set anew. */
  private renewal = 0;

  constructor(readonly resolution: number) {}

  /** Takes in deals that ours alone won, that both or neither did, and that theirs alone won. To be called once a look. */
  add(ours: number, neither: number, theirs: number): void {
    const epoch = this.epoch();
    epoch.ours += ours;
    epoch.neither += neither;
    epoch.theirs += theirs;
    this.ours += ours;
    this.theirs += theirs;
    this.deals += ours + neither + theirs;
  }

  look(): Look {
    const n = this.deals;
    if (n === 0) return { n, value: Number.NaN, low: -1, high: 1, verdict: 'undecided' };
    const value = (this.ours - this.theirs) / n;
    const low = this.isTooLow(-1) ? edge(-1, 1, (mean) => this.isTooLow(mean)) : -1;
    const high = this.isTooHigh(1) ? edge(1, -1, (mean) => this.isTooHigh(mean)) : 1;
    // The nearer side is moved out as far as the other, so that value ± reach is the whole of it and never tells another verdict.
    const reach = Math.max(value - low, high - value);
    return { n, value, low: value - reach, high: value + reach, verdict: this.verdictOf(value, reach) };
  }

  /** The variance of the differences seen; NaN before there are two. */
  get variance(): number {
    if (this.deals < 2) return Number.NaN;
    const sum = this.ours - this.theirs;
    return (this.ours + this.theirs - (sum * sum) / this.deals) / (this.deals - 1);
  }

  /**
   * Deals that a test of a size fixed beforehand needs to tell a difference of the resolution from none, wrong in 5 % of cases either
   * way, at the variance seen. NaN where none was seen.
   */
  get fixedDeals(): number {
    const { variance, resolution } = this;
    return variance > 0 ? Math.ceil(((Z + Z_MISS) / resolution) ** 2 * variance) : Number.NaN;
  }

  private verdictOf(value: number, reach: number): Verdict {
    if (value > reach) return 'ours';
    if (value < -reach) return 'theirs';
    return Math.abs(value) + reach < this.resolution ? 'none' : 'undecided';
  }

  private epoch(): Epoch {
    if (this.epochs.length === 0 || this.deals >= this.renewal) {
      const { deals, resolution } = this;
      const known = deals < 2 ? 0 : this.variance * deals;
      const variance = (known + PRIOR.variance * PRIOR.deals) / (deals + PRIOR.deals);
      const stakes = BETS.map(([times]) => Math.min(MOST_STAKE, (times * resolution) / variance));
      this.epochs.push({ stakes, ours: 0, neither: 0, theirs: 0 });
      this.renewal = 2 * deals;
    }
    return this.epochs[this.epochs.length - 1];
  }

  private isTooLow(mean: number): boolean {
    return this.capital(mean, 1) >= REJECTS;
  }

  private isTooHigh(mean: number): boolean {
    return this.capital(mean, -1) >= REJECTS;
  }

  /** The logarithm of what betting on more (1) or less (-1) than `mean` has made of 1. It falls with `mean` for the one, and rises for the other. */
  private capital(mean: number, side: 1 | -1): number {
    const logs = BETS.map(([, share], bet) => {
      let sum = Math.log(share);
      for (const { stakes, ours, neither, theirs } of this.epochs) {
        const stake = side * stakes[bet];
        sum += ours * Math.log1p(stake * (1 - mean));
        sum += neither * Math.log1p(-stake * mean);
        sum += theirs * Math.log1p(stake * (-1 - mean));
      }
      return sum;
    });
    const most = Math.max(...logs);
    return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
  }
}
