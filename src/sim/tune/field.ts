import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import type { Job } from '../chunk.ts';
import { CHUNK } from '../executor.ts';
import type { Executor } from '../executor.ts';
import { gameSeed, lineupOf } from '../experiment.ts';
import type { Casting, Experiment } from '../experiment.ts';
import type { Cell } from '../grid.ts';
import { sharesIn } from './objective.ts';
import type { Objective, Share } from './objective.ts';
import { castingWith, keyOf } from './space.ts';
import type { Setting, Space } from './space.ts';

/** Deals of one cell that a setting has played: what a journal keeps, and all it takes to go on without playing them again. */
export interface Lap {
  /** Of the deals. */
  readonly seed: number;
  readonly setting: Setting;
  /** The cell's place in the game's grid. */
  readonly cell: number;
  /** Index of the first deal. */
  readonly from: number;
  readonly tops: readonly number[];
  readonly bottoms: readonly number[];
}

/** What is known of laps from before, and who hears of new ones. */
export interface LapJournal {
  /** The lap that begins there, if it was played before. */
  recall(lap: Pick<Lap, 'seed' | 'setting' | 'cell' | 'from'>, deals: number): Lap | undefined;
  add(lap: Lap): Promise<void>;
}

/** A setting on the field. */
export interface Runner {
  readonly setting: Setting;
  readonly cells: readonly Share[][];
}

/** Where settings play: the same deals for all, cell by cell. */
export class Field {
  /** Games that were played, or recalled. */
  games = 0;
  /** Of these, games that the journal knew. */
  recalled = 0;
  /** Why play ended where the program at a seat failed. */
  failure: string | undefined;
  private readonly sharesOf: (rows: Float64Array) => readonly Share[];

  constructor(
    private readonly about: {
      readonly game: CataloguedGame;
      readonly cells: readonly Cell[];
      readonly casting: Casting;
      readonly space: Space;
      readonly objective: Objective;
    },
    private readonly executor: Executor,
    private readonly signal: AbortSignal | undefined,
    private readonly journal: LapJournal | undefined,
  ) {
    this.sharesOf = sharesIn(about.game, about.objective);
  }

  /** Whether play has ended before its time. */
  get isOver(): boolean {
    return this.signal?.aborted === true || this.failure !== undefined;
  }

  /** What it costs to bring all runners to so many deals in each cell, in games. */
  costOf(runners: readonly Runner[], deals: number): number {
    return runners.reduce(
      (sum, { cells }) => sum + cells.reduce((own, { length }) => own + Math.max(0, deals - length), 0),
      0,
    );
  }

  /** The seed of a deal, for those who must not meet it again. */
  *seedsOf(seed: number, deals: number): Generator<number, void> {
    for (const cell of this.about.cells) {
      const experiment = this.experimentOf(cell, [], seed, deals);
      for (let i = 0; i < deals; i++) yield gameSeed(experiment, i);
    }
  }

  /** Brings all runners to so many deals in each cell, one runner after the other; yields after each lap. Ends early where play is over. */
  async *bring(runners: readonly Runner[], deals: number, seed: number): AsyncGenerator<void, void> {
    const laps = new Map<
      Experiment,
      { readonly runner: Runner; readonly cell: number; left: number; shares: Share[] }
    >();
    const { journal } = this;
    const jobs: Job[] = [];
    for (const runner of runners) {
      for (const [c, cell] of this.about.cells.entries()) {
        const from = runner.cells[c].length;
        if (from >= deals) continue;
        const { setting } = runner;
        const known = journal?.recall({ seed, setting, cell: cell.index, from }, deals - from);
        if (known) {
          for (const [i, top] of known.tops.entries()) runner.cells[c].push({ top, bottom: known.bottoms[i] });
          this.games += deals - from;
          this.recalled += deals - from;
          yield;
          continue;
        }
        const experiment = this.experimentOf(cell, runner.setting, seed, deals);
        laps.set(experiment, { runner, cell: c, left: deals - from, shares: [] });
        for (let at = from; at < deals; at += CHUNK)
          jobs.push({ experiment, from: at, to: Math.min(deals, at + CHUNK), details: false });
      }
    }
    for await (const { job, chunk } of this.executor.run(jobs, this.signal)) {
      this.failure = chunk.failure;
      const lap = laps.get(job.experiment);
      if (!lap) continue;
      lap.shares.push(...this.sharesOf(chunk.rows));
      lap.left -= chunk.games;
      if (lap.left > 0) continue;
      const cell = this.about.cells[lap.cell].index;
      const mine = lap.runner.cells[lap.cell];
      const from = mine.length;
      mine.push(...lap.shares);
      this.games += lap.shares.length;
      const [tops, bottoms] = [lap.shares.map(({ top }) => top), lap.shares.map(({ bottom }) => bottom)];
      await journal?.add({ seed, setting: lap.runner.setting, cell, from, tops, bottoms });
      yield;
    }
  }

  private experimentOf(cell: Cell, setting: Setting, seed: number, games: number): Experiment {
    const { game, casting, space } = this.about;
    const cast = setting.length === 0 ? casting : castingWith(casting, space, setting);
    const { config, index } = cell;
    return { game: game.id, config, lineup: lineupOf(game, config, cast), games, seed, cell: index };
  }
}

/** What a lap is known by. */
export const lapKey = ({ seed, setting, cell, from }: Pick<Lap, 'seed' | 'setting' | 'cell' | 'from'>): string =>
  `${seed} ${cell} ${from} ${keyOf(setting)}`;
