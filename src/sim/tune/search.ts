import { Sfc32 } from '../../engine/kernel/rng.ts';
import type { Field } from './field.ts';
import type { Objective } from './objective.ts';
import { FEWEST, firstRung, race } from './race.ts';
import type { RaceLook } from './race.ts';
import { keyOf, latin, neighbours, pointOf, shuffled } from './space.ts';
import type { Setting, Space } from './space.ts';
import { bestOf, fitSurface } from './surface.ts';
import type { Observation } from './surface.ts';
import { dealsOf, figureOf, gapOf } from './trial.ts';
import type { Trial } from './trial.ts';

/** Shares of the search's games: the start, each round around the best so far, and what is left for the last race. */
const START = 0.4;
const ROUND = 0.15;
const ROUNDS = 3;
/** Settings of the start for each knob, and their bounds. */
const SETTINGS = { each: 8, least: 6, most: 64 };
/**
 * Settings of the start are spread over boxes that are so wide a part of each range, in turn: the whole space, and around the default, where
 * the table's author looked. Ranges are wide where values beyond reason are allowed, and then all that matters is in a small part of one.
 */
const WIDTHS = [1, 0.3, 0.06];
/** Newcomers of a round at most; the steps of the first round are so much of a range, and a third of it in the next. */
const NEWCOMERS = 14;
const STEP = 0.12;
const FINER = 3;
/** Of those before, so many run again in a round beside the best. */
const ELITE = 2;

/** A look at a search. */
export interface SearchLook extends RaceLook {
  /** 0 is the start, then those around the best so far, then the last race. */
  readonly round: number;
}

/** What is searched, and from where. */
export interface SearchPlan {
  readonly space: Space;
  readonly objective: Objective;
  readonly cells: number;
  /** Games. */
  readonly budget: number;
  readonly seed: number;
  /** The setting that all others are measured by. */
  readonly usual: Setting;
  /** Settings to begin with, such as those that earlier results speak for. */
  readonly proposals: readonly Setting[];
}

/** How many settings the start has room for: each plays FEWEST deals a cell at least. */
export function startSize({ space, cells, budget, proposals }: SearchPlan): number {
  let size = Math.min(SETTINGS.most, Math.max(SETTINGS.least, SETTINGS.each * space.length)) + proposals.length + 1;
  while (size > 1 && firstRung(size, cells, START * budget) < FEWEST) size--;
  return size;
}

/** A search as it goes; what it tried is in `trials` whenever it ends. */
export class Search {
  readonly trials: Trial[] = [];
  private readonly rng: Sfc32;

  constructor(
    private readonly plan: SearchPlan,
    private readonly field: Field,
  ) {
    this.rng = new Sfc32(plan.seed);
  }

  /** Searches until the budget is used. Returns those left after the last race, the best first. */
  async *run(): AsyncGenerator<SearchLook, readonly Trial[]> {
    const { space, cells, budget, usual, proposals, objective } = this.plan;
    const size = startSize(this.plan);
    const base = this.add(usual, 'default', 0);
    const own = [base];
    for (const setting of proposals) own.push(...this.fresh(setting, 'earlier', 0));
    const spread = Math.max(0, size - own.length);
    const centre = pointOf(space, usual);
    for (const [i, width] of WIDTHS.entries()) {
      const count = Math.floor((spread + WIDTHS.length - 1 - i) / WIDTHS.length);
      for (const setting of latin(space, count, this.rng, { centre, width }))
        own.push(...this.fresh(setting, 'start', 0));
    }

    const first = firstRung(own.length, cells, START * budget);
    let left = yield* this.race(own, { kept: [base], budget: START * budget, first, round: 0 });
    for (let round = 1; round <= ROUNDS && !this.field.isOver; round++) {
      const [best] = left;
      const step = STEP / FINER ** (round - 1);
      const newcomers = await this.around(best, step, round);
      const elite = this.elite(base, best);
      const share = ROUND * budget;
      left = yield* this.race([base, ...elite, ...newcomers], {
        kept: [base, best],
        budget: share,
        first: firstRung(Math.max(1, newcomers.length), cells, share),
        round,
      });
      left = this.seasoned(left, best);
    }
    if (this.field.isOver) return left;
    const [best] = left;
    const last = [base, ...this.elite(base, best)];
    const rest = budget - this.field.games;
    const most = Math.max(...last.map(dealsOf));
    const end = yield* this.race(last, { kept: [base, best], budget: rest, first: most, round: ROUNDS + 1 });
    return this.ranked(end, objective);
  }

