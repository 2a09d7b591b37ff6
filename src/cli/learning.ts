import { ADAPT, TASTE } from '../engine/kernel/eyes.ts';
import { faceOf } from '../engine/kernel/face.ts';
import type { Figure } from '../engine/kernel/spec.ts';
import type { Estimate } from '../sim/index.ts';
import { humanCurve } from './calibrate/human.ts';
import { warn } from './errors.ts';
import { findingOf, isShare } from './figures.ts';
import type { RunPlan } from './run-plan.ts';
import { NOTHING, colours, drawTable, figureText, thousands } from './screen.ts';

/** A figure at each place in the series. */
export interface Curve {
  readonly figure: Figure;
  readonly estimates: readonly Estimate[];
}

/** The curves of a run in series, over all cells: the game's first figure, and how often its choices are right, if it has some. */
export function curvesOf({ game, curve }: RunPlan): readonly Curve[] {
  const [headline] = game.figures;
  const choices = game.figures.filter(({ name }) => name === game.calibration?.wholeGame);
  return [headline, ...choices].map((figure) => ({
    figure,
    estimates: (curve?.places ?? []).map((tally) => findingOf(tally.findings(), figure.name)),
  }));
}

/** Cells that a run's curve is made of. */
export const cellsIn = ({ trials }: RunPlan): number => new Set(trials.map(({ cell }) => cell.index)).size;

/** How people learn, for a game in which somebody chooses by a clue. */
export const peopleBeside = ({ game }: RunPlan): typeof humanCurve | undefined =>
  game.calibration ? humanCurve : undefined;

/** Share `place` of people's curve, where they went on so long. */
const shareText = (shares: readonly number[], place: number): string =>
  place < shares.length ? `${(100 * shares[place]).toFixed(1)} %` : NOTHING;

/** The learning curve of a run, with people's beside it; no lines for a run without series. */
export async function curveTable(plan: RunPlan): Promise<readonly string[]> {
  if (!plan.curve) return [];
  const { places } = plan.curve;
  const curves = curvesOf(plan);
  const people = peopleBeside(plan);
  const head = ['game of the series', ...curves.map(({ figure }) => figure.name)];
  if (people) head.push(`${people.name}, ${people.options} options`);
  const rows = places.map((_, place) => [
    String(place + 1),
    ...curves.map(({ figure, estimates }) => figureText(estimates[place], isShare(figure))),
    ...(people ? [shareText(people.shares, place)] : []),
  ]);
  const cells = cellsIn(plan);
  const over = cells === 1 ? '' : `, ${cells} cells together`;
  const title = `${colours.bold('Learning')}: ${thousands(places[0].games)} series of ${plan.series} games${over}`;
  return [title, await drawTable(head, rows), ''];
}

/** How the curve is to be read, and where people's comes from: labelled lines; none for a run without series. */
export function curveNotes(plan: RunPlan): readonly (readonly [string, string])[] {
  if (!plan.curve) return [];
  const people = peopleBeside(plan);
  return [
    ['curve', 'every game has a deal of its own; in the first of a series nobody has learned anything'],
    ...(people ? ([['people', `${people.source}; errors not known`]] as const) : []),
  ];
}

/** Says so where somebody is to learn and cannot. */
export function warnOfLearning({ game, lineups: [asked], series }: RunPlan): void {
  for (const [role, { agent, params }] of Object.entries(asked.casting)) {
    if (params[ADAPT] !== true) continue;
    const tastes = Object.entries(asked.casting)
      .filter(([other, plan]) => faceOf(game.agents[other], plan)?.params[TASTE])
      .map(([other]) => `--${other}.${TASTE} 1`);
    if (series === 1) {
      warn(`the ${role} ${agent} learns from game to game, and no two are played by the same people; try --series 6`);
    } else if ((params[TASTE] ?? 0) === 0) {
      warn(`the ${role} ${agent} learns others' taste, and the noise has none of it; try ${tastes.join(' ')}`);
    }
  }
}
