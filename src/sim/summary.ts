import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import type { Figure } from '../engine/kernel/spec.ts';
import { mix } from '../engine/kernel/rng.ts';
import { Moments, Ratio, wilson } from './stats.ts';
import type { Estimate } from './stats.ts';

/** One figure of an experiment. */
export interface Finding extends Estimate {
  readonly figure: string;
}

/** Takes in one row of metrics after the other, and can say at any time what they come to. */
interface Gauge {
  add(rows: Float64Array, at: number): void;
  estimate(): Estimate;
}

/** What is kept of an experiment's games: its figures and a checksum, never the rows. */
export class Tally {
  games = 0;
  private readonly width: number;
  private readonly gauges: readonly (readonly [string, Gauge])[];
  private sum = 0;

  /** Of the game's own figures, or of others made of its metrics. */
  constructor(game: Pick<CataloguedGame, 'metrics' | 'figures'>) {
    const names = game.metrics.map(({ name }) => name);
    this.width = names.length;
    this.gauges = game.figures.map((figure) => [figure.name, gaugeOf(figure, names)]);
  }

  /** Takes in the next games' metrics, in order. */
  add(rows: Float64Array): void {
    for (let at = 0; at < rows.length; at += this.width) {
      for (const [, gauge] of this.gauges) gauge.add(rows, at);
      this.games++;
    }
    this.sum = fold(this.sum, rows);
  }

  /** 32 bits of every metric of every game, in order: equal for equal games, however many workers played them. */
  get checksum(): number {
    return this.sum;
  }

  findings(): readonly Finding[] {
    return this.gauges.map(([figure, gauge]) => ({ figure, ...gauge.estimate() }));
  }
}

/** The checksum of several experiments, in order. */
export const foldChecksums = (sums: Iterable<number>): number => {
  let sum = 0;
  for (const one of sums) sum = mix(sum ^ one);
  return sum;
};

/** A checksum as it is printed: 8 hex digits. */
export const hexOf = (checksum: number): string => checksum.toString(16).padStart(8, '0');

/** A value that is not a number stands for "not applicable" and is left out of its figure. */
function gaugeOf(figure: Figure, names: readonly string[]): Gauge {
  const columnOf = (name: string): number => {
    const at = names.indexOf(name);
    if (at < 0) throw new TypeError(`the figure ${figure.name} reads the metric ${name}, which does not exist`);
    return at;
  };
  const column = columnOf(figure.metric);
  switch (figure.kind) {
    case 'rate': {
      let hits = 0;
      let n = 0;
      return {
        add(rows, at) {
          const value = rows[at + column];
          if (Number.isNaN(value)) return;
          n++;
          hits += value;
        },
        estimate: () => wilson(hits, n),
      };
    }
    case 'mean': {
      const moments = new Moments();
      return {
        add(rows, at) {
          const value = rows[at + column];
          if (!Number.isNaN(value)) moments.add(value);
        },
        estimate: () => moments.estimate(),
      };
    }
    case 'ratio': {
      const ratio = new Ratio();
      const per = columnOf(figure.per);
      return {
        add(rows, at) {
          const top = rows[at + column];
          const bottom = rows[at + per];
          if (!Number.isNaN(top) && !Number.isNaN(bottom)) ratio.add(top, bottom);
        },
        estimate: () => ratio.estimate(),
      };
    }
  }
}

const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);

function fold(sum: number, rows: Float64Array): number {
  for (const value of rows) {
    number[0] = Number.isNaN(value) ? Number.NaN : value; // one of the many NaN
    sum = mix(mix(sum ^ words[0]) ^ words[1]);
  }
  return sum;
}
