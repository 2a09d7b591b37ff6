import type { CataloguedGame, SeatPlan } from '../../engine/kernel/catalog.ts';
import { SLIPS, SUBSTITUTE } from '../../engine/kernel/face.ts';
import { ParamError } from '../../engine/kernel/params.ts';
import type { Given, Param } from '../../engine/kernel/params.ts';
import type { Rng } from '../../engine/kernel/rng.ts';
import { gridValues, lineupOf } from '../../sim/index.ts';
import type { Casting } from '../../sim/index.ts';

/** How often a parameter that does not span the results is other than usual. */
const ODD = 1 / 3;
/** Line-ups that an examination goes through in turn. */
export const LINEUPS = 4;
/** So many configs are tried at random before the usual one is taken: most values go together. */
const TRIES = 100;

/**
 * A random config with any options, for game `turn` of an examination: all values of the table's rows come in turn, each with every
 * line-up.
 */
export function anyConfig(game: CataloguedGame, rng: Rng, turn: number): Given {
  const rows = gridValues(game.params[game.grid.rows]);
  const row = rows[Math.floor(turn / LINEUPS) % rows.length];
  for (let i = 0; i < TRIES; i++) {
    const options = Object.fromEntries(
      Object.entries(game.params).flatMap(([name, param]) =>
        name === game.grid.columns || rng.unit() < ODD ? [[name, anyValue(param, rng)]] : [],
      ),
    );
    const config = { ...options, [game.grid.rows]: row };
    try {
      game.roles(config);
      return config;
    } catch (error) {
      if (!(error instanceof ParamError)) throw error;
    }
  }
  return {};
}

function anyValue(param: Param, rng: Rng): unknown {
  switch (param.kind) {
    case 'real':
      return param.min + rng.unit() * (param.max - param.min);
    case 'whole':
      return param.min + rng.below(param.max - param.min + 1);
    case 'oneOf':
      return param.options[rng.below(param.options.length)];
    case 'flag':
      return rng.unit() < 0.5;
    case 'name':
      return param.default;
  }
}

/**
 * Line-ups that lead a program of one role everywhere, in turn: the usual partners; the worst, where half of its own moves are
 * replaced by any; the best, where one of them moves in its place, so that every game comes to its last phase; and itself in
 * every role that it `plays`.
 */
export function lineupsFor(
  game: CataloguedGame,
  role: string,
  { program, eyes }: { readonly program: string; readonly eyes: Given },
  plays: readonly string[],
): readonly ((config: Given) => readonly SeatPlan[])[] {
  const seated = (cast: Readonly<Record<string, string>>, params: Given): ((config: Given) => readonly SeatPlan[]) => {
    const others = Object.entries(cast).map(([name, agent]) => [name, { agent, params: {} }]);
    const casting: Casting = {
      ...Object.fromEntries(others),
      [role]: { agent: program, params: { ...eyes, ...params } },
    };
    return (config) => lineupOf(game, config, casting);
  };
  const { standard, floor, ceiling } = game.casts;
  const alone = Object.fromEntries(plays.map((name) => [name, program]));
  return [
    seated(standard, {}),
    seated(floor, { [SLIPS]: 0.5 }),
    seated(ceiling, { [SLIPS]: 1, [SUBSTITUTE]: ceiling[role] }),
    seated({ ...standard, ...alone }, {}),
  ];
}
