import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import { ParamError } from '../../engine/kernel/params.ts';
import { seedOf } from '../../engine/kernel/rng.ts';
import type { Executor } from '../executor.ts';
import type { Casting } from '../experiment.ts';
import type { Cell } from '../grid.ts';
import type { Estimate } from '../stats.ts';
import { Field } from './field.ts';
import type { LapJournal, Runner } from './field.ts';
import type { Objective } from './objective.ts';
import { jointZ } from './quantile.ts';
import { Search, startSize } from './search.ts';
import type { SearchPlan } from './search.ts';
import { castingWith, settingIn } from './space.ts';
import type { Setting, Space } from './space.ts';
import { dealsOf, figureOf, gapOf, intervalOf } from './trial.ts';
import type { Trial } from './trial.ts';

/** The share of the budget that is kept for the replay on fresh deals. */
const REPLAY = 0.2;
/** A search of fewer settings is none. */
const FEWEST_SETTINGS = 4;

/** What is to be tuned. */
export interface TuneTask {
  readonly game: CataloguedGame;
  /** Where it is played; the figure is the mean over these, each of the same weight. */
  readonly cells: readonly Cell[];
  /** Who plays; its values for the knobs are the default that all settings are measured by. */
  readonly casting: Casting;
  readonly space: Space;
  readonly objective: Objective;
  /** Games in all. */
  readonly budget: number;
  readonly seed: number;
  /** Settings to begin with besides those that are spread over the space. */
  readonly proposals?: readonly Setting[];
}

/** How far a search is. */
export interface TuneProgress {
  readonly stage: 'search' | 'replay';
  /** Of the search: 0 is its start. */
  readonly round: number;
  /** Games that are over. */
  readonly games: number;
  readonly budget: number;
  /** Settings still in the race. */
  readonly alive: number;
  /** Settings tried so far. */
  readonly tried: number;
}

/** The winner against the default on deals that the search never met. */
export interface Replay {
  /** The seed of these deals. */
  readonly seed: number;
  /** Deals of each cell, each played by both. */
  readonly deals: number;
  readonly tuned: Estimate;
  readonly usual: Estimate;
  /** How much more the figure is of the winner, with its paired 95 % interval: what counts. */
  readonly gain: Estimate;
  /** The same for each cell, in their order. */
  readonly cells: readonly Estimate[];
}

/** What came of a search. */
export interface TuneResult {
  /** Every setting tried, in the order in which they came up; the first is the default. */
  readonly trials: readonly Trial[];
  /** The best setting other than the default; undefined where the search ended before its time. */
  readonly winner: Trial | undefined;
  /** What the search saw of the winner's gain, with an interval as if nothing had been selected. */
  readonly naive: Estimate | undefined;
  /** The same with an interval that holds for all settings tried at once (Šidák). */
  readonly corrected: Estimate | undefined;
  /** Undefined where play ended before it. */
  readonly replay: Replay | undefined;
  /** Whether the replay shows that the winner beats the default: its interval leaves out 0 on the right side. */
  readonly isShown: boolean;
  /** The casting to play with from now on: the winner's where it is shown to be better, else the default. */
  readonly casting: Casting;
  readonly games: number;
  /** Of these, games that came from the journal. */
  readonly recalled: number;
  /** Whether play ended before all was done. */
  readonly interrupted: boolean;
  /** Why play ended where the program at a seat failed. */
  readonly failure: string | undefined;
}

/**
 * Searches a space for the setting by which a figure is best, and replays the best on fresh deals against the default. Deterministic: the
 * result depends on the task alone, not on the executor. When `signal` aborts it returns what was tried. `makeExecutor` is called once, and
 * what it makes is closed at the end.
 * @throws ParamError for a budget that is too small, and castings and configs that do not hold
 */
