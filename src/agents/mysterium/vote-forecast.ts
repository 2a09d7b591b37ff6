import type { ViewOf } from '../../engine/kernel/agent.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import { MOST_PSYCHICS } from './candidates.ts';

const STRIDE = MOST_PSYCHICS + 1;

/** In how many ways `votes` can fall on `cases` so that none gets more than `most`. */
function waysUpTo(votes: number, cases: number, most: number): number {
  if (cases === 0) return votes === 0 ? 1 : 0;
  let ways = 0;
  let choose = 1; // votes choose n
  for (let n = 0; n <= Math.min(votes, most); n++) {
    ways += choose * waysUpTo(votes - n, cases - 1, most);
    choose = (choose * (votes - n)) / (n + 1);
  }
  return ways;
}

/** In how many ways `votes` can fall on `cases` so that one of them has more than `most` and more than every other. */
function waysToLead(votes: number, cases: number, most: number): number {
  let ways = 0;
  let choose = 1;
  for (let n = 0; n <= votes; n++) {
    if (n > most) ways += cases * choose * waysUpTo(votes - n, cases - 1, n - 1);
    choose = (choose * (votes - n)) / (n + 1);
  }
  return ways;
}

/**
 * How likely a secret vote names the culprit, where each psychic votes for it with a chance of its own and votes for other cases fall
 * on each of them alike: the culprit needs most votes, or, where no case has most, the vote of the highest level, the eldest among equals,
 * even if others are the tied ones (rules, A.9 step 4).
 */
export class VoteForecast {
  /** By psychic: the chance that it votes for the culprit. Written by the caller. */
  readonly chance = new Float64Array(MOST_PSYCHICS);
  /** What `count` found: the chance that the vote names the culprit. */
  win = 0;
  /** The chance that no other case has more votes than `most`, at (cases * STRIDE + wrong votes) * STRIDE + most. */
  private readonly within = new Float64Array(STRIDE ** 3);
  /** The chance that one other case has more votes than `most` and than all others, at the same place. */
  private readonly led = new Float64Array(STRIDE ** 3);
  /** The chance that so many psychics besides the one who breaks ties vote for the culprit. */
  private readonly right = new Float64Array(STRIDE);
  private decider = 0;

  constructor() {
    for (let cases = 2; cases <= MOST_PSYCHICS; cases++) {
      for (let wrong = 0; wrong <= MOST_PSYCHICS; wrong++) {
        for (let most = 0; most <= MOST_PSYCHICS; most++) {
          const at = (cases * STRIDE + wrong) * STRIDE + most;
          this.within[at] = waysUpTo(wrong, cases - 1, most) / (cases - 1) ** wrong;
          this.led[at] = waysToLead(wrong, cases - 1, most) / (cases - 1) ** wrong;
        }
      }
    }
  }

  /** Finds who breaks ties at this table. */
  seat({ config, level, ageRank }: ViewOf<Mysterium>['open']): void {
    this.decider = 0;
    for (let p = 1; p < config.psychics; p++) {
      const above = level[p] - level[this.decider];
      if (above > 0 || (above === 0 && ageRank[p] < ageRank[this.decider])) this.decider = p;
    }
  }

  count(psychics: number, cases: number): void {
    const { chance, right, within, led } = this;
    right.fill(0);
    right[0] = 1;
    let others = 0;
    for (let p = 0; p < psychics; p++) {
      if (p === this.decider) continue;
      others++;
      for (let n = others; n > 0; n--) right[n] += chance[p] * (right[n - 1] - right[n]);
      right[0] *= 1 - chance[p];
    }
    const sure = chance[this.decider];
    this.win = 0;
    for (let n = 0; n <= others; n++) {
      // With the vote that breaks ties, the culprit's n + 1 votes must not be outdone by a single case; without it they must outdo all.
      const at = (cases * STRIDE + others - n) * STRIDE;
      this.win += right[n] * sure * (1 - led[at + n + 1]);
      if (n > 0) this.win += right[n] * (1 - sure) * within[at + STRIDE + n - 1];
    }
  }
}
