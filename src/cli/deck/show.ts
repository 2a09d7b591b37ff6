import { extname } from 'node:path';
import { reasonOf } from '../../files/reason.ts';
import type { Args, Command } from '../command.ts';
import { EXIT, Failure, UsageError, note } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { colours, drawTable, print } from '../screen.ts';

export const showCommand: Command = {
  command: 'show [deck]',
  describe: 'the cards of a deck, as a list or on a sheet',
  options: {
    out: { type: 'string', requiresArg: true, describe: 'a PNG or WebP file to draw all pictures to' },
    json: { type: 'boolean', describe: 'prints JSON' },
  },
  examples: [
    ['$0 deck show starter', 'titles and kinds'],
    ['$0 deck show starter --out sheet.png', 'a contact sheet'],
    ['$0 deck show path/to/my-deck', 'a deck of your own'],
  ],
  run: (args) => show(args),
};

async function show(args: Args): Promise<ExitCode> {
  const name = args.text('deck');
  if (name === undefined)
    throw new UsageError('deck show needs a deck: a name that `seance deck list` shows, or a folder');
  const out = args.text('out');
  if (out !== undefined && !/^$|^\.(png|webp)$/i.test(extname(out)))
    throw new UsageError(`out must be a file that ends in .png or .webp, not ${out}`);
  const { drawSheet, findDeck, loadDeck } = await import('../../embeddings/index.ts');
  const deck = await loadDeck(await findDeck(name));
  if (out !== undefined) {
    try {
      const { width, height } = await drawSheet(deck, out);
      note(`${deck.cards.length} cards drawn on ${out}, ${width} x ${height} pixels`);
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error;
      throw new Failure(`cannot write ${out}: ${reasonOf(error)}`, { cause: error });
    }
    return EXIT.done;
  }
  if (args.flag('json')) {
    const { id, title, license, dir } = deck;
    print(
      JSON.stringify(
        {
          id,
          title,
          license,
          dir,
          cards: deck.cards.map(({ id: card, kind, title: name, file }) => ({ id: card, kind, title: name, file })),
        },
        null,
        2,
      ),
    );
    return EXIT.done;
  }
  print(`${colours.bold(deck.title)} (${deck.id}), ${deck.cards.length} cards, ${deck.license}`);
  print(
    await drawTable(
      ['card', 'kind', 'title'],
      deck.cards.map(({ id, kind, title }) => [id, kind, title]),
    ),
  );
  return EXIT.done;
}
