// %% [markdown]
// # What makes a deck hard
//
// Which cards are hard to point at, which are taken for each other, and why. It reads the `clues.csv` of a run (a row a delivery of visions,
// with the card that was meant and the card that was guessed), and looks at the deck through the ghost's eyes by the package `seance`.
//
//     seance simulate mysterium --players 4 --games 2000 --out runs/first --clues
//     npx tsx notebooks/what-makes-a-deck-hard.ts runs/first
//
// Every interval is one of 95 %. Guesses of one game hang together a little, so those over guesses are a little too narrow.

// %%
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { games } from 'seance/agents';
import { openEyes } from 'seance/embeddings';
import { wilson } from 'seance/sim';
import { z } from 'zod';
import { ask } from '../scripts/notebooks/ask.ts';
import { figure } from '../scripts/notebooks/figure.ts';
import { namedRun } from '../scripts/notebooks/seance.ts';
import { show, table } from '../scripts/notebooks/show.ts';

const run = namedRun('mysterium', '--players', '4', '--games', '400', '--clues', '--no-bounds');
const { game: id, deck } = z
  .object({ game: z.string(), deck: z.object({ asked: z.string() }) })
  .parse(JSON.parse(readFileSync(join(run, 'run.json'), 'utf8')));
const need = games.find((game) => game.id === id)?.deck;
if (!need) throw new Error(`${id} is played without a deck`);
const eyes = await openEyes({ deck: deck.asked, need, names: ['bundled'] });
const kinds = need.cards.flatMap(({ kind, count }) => Array.from({ length: count }, () => kind));
const clues = `read_csv('${join(run, 'clues.csv').replaceAll("'", "''")}')`;

// %% [markdown]
// ## The hardest cards
//
// Only first deliveries count here, when nothing is kept from earlier rounds: how often the guess that followed was right. The ticks are
// chance, one in as many candidates as lay there. Of many cards the extremes are partly luck: a longer run brings them nearer together.

// %%
const met = await ask(
  `select target::integer as target, count(*)::integer as n, sum("right")::integer as "right", avg(1 / candidates) as chance
   from ${clues} where retained = 0 and guess is not null group by target order by target`,
  z.object({ target: z.number(), n: z.number(), right: z.number(), chance: z.number() }),
);
const cards = met
  .map(({ target, n, right, chance }) => ({
    target,
    card: `${eyes.titles.cards[target]} (${kinds[target]})`,
    kind: kinds[target],
    chance,
    ...wilson(right, n),
  }))
  .toSorted((a, b) => a.value - b.value);
const shown = [...cards.slice(0, 15), ...cards.slice(-5)];
show(
  await figure('First guesses right: the 15 hardest cards and the 5 easiest', {
    data: { values: shown },
    width: 360,
    height: { step: 16 },
    encoding: {
      y: { field: 'card', type: 'nominal', sort: null, title: null, axis: { labelLimit: 260 } },
      color: { field: 'kind', type: 'nominal', title: null },
    },
    layer: [
      {
        mark: { type: 'rule', strokeWidth: 2 },
        encoding: {
          x: { field: 'low', type: 'quantitative', title: 'right', axis: { format: '%' }, scale: { zero: true } },
          x2: { field: 'high' },
        },
      },
      {
        mark: { type: 'point', filled: true, size: 50, opacity: 1 },
        encoding: { x: { field: 'value', type: 'quantitative' } },
      },
      {
        mark: { type: 'tick', color: '#888', thickness: 2, size: 10 },
        encoding: { x: { field: 'chance', type: 'quantitative' }, color: { value: '#888' } },
      },
    ],
  }),
);

// %% [markdown]
// ## Twins
//
// Two cards that the same visions fit cannot be told apart by any of them. How alike they are is the correlation of their columns in the
// affinity: what every vision says to one, and to the other. The figure lays it beside what happened: the share of a card's wrong first
// guesses that took the other for it, with both directions together. A pair must lie on one table to be mistaken, so no share is large.

