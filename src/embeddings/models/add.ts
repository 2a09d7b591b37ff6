import { copyFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { codeOf, reasonOf } from '../../files/reason.ts';
import { sha256Of } from '../../files/sha256-of.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { EyesError } from '../encoders/encoder.ts';
import type { OnnxEncoder } from '../encoders/onnx.ts';
import { openOnnx } from '../encoders/onnx.ts';
import { pool } from '../encoders/pooling.ts';
import type { Ports } from '../encoders/session.ts';
import { readPorts } from '../encoders/session.ts';
import { EYES } from '../eyes/names.ts';
import type { Finding } from './check.ts';
import { checkCards, checkModel } from './check.ts';
import type { EncoderManifest, EncoderRecipe } from './manifest.ts';
import { NAME_RULE, isModelName } from './manifest.ts';
import { PRESETS } from './presets.ts';
import { readPreprocessing } from './preprocessing.ts';
import { MANIFEST_FILE, hasModel, modelShelf } from './shelf.ts';

/** What a model's file is called on the shelf, whatever it was called before. */
const MODEL_FILE = 'model.onnx';

export interface Addition {
  readonly file: string;
  readonly name: string;
  readonly recipe: EncoderRecipe;
  /** Default: `modelShelf()`. */
  readonly shelf?: string | undefined;
  /** Whether a model of that name is replaced. */
  readonly force?: boolean;
  /** Whether the file is moved instead of copied. */
  readonly move?: boolean;
}

export interface Added {
  readonly dir: string;
  readonly manifest: EncoderManifest;
  /** None of them failed. */
  readonly findings: readonly Finding[];
}

/** Why no model can be called so; undefined if one can. */
export function whyNoModelName(name: string): string | undefined {
  if (Object.hasOwn(EYES, name)) return `${name} are eyes that come with the package; choose another name`;
  return isModelName(name) ? undefined : `no model can be called "${name}"; a name is ${NAME_RULE}`;
}

/**
 * Puts a model on the shelf, whole or not at all, once it has passed `checkModel`.
 * Throws EyesError for a name that is taken or cannot be one, a file that is no model or not the recipe's, a failed check, and a shelf that
 * cannot be written.
 */
export async function addModel({
  file,
  name,
  recipe,
  shelf = modelShelf(),
  force = false,
  move = false,
}: Addition): Promise<Added> {
  const whyNot = whyNoModelName(name);
  if (whyNot !== undefined) throw new EyesError(whyNot);
  const dir = join(shelf, name);
  if (!force && (await hasModel(name, shelf)))
    throw new EyesError(`there is a model ${name} already (${dir}); choose another --name, or replace it with --force`);

  const ports = await readPorts(file);
  const manifest = await measured(file, name, recipe, ports);
  const encoder = opened(file, name, manifest);
  let findings;
  try {
    findings = await checkModel(encoder, manifest, await checkCards());
  } finally {
    await encoder.close();
  }
  const failed = findings.find(({ verdict }) => verdict === 'failed');
  if (failed) throw new EyesError(`${file} is not added as ${name}: ${failed.what}: ${failed.found}`);

  await place({ file, dir, manifest, move });
  return { dir, manifest, findings };
}

/** The presets whose input and output a model has. */
export const presetsFor = ({ inputs, outputs }: Ports): readonly string[] =>
  Object.entries(PRESETS)
    .filter(
      ([, { recipe }]) =>
        inputs.length === 1 &&
        inputs[0].name === recipe.model.input &&
        outputs.some((port) => port.name === recipe.model.output),
    )
    .map(([name]) => name);

/** The recipe's manifest for this file, with the size of its vectors found out by looking at a card. Throws EyesError. */
async function measured(file: string, name: string, recipe: EncoderRecipe, ports: Ports): Promise<EncoderManifest> {
  const sha256 = await sha256Of(file);
  const manifest = {
    ...recipe,
    model: { file: MODEL_FILE, sha256, ...recipe.model },
    embedding: { ...recipe.embedding, dim: 1 },
  };
  const encoder = opened(file, name, manifest);
  try {
    const [card] = await checkCards(1);
    const [vector] = pool(await encoder.raw(card), manifest);
    await readPreprocessing(file, recipe);
    return { ...manifest, embedding: { ...manifest.embedding, dim: vector.length } };
  } catch (error) {
    if (!(error instanceof EyesError || error instanceof RangeError)) throw error;
    const fitting = presetsFor(ports).filter((preset) => preset !== recipe.preset);
    const hint = fitting.length === 0 ? '' : `; by what it takes and gives, --preset ${fitting.join(' or ')} fits`;
    throw new EyesError(`${error instanceof RangeError ? `${file}: ` : ''}${error.message}${hint}`, { cause: error });
  } finally {
    await encoder.close();
  }
}

/** Looks through a file that lies anywhere. */
function opened(file: string, name: string, manifest: EncoderManifest): OnnxEncoder {
  const model = { ...manifest.model, file: basename(file) };
  return openOnnx(name, { ...manifest, model }, dirname(resolve(file)));
}

interface Placing {
  readonly file: string;
  readonly dir: string;
  readonly manifest: EncoderManifest;
  readonly move: boolean;
}

/** Makes the folder under another name, and gives it its own once it is whole. What it replaces is gone only then. */
async function place({ file, dir, manifest, move }: Placing): Promise<void> {
  const hidden = (what: string): string => join(dirname(dir), `.${basename(dir)}.${process.pid}.${what}`);
  const [fresh, old] = [hidden('new'), hidden('old')];
  try {
    await makeFolder(fresh);
    const model = join(fresh, MODEL_FILE);
    await (move ? rename(file, model) : copyFile(file, model));
    await writeWhole(join(fresh, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
    const replaced = await rename(dir, old).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === 'ENOENT') return false;
        throw error;
      },
    );
    await rename(fresh, dir).catch(async (error: unknown) => {
      if (replaced) await rename(old, dir);
      throw error;
    });
    if (replaced) await rm(old, { recursive: true, force: true });
  } catch (error) {
    throw new EyesError(
      `cannot put a model into ${dirname(dir)}: ${reasonOf(error)}; $SEANCE_MODELS may name another folder`,
      { cause: error },
    );
  } finally {
    await rm(fresh, { recursive: true, force: true }).catch(() => {});
  }
}
