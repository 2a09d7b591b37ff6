import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import { ParamError } from '../../engine/kernel/params.ts';
import type { Given } from '../../engine/kernel/params.ts';
import type { Figure } from '../../engine/kernel/spec.ts';
import { Paired, Tally, cellsOf, lineupOf } from '../../sim/index.ts';
import type { Casting, Cell, Cells, Estimate, Experiment } from '../../sim/index.ts';
import type { Args } from '../command.ts';
import { findingOf } from '../figures.ts';
import { readConfig } from '../options.ts';
import { runParams } from '../run-plan.ts';
import { selectValues } from '../selection.ts';
import { readEntries } from './entries.ts';
import type { Entry } from './entries.ts';

/** One place of a matrix. */
export interface Pair {
  readonly row: Entry;
  /** Undefined in a game of a single role. */
  readonly column: Entry | undefined;
  readonly casting: Casting;
  readonly experiment: Experiment;
  readonly tally: Tally;
}

/** How much better one pair does than a neighbour on the same deals. */
export interface Step {
  /** Whether the neighbour stands a row above, or a column before. */
  readonly along: 'rows' | 'columns';
  readonly pair: Pair;
  readonly against: Pair;
  readonly paired: Paired;
}

/** Everybody with everybody in one cell of the game's grid. */
export interface Matrix {
  readonly cell: Cell;
  /** Row after row. */
  readonly pairs: readonly Pair[];
  readonly steps: readonly Step[];
}

export interface CrossPlan {
  readonly game: CataloguedGame;
  readonly rowRole: string;
  readonly columnRole: string | undefined;
  readonly rows: readonly Entry[];
  readonly columns: readonly (Entry | undefined)[];
  readonly config: Given;
  readonly matrices: readonly Matrix[];
  readonly refused: Cells['refused'];
  readonly games: number;
  readonly seed: number;
  readonly workers: number;
}

/** A pair in words: `contrast with literal`. */
export const nameOf = ({ row, column }: Pair): string =>
  column === undefined ? row.label : `${row.label} with ${column.label}`;

/** A figure of a pair. */
export const estimateOf = ({ tally }: Pair, { name }: Figure): Estimate => findingOf(tally.findings(), name);

/** How much more a figure is of a step's pair than of the one it is against. */
export const gapOf = ({ paired }: Step, { name }: Figure): Estimate => findingOf(paired.differences(), name);

/**
 * What a command line asks to be played. Rows are the game's first role, columns its second; roles beyond are as usual.
 * @throws ParamError, UsageError
 */
export function planCrossplay(game: CataloguedGame, args: Args, cores: number): CrossPlan {
  const [rowRole, columnRole] = Object.keys(game.agents) as [string, string?];
  const games = args.number('games', runParams.games);
  const seed = args.number('seed', runParams.seed);
  const workers = args.number('workers', { ...runParams.workers, default: Math.min(8, cores) });
  const rows = readEntries(game, rowRole, args);
  const columns = columnRole === undefined ? [undefined] : readEntries(game, columnRole, args);
  const gridNames = game.grid.columns === undefined ? [game.grid.rows] : [game.grid.rows, game.grid.columns];
  const config = readConfig(game, args, gridNames);
  const [first, second = []] = gridNames.map((name) => {
    const param = game.params[name];
    return selectValues(name, param, args.text(name) ?? String(param.default));
  });
  const { offered, refused } = cellsOf(game, config, first, second);
  if (offered.length === 0) throw new ParamError(refused[0].why);

  const usual = Object.fromEntries(
    Object.entries(game.casts.standard).map(([role, agent]) => [role, { agent, params: {} }]),
  );
  const castingOf = (row: Entry, column: Entry | undefined): Casting => ({
    ...usual,
    [rowRole]: row.plan,
    ...(columnRole !== undefined && column !== undefined && { [columnRole]: column.plan }),
  });
  const matrices = offered.map((cell): Matrix => {
    const pairs = rows.flatMap((row) =>
      columns.map((column): Pair => {
        const casting = castingOf(row, column);
        const lineup = lineupOf(game, cell.config, casting);
        const experiment = { game: game.id, config: cell.config, lineup, games, seed, cell: cell.index };
        return { row, column, casting, experiment, tally: new Tally(game) };
      }),
    );
    return { cell, pairs, steps: stepsOf(game, pairs, columns.length) };
  });
  return { game, rowRole, columnRole, rows, columns, config, matrices, refused, games, seed, workers };
}

/** Every pair against the one a row above and the one a column before, in the figures of the matrix. */
function stepsOf({ metrics, matrix }: CataloguedGame, pairs: readonly Pair[], columns: number): readonly Step[] {
  const step = (along: Step['along'], pair: Pair, against: Pair): Step => {
    return { along, pair, against, paired: new Paired({ metrics, figures: matrix }) };
  };
  return pairs.flatMap((pair, at) => [
    ...(at < columns ? [] : [step('rows', pair, pairs[at - columns])]),
    ...(at % columns === 0 ? [] : [step('columns', pair, pairs[at - 1])]),
  ]);
}
