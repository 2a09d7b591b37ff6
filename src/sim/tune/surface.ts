import type { Rng } from '../../engine/kernel/rng.ts';
import { anySetting, keyOf, neighbours, pointOf } from './space.ts';
import type { Point, Setting, Space } from './space.ts';

/** What a figure came to at a setting. */
export interface Observation {
  readonly point: Point;
  readonly value: number;
  /** Games it was made from. */
  readonly weight: number;
  /** Observations of one group have a level of their own, such as the cell they are of. */
  readonly group: number;
}

/** A quadratic model of a figure over a space. */
export interface Surface {
  /** The figure at a point as modelled, up to the level of its group. */
  at(point: Point): number;
}

/** Ridge penalties that are tried, for each unit of mean weight. */
const PENALTIES = [1e-3, 1e-2, 1e-1, 1, 10];
/** Settings among which the best of a surface is looked for, before steps from there. */
const LOOKS = 4096;

/**
 * Fits a response surface (G. E. P. Box, K. B. Wilson, JRSS B 13, 1951): level, slopes, squares and products of all numbers, slopes of
 * options. The ridge penalty (A. E. Hoerl, R. W. Kennard, Technometrics 12, 1970) is the one that foretells best each observation from all
 * the others. `near` makes observations count less the farther they are: to exp(-1/2) at `reach`, a root mean square over coordinates.
 * Undefined where fewer than three points were observed.
 */
export async function fitSurface(
  space: Space,
  observations: readonly Observation[],
  near?: { readonly point: Point; readonly reach: number },
): Promise<Surface | undefined> {
  const points = new Set(observations.map(({ point }) => JSON.stringify(point)));
  if (points.size < 3) return undefined;
  const { Matrix, solve } = await import('ml-matrix');
  const groups = [...new Set(observations.map(({ group }) => group))];
  const termsOf = termsIn(space);
  const rows = observations.map(({ point, group }) => [
    ...groups.map((one) => Number(one === group)),
    ...termsOf(point),
  ]);
  const raw = observations.map(({ point, weight }) => weight * (near ? closeness(point, near) : 1));
  const mean = raw.reduce((sum, weight) => sum + weight, 0) / raw.length;
  const weights = raw.map((weight) => weight / mean);
  const x = new Matrix(rows);
  const weighted = new Matrix(rows.map((row, i) => row.map((cell) => cell * weights[i]))).transpose();
  const normal = weighted.mmul(x);
  const y = Matrix.columnVector(observations.map(({ value }) => value));

  let best: { readonly slopes: readonly number[]; readonly error: number } | undefined;
  for (const penalty of PENALTIES) {
    const ridged = normal.clone();
    for (let i = 0; i < ridged.rows; i++) ridged.set(i, i, ridged.get(i, i) + (i < groups.length ? 1e-9 : penalty));
    const inverse = solve(ridged, weighted);
    const slopes = inverse.mmul(y);
    const fitted = x.mmul(slopes);
    let error = 0;
    for (const [i, row] of rows.entries()) {
      let leverage = 0;
      for (const [j, cell] of row.entries()) leverage += cell * inverse.get(j, i);
      const left = (y.get(i, 0) - fitted.get(i, 0)) / Math.max(1e-6, 1 - leverage);
      error += weights[i] * left * left;
    }
    if (!best || error < best.error) best = { slopes: slopes.getColumn(0).slice(groups.length), error };
  }
  const slopes = best?.slopes ?? [];
  return { at: (point) => termsOf(point).reduce((sum, term, i) => sum + term * slopes[i], 0) };
}

const closeness = (point: Point, near: { readonly point: Point; readonly reach: number }): number => {
  const squares = point.reduce((sum, at, i) => sum + (at - near.point[i]) ** 2, 0) / point.length;
  return Math.exp(-squares / (2 * near.reach ** 2));
};

/** The terms of a quadratic but for its level: coordinates from the middle of the cube, their squares and products; each option but the first is a term by itself. */
function termsIn(space: Space): (point: Point) => readonly number[] {
  const numbers = space.flatMap(({ param }, i) => (param.kind === 'oneOf' ? [] : [i]));
  const curved = new Set(space.flatMap(({ param }, i) => (param.kind === 'real' || param.kind === 'whole' ? [i] : [])));
  return (point) => {
    const terms: number[] = [];
    for (const [k, i] of numbers.entries()) {
      const at = point[i] - 0.5;
      terms.push(at);
      if (curved.has(i)) terms.push(at * at);
      for (const j of numbers.slice(k + 1)) terms.push(at * (point[j] - 0.5));
    }
    for (const [i, { param }] of space.entries()) {
      if (param.kind !== 'oneOf') continue;
      const chosen = Math.round(point[i] * (param.options.length - 1));
      for (let option = 1; option < param.options.length; option++) terms.push(Number(option === chosen));
    }
    return terms;
  };
}

/**
 * The best setting of a surface, most where `sign` is 1 and least where it is -1, that is not `known` yet; with `box`, among those of which no number
 * is farther than `reach` from its centre. Undefined where all are known.
 */
export function bestOf(
  surface: Surface,
  space: Space,
  sign: 1 | -1,
  rng: Rng,
  known: ReadonlySet<string>,
  box?: { readonly point: Point; readonly reach: number },
): Setting | undefined {
  const isInside = (setting: Setting): boolean =>
    !box ||
    pointOf(space, setting).every(
      (at, i) =>
        !(space[i].param.kind === 'real' || space[i].param.kind === 'whole') ||
        Math.abs(at - box.point[i]) <= box.reach + 1e-9,
    );
  const heightOf = (setting: Setting): number => sign * surface.at(pointOf(space, setting));
  let best: Setting | undefined;
  let height = Number.NEGATIVE_INFINITY;
  const consider = (setting: Setting): void => {
    const here = heightOf(setting);
    if (here <= height || known.has(keyOf(setting)) || !isInside(setting)) return;
    best = setting;
    height = here;
  };
  for (let i = 0; i < LOOKS; i++) consider(anySetting(space, rng));
  for (let step = 0.2; step > 0.004; step /= 2) {
    for (let before: Setting | undefined; best && best !== before;) {
      before = best;
      for (const setting of neighbours(space, best, step)) consider(setting);
    }
  }
  return best;
}
