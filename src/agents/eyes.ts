import type { Affinity, Knowledge } from '../engine/kernel/knowledge.ts';
import { ParamError, flag, name, real } from '../engine/kernel/params.ts';
import { mix } from '../engine/kernel/rng.ts';
import type { Rng } from '../engine/kernel/rng.ts';
import { Adaptation } from './adaptation.ts';
import { featuresOf } from './features.ts';
import type { Features } from './features.ts';
import { presets } from './presets.ts';

/** What every agent that looks at pictures is asked about its eyes. */
export const eyesParams = {
  eyes: name('bundled', 'the encoder this seat looks with'),
  blur: real(
    0,
    5,
    presets.named[presets.usual].blur,
    'noise on every association, in standard deviations of the affinity, drawn for each game, or for each series of them',
  ),
  kinship: real(0, 1, 0, 'share of the noise that the whole table has in common: friends think alike'),
  taste: real(
    0,
    1,
    0,
    'share of the noise that is a person’s taste, alike for alike pictures: what others can learn; the rest differs from picture to picture',
  ),
};

/** What agents are asked that may learn how somebody else sees. */
export const adaptParams = {
  adapt: flag(
    false,
    'learns from game to game of a series how the ghost sees, as far as that is taste; counts on others to have as much of it',
  ),
};

interface EyesValues {
  readonly eyes: string;
  readonly blur: number;
  readonly kinship: number;
  readonly taste?: number;
  readonly adapt?: boolean;
}

/** A standard normal draw from 32 random bits, as the sum of its four bytes (Irwin-Hall: mean 510, standard deviation 147.80). */
const normal = (bits: number): number =>
  ((bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24) - 510) / 147.8;

/**
 * One seat's eyes: the shared affinity plus noise of its own. The noise for a vision and a card is a hash of both and of the
 * game's stream, so it lasts a whole game, replays from the seed, and is made only where somebody looks. Taste is noise on the weights
 * of the pictures' features instead (people share dimensions and differ in how they weigh them: J. D. Carroll, J. J. Chang,
 * Psychometrika 35, 1970), and what is learned of others shifts the same weights.
 */
export class Eyes {
  private readonly cells: Float32Array;
  private readonly columns: number;
  private readonly ownScale: number;
  private readonly groupScale: number;
  /** What the last look saw. */
  private readonly seen = new Float64Array(1);
  private ownKey = 0;
  private groupKey = 0;
  /** Of the pictures; undefined where neither taste nor anything learned weighs them. */
  private readonly features: Features | undefined;
  private readonly adaptation: Adaptation | undefined;
  private readonly ownTaste: number;
  private readonly groupTaste: number;
  /** How far each feature's weight is from that in the shared affinity. */
  private readonly weight: Float64Array;

  constructor(affinity: Affinity, { blur, kinship, taste = 0, adapt = false }: EyesValues) {
    this.cells = affinity.cells;
    this.columns = affinity.columns;
    this.ownScale = blur * Math.sqrt((1 - kinship) * (1 - taste));
    this.groupScale = blur * Math.sqrt(kinship * (1 - taste));
    this.ownTaste = blur * Math.sqrt((1 - kinship) * taste);
    this.groupTaste = blur * Math.sqrt(kinship * taste);
    this.features = blur * taste > 0 ? featuresOf(affinity) : undefined;
    const count = this.features?.count ?? 0;
    this.weight = new Float64Array(count);
    // Two people differ by twice what each of them has on its own.
    const variance = 2 * this.ownTaste * this.ownTaste;
    this.adaptation = adapt && variance > 0 ? new Adaptation(count, variance) : undefined;
  }

  /** Whether there is anything to be learned with these eyes. */
  get adapts(): boolean {
    return this.adaptation !== undefined;
  }

  reset(own: Rng, group: Rng): void {
    this.ownKey = own.bits() | 0;
    this.groupKey = group.bits() | 0;
    for (let k = 0; k < this.weight.length; k++) {
      // ~k is never the place of a vision and a card.
      this.weight[k] =
        this.ownTaste * normal(mix(~k ^ this.ownKey)) + this.groupTaste * normal(mix(~k ^ this.groupKey));
      if (this.adaptation) this.weight[k] += this.adaptation.shift[k];
    }
  }

  /** Whatever was learned of others is forgotten. */
  forget(): void {
    this.adaptation?.forget();
  }

  /** How strongly vision `row` suggests card `column`, in standard deviations of the affinity. */
  see(row: number, column: number): number {
    this.look(row, column);
    return this.seen[0];
  }

  /** Writes what `see` sees to `into[at]`, or adds it: a number that is not handed back need not be allocated. */
  write(into: Float64Array, at: number, row: number, column: number): void {
    this.look(row, column);
    into[at] = this.seen[0];
  }

  addTo(into: Float64Array, at: number, row: number, column: number): void {
    this.look(row, column);
    into[at] += this.seen[0];
  }

  private look(row: number, column: number): void {
    const at = row * this.columns + column;
    let seen = this.cells[at];
    if (this.ownScale > 0) seen += this.ownScale * normal(mix(at ^ this.ownKey));
    if (this.groupScale > 0) seen += this.groupScale * normal(mix(at ^ this.groupKey));
    if (this.features) seen += this.weighed(this.features, row, column);
    this.seen[0] = seen;
  }

  /**
   * It has come to light that somebody meant the card `columns[meant]`, not another of the first `cards` of `columns`, by the first
   * `visions` of `rows`. Shifts these eyes towards that, where they adapt.
   */
  learn(rows: Int32Array, visions: number, columns: Int32Array, cards: number, meant: number): void {
    const { features, adaptation } = this;
    if (!features || !adaptation) return;
    const { count, ofRow, ofColumn } = features;
    adaptation.seen.fill(0);
    adaptation.features.fill(0);
    for (let i = 0; i < cards; i++) {
      for (let v = 0; v < visions; v++) {
        this.addTo(adaptation.seen, i, rows[v], columns[i]);
        for (let k = 0; k < count; k++)
          adaptation.features[i * count + k] += ofRow[rows[v] * count + k] * ofColumn[columns[i] * count + k];
      }
    }
    for (let k = 0; k < count; k++) this.weight[k] -= adaptation.shift[k];
    adaptation.observe(cards, meant);
    for (let k = 0; k < count; k++) this.weight[k] += adaptation.shift[k];
  }

  private weighed({ count, ofRow, ofColumn }: Features, row: number, column: number): number {
    let sum = 0;
    for (let k = 0; k < count; k++) sum += this.weight[k] * ofRow[row * count + k] * ofColumn[column * count + k];
    return sum;
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
