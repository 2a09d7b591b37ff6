import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import type { Moment } from '../../engine/kernel/explanation.ts';
import type { Given } from '../../engine/kernel/params.ts';
import type { Casting } from '../../sim/index.ts';
import type { OptionTable } from '../command.ts';
import { Failure, note } from '../errors.ts';
import type { Pictures } from '../../api/pictures.ts';

/** Options of commands that tell why. */
export const showOptions: OptionTable = {
  html: { type: 'string', requiresArg: true, describe: 'a file for the told game as a page with pictures' },
  json: { type: 'boolean', describe: 'prints JSON' },
};

/** A game told with its reasons. */
export interface ToldGame {
  readonly game: CataloguedGame;
  readonly config: Given;
  readonly seed: number;
  readonly casting: Casting;
  readonly pictures: Pictures;
  readonly moments: readonly Moment[];
}

/** Pixels that a picture on the page is wide: twice what it takes, for sharp screens. */
const PICTURE_WIDTH = 88;

/** The told game as plain data. */
export const jsonOf = ({ game, config, seed, casting, pictures, moments }: ToldGame): string =>
  JSON.stringify({ game: game.id, config, seed, casting, deck: pictures.deck ?? null, moments }, null, 2);

/**
 * Writes the told game as a page of its own.
 * @throws DeckError, Failure where it cannot be written
 */
export async function writePage(path: string, told: ToldGame): Promise<void> {
  const { game, config, seed, casting, pictures, moments } = told;
  const { picturesOf, renderGame } = await import('./page.ts');
  const { drawThumbnails } = await import('../../embeddings/index.ts');
  const { writeWhole } = await import('../../files/write-whole.ts');
  const { reasonOf } = await import('../../files/reason.ts');
  const drawn =
    game.deck && pictures.deck
      ? await drawThumbnails({
          deck: pictures.deck.asked,
          need: game.deck,
          ...picturesOf(moments),
          width: PICTURE_WIDTH,
        })
      : undefined;
  const who = Object.entries(casting).map(([role, { agent }]) => `${role} ${agent}`);
  const { rows, columns } = game.grid;
  const usual = Object.fromEntries([rows, columns ?? rows].map((name) => [name, game.params[name].default]));
  const what = Object.entries({ ...usual, ...config }).map(([name, value]) => `${name} ${String(value)}`);
  const head = {
    title: game.title,
    subtitle: [...who, ...what, `seed ${seed}`].join(' · '),
    footer: 'Made by seance explain.',
  };
  try {
    await writeWhole(path, renderGame(head, moments, drawn));
  } catch (error) {
    throw new Failure(`cannot write ${path}: ${reasonOf(error)}`, { cause: error });
  }
  note(`the page is ${path}`);
}
