import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { digestOf, foldChecksums, hashOf, hexOf } from '../sim/index.ts';
import type { Casting, Experiment, Finding, Tally } from '../sim/index.ts';
import { packageVersion } from './about.ts';
import { sentenceOf } from './compare-rule-tables.ts';
import { clueModelsOfAll, eyesOfAll } from '../api/pictures.ts';
import type { Pictures } from '../api/pictures.ts';
import { peopleBeside } from './learning.ts';
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

/**
 * The hash of an experiment, with what it is played with: nothing that only other line-ups of the run look with, and every parameter
 * at its value, since a default may change.
 */
export function identityOf(
  game: CataloguedGame,
  experiment: Experiment,
  casting: Casting,
  { deck, encoders, clueModels }: Pictures,
): string {
  const used = eyesOfAll(game, [casting]).map((eyes) => [eyes, encoders[eyes]]);
  const learned = clueModelsOfAll(game, [casting]).map((model) => [model, clueModels?.[model]]);
  const roles = game.roles(experiment.config);
  const plans = experiment.lineup.map((plan, seat) => ({ ...plan, params: game.check(roles[seat], plan) }));
  return hashOf(
    { ...experiment, lineup: plans },
    {
      version: game.version,
      deck: deck?.hash ?? null,
      encoders: Object.fromEntries(used),
      ...(learned.length > 0 && { clueModels: Object.fromEntries(learned) as Readonly<Record<string, string>> }),
    },
  );
}

const trialIdentity = ({ game }: RunPlan, { experiment, lineup }: Trial, pictures: Pictures): string =>
  identityOf(game, experiment, lineup.casting, pictures);

/** What makes a run the same run, in 16 hex digits: every experiment, and all else that its CSV files depend on. */
export const runIdentity = (plan: RunPlan, pictures: Pictures): string =>
  digestOf({
    seance: packageVersion(),
    deck: pictures.deck?.asked ?? null,
    clues: plan.details,
    ...(plan.precision !== undefined && { precision: plan.precision }),
    trials: plan.trials.map((trial) => [trial.lineup.name, trialIdentity(plan, trial, pictures)]),
  });

/** Whether a run.json tells of the run of that identity. */
export const isOfRun = (document: unknown, identity: string): boolean =>
  typeof document === 'object' && document !== null && 'run' in document && document.run === identity;

/** How many games a run.json tells of, those of the bounds among them; 0 where it tells of none. */
export function gamesIn(document: unknown): number {
  if (typeof document !== 'object' || document === null || !('cells' in document)) return 0;
  const cells: readonly unknown[] = Array.isArray(document.cells) ? document.cells : [];
  return cells.reduce<number>((sum, cell) => {
    const games = typeof cell === 'object' && cell !== null && 'games' in cell ? cell.games : 0;
    return sum + (typeof games === 'number' ? games : 0);
  }, 0);
}

/** All there is to say of a run, as run.json holds it and --json prints it. Endless interval ends and missing values are null. */
export const documentOf = (plan: RunPlan, pictures: Pictures, timing: Timing, interrupted: boolean): object => ({
  schema: 1,
  run: runIdentity(plan, pictures),
  seance: packageVersion(),
  node: process.version,
  game: plan.game.id,
  version: plan.game.version,
  config: plan.config,
  lineups: Object.fromEntries(plan.lineups.map(({ name, casting }) => [name, casting])),
  games: plan.games,
  ...(plan.precision !== undefined && { precision: plan.precision }),
  seed: plan.seed,
  ...seriesOf(plan),
  deck: pictures.deck ?? null,
  encoders: pictures.encoders,
  ...(pictures.clueModels && { clueModels: pictures.clueModels }),
  interrupted,
  checksum: checksumOf(plan),
  cells: plan.trials.map((trial) => cellOf(plan, trial, pictures)),
  ...comparisonsOf(plan),
  refused: plan.refused.map(({ cell, why }) => ({ ...placeOf(plan, cell), why })),
  timing,
});

/** The learning curve of a run in series, over all cells, beside people's; nothing for any other run. */
const seriesOf = (plan: RunPlan): object =>
  plan.curve
    ? { series: plan.series, curve: plan.curve.places.map(figuresOf), people: peopleBeside(plan) ?? null }
    : {};

/** What each rule costs: in a sentence, on average, and cell by cell; nothing for a run that compares none. */
function comparisonsOf(plan: RunPlan): object {
  const { rules, played, refused } = plan.comparisons;
  if (rules.length === 0) return {};
  return {
    comparisons: rules.map((rule) => ({
      rule: rule.name,
      sentence: sentenceOf(plan, rule),
      cells: played
        .filter((one) => one.rule === rule)
        .map(({ base, paired }) => ({
          ...placeOf(plan, base.cell),
          deals: paired.deals,
          differences: byFigure(paired.differences()),
        })),
      refused: refused.filter((one) => one.rule === rule).map(({ cell, why }) => ({ ...placeOf(plan, cell), why })),
    })),
  };
}

const cellOf = (plan: RunPlan, trial: Trial, pictures: Pictures): object => ({
  lineup: trial.lineup.name,
  ...(trial.rule && { rule: trial.rule.name }),
  ...placeOf(plan, trial.cell),
  cell: trial.experiment.cell,
  experiment: trialIdentity(plan, trial, pictures),
  games: trial.tally.games,
  asked: trial.experiment.games,
  // The interval of the first figure is then one that holds at all looks together, and is met where the precision was.
  ...(trial.closing && { headline: 'sequence', isPrecise: trial.closing.isClosed }),
  checksum: hexOf(trial.tally.checksum),
  figures: figuresOf(trial.tally),
});

/** Every figure by its name. */
export const figuresOf = (tally: Tally): object => byFigure(tally.findings());

/** Findings by the names of their figures. */
export const byFigure = (findings: readonly Finding[]): object =>
  Object.fromEntries(findings.map(({ figure, value, low, high, n }) => [figure, { value, low, high, n }]));

/** A cell's row and column by their names. */
export const placeOf = ({ game: { grid } }: Pick<RunPlan, 'game'>, { row, column }: Trial['cell']): object =>
  grid.columns === undefined ? { [grid.rows]: row } : { [grid.rows]: row, [grid.columns]: column };
