import { foldChecksums, hashOf, hexOf } from '../sim/index.ts';
import { packageVersion } from './about.ts';
import type { Pictures } from './knowledge.ts';
import type { RunPlan, Trial } from './run-plan.ts';

/** When and how fast a run was played. The only place where results know of time. */
export interface Timing {
  readonly started: string;
  readonly seconds: number;
  readonly gamesPerSecond: number;
  readonly threads: number;
}

/** The checksum over every game of the line-up that was asked for, cell after cell. */
export const checksumOf = ({ trials }: RunPlan): string =>
  hexOf(foldChecksums(trials.filter(({ lineup }) => lineup.name === 'asked').map(({ tally }) => tally.checksum)));

/** All there is to say of a run, as run.json holds it and --json prints it. Endless interval ends and missing values are null. */
export const documentOf = (plan: RunPlan, pictures: Pictures, timing: Timing, interrupted: boolean): object => ({
  schema: 1,
  seance: packageVersion(),
  node: process.version,
  game: plan.game.id,
  version: plan.game.version,
  config: plan.config,
  lineups: Object.fromEntries(plan.lineups.map(({ name, casting }) => [name, casting])),
  games: plan.games,
  seed: plan.seed,
  deck: pictures.deck ?? null,
  encoders: pictures.encoders,
  interrupted,
  checksum: checksumOf(plan),
  cells: plan.trials.map((trial) => cellOf(plan, trial)),
  refused: plan.refused.map(({ cell, why }) => ({ ...placeOf(plan, cell), why })),
  timing,
});

const cellOf = (plan: RunPlan, { lineup, cell, experiment, tally }: Trial): object => ({
  lineup: lineup.name,
  ...placeOf(plan, cell),
  cell: experiment.cell,
  experiment: hashOf(experiment),
  games: tally.games,
  asked: experiment.games,
  checksum: hexOf(tally.checksum),
  figures: Object.fromEntries(
    tally.findings().map(({ figure, value, low, high, n }) => [figure, { value, low, high, n }]),
  ),
});

const placeOf = ({ game: { grid } }: RunPlan, { row, column }: Trial['cell']): object =>
  grid.columns === undefined ? { [grid.rows]: row } : { [grid.rows]: row, [grid.columns]: column };
