import type { Affinity, Knowledge } from '../engine/kernel/knowledge.ts';
import { ParamError, name, real } from '../engine/kernel/params.ts';
import { mix } from '../engine/kernel/rng.ts';
import type { Rng } from '../engine/kernel/rng.ts';
import { presets } from './presets.ts';

/** What every agent that looks at pictures is asked about its eyes. */
export const eyesParams = {
  eyes: name('bundled', 'the encoder this seat looks with'),
  blur: real(
    0,
    5,
    presets.named[presets.usual].blur,
    'noise on every association, in standard deviations of the affinity, drawn for each game',
  ),
  kinship: real(0, 1, 0, 'share of the noise that the whole table has in common: friends think alike'),
};

interface EyesValues {
  readonly eyes: string;
  readonly blur: number;
  readonly kinship: number;
}

/** A standard normal draw from 32 random bits, as the sum of its four bytes (Irwin-Hall: mean 510, standard deviation 147.80). */
const normal = (bits: number): number =>
  ((bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24) - 510) / 147.8;

/**
 * One seat's eyes: the shared affinity plus noise of its own. The noise for a vision and a card is a hash of both and of the
 * game's stream, so it lasts a whole game, replays from the seed, and is made only where somebody looks.
 */
export class Eyes {
  private readonly cells: Float32Array;
  private readonly columns: number;
  private readonly ownScale: number;
  private readonly groupScale: number;
  private ownKey = 0;
  private groupKey = 0;

  constructor(affinity: Affinity, { blur, kinship }: EyesValues) {
    this.cells = affinity.cells;
    this.columns = affinity.columns;
    this.ownScale = blur * Math.sqrt(1 - kinship);
    this.groupScale = blur * Math.sqrt(kinship);
  }

  reset(own: Rng, group: Rng): void {
    this.ownKey = own.bits() | 0;
    this.groupKey = group.bits() | 0;
  }

  /** How strongly vision `row` suggests card `column`, in standard deviations of the affinity. */
  see(row: number, column: number): number {
    const at = row * this.columns + column;
    let seen = this.cells[at];
    if (this.ownScale > 0) seen += this.ownScale * normal(mix(at ^ this.ownKey));
    if (this.groupScale > 0) seen += this.groupScale * normal(mix(at ^ this.groupKey));
    return seen;
  }

  /** Writes what `see` sees to `into[at]`, or adds it: a number that is not handed back need not be allocated. */
  write(into: Float64Array, at: number, row: number, column: number): void {
    into[at] = this.see(row, column);
  }

  addTo(into: Float64Array, at: number, row: number, column: number): void {
    into[at] += this.see(row, column);
  }
}

/**
 * Opens the eyes that an agent's parameters name.
 * @throws ParamError where nobody has prepared such eyes.
 */
export function eyesFrom(knowledge: Knowledge, values: EyesValues): Eyes {
  const affinity = knowledge.affinity[values.eyes];
  if (!affinity) {
    const known = Object.keys(knowledge.affinity);
    throw new ParamError(
      `no eyes named "${values.eyes}"; there ${known.length === 0 ? 'are none' : `are ${known.join(', ')}`}`,
    );
  }
  return new Eyes(affinity, values);
}
