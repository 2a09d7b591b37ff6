import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { Paired } from '../../src/sim/paired.ts';
import { rateSequence } from '../../src/sim/sequence.ts';
import { SequentialTest } from '../../src/sim/sequential-test.ts';
import type { Look, Verdict } from '../../src/sim/sequential-test.ts';
import { Moments, Ratio, wilson } from '../../src/sim/stats.ts';
import type { Estimate } from '../../src/sim/stats.ts';

/*
 * Batches of made-up games of which the truth is known. Each batch has its own seed, so the same figures come out everywhere.
 */

/** Games between two looks: a chunk of the simulator. */
export const CHUNK = 256;

const holds = ({ low, high }: Estimate, truth: number): boolean => low <= truth && truth <= high;

/** In how many of the batches something is so. */
export function countIf(batches: number, isSo: (rng: Sfc32) => boolean): number {
  let count = 0;
  for (let seed = 0; seed < batches; seed++) if (isSo(new Sfc32(seed, 2026))) count++;
  return count;
}

const hitsOf = (rng: Sfc32, games: number, rate: number): number => {
  let hits = 0;
  for (let i = 0; i < games; i++) if (rng.unit() < rate) hits++;
  return hits;
};

/** Wilson's interval of a rate. */
export const wilsonHolds = (rng: Sfc32, rate: number, games: number): boolean =>
  holds(wilson(hitsOf(rng, games, rate), games), rate);

/** Student's interval of the mean of a waiting time: geometric, of mean 3 and skewness 2.04. */
export function studentHolds(rng: Sfc32, games: number): boolean {
  const moments = new Moments();
  for (let i = 0; i < games; i++) {
    let waited = 1;
    while (rng.unit() >= 1 / 3) waited++;
    moments.add(waited);
  }
  return holds(moments.estimate(), 3);
}

/** Right guesses over guesses, where a game is hard or easy, and has 4 or 8 guesses: half of them are right. */
export function ratioHolds(rng: Sfc32, games: number): boolean {
  const ratio = new Ratio();
  for (let game = 0; game < games; game++) {
    const rate = rng.unit() < 0.5 ? 0.2 : 0.8;
    const guesses = rng.unit() < 0.5 ? 4 : 8;
    ratio.add(hitsOf(rng, guesses, rate), guesses);
  }
  return holds(ratio.estimate(), 0.5);
}

/**
 * Two line-ups over the same deals, each kind or not: theirs wins a deal with a probability between 0.2 and 0.7, ours with `gap`
 * more. About 45 % of the deals are won by one alone, as with bots that play Mysterium.
 */
function deal(rng: Sfc32, gap: number): readonly [ours: number, theirs: number] {
  const kindness = 0.2 + 0.5 * rng.unit();
  return [rng.unit() < kindness + gap ? 1 : 0, rng.unit() < kindness ? 1 : 0];
}

/** The interval of the paired difference that `--compare-rule` and `crossplay` print. */
export function pairedHolds(rng: Sfc32, gap: number, deals: number): boolean {
  const paired = new Paired({
    metrics: [{ name: 'won', doc: '' }],
    figures: [{ kind: 'rate', name: 'won', doc: '', metric: 'won' }],
  });
  for (let i = 0; i < deals; i++) {
    const [ours, theirs] = deal(rng, gap);
    paired.add('ours', Float64Array.of(ours));
    paired.add('theirs', Float64Array.of(theirs));
  }
  return holds(paired.differences()[0], gap);
}

/** Whether the confidence sequence of `--precision` holds a rate at every one of many looks, long beyond where it would have stopped. */
export function sequenceHolds(rng: Sfc32, rate: number, precision: number, looks: number): boolean {
  const interval = rateSequence(precision);
  let hits = 0;
  for (let look = 1; look <= looks; look++) {
    hits += hitsOf(rng, CHUNK, rate);
    if (!holds(interval(hits, look * CHUNK), rate)) return false;
  }
  return true;
}

/** Whether Wilson's interval does: what looking early costs where it is not paid for. */
export function wilsonHoldsAlways(rng: Sfc32, rate: number, looks: number): boolean {
  let hits = 0;
  for (let look = 1; look <= looks; look++) {
    hits += hitsOf(rng, CHUNK, rate);
    if (!holds(wilson(hits, look * CHUNK), rate)) return false;
  }
  return true;
}

/** Adds one more chunk of deals to a comparison. */
function addChunk(test: SequentialTest, rng: Sfc32, gap: number, size: number): Look {
  let [more, less] = [0, 0];
  for (let i = 0; i < size; i++) {
    const [ours, theirs] = deal(rng, gap);
    if (ours > theirs) more++;
    else if (theirs > ours) less++;
  }
  test.add(more, size - more - less, less);
  return test.look();
}

/** Whether the interval of `compare` holds the difference at every one of many looks, beyond its verdict too. */
export function comparisonHolds(rng: Sfc32, gap: number, looks: number, size = CHUNK): boolean {
  const test = new SequentialTest(0.03);
  for (let look = 0; look < looks; look++) if (!holds(addChunk(test, rng, gap, size), gap)) return false;
  return true;
}

export interface Compared {
  readonly batches: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Deals on average. */
  readonly deals: number;
  /** Deals of a fixed test, on average. */
  readonly fixed: number;
}

/** Comparisons at a resolution of 3 points that are played to their verdict; `size` deals a look. */
export function compareBatches(batches: number, gap: number, size = CHUNK): Compared {
  const verdicts = { ours: 0, theirs: 0, none: 0, undecided: 0 };
  let [deals, fixed] = [0, 0];
  for (let seed = 0; seed < batches; seed++) {
    const rng = new Sfc32(seed, 527);
    const test = new SequentialTest(0.03);
    let look = test.look();
    while (look.verdict === 'undecided' && test.deals < 100_000) look = addChunk(test, rng, gap, size);
    verdicts[look.verdict]++;
    deals += look.n / batches;
    fixed += test.fixedDeals / batches;
  }
  return { batches, verdicts, deals, fixed };
}

/** How an interval of a mean fares where nearly all games are alike. */
export interface Rare {
  /** Share of batches in which all games are alike. */
  readonly alike: number;
  /** Share of batches in which Student's interval holds the mean. */
  readonly student: number;
  /** The same of the percentile bootstrap (B. Efron 1979). */
  readonly bootstrap: number;
}

/** Batches of `games` that last 7 rounds but for a share that lasts 6: the shape of rounds where nearly all games are lost in the last one. */
export function rareBatches(batches: number, share: number, games: number): Rare {
  const resamples = 200;
  const truth = 7 - share;
  const counts = { alike: 0, student: 0, bootstrap: 0 };
  for (let seed = 0; seed < batches; seed++) {
    const rng = new Sfc32(seed, 1979);
    const short = hitsOf(rng, games, share);
    const moments = new Moments();
    for (let i = 0; i < games; i++) moments.add(i < short ? 6 : 7);
    if (moments.variance === 0) counts.alike++;
    if (holds(moments.estimate(), truth)) counts.student++;
    const means = Array.from({ length: resamples }, () => 7 - hitsOf(rng, games, short / games) / games).toSorted(
      (a, b) => a - b,
    );
    const [low, high] = [means[Math.floor(0.025 * resamples)], means[Math.ceil(0.975 * resamples) - 1]];
    if (low <= truth && truth <= high) counts.bootstrap++;
  }
  return {
    alike: counts.alike / batches,
    student: counts.student / batches,
    bootstrap: counts.bootstrap / batches,
  };
}
