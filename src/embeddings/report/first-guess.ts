import type { Affinity } from '../../engine/kernel/knowledge.ts';
import { Sfc32 } from '../../engine/kernel/rng.ts';

/** Cards in the ghost's hand. */
const HAND = 7;

/** The game of one vision: how it is dealt, and how its two players see. */
export interface Deals {
  /** Cards of one category on the table. */
  readonly candidates: number;
  /** Default 20,000: a standard error of at most 0.0036. */
  readonly deals?: number;
  readonly seed?: number;
  /** `margin` (default): the vision that fits the target best beside its best rival. `fit`: the one that fits it best, whatever else it fits. */
  readonly ghostBy?: 'margin' | 'fit';
  /** Standard deviation of the noise that each of the two has of its own on every association, in those of the affinity; default 0. */
  readonly blur?: number;
}

/**
 * How often a psychic's first guess is right, from 0 to 1: the ghost gives one vision of its hand of seven, the psychic takes the card
 * that fits it best, and the two look through eyes of their own. Chance is 1 / candidates. Categories with fewer cards are not dealt.
 * @param groups cards of each category, in the order of the affinities' columns
 * @throws RangeError where no category has that many cards, or there are no visions
 */
export function firstGuess(
  ghost: Affinity,
  psychic: Affinity,
  groups: readonly number[],
  { candidates, deals = 20_000, seed = 1, ghostBy = 'margin', blur = 0 }: Deals,
): number {
  const rng = new Sfc32(seed);
  const visions = Array.from({ length: ghost.rows }, (_, i) => i);
  const starts = groups.map((_, g) => groups.slice(0, g).reduce((sum, count) => sum + count, 0));
  const columns = groups
    .map((count, g) => Array.from({ length: count }, (_, i) => starts[g] + i))
    .filter(({ length }) => length >= candidates);
  if (columns.length === 0 || visions.length === 0)
    throw new RangeError(
      `nothing to deal: ${visions.length} visions, ${groups.join(', ')} cards, ${candidates} candidates`,
    );
  const hand = Math.min(HAND, visions.length);
  const fits = new Float64Array(candidates);
  const look = ({ columns: width, cells }: Affinity, row: number, cards: readonly number[]): void => {
    for (let i = 0; i < candidates; i++) fits[i] = cells[row * width + cards[i]] + (blur > 0 ? blur * normal(rng) : 0);
  };
  let right = 0;
  for (let deal = 0; deal < deals; deal++) {
    const category = columns[rng.below(columns.length)];
    drawToFront(category, candidates, rng);
    drawToFront(visions, hand, rng);
    let given = -1;
    let best = -Infinity;
    for (let i = 0; i < hand; i++) {
      look(ghost, visions[i], category);
      const worth = ghostBy === 'fit' ? fits[0] : marginOfFirst(fits);
      if (worth > best) [best, given] = [worth, visions[i]];
    }
    look(psychic, given, category);
    if (marginOfFirst(fits) > 0) right++;
  }
  return right / deals;
}

/** How much better the first candidate fits than the best of the others. */
function marginOfFirst(fits: Float64Array): number {
  let rival = -Infinity;
  for (let i = 1; i < fits.length; i++) rival = Math.max(rival, fits[i]);
  return fits[0] - rival;
}

/** A standard normal draw (G. E. P. Box and M. E. Muller, "A note on the generation of random normal deviates", 1958). */
const normal = (rng: Sfc32): number => Math.sqrt(-2 * Math.log(1 - rng.unit())) * Math.cos(2 * Math.PI * rng.unit());

/** Swaps `count` random ones to the front. */
export function drawToFront(list: number[], count: number, rng: Sfc32): void {
  for (let i = 0; i < count; i++) {
    const j = i + rng.below(list.length - i);
    [list[i], list[j]] = [list[j], list[i]];
  }
}
