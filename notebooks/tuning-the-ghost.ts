// %% [markdown]
// # Tuning the ghost from CSV
//
// First what a delivery of visions is worth: it reads the `clues.csv` of a run and shows how often the guess after a delivery was right, by
// how far the given visions set the card apart from its best rival (as the ghost saw it, without blur). A steep curve means that the margin
// is worth tuning. Then it plays the same deals with other margins, and says what that changes.
//
//     seance simulate mysterium --players 4 --games 2000 --out runs/first --clues
//     npx tsx notebooks/tuning-the-ghost.ts runs/first
//
// Every interval is one of 95 %. Guesses of one game hang together a little, so those over guesses are a little too narrow.

// %%
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { pairedDifference, wilson } from 'seance/sim';
import { figure } from '../scripts/notebooks/figure.ts';
import { namedRun, simulate } from '../scripts/notebooks/seance.ts';
import { show, table } from '../scripts/notebooks/show.ts';

const run = namedRun('mysterium', '--players', '4', '--games', '200', '--clues', '--no-bounds');
const rowsOf = (file: string): readonly Readonly<Record<string, number | string | null>>[] =>
  Papa.parse<Record<string, number | string | null>>(readFileSync(file, 'utf8'), {
    header: true,
    dynamicTyping: true,
    skipEmptyLines: true,
  }).data;

// %%
const STEP = 1;
const bins = new Map<number, { right: number; guesses: number }>();
for (const { retained_margin: margin, right } of rowsOf(join(run, 'clues.csv'))) {
  if (typeof margin !== 'number' || typeof right !== 'number') continue; // no rival was left
  const bin = Math.min(8, Math.max(-3, Math.floor(margin / STEP)));
  const held = bins.get(bin) ?? { right: 0, guesses: 0 };
  bins.set(bin, { right: held.right + right, guesses: held.guesses + 1 });
}
const worth = [...bins]
  .toSorted(([a], [b]) => a - b)
  .map(([bin, { right, guesses }]) => ({ from: bin * STEP, ...wilson(right, guesses) }));

// %%
const percent = (share: number): string => (100 * share).toFixed(1);
for (const { from, value, low, high, n } of worth) {
  const bar = '█'.repeat(Math.round(40 * value)).padEnd(40);
  console.log(
    `margin from ${String(from).padStart(3)}  ${bar} ${percent(value)} % [${percent(low)}, ${percent(high)}] of ${n}`,
  );
}

// %%
show(
  await figure('What a margin is worth', {
    data: { values: worth },
    width: 420,
    height: 240,
    encoding: {
      x: {
        field: 'from',
        type: 'quantitative',
        title: 'margin over the best rival, from … on (standard deviations of the affinity)',
      },
    },
    layer: [
      {
        mark: { type: 'area', opacity: 0.25 },
        encoding: {
          y: {
            field: 'low',
            type: 'quantitative',
            title: 'guesses right',
            axis: { format: '%' },
            scale: { domain: [0, 1] },
          },
          y2: { field: 'high' },
        },
      },
      { mark: { type: 'line', point: true }, encoding: { y: { field: 'value', type: 'quantitative' } } },
    ],
  }),
);

// %% [markdown]
// ## What the margin changes
//
// `--ghost.margin` is how much a further vision must widen the gap to the best rival to be given. A low one gives many visions, which are then
// missing later; a high one gives few. All settings meet the same deals (`seed` of a row in `games.csv`), so what they differ by is known
// much better than either of the two.

// %%
const USUAL = 0.3;
const MARGINS = [0, USUAL, 0.6, 1.2, 2.4];
const plays = MARGINS.map((margin) => {
  const words = ['--players', '4', '--difficulty', 'hard', '--games', '400', '--no-bounds'];
  const rows = rowsOf(join(simulate('mysterium', ...words, '--ghost.margin', String(margin)), 'games.csv'));
  const of = (name: string): number[] => rows.map((row) => Number(row[name]));
  return { margin, seeds: of('seed'), won: of('won'), visions: of('visions'), right: of('right_guesses') };
});

// %%
const usual = plays[MARGINS.indexOf(USUAL)];
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const effects = plays.map(({ margin, seeds, won, visions, right }) => {
  if (seeds.some((seed, at) => seed !== usual.seeds[at])) throw new Error('the deals are not the same');
  const gap = pairedDifference(right, usual.right);
  return { margin, ...wilson(sum(won), won.length), visions: sum(visions) / visions.length, gap };
});
show(
  await figure('Games won by margin: 4 people, hard', {
    data: { values: effects.map(({ margin, value, low, high }) => ({ margin, value, low, high })) },
    width: 420,
    height: 220,
    encoding: { x: { field: 'margin', type: 'quantitative', title: '--ghost.margin' } },
    layer: [
      {
        mark: { type: 'rule', strokeWidth: 2 },
        encoding: {
          y: { field: 'low', type: 'quantitative', title: 'games won', axis: { format: '%' } },
          y2: { field: 'high' },
        },
      },
      {
        mark: { type: 'line', point: { size: 60 } },
        encoding: { y: { field: 'value', type: 'quantitative' } },
      },
    ],
  }),
);

// %% [markdown]
// Cards found are a finer measure than games won, since every game has several. `seance tune` searches several parameters at once, and
// replays what it found on fresh deals: a setting that was picked because it did best here did so partly by luck.

// %%
show(
  table(
    effects.map(({ margin, value, low, high, visions, gap }) => ({
      margin,
      won: `${percent(value)} % (${percent(low)} to ${percent(high)})`,
      'visions a game': visions.toFixed(1),
      'cards found, beside the usual margin':
        margin === USUAL
          ? 'the usual one'
          : `${gap.value.toFixed(2)} (${gap.low.toFixed(2)} to ${gap.high.toFixed(2)})`,
    })),
  ),
);
