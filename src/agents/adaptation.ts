/** Most options that a meaning is told apart from at once. */
export const MOST_OPTIONS = 16;

/**
 * How surely affinity is taken to speak to the other, in nats per standard deviation: an option is meant with probability proportional
 * to exp(SHARPNESS * affinity). Of 0.3 to 0.7 no other gained more than two points of first guesses at a blur of 0.65 to 1.5, in any game
 * of six; above 1 single meanings are believed too much.
 */
const SHARPNESS = 0.5;

/**
 * What one person has learned of how another's view of the pictures differs from its own: a belief about the weights of their features,
 * normal, with mean `shift`. Each meaning that comes to light is one observation of a Bayesian logistic regression, taken in by a single
 * Newton step (Laplace's approximation, kept up as D. J. Spiegelhalter and S. L. Lauritzen do, Networks 20, 1990).
 */
export class Adaptation {
  readonly shift: Float64Array;
  /** An observation, to be written before `observe`: affinity of each option as it is seen, and its features, at option * count + k. */
  readonly seen = new Float64Array(MOST_OPTIONS);
  readonly features: Float64Array;
  /** The inverse of the belief's covariance, count x count, and the lower triangle of its Cholesky factor. */
  private readonly precision: Float64Array;
  private readonly factor: Float64Array;
  private readonly expected: Float64Array;
  private readonly step: Float64Array;

  /** `variance` is that of the difference in each weight before anything is learned. */
  constructor(
    private readonly count: number,
    private readonly variance: number,
  ) {
    this.shift = new Float64Array(count);
    this.features = new Float64Array(MOST_OPTIONS * count);
    this.precision = new Float64Array(count * count);
    this.factor = new Float64Array(count * count);
    this.expected = new Float64Array(count);
    this.step = new Float64Array(count);
    this.forget();
  }

  forget(): void {
    this.shift.fill(0);
    this.precision.fill(0);
    for (let k = 0; k < this.count; k++) this.precision[k * this.count + k] = 1 / this.variance;
  }

  /** Of the first `options` options, `meant` was meant. */
  observe(options: number, meant: number): void {
    const { count, seen, features, precision, expected, step } = this;
    let most = -Infinity;
    for (let i = 0; i < options; i++) most = Math.max(most, seen[i]);
    let total = 0;
    for (let i = 0; i < options; i++) total += seen[i] = Math.exp(SHARPNESS * (seen[i] - most));
    expected.fill(0);
    for (let i = 0; i < options; i++) {
      for (let k = 0; k < count; k++) expected[k] += (seen[i] / total) * features[i * count + k];
    }
    for (let k = 0; k < count; k++) step[k] = SHARPNESS * (features[meant * count + k] - expected[k]);
    for (let i = 0; i < options; i++) {
      const weight = (SHARPNESS * SHARPNESS * seen[i]) / total;
      for (let k = 0; k < count; k++) {
        const off = weight * (features[i * count + k] - expected[k]);
        for (let l = 0; l < count; l++) precision[k * count + l] += off * (features[i * count + l] - expected[l]);
      }
    }
    this.solve();
    for (let k = 0; k < count; k++) this.shift[k] += step[k];
  }

  /** Turns the gradient in `step` into the step itself: precision * step = gradient, by Cholesky. */
  private solve(): void {
    const { count, precision, factor, step } = this;
    for (let i = 0; i < count; i++) {
      for (let j = 0; j <= i; j++) {
        let rest = precision[i * count + j];
        for (let k = 0; k < j; k++) rest -= factor[i * count + k] * factor[j * count + k];
        factor[i * count + j] = i === j ? Math.sqrt(rest) : rest / factor[j * count + j];
      }
    }
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < i; k++) step[i] -= factor[i * count + k] * step[k];
      step[i] /= factor[i * count + i];
    }
    for (let i = count - 1; i >= 0; i--) {
      for (let k = i + 1; k < count; k++) step[i] -= factor[k * count + i] * step[k];
      step[i] /= factor[i * count + i];
    }
  }
}
