import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import { ParamError } from '../../engine/kernel/params.ts';
import type { Figure } from '../../engine/kernel/spec.ts';

/** The headline figure, whatever the game calls it. */
const HEADLINE = 'win';

/** What is sought: the most of a figure, or the least. */
export interface Objective {
  readonly figure: Figure;
  /** 1 where more is better, -1 where less is. */
  readonly sign: 1 | -1;
}

/**
 * Reads an objective: a figure's name, `-` before it to have it small, or `win` for the headline.
 * @throws ParamError for a figure that does not exist
 */
export function objectiveOf(game: CataloguedGame, text: string): Objective {
  const sign = text.startsWith('-') ? -1 : 1;
  const name = text.replace(/^-/, '').trim();
  const figure = game.figures.find((one) => one.name === name) ?? (name === HEADLINE ? game.figures[0] : undefined);
  if (figure) return { figure, sign };
  throw new ParamError(
    `no figure "${name}" to tune for; there are ${HEADLINE}, ${game.figures.map((one) => one.name).join(', ')}, each with - before it to have it small`,
  );
}

/** A game's part in a figure: the figure is the sum of all tops over the sum of all bottoms. A game to which it does not apply has 0 in both. */
export interface Share {
  readonly top: number;
  readonly bottom: number;
}

/** Reads shares out of rows of a game's metrics. */
export function sharesIn(game: CataloguedGame, { figure }: Objective): (rows: Float64Array) => readonly Share[] {
  const width = game.metrics.length;
  const columnOf = (metric: string): number => game.metrics.findIndex(({ name }) => name === metric);
  const top = columnOf(figure.metric);
  const bottom = figure.kind === 'ratio' ? columnOf(figure.per) : -1;
  return (rows) =>
    Array.from({ length: rows.length / width }, (_, game) => {
      const value = rows[game * width + top];
      const per = bottom < 0 ? 1 : rows[game * width + bottom];
      return Number.isNaN(value) || Number.isNaN(per) ? { top: 0, bottom: 0 } : { top: value, bottom: per };
    });
}
