import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import { parse, resolve, whole } from '../../engine/kernel/params.ts';
import type { Given } from '../../engine/kernel/params.ts';
import { digestOf, gridIndex, lineupOf, resolutionParam } from '../../sim/index.ts';
import type { Casting, Match } from '../../sim/index.ts';
import type { Args } from '../command.ts';
import { STARTER } from '../../api/pictures.ts';
import { readConfig } from '../options.ts';
import { runParams } from '../run-plan.ts';
import type { Side } from './side.ts';

/** The numbers a comparison is asked for with. */
export const compareParams = {
  resolution: resolutionParam,
  games: whole(1, 10_000_000, 100_000, 'deals at most, each played by both'),
  seed: { ...runParams.seed, doc: 'the seed of the deals; equal seeds deal equal games' },
  workers: runParams.workers,
};

export interface ComparePlan {
  readonly game: CataloguedGame;
  readonly sides: readonly [Side, Side];
  readonly config: Given;
  /** The deck that each side looks at, as it was asked for. */
  readonly decks: readonly [string, string];
  readonly match: Match;
  /** In points of a hundred. */
  readonly resolution: number;
  readonly workers: number;
}

/**
 * What a command line asks to be compared. What it does not say of the table is as in the runs that the files are of, if both were played at one
 * and the same, and else as usual.
 * @throws ParamError
 */
export function planCompare(
  game: CataloguedGame,
  sides: readonly [Side, Side],
  args: Args,
  cores: number,
): ComparePlan {
  const workers = args.number('workers', { ...compareParams.workers, default: Math.min(8, cores) });
  const given = args.text('resolution');
  const { resolution } = resolve(
    { resolution: resolutionParam },
    given === undefined ? {} : { resolution: parse(resolutionParam, given) },
  );
  const [ours, theirs] = sides;
  const full = sides.map(({ table }) => table && resolve(game.params, table.config));
  const isShared = full[0] !== undefined && digestOf(full[0]) === digestOf(full[1] ?? {});
  const config = { ...(isShared ? ours.table?.config : {}), ...readConfig(game, args) };
  const deckOf = ({ table }: Side): string => args.text('deck') ?? table?.deck ?? STARTER;
  const table = {
    game: game.id,
    config,
    games: args.number('games', compareParams.games),
    seed: args.number('seed', compareParams.seed),
    cell: gridIndex(game, config),
  };
  const experimentOf = (casting: Casting) => ({ ...table, lineup: lineupOf(game, config, casting) });
  const match = {
    ours: experimentOf(ours.casting),
    theirs: experimentOf(theirs.casting),
    resolution: resolution / 100,
  };
  return { game, sides, config, decks: [deckOf(ours), deckOf(theirs)], match, resolution, workers };
}
