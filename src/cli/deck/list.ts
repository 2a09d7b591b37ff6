import type { Args, Command } from '../command.ts';
import { EXIT } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { drawTable, print } from '../screen.ts';

export const listCommand: Command = {
  command: 'list',
  describe: 'the decks that come with this package',
  options: { json: { type: 'boolean', describe: 'prints JSON' } },
  run: (args) => list(args),
};

async function list(args: Args): Promise<ExitCode> {
  const { listDecks } = await import('../../embeddings/index.ts');
  const decks = await listDecks();
  if (args.flag('json')) {
    print(JSON.stringify(decks, null, 2));
    return EXIT.done;
  }
  const rows = decks.map(({ name, title, license, counts }) => [
    name,
    title,
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => `${count} ${kind}s`)
      .join(', '),
    license,
  ]);
  print(await drawTable(['deck', 'title', 'cards', 'licence'], rows));
  return EXIT.done;
}
