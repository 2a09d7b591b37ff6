import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import type { Figure } from '../engine/kernel/spec.ts';
import { mix } from '../engine/kernel/rng.ts';
import type { RateInterval } from './sequence.ts';
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

  /**
   * Of the game's own figures, or of others made of its metrics; `series` games in a row are played by the same people. `headline` is the
   * interval of the first figure, where that is a rate and play may be stopped for what it comes to.
   */
  constructor(game: Pick<CataloguedGame, 'metrics' | 'figures'>, series = 1, headline: RateInterval = wilson) {
    const names = game.metrics.map(({ name }) => name);
    this.width = names.length;
    this.gauges = game.figures.map((figure, at) => [
      figure.name,
      series === 1 ? gaugeOf(figure, names, at === 0 ? headline : wilson) : seriesGaugeOf(figure, names, series),
    ]);
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

function columnOf(figure: Figure, metric: string, names: readonly string[]): number {
  const at = names.indexOf(metric);
  if (at < 0) throw new TypeError(`the figure ${figure.name} reads the metric ${metric}, which does not exist`);
  return at;
}

/** A value that is not a number stands for "not applicable" and is left out of its figure. */
function gaugeOf(figure: Figure, names: readonly string[], interval: RateInterval): Gauge {
  const column = columnOf(figure, figure.metric, names);
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
        estimate: () => interval(hits, n),
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
      const per = columnOf(figure, figure.per, names);
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

/** The same where games of one series hang together, since the same people play them: series are the sample, and not games. */
function seriesGaugeOf(figure: Figure, names: readonly string[], series: number): Gauge {
  const column = columnOf(figure, figure.metric, names);
  const per = figure.kind === 'ratio' ? columnOf(figure, figure.per, names) : undefined;
  const ratio = new Ratio();
  let n = 0;
  // Of the series that is being played.
  let games = 0;
  let top = 0;
  let bottom = 0;
  return {
    add(rows, at) {
      const value = rows[at + column];
      const share = per === undefined ? 1 : rows[at + per];
      if (!Number.isNaN(value) && !Number.isNaN(share)) {
        n++;
        top += value;
        bottom += share;
      }
      if (++games < series) return;
      ratio.add(top, bottom);
      games = top = bottom = 0;
    },
    estimate() {
      const all = ratio.clone();
      if (games > 0) all.add(top, bottom);
      return { ...all.estimate(), n };
    },
  };
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
