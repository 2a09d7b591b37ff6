import type { Args, Command } from '../command.ts';
import { EXIT } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { colours, drawTable, print } from '../screen.ts';

export const listModelsCommand: Command = {
  command: 'list',
  describe: 'the models on the shelf, and those that can be pulled',
  options: { json: { type: 'boolean', describe: 'prints JSON' } },
  run: (args) => list(args),
};

async function list(args: Args): Promise<ExitCode> {
  const { listModels, modelShelf } = await import('../../embeddings/models/shelf.ts');
  const { HOST, KNOWN_MODELS, urlOf } = await import('../../embeddings/models/known.ts');
  const shelf = modelShelf();
  const models = await listModels(shelf);
  if (args.flag('json')) {
    const known = Object.entries(KNOWN_MODELS).map(([name, one]) => ({ name, url: urlOf(one, HOST), ...one }));
    print(JSON.stringify({ shelf, models, known }, null, 2));
    return EXIT.done;
  }
  if (models.length === 0) print(`no model is on the shelf (${shelf}) yet`);
  else {
    const rows = models.map(({ name, manifest, bytes, problem }) =>
      manifest === undefined || problem !== undefined
        ? [name, colours.red(problem ?? 'cannot be used'), '', '', '', '']
        : [
            name,
            manifest.title ?? manifest.preset ?? '',
            String(manifest.embedding.dim),
            `${manifest.picture.fit} to ${manifest.picture.width} x ${manifest.picture.height}`,
            `${((bytes ?? 0) / 1e6).toFixed(1)} MB`,
            manifest.license ?? '',
          ],
    );
    print(await drawTable(['eyes', 'model', 'numbers', 'looks', 'size', 'licence'], rows));
    print(`the shelf is ${shelf}`);
  }
  const names = new Set(models.map(({ name }) => name));
  const rest = Object.entries(KNOWN_MODELS).filter(([name]) => !names.has(name));
  if (rest.length > 0) {
    print('\nto be fetched with `seance model pull NAME`:');
    print(
      await drawTable(
        ['name', 'model', 'size', 'licence', 'checksum'],
        rest.map(([name, { title, megabytes, license, sha256 }]) => [
          name,
          title,
          `${megabytes} MB`,
          license,
          sha256 === undefined ? 'taken at first use' : 'known',
        ]),
      ),
    );
  }
  return EXIT.done;
}
