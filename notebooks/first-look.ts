// %% [markdown]
// # A first look at a run
//
// Who won how often, how long games took, and where they were lost. It reads `summary.csv` and `games.csv` of a run with DuckDB:
//
//     npx tsx notebooks/first-look.ts runs/first
//
// Without a folder it plays a small run of its own, as here. Every interval is one of 95 %.

// %%
import { wilson } from 'seance/sim';
import { z } from 'zod';
import { ask } from '../scripts/notebooks/ask.ts';
import { figure } from '../scripts/notebooks/figure.ts';
import { namedRun } from '../scripts/notebooks/seance.ts';
import { show, table } from '../scripts/notebooks/show.ts';

const run = namedRun('mysterium', '--players', '4-7', '--games', '100').replaceAll("'", "''");

// %% [markdown]
// ## Win rates
//
// `asked` are the bots that the run was about. The floor is what random play comes to, the ceiling what bots come to that agreed on a code:
// between them lies what a figure can mean.

// %%
const rates = await ask(
  `select lineup, players::integer as players, difficulty, value, low, high
   from read_csv('${run}/summary.csv') where figure = 'won' and lineup in ('asked', 'floor', 'ceiling')
   order by lineup, array_position(['easy', 'medium', 'hard'], difficulty), players`,
  z.object({
    lineup: z.string(),
    players: z.number(),
    difficulty: z.string(),
    value: z.number(),
    low: z.number(),
    high: z.number(),
  }),
);
const DIFFICULTIES = ['easy', 'medium', 'hard'];
show(
  await figure('Games won, by difficulty and people', {
    data: { values: [...rates] },
    facet: { column: { field: 'difficulty', type: 'nominal', sort: DIFFICULTIES, title: null } },
    spec: {
      width: 150,
      height: 220,
      encoding: {
        x: { field: 'players', type: 'ordinal', title: 'people', axis: { labelAngle: 0 } },
        color: { field: 'lineup', type: 'nominal', sort: ['ceiling', 'asked', 'floor'], title: null },
      },
      layer: [
        {
          mark: { type: 'rule', strokeWidth: 2 },
          encoding: {
            y: {
              field: 'low',
              type: 'quantitative',
              title: 'games won',
              axis: { format: '%' },
              scale: { domain: [0, 1] },
            },
            y2: { field: 'high' },
          },
        },
        {
          mark: { type: 'point', filled: true, size: 50, opacity: 1 },
          encoding: { y: { field: 'value', type: 'quantitative' } },
        },
      ],
    },
  }),
);

// %%
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const estimate = ({ value, low, high }: Readonly<Record<'value' | 'low' | 'high', number>>): string =>
  `${percent(value)} (${percent(low)} to ${percent(high)})`;
show(
  table(
    rates
      .filter(({ lineup }) => lineup === 'asked')
      .map((rate) => ({ difficulty: rate.difficulty, people: rate.players, won: estimate(rate) })),
  ),
);

// %% [markdown]
// ## How long games take
//
// A game has seven rounds at most. Those that end early were won or lost in the vote, since psychics who all have their cards go on to it.

// %%
const ends = await ask(
  `select rounds::integer as rounds,
          case when won = 1 then 'won' when reached_final = 1 then 'lost in the vote' else 'out of time' end as outcome,
          difficulty, count(*)::integer as games
   from read_csv('${run}/games.csv') group by all order by all`,
  z.object({ rounds: z.number(), outcome: z.string(), difficulty: z.string(), games: z.number() }),
);
const OUTCOMES = ['won', 'lost in the vote', 'out of time'];
const colour = {
  field: 'outcome',
  type: 'nominal',
  sort: OUTCOMES,
  title: null,
  scale: { domain: OUTCOMES, range: ['#59a14f', '#f1a340', '#998ec3'] },
} as const;
show(
  await figure('Rounds until the end', {
    data: { values: [...ends] },
    width: 360,
    height: 220,
    mark: 'bar',
    encoding: {
      x: { field: 'rounds', type: 'ordinal', axis: { labelAngle: 0 } },
      y: { field: 'games', type: 'quantitative', aggregate: 'sum', title: 'games' },
      color: colour,
    },
  }),
);

// %% [markdown]
// ## Where games are lost

// %%
show(
  await figure('How games end, by difficulty', {
    data: { values: [...ends] },
    width: 360,
    height: 110,
    mark: 'bar',
    encoding: {
      y: { field: 'difficulty', type: 'nominal', sort: DIFFICULTIES, title: null },
      x: {
        field: 'games',
        type: 'quantitative',
        aggregate: 'sum',
        stack: 'normalize',
        title: 'share of games',
        axis: { format: '%' },
      },
      color: colour,
    },
  }),
);

// %%
const total = await ask(
  `select difficulty, count(*)::integer as games, sum(won)::integer as won, sum(reached_final)::integer as voted
   from read_csv('${run}/games.csv') group by difficulty order by array_position(['easy', 'medium', 'hard'], difficulty)`,
  z.object({ difficulty: z.string(), games: z.number(), won: z.number(), voted: z.number() }),
);
show(
  table(
    total.map(({ difficulty, games, won, voted }) => ({
      difficulty,
      games,
      'out of time': estimate(wilson(games - voted, games)),
      'vote lost, of those that came to it': estimate(wilson(voted - won, voted)),
    })),
  ),
);

// %% [markdown]
// ## First guesses
//
// The first guess for a card is the purest measure of how well ghost and psychic understand each other: nothing is known yet but the
// visions of one round. Chance is one in as many cards as lie there.

// %%
const guesses = await ask(
  `select players::integer as players, difficulty, regexp_extract(figure, 'first (\\w+) right', 1) as category, value, low, high
   from read_csv('${run}/summary.csv') where lineup = 'asked' and figure similar to 'first (character|location|object) right'`,
  z.object({
    players: z.number(),
    difficulty: z.string(),
    category: z.string(),
    value: z.number(),
    low: z.number(),
    high: z.number(),
  }),
);
show(
  await figure('First guesses that are right', {
    data: { values: [...guesses] },
    facet: { column: { field: 'difficulty', type: 'nominal', sort: DIFFICULTIES, title: null } },
    spec: {
      width: 150,
      height: 180,
      encoding: {
        x: { field: 'players', type: 'ordinal', title: 'people', axis: { labelAngle: 0 } },
        xOffset: { field: 'category', type: 'nominal' },
        color: { field: 'category', type: 'nominal', title: null },
      },
      layer: [
        {
          mark: { type: 'rule', strokeWidth: 2 },
          encoding: {
            y: { field: 'low', type: 'quantitative', title: 'right', axis: { format: '%' }, scale: { zero: true } },
            y2: { field: 'high' },
          },
        },
        {
          mark: { type: 'point', filled: true, size: 40, opacity: 1 },
          encoding: { y: { field: 'value', type: 'quantitative' } },
        },
      ],
    },
  }),
);
