import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { ParamError } from '../engine/kernel/params.ts';
import type { Given, Param } from '../engine/kernel/params.ts';
import { MOST_CELLS } from './experiment.ts';

/** A value that a row or a column of a table of results stands for. */
export type GridValue = number | string | boolean;

/** One place of a table of results. */
export interface Cell {
  /** Place in the game's full grid, row after row. */
  readonly index: number;
  readonly row: GridValue;
  /** Undefined where the game's grid has a single column. */
  readonly column: GridValue | undefined;
  readonly config: Given;
}

/** The cells that can be played, and those that the rules do not offer, with the reason. */
export interface Cells {
  readonly offered: readonly Cell[];
  readonly refused: readonly { readonly cell: Cell; readonly why: string }[];
}

/**
 * Every value of a parameter, in order.
 * @throws TypeError for one that has no end of them.
 */
export function gridValues(param: Param): readonly GridValue[] {
  switch (param.kind) {
    case 'whole':
      return Array.from({ length: param.max - param.min + 1 }, (_, i) => param.min + i);
    case 'oneOf':
      return param.options;
    case 'flag':
      return [false, true];
    case 'real':
    case 'name':
      throw new TypeError(`a ${param.kind} parameter cannot span a table of results`);
  }
}

/** All that the rows and the columns of a game's table can stand for; no columns mean a single one. */
export function gridOf(game: CataloguedGame): {
  readonly rows: readonly GridValue[];
  readonly columns: readonly GridValue[];
} {
  const rows = gridValues(game.params[game.grid.rows]);
  const columns = game.grid.columns === undefined ? [] : gridValues(game.params[game.grid.columns]);
  if (rows.length * Math.max(1, columns.length) > MOST_CELLS) {
    throw new TypeError(`the grid of ${game.id} has more than ${MOST_CELLS} cells`);
  }
  return { rows, columns };
}

/**
 * Where a config stands in its game's full grid, row after row.
 * @throws ParamError where its values are not on the grid.
 */
export function gridIndex(game: CataloguedGame, config: Given): number {
  const { rows, columns } = gridOf(game);
  const { rows: rowName, columns: columnName } = game.grid;
  const placeOf = (values: readonly GridValue[], name: string): number => {
    const value = config[name] ?? game.params[name].default;
    const at = values.findIndex((one) => one === value);
    if (at < 0) throw new ParamError(`${name} must be one of ${values.join(', ')}, not ${JSON.stringify(value)}`);
    return at;
  };
  return columnName === undefined
    ? placeOf(rows, rowName)
    : placeOf(rows, rowName) * columns.length + placeOf(columns, columnName);
}

/**
 * The cells of the chosen rows and columns, each with `config` besides.
 * @throws ParamError where `config` itself does not hold: a cell that would be offered without it is not merely left out.
 */
export function cellsOf(
  game: CataloguedGame,
  config: Given,
  rows: readonly GridValue[],
  columns: readonly GridValue[],
): Cells {
  const { rows: rowName, columns: columnName } = game.grid;
  const offered: Cell[] = [];
  const refused: { readonly cell: Cell; readonly why: string }[] = [];
  for (const row of rows) {
    for (const column of columnName === undefined ? [undefined] : columns) {
      const place = columnName === undefined ? { [rowName]: row } : { [rowName]: row, [columnName]: column };
      const cell = { index: gridIndex(game, place), row, column, config: { ...config, ...place } };
      const why = refusal(game, cell.config);
      if (why === undefined) {
        offered.push(cell);
      } else {
        if (refusal(game, place) === undefined) throw new ParamError(why);
        refused.push({ cell, why });
      }
    }
  }
  return { offered, refused };
}

function refusal(game: CataloguedGame, config: Given): string | undefined {
  try {
    game.roles(config);
    return undefined;
  } catch (error) {
    if (error instanceof ParamError) return error.message;
    throw error;
  }
}
