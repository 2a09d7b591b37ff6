import { randomInt } from 'node:crypto';
import type { LiveTable } from '../engine/kernel/live-table.ts';
import { ParamError } from '../engine/kernel/params.ts';
import { castingFor } from './people.ts';
import type { People } from './people.ts';
import { openPictures } from './pictures.ts';
import { cellMeant } from './play.ts';
import type { PlayOptions } from './play.ts';

/** A table at which people and bots sit together. */
export interface TableOptions extends Omit<PlayOptions, 'workers' | 'signal'> {
  /** The bots' agents by role. */
  readonly people?: People;
  /** The seats of people, counted from 0; bots take the others. For Mysterium seat 0 is the ghost's. */
  readonly persons: readonly number[];
}

/**
 * Deals a game and plays it as far as bots can; then it waits for its people's actions, one after the other. An option that is not given is
 * as usual; without a seed the deal is random.
 *
 * A seed has 32 bits. Whoever sees a part of the deal and can try four thousand million seeds could work out the rest: a table for people who
 * do that must not be dealt from a seed.
 * @throws ParamError for what does not exist or hold; DeckError, EyesError for pictures that cannot be looked at
 */
export async function openTable(options: TableOptions): Promise<LiveTable> {
  const { game, cell } = cellMeant(options);
  const casting = castingFor(game, options.people, options.encoder);
  const { knowledge } = await openPictures(game, [casting], { deck: options.deck, cacheDir: options.cacheDir });
  const roles = game.roles(cell.config);
  const stranger = options.persons.find((seat) => !Number.isInteger(seat) || seat < 0 || seat >= roles.length);
  if (stranger !== undefined)
    throw new ParamError(`there is no seat ${stranger}; the table has ${roles.length}, counted from 0`);
  const lineup = roles.map((role, seat) => (options.persons.includes(seat) ? undefined : casting[role]));
  return game.table(cell.config, lineup, knowledge, options.seed ?? randomInt(2 ** 32));
}
