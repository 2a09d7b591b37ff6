import { basename } from 'node:path';
import type { EncoderRecipe, Fit } from '../../embeddings/models/manifest.ts';
import type { Args, Command } from '../command.ts';
import { EXIT, UsageError } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { print } from '../screen.ts';
import { didYouMean } from '../suggest.ts';
import { drawFindings } from './findings.ts';

const GROUP = 'How it looks:';
const text = (describe: string, group?: string) =>
  ({ type: 'string', requiresArg: true, describe, ...(group === undefined ? {} : { group }) }) as const;

export const addModelCommand: Command = {
  command: 'add [file]',
  describe: 'puts an ONNX model on the shelf, once it passes the check',
  options: {
    name: text('what the eyes are called [usually the name of the preset]'),
    preset: text('the family: clip, siglip, dinov2, mobilenet (V3, V4), mobilenet-v2 (V1, V2)', GROUP),
    manifest: text('a JSON file for any other model, as docs/encoders.md shows', GROUP),
    size: text('width and height in pixels, where they are not those of the preset', GROUP),
    fit: text('squash, pad, crop or tiles [usually that of the preset]', GROUP),
    force: { type: 'boolean', describe: 'replaces a model of that name' },
    json: { type: 'boolean', describe: 'prints JSON' },
  },
  examples: [
    ['$0 model add vision_model.onnx --preset clip', 'CLIP, then --encoder clip'],
    ['$0 model add model.onnx --preset dinov2 --name dino', 'under a name of your own'],
    ['$0 model add mine.onnx --manifest mine.json', 'any other model'],
  ],
  run: (args) => add(args),
};

async function add(args: Args): Promise<ExitCode> {
  const file = args.text('file');
  if (file === undefined) throw new UsageError('model add needs a file: an ONNX model');
  const { addModel, whyNoModelName } = await import('../../embeddings/models/add.ts');
  const { recipe, usual } = await recipeFor(file, args);
  const name = args.text('name') ?? usual;
  const whyNot = whyNoModelName(name);
  if (whyNot !== undefined) throw new UsageError(`${whyNot}${args.has('name') ? '' : '; give one with --name'}`);

  const added = await addModel({ file, name, recipe, force: args.flag('force') });
  if (args.flag('json')) print(JSON.stringify({ name, ...added }, null, 2));
  else {
    print(`${name} is on the shelf (${added.dir}); --encoder ${name} looks through it`);
    print(await drawFindings(added.findings));
  }
  return EXIT.done;
}

/** How the model is to be used, and what it is called if nobody says. */
async function recipeFor(
  file: string,
  args: Args,
): Promise<{ readonly recipe: EncoderRecipe; readonly usual: string }> {
  const { FITS, parseRecipe, readJson } = await import('../../embeddings/models/manifest.ts');
  const [preset, manifest, fit, size] = ['preset', 'manifest', 'fit', 'size'].map((option) => args.text(option));
  if (preset !== undefined && manifest !== undefined) throw new UsageError('give --preset or --manifest, not both');
  const isFit = (word: string): word is Fit => Object.hasOwn(FITS, word);
  if (fit !== undefined && !isFit(fit))
    throw new UsageError(`fit must be one of ${Object.keys(FITS).join(', ')}, not ${fit}`);
  const side = size === undefined ? undefined : Number(size);
  if (side !== undefined && !(Number.isInteger(side) && side >= 1 && side <= 4096))
    throw new UsageError(`size must be a whole number of pixels from 1 to 4096, not ${size ?? ''}`);

  const { recipe, usual } =
    manifest === undefined
      ? await presetFor(file, preset)
      : { recipe: parseRecipe(await readJson(manifest), manifest), usual: nameOfFile(file) };
  const { shortestEdge, ...picture } = recipe.picture;
  const width = side ?? picture.width;
  const wanted = fit ?? picture.fit;
  const edge = wanted === 'crop' ? (shortestEdge ?? (await edgeOf(recipe.preset, width))) : undefined;
  const changed = {
    ...recipe,
    picture: {
      ...picture,
      width,
      height: side ?? picture.height,
      fit: wanted,
      ...(edge === undefined ? {} : { shortestEdge: edge }),
    },
  };
  return { recipe: parseRecipe(changed, `${manifest ?? 'the preset'} with --size and --fit`), usual };
}

/** To what a card is shrunk before it is cropped to `width`, by the rule of a preset's family. */
async function edgeOf(preset: string | undefined, width: number): Promise<number> {
  const { PRESETS } = await import('../../embeddings/models/presets.ts');
  const own = preset === undefined ? undefined : PRESETS[preset];
  return own?.shortestEdge === undefined ? width : Math.round((width * own.shortestEdge) / own.recipe.picture.width);
}

/** The preset that was named, or that of a known model with the same bytes. */
async function presetFor(
  file: string,
  preset: string | undefined,
): Promise<{ readonly recipe: EncoderRecipe; readonly usual: string }> {
  const { PRESETS, recipeOf } = await import('../../embeddings/models/presets.ts');
  const { HOST, knownBySha256, urlOf } = await import('../../embeddings/models/known.ts');
  const { presetsFor } = await import('../../embeddings/models/add.ts');
  const { readPorts } = await import('../../embeddings/encoders/session.ts');
  const { sha256Of } = await import('../../files/sha256-of.ts');
  const names = Object.keys(PRESETS);
  if (preset !== undefined && !Object.hasOwn(PRESETS, preset))
    throw new UsageError(`no preset ${preset}; there are ${names.join(', ')}${didYouMean(preset, names)}`);

  const ports = await readPorts(file); // before anything else, whether it is a model at all
  const [usual, known] = knownBySha256(await sha256Of(file)) ?? [];
  const chosen = preset ?? known?.preset;
  if (chosen === undefined) {
    const fitting = presetsFor(ports);
    const hint = fitting.length === 0 ? '' : `; by what it takes and gives, ${fitting.join(' or ')} fits`;
    throw new UsageError(
      `say what ${file} is: --preset ${names.join(', ')}, or --manifest FILE for any other model${hint}`,
    );
  }
  const about = known && { title: known.title, license: known.license, source: urlOf(known, HOST) };
  return { recipe: { ...recipeOf(chosen), ...about }, usual: usual ?? chosen };
}

const nameOfFile = (file: string): string =>
  basename(file)
    .replace(/\.onnx$/i, '')
    .toLowerCase();
