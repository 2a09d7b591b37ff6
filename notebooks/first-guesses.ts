// %% [markdown]
// # What a delivery of visions is worth
//
// Reads the `clues.csv` of a run and shows how often the guess after a delivery was right, by how far the given visions set the
// card apart from its best rival (as the ghost saw it, without blur). A steep curve means that the margin is worth tuning.
//
//     seance simulate mysterium --players 4 --games 2000 --out runs/first --clues
//     npx tsx notebooks/first-guesses.ts runs/first

// %%
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';

const run = process.argv[2] ?? 'runs/first';
const { data } = Papa.parse<Record<string, number | string>>(readFileSync(join(run, 'clues.csv'), 'utf8'), {
  header: true,
  dynamicTyping: true,
  skipEmptyLines: true,
});

// %%
const STEP = 1;
const bins = new Map<number, { right: number; guesses: number }>();
for (const { retained_margin: margin, right } of data) {
  if (typeof margin !== 'number' || typeof right !== 'number') continue; // no rival was left
  const bin = Math.min(8, Math.max(-3, Math.floor(margin / STEP)));
  const held = bins.get(bin) ?? { right: 0, guesses: 0 };
  bins.set(bin, { right: held.right + right, guesses: held.guesses + 1 });
}

// %%
/** Wilson's 95 % interval (1927). */
function interval(hits: number, n: number): readonly [number, number] {
  const z2 = 1.96 ** 2;
  const centre = (hits + z2 / 2) / (n + z2);
  const half = (1.96 / (n + z2)) * Math.sqrt((hits * (n - hits)) / n + z2 / 4);
  return [centre - half, centre + half];
}

for (const [bin, { right, guesses }] of [...bins].toSorted(([a], [b]) => a - b)) {
  const rate = right / guesses;
  const [low, high] = interval(right, guesses);
  const bar = '█'.repeat(Math.round(40 * rate));
  const from = `${bin * STEP}`.padStart(3);
  console.log(
    `margin from ${from}  ${bar.padEnd(40)} ${(100 * rate).toFixed(1)} % [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}] of ${guesses}`,
  );
}
