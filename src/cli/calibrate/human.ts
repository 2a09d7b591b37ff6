import type { Figure } from '../../engine/kernel/spec.ts';
import type { Given } from '../../engine/kernel/params.ts';
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

/** A game that somebody has told of: the conditions, as far as known, and whether it went as the line counts. */
interface Report {
  readonly config: Given;
  readonly yes: boolean;
}

/** How often whole games of people went one way. */
export interface HumanGames {
  readonly name: string;
  /** The same of ours, made of the game's metrics. */
  readonly figure: Figure;
  readonly reports: readonly Report[];
  readonly source: string;
}

const small = { players: 3, difficulty: 'hard', allowHarderSmallGroup: true };

/*
 * Of 21 games of Mysterium that people told of in public, those whose end is known, in the order of their reports. Whoever tells of a
 * game chooses which: a hint, no measurement. `finale` is left out where it is not known that the game came to the last vote.
 */
const told: readonly { readonly config: Given; readonly won: boolean; readonly finale?: true }[] = [
  { config: { players: 5, difficulty: 'hard' }, won: false, finale: true }, // boardgamegeek.com/blogpost/54084
  { config: { players: 4, difficulty: 'medium' }, won: true, finale: true }, // boardgamegeek.com/blogpost/54086
  { config: { players: 6, difficulty: 'medium' }, won: false }, // boardgamegeek.com/blogpost/54275
  { config: { players: 7, difficulty: 'medium' }, won: false, finale: true }, // boardgamegeek.com/blogpost/54634
  { config: small, won: false }, // boardgamegeek.com/blog/5625, game 16
  { config: small, won: true, finale: true }, // boardgamegeek.com/blog/5625, game 17
  { config: {}, won: true, finale: true }, // jerusalemstrategygames.wordpress.com/2014/11/24
  { config: { players: 7 }, won: false }, // sites.miamioh.edu/tabletop/2022/02, table A
  { config: { players: 6 }, won: false }, // sites.miamioh.edu/tabletop/2022/02, table B
  { config: {}, won: false }, // sites.miamioh.edu/tabletop/2022/02, table C
  { config: { players: 5 }, won: false }, // rdv1.dnsalias.net/forum, thread 3186
  { config: { players: 7 }, won: false }, // meeplesypeques.com/2016/06/25
  { config: { players: 4, difficulty: 'easy' }, won: true, finale: true }, // gamilyfames.wordpress.com/2015/11/01, game 2
];

const TOLD =
  'Games: boardgamegeek.com, sites.miamioh.edu/tabletop and four other sites, told of by people who chose to';

/** By the game. Where a report does not say how many people or how hard, ours are played at all tables it may have been. */
export const humanGames: Readonly<Record<string, readonly HumanGames[]>> = {
  mysterium: [
    {
      name: 'games won',
      figure: { kind: 'rate', name: 'won', doc: 'games won', metric: 'won' },
      reports: told.map(({ config, won }) => ({ config, yes: won })),
      source: TOLD,
    },
    {
      name: 'last votes won',
      figure: { kind: 'ratio', name: 'vote won', doc: 'last votes won', metric: 'won', per: 'reached_final' },
      reports: told.filter(({ finale }) => finale).map(({ config, won }) => ({ config, yes: won })),
      source: TOLD,
    },
  ],
};
