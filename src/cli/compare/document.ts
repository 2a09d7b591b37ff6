import { z } from 'zod';
import { digestOf, rateSequence, toLines } from '../../sim/index.ts';
import type { Estimate, MatchResult } from '../../sim/index.ts';
import { packageVersion } from '../about.ts';
import type { Pictures } from '../../api/pictures.ts';
import { identityOf } from '../run-document.ts';
import type { Timing } from '../run-document.ts';
import type { ComparePlan } from './plan.ts';
import { sameText, sentenceOf } from './words.ts';

/** What each side is played with. */
export type BothPictures = readonly [Pictures, Pictures];

/** The hash of each side's experiment, with what it is played with: equal ones are equal games. */
export const sideIdentities = (
  { game, match, sides }: ComparePlan,
  pictures: BothPictures,
): readonly [string, string] => [
  identityOf(game, match.ours, sides[0].casting, pictures[0]),
  identityOf(game, match.theirs, sides[1].casting, pictures[1]),
];

/** What makes it the same comparison, in 16 hex digits. */
export const compareIdentity = (plan: ComparePlan, pictures: BothPictures): string =>
  digestOf({
    seance: packageVersion(),
    compare: sideIdentities(plan, pictures),
    resolution: plan.resolution,
    names: plan.sides.map(({ name }) => name),
  });

/** The rate of each side over the deals of a match, with an interval that holds wherever play stopped. */
export function ratesOf(
  { match: { resolution } }: ComparePlan,
  { n, outcomes }: MatchResult,
): readonly [Estimate, Estimate] {
  const interval = rateSequence(resolution);
  return [interval(outcomes.ours + outcomes.both, n), interval(outcomes.theirs + outcomes.both, n)];
}

const estimateOf = ({ value, low, high, n }: Estimate): object => ({ value, low, high, n });

/** All there is to say of a comparison, as run.json holds it and --json prints it; no `result` where the two are one. Missing values are null. */
export const documentOf = (
  plan: ComparePlan,
  pictures: BothPictures,
  result: MatchResult | undefined,
  timing: Timing | undefined,
): object => ({
  schema: 1,
  run: compareIdentity(plan, pictures),
  seance: packageVersion(),
  node: process.version,
  game: plan.game.id,
  version: plan.game.version,
  config: plan.config,
  sides: plan.sides.map(({ name, file, casting }, at) => ({
    name,
    file,
    casting,
    deck: pictures[at].deck ?? null,
    encoders: pictures[at].encoders,
    ...(pictures[at].clueModels && { clueModels: pictures[at].clueModels }),
    experiment: sideIdentities(plan, pictures)[at],
    ...(result && { rate: estimateOf(ratesOf(plan, result)[at]) }),
  })),
  figure: plan.game.figures[0].name,
  resolution: plan.match.resolution,
  games: plan.match.ours.games,
  seed: plan.match.ours.seed,
  isSame: result === undefined,
  sentence: result ? sentenceOf(plan, result) : sameText(plan),
  ...(result && {
    verdict: result.verdict,
    deals: result.n,
    difference: estimateOf(result),
    outcomes: result.outcomes,
    fixedDeals: result.fixedDeals,
    interrupted: result.interrupted,
    timing,
  }),
});

const dealsSchema = z.object({ deals: z.number() });

/** How many deals a comparison's run.json tells of; 0 where it tells of none. */
export const dealsIn = (document: unknown): number => dealsSchema.safeParse(document).data?.deals ?? 0;

/** compare.csv: a row a look. */
export const csvOf = ({ path }: MatchResult): string =>
  toLines([
    ['deals', 'difference', 'low', 'high', 'verdict'],
    ...path.map(({ n, value, low, high, verdict }) => [n, value, low, high, verdict]),
  ]);
