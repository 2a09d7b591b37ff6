import type { Sfc32 } from '../../src/engine/kernel/rng.ts';
import {
  compareBatches,
  comparisonHolds,
  countIf,
  pairedHolds,
  rareBatches,
  ratioHolds,
  sequenceHolds,
  studentHolds,
  wilsonHolds,
  wilsonHoldsAlways,
} from './batches.ts';
import type { Compared, Rare } from './batches.ts';

/** Batches behind each figure of the tables. */
export const BATCHES = 1000;

/** An interval, what it was made of, and whether it must hold in 93 to 97 % of batches, or in 95 % at least; or whether it merely shows. */
interface Row {
  readonly interval: string;
  readonly of: string;
  readonly must: 'nominal' | 'always' | 'nothing';
  readonly holds: (rng: Sfc32) => boolean;
}

export const ROWS: readonly Row[] = [
  ...[0.5, 0.1, 0.03].map((rate): Row => {
    const of = `a rate of ${100 * rate} %, 500 games`;
    return { interval: 'Wilson', of, must: 'nominal', holds: (rng) => wilsonHolds(rng, rate, 500) };
  }),
  {
    interval: 'Student',
    of: 'a mean of skewness 2, 200 games',
    must: 'nominal',
    holds: (rng) => studentHolds(rng, 200),
  },
  {
    interval: 'ratio',
    of: 'a share of guesses that hang together, 200 games',
    must: 'nominal',
    holds: (rng) => ratioHolds(rng, 200),
  },
  ...[0, 0.03].map((gap): Row => {
    const of = `a difference of ${100 * gap} points, 400 deals`;
    return { interval: 'paired', of, must: 'nominal', holds: (rng) => pairedHolds(rng, gap, 400) };
  }),
  ...[0.5, 0.1].map((rate): Row => {
    const of = `a rate of ${100 * rate} %, at all of 40 looks`;
    return {
      interval: 'sequence (`--precision 0.03`)',
      of,
      must: 'always',
      holds: (rng) => sequenceHolds(rng, rate, 0.03, 40),
    };
  }),
  ...[0, 0.03].map((gap): Row => {
    const of = `a difference of ${100 * gap} points, at all of 25 looks`;
    return { interval: 'betting (`compare`)', of, must: 'always', holds: (rng) => comparisonHolds(rng, gap, 25) };
  }),
  {
    interval: 'betting (`compare`)',
    of: 'no difference, at all of 40 looks at 8 deals each',
    must: 'always',
    holds: (rng) => comparisonHolds(rng, 0, 40, 8),
  },
  {
    interval: 'Wilson, where it must not be used',
    of: 'a rate of 50 %, at all of 40 looks',
    must: 'nothing',
    holds: (rng) => wilsonHoldsAlways(rng, 0.5, 40),
  },
];

export const shareOf = ({ holds }: Row): number => countIf(BATCHES, holds) / BATCHES;

/** Differences that are compared, in points: none, half of the resolution, the resolution, and a large one. */
export const GAPS: readonly number[] = [0, 1.5, 3, 10];

export const comparedAt = (points: number): Compared => compareBatches(BATCHES, points / 100);

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const whole = (n: number): string => Math.round(n).toLocaleString('en');

export const coverageTable = (shares: readonly number[]): string =>
  [
    '| interval | of | holds the truth in |',
    '| --- | --- | --- |',
    ...ROWS.map(({ interval, of }, at) => `| ${interval} | ${of} | ${percent(shares[at])} |`),
  ].join('\n');

export const comparisonTable = (compared: readonly Compared[]): string =>
  [
    '| true difference | "A beats B" | "B beats A" | "no difference of 3 points or more" | undecided | deals | of a fixed test |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...compared.map(({ batches, verdicts, deals, fixed }, at) => {
      const { ours, theirs, none, undecided } = verdicts;
      const shares = [ours, theirs, none, undecided].map((count) => percent(count / batches));
      return `| ${[`${GAPS[at]} points`, ...shares, whole(deals), whole(fixed)].join(' | ')} |`;
    }),
  ].join('\n');

/** Shares of games that last a round less, and games a batch. */
export const RARE: readonly (readonly [share: number, games: number])[] = [
  [0.0004, 1000],
  [0.008, 1000],
  [0.04, 1000],
  [0.2, 1000],
];

export const rareAt = ([share, games]: (typeof RARE)[number]): Rare => rareBatches(400, share, games);

/** The skewness of a value that is one less in a share of games. */
export const skewnessOf = (share: number): number => (2 * share - 1) / Math.sqrt(share * (1 - share));

export const rareTable = (rares: readonly Rare[]): string =>
  [
    '| a round less in | skewness | games that Cochran asks for | games | all alike | Student holds in | bootstrap holds in |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rares.map(({ alike, student, bootstrap }, at) => {
      const [share, games] = RARE[at];
      const skewness = skewnessOf(share);
      const about = [
        `${100 * share} %`,
        skewness.toFixed(1).replace('-', '−'),
        whole(25 * skewness ** 2),
        whole(games),
      ];
      return `| ${[...about, ...[alike, student, bootstrap].map(percent)].join(' | ')} |`;
    }),
  ].join('\n');