export async function* tune(
  task: TuneTask,
  makeExecutor: () => Executor | Promise<Executor>,
  { signal, journal }: { readonly signal?: AbortSignal; readonly journal?: LapJournal } = {},
): AsyncGenerator<TuneProgress, TuneResult> {
  const { budget, seed } = task;
  const plan = searchPlan(task);
  if (startSize(plan) < FEWEST_SETTINGS + plan.proposals.length)
    throw new ParamError(`a budget of ${budget} games is too small for this search; it takes ${leastBudget(task)}`);
  const executor = await makeExecutor();
  try {
    const field = new Field(task, executor, signal, journal);
    const search = new Search(plan, field);
    const { trials } = search;
    const running = search.run();
    let next = await running.next();
    for (; !next.done; next = await running.next()) {
      const { round, alive } = next.value;
      yield { stage: 'search', round, games: field.games, budget, alive, tried: trials.length };
    }
    const winner = field.isOver ? undefined : next.value.find(({ index }) => index > 0);
    let replay: Replay | undefined;
    if (winner) {
      const deals = Math.floor((budget - field.games) / (2 * task.cells.length));
      const fresh = freshSeed(field, seed, Math.max(...trials.map(dealsOf)), deals);
      const both = [winner.setting, plan.usual].map((setting): Runner => ({
        setting,
        cells: task.cells.map(() => []),
      }));
      for await (const _ of field.bring(both, deals, fresh))
        yield { stage: 'replay', round: 0, games: field.games, budget, alive: 2, tried: trials.length };
      if (both.every((one) => dealsOf(one) === deals)) replay = replayOf(task, both[0], both[1], fresh, deals);
    }
    const isShown = replay !== undefined && (task.objective.sign === 1 ? replay.gain.low > 0 : replay.gain.high < 0);
    const gap = winner && gapOf(winner, trials[0], task.objective.figure);
    return {
      trials,
      winner,
      naive: gap && intervalOf(gap),
      corrected: gap && intervalOf(gap, jointZ(trials.length - 1)),
      replay,
      isShown,
      casting: castingWith(task.casting, task.space, isShown && winner ? winner.setting : plan.usual),
      games: field.games,
      recalled: field.recalled,
      interrupted: replay === undefined,
      failure: field.failure,
    };
  } finally {
    await executor.close();
  }
}

function searchPlan({ cells, casting, space, objective, budget, seed, proposals = [] }: TuneTask): SearchPlan {
  const usual = settingIn(casting, space);
  return { space, objective, cells: cells.length, budget: Math.floor((1 - REPLAY) * budget), seed, usual, proposals };
}

/** The least budget that a search takes, in games: rounded up to thousands. */
export function leastBudget(task: TuneTask): number {
  let budget = 1000;
  const isEnough = (): boolean => {
    const plan = searchPlan({ ...task, budget });
    return startSize(plan) >= FEWEST_SETTINGS + plan.proposals.length;
  };
  while (!isEnough()) budget += 1000;
  return budget;
}

/** A seed whose deals the search has not met: game seeds of two seeds may fall on each other, though it is unlikely. */
function freshSeed(field: Field, seed: number, searched: number, deals: number): number {
  const met = new Set(field.seedsOf(seed, searched));
  for (let at = 0; ; at++) {
    const fresh = seedOf(seed, at);
    if (fresh !== seed && ![...field.seedsOf(fresh, deals)].some((one) => met.has(one))) return fresh;
  }
}

function replayOf(
  { objective: { figure } }: TuneTask,
  tuned: Runner,
  usual: Runner,
  seed: number,
  deals: number,
): Replay {
  return {
    seed,
    deals,
    tuned: intervalOf(figureOf(tuned, figure)),
    usual: intervalOf(figureOf(usual, figure)),
    gain: intervalOf(gapOf(tuned, usual, figure)),
    cells: tuned.cells.map((cell, c) => intervalOf(gapOf({ cells: [cell] }, { cells: [usual.cells[c]] }, figure))),
  };
}
