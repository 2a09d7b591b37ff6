import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import { ParamError, whole } from '../../engine/kernel/params.ts';
import type { Given } from '../../engine/kernel/params.ts';
import { cellsOf, objectiveOf, spaceOf } from '../../sim/index.ts';
import type { GridValue, TuneTask } from '../../sim/index.ts';
import type { Args } from '../command.ts';
import { UsageError } from '../errors.ts';
import { STARTER } from '../../api/pictures.ts';
import { readCasting, readConfig } from '../options.ts';
import { runParams } from '../run-plan.ts';
import { selectValues } from '../selection.ts';

/** The numbers a search is asked for with. */
export const tuneParams = {
  budget: whole(1000, 10_000_000, 200_000, 'games in all: 80 % for the search, the rest for the replay of its winner'),
  seed: { ...runParams.seed, doc: 'the seed of the search; equal seeds find equal settings' },
  workers: runParams.workers,
};

export interface TunePlan {
  readonly game: CataloguedGame;
  readonly task: TuneTask;
  readonly config: Given;
  readonly rows: readonly GridValue[];
  readonly columns: readonly GridValue[];
  /** The deck as it was asked for; empty where the game needs none. */
  readonly deck: string;
  readonly workers: number;
}

/**
 * What a command line asks to be tuned; what earlier games propose comes later.
 * @throws ParamError, UsageError
 */
export function planTune(game: CataloguedGame, args: Args, cores: number): TunePlan {
  const { rows: rowName, columns: columnName } = game.grid;
  const over = args.text('over');
  if (over === undefined)
    throw new UsageError('tune needs --over, the parameters to search: all, or names with commas between');
  const names = over.split(',').map((name) => name.trim());
  if (names.includes(''))
    throw new UsageError(`--over takes names with commas between, and a part of "${over}" is empty`);
  const rows = selectValues(rowName, game.params[rowName], args.text(rowName));
  const columns =
    columnName === undefined ? [] : selectValues(columnName, game.params[columnName], args.text(columnName));
  const config = readConfig(game, args, columnName === undefined ? [rowName] : [rowName, columnName]);
  const { offered, refused } = cellsOf(game, config, rows, columns);
  if (offered.length === 0) throw new ParamError(refused[0].why);
  const casting = readCasting(game, args);
  const task = {
    game,
    cells: offered,
    casting,
    space: spaceOf(game, casting, names, rolesMeant(game, args)),
    objective: objectiveOf(game, args.text('objective') ?? 'win'),
    budget: args.number('budget', tuneParams.budget),
    seed: args.number('seed', tuneParams.seed),
  };
  const workers = args.number('workers', { ...tuneParams.workers, default: Math.min(8, cores) });
  const deck = game.deck ? (args.text('deck') ?? STARTER) : '';
  return { game, task, config, rows, columns, deck, workers };
}

/** The roles whose parameters plain names may be: the one whose agent was given, or each that might be meant. */
function rolesMeant(game: CataloguedGame, args: Args): readonly string[] {
  const roles = Object.keys(game.agents);
  const given = roles.filter((role) => args.has(role));
  return given.length === 0 ? roles : given;
}
