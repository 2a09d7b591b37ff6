// %% [markdown]
// # Human against bot
//
// Do the bots understand each other as well as people do? `seance calibrate` lets them choose under the conditions in which people chose, and
// lays both side by side. Whiskers are 95 % intervals; people's are as wide as what was told of them is little.
//
// A _preset_ is a degree of blur: how far what one seat sees lies from what the others see. That of strangers was fitted to the choices of
// Dixit, so its agreement there says nothing; no whole game was fitted.

// %%
import { z } from 'zod';
import { figure } from '../scripts/notebooks/figure.ts';
import { seance } from '../scripts/notebooks/seance.ts';
import { show, table } from '../scripts/notebooks/show.ts';

const interval = z.object({ value: z.number(), low: z.number(), high: z.number(), verdict: z.string().nullish() });
const reading = z.object({
  name: z.string(),
  people: z.object({ value: z.number(), interval: z.tuple([z.number(), z.number()]).nullish() }),
  ours: z.record(z.string(), interval),
  source: z.string(),
});
const { choices, told, presets } = z
  .object({
    choices: z.array(reading),
    told: z.array(reading),
    presets: z.record(z.string(), z.object({ blur: z.number(), people: z.array(z.number()).nullish() })),
  })
  .parse(JSON.parse(seance('calibrate', '--games', '200', '--json', '--quiet')));

// %%
/** People and each preset, a row each: what the figures are drawn from. */
const rows = [
  ...choices.map((one) => ({ ...one, of: 'one choice' })),
  ...told.map((one) => ({ ...one, of: 'whole games' })),
].flatMap(({ name, of, people, ours }) => [
  {
    name,
    of,
    who: 'people',
    value: people.value,
    low: people.interval?.[0] ?? null,
    high: people.interval?.[1] ?? null,
  },
  ...Object.entries(ours).map(([who, { value, low, high }]) => ({ name, of, who, value, low, high })),
]);
const WHO = ['people', ...Object.keys(presets)];

/** One figure of some of the readings. */
const beside = (title: string, of: string) =>
  figure(title, {
    data: { values: rows.filter((row) => row.of === of) },
    width: 420,
    height: { step: 16 },
    encoding: {
      y: { field: 'name', type: 'nominal', title: null, sort: null, axis: { labelLimit: 260 } },
      yOffset: { field: 'who', type: 'nominal', sort: WHO },
      color: {
        field: 'who',
        type: 'nominal',
        sort: WHO,
        title: null,
        scale: { domain: WHO, range: ['#222222', '#4c78a8', '#f58518', '#54a24b'] },
      },
    },
    layer: [
      {
        transform: [{ filter: 'datum.low !== null' }],
        mark: { type: 'rule', strokeWidth: 2 },
        encoding: {
          x: {
            field: 'low',
            type: 'quantitative',
            title: 'right, or won',
            axis: { format: '%' },
            scale: { domain: [0, 1] },
          },
          x2: { field: 'high' },
        },
      },
      {
        mark: { type: 'point', filled: true, size: 60, opacity: 1 },
        encoding: { x: { field: 'value', type: 'quantitative' }, shape: { field: 'who', type: 'nominal', sort: WHO } },
      },
    ],
  });
show(await beside('One choice among several options', 'one choice'));

// %%
show(await beside('Whole games, under the conditions that people told of', 'whole games'));

// %% [markdown]
// ## The figures
//
// `inside` and `outside` say whether the bots' figure lies within people's interval, and `edge` that only a part of their own interval reaches into it.

// %%
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const span = (low: number, high: number): string => `(${percent(low)} to ${percent(high)})`;
show(
  table(
    [...choices, ...told].map(({ name, people, ours }) => ({
      reading: name,
      people: `${percent(people.value)} ${people.interval ? span(...people.interval) : '(no interval is told)'}`,
      ...Object.fromEntries(
        Object.entries(ours).map(([who, { value, low, high, verdict }]) => [
          who,
          `${percent(value)} ${span(low, high)} ${verdict ?? ''}`.trim(),
        ]),
      ),
    })),
  ),
);

// %% [markdown]
// ## Where people's figures come from

// %%
for (const source of new Set([...choices, ...told].map((one) => one.source))) console.log(source);
