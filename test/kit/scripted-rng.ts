import type { Rng } from '../../src/engine/kernel/rng.ts';

/** Draws that a test lays down beforehand: it throws when they run out or do not fit, and tells whether all were used. */
export class ScriptedRng implements Rng {
  private at = 0;

  constructor(private readonly draws: readonly number[]) {}

  /** How many draws are still to come; a test asks at its end, and expects 0. */
  get left(): number {
    return this.draws.length - this.at;
  }

  below(n: number): number {
    return this.next(Number.isInteger, n);
  }

  unit(): number {
    return this.next(Number.isFinite, 1);
  }

  bits(): number {
    return this.next(Number.isInteger, 0x1_0000_0000);
  }

  private next(fits: (draw: number) => boolean, end: number): number {
    if (this.left === 0)
      throw new RangeError(`the script of ${this.draws.length} draws has run out; one below ${end} is asked for`);
    const draw = this.draws[this.at++];
    if (!fits(draw) || draw < 0 || draw >= end)
      throw new RangeError(`draw ${this.at} of the script is ${draw}, which is not in [0, ${end})`);
    return draw;
  }
}