  private async *race(
    entrants: readonly Trial[],
    terms: { readonly kept: readonly Trial[]; readonly budget: number; readonly first: number; readonly round: number },
  ): AsyncGenerator<SearchLook, readonly Trial[]> {
    const { objective, seed } = this.plan;
    for (const trial of entrants) trial.dropped = undefined;
    const running = race(this.field, objective, entrants, { ...terms, seed });
    for (let next = await running.next(); ; next = await running.next()) {
      if (next.done) return next.value;
      yield { ...next.value, round: terms.round };
    }
  }

  /** Settings around the best so far that were not tried yet: the tops of a surface fitted to all results, near it and anywhere, and neighbours of it. */
  private async around(best: Trial, step: number, round: number): Promise<readonly Trial[]> {
    const { space, objective, cells, budget } = this.plan;
    const point = pointOf(space, best.setting);
    const found: Trial[] = [];
    const box = { point, reach: 2 * step };
    const seen = this.observations();
    const [close, wide] = [await fitSurface(space, seen, box), await fitSurface(space, seen)];
    for (const [surface, within] of [
      [close, box],
      [close, { point, reach: 2 * box.reach }],
      [wide, undefined],
    ] as const) {
      if (!surface) continue;
      const known = new Set(this.trials.map(({ setting }) => keyOf(setting)));
      const setting = bestOf(surface, space, objective.sign, this.rng, known, within);
      if (setting) found.push(...this.fresh(setting, 'surface', round));
    }
    const beside = neighbours(space, best.setting, step);
    let room = Math.min(NEWCOMERS, found.length + beside.length);
    while (room > found.length + 1 && firstRung(room, cells, ROUND * budget) < FEWEST) room--;
    for (const at of shuffled(beside.length, this.rng)) {
      if (found.length >= room) break;
      found.push(...this.fresh(beside[at], 'neighbour', round));
    }
    return found;
  }

  /** The best so far, and the runners-up by what is sure of their gap to the default: a standard error less than what it seems. */
  private elite(base: Trial, best: Trial): readonly Trial[] {
    const { figure, sign } = this.plan.objective;
    const sureOf = (trial: Trial): number => {
      const { value, error } = gapOf(trial, base, figure);
      return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : sign * value - error;
    };
    const others = this.trials.filter((trial) => trial !== base && trial !== best && dealsOf(trial) >= FEWEST);
    const ranked = others.map((trial) => ({ trial, sure: sureOf(trial) })).toSorted((a, b) => b.sure - a.sure);
    return [...(best === base ? [] : [best]), ...ranked.slice(0, ELITE).map(({ trial }) => trial)];
  }

  /** Those left of a race; who has played less than half of what the best before has does not take its place yet. */
  private seasoned(left: readonly Trial[], best: Trial): readonly Trial[] {
    const isSeasoned = (trial: Trial): boolean => trial === best || 2 * dealsOf(trial) >= dealsOf(best);
    return [...left.filter(isSeasoned), ...left.filter((trial) => !isSeasoned(trial))];
  }

  private ranked(trials: readonly Trial[], { figure, sign }: Objective): readonly Trial[] {
    const deals = Math.min(...trials.map(dealsOf));
    const scores = trials.map((trial) => ({ trial, score: sign * figureOf(trial, figure, deals).value }));
    return scores.toSorted((a, b) => b.score - a.score || a.trial.index - b.trial.index).map(({ trial }) => trial);
  }

  /** What was found so far: gaps to the default, since the deals' own luck is not the settings'. */
  private observations(): readonly Observation[] {
    const { space, objective } = this.plan;
    const [base] = this.trials;
    return this.trials.flatMap((trial) => {
      const { n, value } = gapOf(trial, base, objective.figure);
      return n === 0 || Number.isNaN(value)
        ? []
        : [{ point: pointOf(space, trial.setting), value, weight: n, group: 0 }];
    });
  }

  /** A trial of a setting, if it was not tried yet. */
  private fresh(setting: Setting, origin: Trial['origin'], round: number): readonly Trial[] {
    const key = keyOf(setting);
    return this.trials.some((trial) => keyOf(trial.setting) === key) ? [] : [this.add(setting, origin, round)];
  }

  private add(setting: Setting, origin: Trial['origin'], round: number): Trial {
    const cells = Array.from({ length: this.plan.cells }, () => []);
    const trial = { index: this.trials.length, setting, origin, round, cells, rungs: 0, dropped: undefined };
    this.trials.push(trial);
    return trial;
  }
}
