import { oddsOf } from '../../sim/index.ts';

/* What people do, as others recorded it: figures only, each with where it comes from. */

/** How often people who are given a clue choose the right one of several options. */
export interface HumanChoice {
  readonly name: string;
  readonly options: number;
  readonly share: number;
  /** 95 % interval; undefined where the source that is used gives none. */
  readonly interval: readonly [number, number] | undefined;
  readonly source: string;
}

const DIXIT = 'Dixit: A. Vatsakis et al., FDG 2022, the 11,619 rounds in github.com/arumdauo/dixit-AI-agent';
const TANGRAMS = 'Tangrams: R. D. Hawkins, M. C. Frank, N. D. Goodman, Cognitive Science 44(6), 2020, e12845';

/*
 * Dixit on boiteajeux.net, whose clues are vague on purpose and whose decoys others choose to fit them. From its X_test.csv and y_test.csv: the share of the voters that chose the storyteller's card, averaged over rounds, mean ±
 * 1.96 standard errors. A voter cannot choose its own card, so it has one option fewer than cards lie there. Four rounds whose shares
 * do not add up to 1 are left out; 5,196, 1,921 and 4,502 remain.
 */
const dixit = [
  { options: 3, share: 0.5389, interval: [0.5294, 0.5483] },
  { options: 4, share: 0.4688, interval: [0.4542, 0.4834] },
  { options: 5, share: 0.4115, interval: [0.4023, 0.4206] },
] as const;

/* Twelve tangrams, each described six times, in talk without bounds: the shares of right choices, whose errors we do not know. */
const tries = [0.732, 0.814, 0.871, 0.894, 0.918, 0.919] as const;
const tangrams = [
  { name: 'tangrams, first try', share: tries[0] },
  { name: 'tangrams, sixth try', share: tries[5] },
] as const;

/** How often partners choose right, time after time that they do the same together. */
export const humanCurve: {
  readonly name: string;
  readonly options: number;
  readonly shares: readonly number[];
  readonly source: string;
} = { name: 'tangram partners', options: 12, shares: tries, source: TANGRAMS };

export const humanChoices: readonly HumanChoice[] = [
  ...dixit.map((line) => ({ ...line, name: 'Dixit', source: DIXIT })),
  ...tangrams.map((line) => ({ ...line, options: 12, interval: undefined, source: TANGRAMS })),
];

/** The odds, right over one wrong option, that a preset is fitted to, and between which people may lie. */
export interface Target {
  readonly name: string;
  readonly odds: number;
  readonly low: number;
  readonly high: number;
  /** How it comes from the figures above. */
  readonly from: string;
}

const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** The targets of all presets, from those who understand each other least to those who do best. */
export function presetTargets(): readonly Target[] {
  const strangers = {
    name: 'strangers',
    odds: geometricMean(dixit.map(({ share, options }) => oddsOf(share, options))),
    low: Math.min(...dixit.map(({ interval: [low], options }) => oddsOf(low, options))),
    high: Math.max(...dixit.map(({ interval: [, high], options }) => oddsOf(high, options))),
    from: 'Geometric mean of Dixit with 3, 4 and 5 options; the interval holds those of all three',
  };
  const [first, sixth] = tangrams.map(({ share }) => oddsOf(share, 12));
  const partners = {
    name: 'partners',
    odds: first,
    low: first,
    high: sixth,
    from: 'Tangrams at the first try, since a card is seldom met twice; the interval reaches to the sixth',
  };
  const family = {
    name: 'family',
    odds: geometricMean([strangers.odds, partners.odds]),
    low: strangers.odds,
    high: partners.odds,
    from: 'Geometric mean of the two others, which end its interval: an interpolation, not a measurement',
  };
  return [strangers, family, partners];
}
