import type { ClueModel, Knowledge } from '../engine/kernel/knowledge.ts';
import { ParamError } from '../engine/kernel/params.ts';

/** Works out a clue model's logits in arrays that are made once. */
export class ClueChance {
  /** The numbers that the model is asked about, in the order of the names it was made for. */
  readonly x: Float64Array;
  /** Where each of the model's features stands in `x`. */
  private readonly places: Int32Array;
  private readonly z: Float64Array;
  private readonly means: Float64Array;
  private readonly scales: Float64Array;
  /** The bias, then a weight a feature. In an array, since a number that is read from a field may have to be allocated. */
  private readonly direct: Float64Array;
  /** For each hidden unit its bias, its weights and what it adds. */
  private readonly units: Float64Array;
  private readonly unitCount: number;

  /** @throws ParamError for a model with a feature that is not among `names` */
  constructor(model: ClueModel, names: readonly string[]) {
    const unknown = model.features.find((feature) => !names.includes(feature));
    if (unknown !== undefined) throw new ParamError(`the clue model asks for ${unknown}, which nobody knows here`);
    this.x = new Float64Array(names.length);
    this.places = Int32Array.from(model.features, (feature) => names.indexOf(feature));
    this.z = new Float64Array(model.features.length);
    this.means = Float64Array.from(model.means);
    this.scales = Float64Array.from(model.scales);
    this.direct = Float64Array.of(model.bias, ...model.direct);
    this.units = Float64Array.from(model.units.flatMap(({ bias, weights, out }) => [bias, ...weights, out]));
    this.unitCount = model.units.length;
  }

  /** Writes the logit of what stands in `x` to `into[at]`. */
  write(into: Float64Array, at: number): void {
    const { z, units } = this;
    let logit = this.direct[0];
    for (let i = 0; i < z.length; i++) {
      z[i] = (this.x[this.places[i]] - this.means[i]) / this.scales[i];
      logit += this.direct[i + 1] * z[i];
    }
    for (let unit = 0, from = 0; unit < this.unitCount; unit++, from += z.length + 2) {
      let sum = units[from];
      for (let i = 0; i < z.length; i++) sum += units[from + 1 + i] * z[i];
      if (sum > 0) logit += units[from + 1 + z.length] * sum;
    }
    into[at] = logit;
  }
}

/**
 * The clue model of a name: one that was handed in, or one of those `included` with the game.
 * @throws ParamError where nobody has prepared such a model
 */
export function clueModelFrom(
  { clueModels }: Knowledge,
  name: string,
  included: Readonly<Record<string, ClueModel>>,
): ClueModel {
  const model = clueModels?.[name] ?? (Object.hasOwn(included, name) ? included[name] : undefined);
  if (!model) throw new ParamError(`no clue model named "${name}"; included is ${Object.keys(included).join(', ')}`);
  return model;
}
