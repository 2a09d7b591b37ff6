import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import type { Choice } from '../../../src/embeddings/learning/picks.ts';
import type { FrozenCards } from '../../../src/embeddings/learning/train.ts';

/** Cards whose vectors say more than people care for, and people who choose among them. */
export interface Village {
  readonly cards: FrozenCards;
  readonly ids: readonly string[];
  /** What people see: cell (shown, option) at shown * n + option. */
  readonly minds: Float64Array;
}

/** Coordinates that people go by, and those that only the encoder sees, which are larger. */
const MEANING = 6;
const NOISE = 10;
const LOUDNESS = 1.5;

export function makeVillage(count: number, seed: number): Village {
  const rng = new Sfc32(seed);
  const dim = MEANING + NOISE;
  const vectors = new Float32Array(count * dim);
  const meanings = Array.from({ length: count }, () => Array.from({ length: MEANING }, () => rng.unit() - 0.5));
  for (let card = 0; card < count; card++) {
    const noise = Array.from({ length: NOISE }, () => LOUDNESS * (rng.unit() - 0.5));
    const row = [...meanings[card], ...noise];
    const length = Math.hypot(...row);
    vectors.set(
      row.map((x) => x / length),
      card * dim,
    );
  }
  const minds = new Float64Array(count * count);
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) {
      const dot = meanings[a].reduce((sum, x, i) => sum + x * meanings[b][i], 0);
      minds[a * count + b] = dot / Math.hypot(...meanings[a]) / Math.hypot(...meanings[b]);
    }
  }
  const ids = Array.from({ length: count }, (_, card) => `k${card}`);
  return { cards: { dim, vectors, kinds: ids.map(() => 0) }, ids, minds };
}

/** Rows of people who choose with probability proportional to exp(sharpness * what they see); sharpness 0 chooses blindly. */
export function chooseAmong(
  minds: Float64Array,
  count: number,
  { rows, options, sharpness, seed }: { rows: number; options: number; sharpness: number; seed: number },
): readonly Choice[] {
  const rng = new Sfc32(seed);
  return Array.from({ length: rows }, (_, group) => {
    const order = Array.from({ length: count }, (_, card) => card);
    for (let i = 0; i <= options; i++) {
      const j = i + rng.below(count - i);
      [order[i], order[j]] = [order[j], order[i]];
    }
    const [shown, ...rest] = order;
    const among = rest.slice(0, options);
    const weights = among.map((card) => Math.exp(sharpness * minds[shown * count + card]));
    let lot = rng.unit() * weights.reduce((sum, x) => sum + x, 0);
    const chosen = weights.findIndex((weight) => (lot -= weight) < 0);
    return { shown: [shown], options: among, chosen: Math.max(0, chosen), weight: 1, group };
  });
}

/** Rows as a file of picks. */
export const toCsv = (rows: readonly Choice[], ids: readonly string[]): string =>
  `shown,options,chosen\n${rows
    .map(({ shown, options, chosen }) => {
      const names = (places: readonly number[]): string => places.map((place) => ids[place]).join(' ');
      return `${names(shown)},${names(options)},${ids[options[chosen]]}\n`;
    })
    .join('')}`;
