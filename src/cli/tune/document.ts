import { dealsOf, digestOf, figureOf, fullName, gapOf, intervalOf, settingIn, toLines } from '../../sim/index.ts';
import type { Estimate, TuneResult, TuneTask } from '../../sim/index.ts';
import { packageVersion } from '../about.ts';
import type { Pictures } from '../../api/pictures.ts';
import type { Timing } from '../run-document.ts';
import type { TunePlan } from './plan.ts';
import { sentenceOf } from './words.ts';

/** What makes it the same search, in 16 hex digits. */
export const tuneIdentity = ({ game, task }: TunePlan, { deck, encoders }: Pictures): string =>
  digestOf({
    seance: packageVersion(),
    game: game.id,
    version: game.version,
    cells: task.cells.map(({ config }) => config),
    // Every parameter at its value, since a default may change.
    casting: Object.entries(task.casting).map(([role, plan]) => [role, plan.agent, game.check(role, plan)]),
    space: task.space,
    objective: task.objective,
    budget: task.budget,
    seed: task.seed,
    proposals: task.proposals ?? [],
    deck: deck?.hash ?? null,
    encoders,
  });

const estimateOf = ({ value, low, high, n }: Estimate): object => ({ value, low, high, n });

/** tuned.json: who plays from now on, and how that came. Also what --json prints. */
export function documentOf(
  plan: TunePlan,
  pictures: Pictures,
  result: TuneResult,
  { timing, command }: { readonly timing: Timing; readonly command: string },
): object {
  const { game, task, config } = plan;
  const { winner, naive, corrected, replay } = result;
  const valuesOf = (setting: readonly unknown[]): object =>
    Object.fromEntries(task.space.map((knob, i) => [fullName(knob), setting[i]]));
  return {
    game: game.id,
    casting: result.casting,
    tuning: {
      schema: 1,
      sentence: sentenceOf(task, result),
      isShown: result.isShown,
      over: task.space.map(fullName),
      objective: { figure: task.objective.figure.name, sign: task.objective.sign },
      default: valuesOf(settingIn(task.casting, task.space)),
      winner: winner ? valuesOf(winner.setting) : null,
      settings: result.trials.length,
      budget: task.budget,
      games: result.games,
      seed: task.seed,
      ...(replay && {
        replay: {
          seed: replay.seed,
          dealsOfCell: replay.deals,
          tuned: estimateOf(replay.tuned),
          default: estimateOf(replay.usual),
          gain: estimateOf(replay.gain),
          cells: task.cells.map((cell, c) => ({ ...placeOf(task, cell), gain: estimateOf(replay.cells[c]) })),
        },
      }),
      ...(naive && { naive: estimateOf(naive) }),
      ...(corrected && { corrected: estimateOf(corrected) }),
      interrupted: result.interrupted,
      command,
      seance: packageVersion(),
      version: game.version,
      config,
      deck: pictures.deck ?? null,
      encoders: pictures.encoders,
      timing,
    },
  };
}

/** A cell's place in the game's grid. */
export const placeOf = ({ game: { grid } }: TuneTask, { row, column }: TuneTask['cells'][number]): object =>
  grid.columns === undefined ? { [grid.rows]: row } : { [grid.rows]: row, [grid.columns]: column };

/** tuning.csv: a row a setting, in the order in which they came up. */
export function csvOf({ space, objective: { figure } }: TuneTask, { trials, winner }: TuneResult): string {
  const numeral = (value: number): string => (Number.isFinite(value) ? String(value) : '');
  const ends = ({ value, low, high }: Estimate): readonly string[] => [value, low, high].map(numeral);
  const [base] = trials;
  const head = ['setting', 'is', 'origin', 'round', ...space.map(fullName), 'rungs', 'games', 'value', 'low', 'high'];
  return toLines([
    head.concat('gap', 'gap_low', 'gap_high', 'dropped', 'dropped_round', 'dropped_rung'),
    ...trials.map((trial) => {
      const { index, origin, round, setting, rungs, cells, dropped } = trial;
      const is = trial === base ? 'default' : trial === winner ? 'winner' : '';
      const games = cells.length * dealsOf(trial);
      const value = ends(intervalOf(figureOf(trial, figure)));
      const gap = trial === base ? ['', '', ''] : ends(intervalOf(gapOf(trial, base, figure)));
      const end = [dropped?.why ?? '', dropped?.round ?? '', dropped?.rung ?? ''];
      return [index, is, origin, round, ...setting, rungs, games, ...value, ...gap, ...end];
    }),
  ]);
}
