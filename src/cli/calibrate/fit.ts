import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import type { Calibration } from '../../engine/kernel/calibration.ts';
import { BLUR } from '../../engine/kernel/eyes.ts';
import type { Given } from '../../engine/kernel/params.ts';
import type { HumanGames } from '../../engine/kernel/report-spec.ts';
import {
  Tally,
  cellsOf,
  fitFalling,
  gridIndex,
  jobsOf,
  lineupOf,
  logOddsOf,
  meanOf,
  placeOf,
} from '../../sim/index.ts';
import type { Casting, Estimate, Executor, Fit, GridValue, Measure, Reading } from '../../sim/index.ts';
import { findingOf } from '../figures.ts';
import type { Target } from './human.ts';

/** What a calibration is played with. */
export interface Bench {
  readonly game: CataloguedGame;
  readonly calibration: Calibration;
  /** Who plays, with the eyes that are calibrated. */
  readonly casting: Casting;
  readonly executor: Executor;
  /** Games a table for each reading. */
  readonly games: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Told of games as they are played. */
  readonly onGames: (games: number) => void;
}

/** A preset as it was fitted. */
export interface PresetFit {
  readonly target: Target;
  readonly fit: Fit;
  /** The blur to use: where the fit lies, to two digits behind the point. */
  readonly blur: number;
  /** What blur becomes at the ends of the target's interval: least first. */
  readonly people: readonly [number, number];
}

/** The line-up with `blur` for everybody who looks. */
export function blurred({ game, casting }: Bench, blur: number): Casting {
  return Object.fromEntries(
    Object.entries(casting).map(([role, plan]) => {
      const looks = game.agents[role].find(({ id }) => id === plan.agent)?.params[BLUR] !== undefined;
      return [role, looks ? { ...plan, params: { ...plan.params, [BLUR]: blur } } : plan];
    }),
  );
}

/** Plays `games` games at a table into a tally. @throws the signal's reason once it aborts */
async function playInto(tally: Tally, bench: Bench, config: Given, blur: number, games: number): Promise<void> {
  const { game, executor, seed, signal } = bench;
  const lineup = lineupOf(game, config, blurred(bench, blur));
  const experiment = { game: game.id, config, lineup, games, seed, cell: gridIndex(game, config) };
  for await (const { chunk } of executor.run(jobsOf(experiment), signal)) {
    tally.add(chunk.rows);
    bench.onGames(chunk.games);
  }
  signal.throwIfAborted();
}

/** How often the choice is right at each table. */
export async function choicesAt(bench: Bench, blur: number): Promise<readonly Estimate[]> {
  const { game, calibration } = bench;
  const found: Estimate[] = [];
  for (const { config } of calibration.tables) {
    const tally = new Tally(game);
    await playInto(tally, bench, config, blur, bench.games);
    found.push(findingOf(tally.findings(), calibration.figure));
  }
  return found;
}

/** The logarithm of the odds of being right, the mean of all tables. */
export const readingOf = ({ tables }: Calibration, choices: readonly Estimate[]): Reading =>
  meanOf(choices.map((choice, at) => logOddsOf(choice, tables[at].options)));

/** Fits every target in turn; readings of one serve the next. @throws the signal's reason once it aborts */
export async function fitPresets(
  bench: Bench,
  targets: readonly Target[],
  [least, most]: readonly [number, number],
): Promise<readonly PresetFit[]> {
  const measure: Measure = async (blur) => readingOf(bench.calibration, await choicesAt(bench, blur));
  const known = new Map<number, Reading>();
  const fits: Fit[] = [];
  for (const { odds } of targets) fits.push(await fitFalling(measure, Math.log(odds), [least, most], known));
  return targets.map((target, at) => ({
    target,
    fit: fits[at],
    blur: Math.round(fits[at].at * 100) / 100,
    people: [placeOf(known, Math.log(target.high)), placeOf(known, Math.log(target.low))],
  }));
}

/** How many of `games` fall to each table where reports leave open at which they were played; every report counts the same. */
export function tablesOf(
  game: CataloguedGame,
  { reports }: Pick<HumanGames, 'reports'>,
  values: { readonly rows: readonly GridValue[]; readonly columns: readonly GridValue[] },
): ReadonlyMap<string, { readonly config: Given; readonly weight: number }> {
  const { rows: rowName, columns: columnName } = game.grid;
  const tables = new Map<string, { readonly config: Given; readonly weight: number }>();
  for (const { config } of reports) {
    const named = (name: string | undefined, all: readonly GridValue[]): readonly GridValue[] =>
      name === undefined || config[name] === undefined ? all : all.filter((value) => value === config[name]);
    const { offered } = cellsOf(game, config, named(rowName, values.rows), named(columnName, values.columns));
    for (const cell of offered) {
      const key = JSON.stringify(cell.config, Object.keys(cell.config).toSorted());
      const weight = (tables.get(key)?.weight ?? 0) + 1 / offered.length;
      tables.set(key, { config: cell.config, weight });
    }
  }
  return tables;
}

/** Our figure under the conditions of people's games. @throws the signal's reason once it aborts */
export async function gamesLike(
  bench: Bench,
  line: HumanGames,
  values: { readonly rows: readonly GridValue[]; readonly columns: readonly GridValue[] },
  blur: number,
): Promise<Estimate> {
  const games = Math.min(GAMES_A_REPORT, bench.games);
  const tally = new Tally({ metrics: bench.game.metrics, figures: [line.figure] });
  for (const { config, weight } of tablesOf(bench.game, line, values).values()) {
    await playInto(tally, bench, config, blur, Math.max(1, Math.round(weight * games)));
  }
  return findingOf(tally.findings(), line.figure.name);
}

/** Ours for each game that people have told of, at most: 13 of them come to ± 2 %, where people's is ± 20 %. */
const GAMES_A_REPORT = 300;
