import type { Given } from '../kernel/params.ts';
import type { HumanGames } from '../kernel/report-spec.ts';

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

/** Where a report does not say how many people or how hard, it may have been any table. */
export const people: readonly HumanGames[] = [
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
];
