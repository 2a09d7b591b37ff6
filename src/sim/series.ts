import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import type { Chunk } from './chunk.ts';
import type { Experiment } from './experiment.ts';
import { Tally } from './summary.ts';

/*
 * A series is a number of games in a row with the same people: they keep their eyes and what they learned, and each game has the deal
 * that it would have by itself. Games 0 to series - 1 of an experiment are its first; the last may be shorter.
 */

/** Games in a series of an experiment. */
export const seriesOf = ({ series = 1 }: Experiment): number => series;

/** The first game of the series in which game `index` stands. */
export const firstOfSeries = (experiment: Experiment, index: number): number => index - (index % seriesOf(experiment));

/** The least number of games from `games` on that is made of whole series. */
export const wholeSeries = (experiment: Experiment, games: number): number =>
  Math.ceil(games / seriesOf(experiment)) * seriesOf(experiment);

/** What a learning curve is made of: one tally for each place in the series. */
export class SeriesTally {
  readonly places: readonly Tally[];
  private readonly width: number;

  constructor(game: Pick<CataloguedGame, 'metrics' | 'figures'>, series: number) {
    this.width = game.metrics.length;
    this.places = Array.from({ length: series }, () => new Tally(game));
  }

  /** Takes in the next games of an experiment. */
  add({ from, games, rows }: Chunk): void {
    for (let i = 0; i < games; i++) {
      const place = (from + i) % this.places.length;
      this.places[place].add(rows.subarray(i * this.width, (i + 1) * this.width));
    }
  }
}
