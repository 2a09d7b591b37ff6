import { games } from '../agents/catalog.ts';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { programFace } from '../engine/kernel/face.ts';
import { range } from '../engine/kernel/params.ts';
import type { Params } from '../engine/kernel/params.ts';
import type { Args, Command } from './command.ts';
import { EXIT, UsageError } from './errors.ts';
import type { ExitCode } from './errors.ts';
import { colours, drawTable, print } from './screen.ts';
import { didYouMean } from './suggest.ts';

export const describeCommand: Command = {
  command: 'describe [game]',
  describe: 'games, their options, agents and parameters',
  options: { json: { type: 'boolean', describe: 'prints JSON' } },
  examples: [
    ['$0 describe', 'the games there are'],
    [`$0 describe ${games[0].id}`, 'everything that can be set'],
  ],
  run: (args) => describe(args),
};

async function describe(args: Args): Promise<ExitCode> {
  const id = args.text('game');
  if (id === undefined) {
    const list = games.map(({ id: name, title, version }) => ({ id: name, title, version }));
    if (args.flag('json')) print(JSON.stringify(list, null, 2));
    else
      print(
        await drawTable(
          ['game', 'title'],
          list.map((one) => [one.id, one.title]),
        ),
      );
    return EXIT.done;
  }
  const game = games.find((one) => one.id === id);
  if (!game) {
    const names = games.map((one) => one.id);
    throw new UsageError(
      `no game named "${id}"; there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}${didYouMean(id, names)}`,
    );
  }
  if (args.flag('json')) print(JSON.stringify(gameFacts(game), null, 2));
  else await tellGame(game);
  return EXIT.done;
}

/** What the catalogue says of a game, as plain data. */
const gameFacts = ({
  id,
  title,
  version,
  params,
  grid,
  deck,
  agents,
  casts,
  metrics,
  figures,
  details,
}: CataloguedGame): object => ({
  id,
  title,
  version,
  params,
  grid,
  deck: deck ?? null,
  agents: Object.fromEntries(
    Object.entries(agents).map(([role, faces]) => [
      role,
      faces.map((face) => ({ id: face.id, doc: face.doc, params: face.params })),
    ]),
  ),
  casts,
  metrics,
  figures,
  clues: details,
});

async function tellGame(game: CataloguedGame): Promise<void> {
  const { title, id, version, grid, deck, params, agents, casts } = game;
  print(colours.bold(`${title} (${id}, rules version ${version})`));
  if (deck)
    print(
      `Played with ${deck.visions} visions and ${deck.cards.map(({ kind, count }) => `${count} ${kind}s`).join(', ')}.`,
    );
  print(`A run spans ${grid.columns === undefined ? grid.rows : `${grid.rows} and ${grid.columns}`}.`);
  for (const [name, cast] of Object.entries(casts)) {
    print(
      `${name}: ${Object.entries(cast)
        .map(([role, agent]) => `${role} ${agent}`)
        .join(', ')}`,
    );
  }
  print(`\n${colours.bold('Options of the game')}`);
  print(await paramTable(params, ''));
  for (const [role, faces] of Object.entries(agents)) {
    for (const face of [...faces, programFace(faces)]) {
      print(`\n${colours.bold(`${role} ${face.id}`)}: ${face.doc}`);
      if (Object.keys(face.params).length > 0) print(await paramTable(face.params, `${role}.`));
    }
  }
  print(`\n${colours.bold('Metrics of a game')}`);
  print(
    await drawTable(
      ['column', 'meaning'],
      game.metrics.map(({ name, doc }) => [name, doc]),
    ),
  );
}

const paramTable = (params: Params, prefix: string): Promise<string> =>
  drawTable(
    ['option', 'takes', 'usually', 'meaning'],
    Object.entries(params).map(([name, param]) => [
      `--${prefix}${name}`,
      range(param),
      String(param.default),
      param.doc,
    ]),
  );
