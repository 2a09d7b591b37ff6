import { ROWS } from '../../engine/mysterium/shape.ts';

/** Chances that a psychic still finishes in time, where each of its guesses is right with the same probability. */
export class Deadline {
  /** Chance of `needed` right guesses in `rounds`, at needed * stride + rounds. */
  private readonly chance: Float64Array;
  private readonly stride: number;

  /** `pace` is how often a guess is right, in (0, 1); more rounds than `rounds` count as so many. */
  constructor(
    pace: number,
    private readonly rounds: number,
  ) {
    this.stride = rounds + 1;
    this.chance = new Float64Array((ROWS + 1) * this.stride);
    this.chance.fill(1, 0, this.stride);
    for (let needed = 1; needed <= ROWS; needed++) {
      for (let left = 1; left <= rounds; left++) {
        const at = needed * this.stride + left;
        this.chance[at] = pace * this.chance[at - this.stride - 1] + (1 - pace) * this.chance[at - 1];
      }
    }
  }

  /**
   * What a wrong guess leaves of the hope that a right one would give: 1 where it costs nothing, 0 where all would be lost. A psychic at
   * `stage` guesses, and `left` rounds follow.
   */
  leftOver(stage: number, left: number): number {
    const at = (ROWS - 1 - stage) * this.stride + Math.min(left, this.rounds);
    const right = this.chance[at];
    return right > 0 ? this.chance[at + this.stride] / right : 0;
  }
}