// %%
const { rows, columns, cells } = eyes.affinity['bundled'];
const fitsOf = (card: number): number[] => Array.from({ length: rows }, (_, vision) => cells[vision * columns + card]);
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
function correlation(a: readonly number[], b: readonly number[]): number {
  const [middleA, middleB] = [mean(a), mean(b)];
  const product = (x: readonly number[], mx: number, y: readonly number[], my: number): number =>
    mean(x.map((one, at) => (one - mx) * (y[at] - my)));
  return product(a, middleA, b, middleB) / Math.sqrt(product(a, middleA, a, middleA) * product(b, middleB, b, middleB));
}

// %%
const mistakes = await ask(
  `select least(target, guess)::integer as a, greatest(target, guess)::integer as b, count(*)::integer as times
   from ${clues} where retained = 0 and guess <> target group by all`,
  z.object({ a: z.number(), b: z.number(), times: z.number() }),
);
const timesOf = new Map(mistakes.map(({ a, b, times }) => [`${a} ${b}`, times]));
const wrong = new Map(met.map(({ target, n, right }) => [target, n - right]));
const pairs: { a: number; b: number; kind: string; alike: number; value: number; low: number; high: number }[] = [];
for (let a = 0; a < columns; a++) {
  for (let b = a + 1; b < columns; b++) {
    const chances = (wrong.get(a) ?? 0) + (wrong.get(b) ?? 0);
    if (kinds[a] !== kinds[b] || chances === 0) continue;
    pairs.push({
      a,
      b,
      kind: kinds[a],
      alike: correlation(fitsOf(a), fitsOf(b)),
      ...wilson(timesOf.get(`${a} ${b}`) ?? 0, chances),
    });
  }
}
show(
  await figure('Cards that are alike are taken for each other', {
    data: { values: pairs },
    width: 360,
    height: 260,
    encoding: {
      x: { field: 'alike', type: 'quantitative', title: 'how alike visions see the two (correlation)' },
      y: { field: 'value', type: 'quantitative', title: 'share of wrong guesses', axis: { format: '%' } },
    },
    layer: [
      {
        mark: { type: 'point', filled: true, opacity: 0.6 },
        encoding: { color: { field: 'kind', type: 'nominal', title: null } },
      },
      {
        transform: [{ regression: 'value', on: 'alike' }],
        mark: { type: 'line', color: '#222' },
      },
    ],
  }),
);

// %%
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
show(
  table(
    pairs
      .toSorted((x, y) => y.alike - x.alike)
      .slice(0, 10)
      .map(({ a, b, alike, value, low, high }) => ({
        'the most alike': `${eyes.titles.cards[a]} and ${eyes.titles.cards[b]}`,
        correlation: alike.toFixed(2),
        'of their wrong guesses took one for the other': `${percent(value)} (${percent(low)} to ${percent(high)})`,
      })),
  ),
);

// %% [markdown]
// ## Whether cards with a near twin are harder
//
// A card's nearest twin is the card of its kind that is most like it.

// %%
const nearest = cards.map((card) => {
  const own = pairs.filter(({ a, b }) => a === card.target || b === card.target);
  return { ...card, twin: Math.max(...own.map(({ alike }) => alike)) };
});
show(
  await figure('First guesses by how alike the nearest twin is', {
    data: { values: nearest },
    width: 360,
    height: 240,
    encoding: {
      x: { field: 'twin', type: 'quantitative', title: 'correlation with the nearest twin', scale: { zero: false } },
      color: { field: 'kind', type: 'nominal', title: null },
    },
    layer: [
      {
        mark: { type: 'rule', opacity: 0.5 },
        encoding: {
          y: { field: 'low', type: 'quantitative', title: 'first guesses right', axis: { format: '%' } },
          y2: { field: 'high' },
        },
      },
      { mark: { type: 'point', filled: true, size: 40 }, encoding: { y: { field: 'value', type: 'quantitative' } } },
    ],
  }),
);
const r = correlation(
  nearest.map(({ twin }) => twin),
  nearest.map(({ value }) => value),
);
/** Fisher's interval (1921) of a correlation over n cards. */
const reach = 1.96 / Math.sqrt(nearest.length - 3);
console.log(
  `Correlation over ${nearest.length} cards: ${r.toFixed(2)} (${Math.tanh(Math.atanh(r) - reach).toFixed(2)} to ${Math.tanh(Math.atanh(r) + reach).toFixed(2)})`,
);
