import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import envPaths from 'env-paths';
import type { OnnxEncoder } from '../encoders/onnx.ts';
import { openOnnx } from '../encoders/onnx.ts';
import type { EncoderManifest } from './manifest.ts';
import { isModelName, parseManifest, readJson } from './manifest.ts';

/** Beside a model's file. */
export const MANIFEST_FILE = 'encoder.json';

/** Where a user's models are, a folder each: $SEANCE_MODELS, or a folder in the system's place for data. */
export const modelShelf = (): string =>
  process.env['SEANCE_MODELS'] || join(envPaths('seance', { suffix: '' }).data, 'models');

/** A model on the shelf, as a list shows it. */
export interface ModelListing {
  /** What eyes are called that look through it. */
  readonly name: string;
  readonly dir: string;
  /** Undefined where encoder.json cannot be used. */
  readonly manifest: EncoderManifest | undefined;
  /** Of the model's file; undefined where there is none. */
  readonly bytes: number | undefined;
  /** Why it cannot be used, in a line; what only shows when it is loaded is not looked for. */
  readonly problem: string | undefined;
}

/** Whether there is a model of that name; anything may be asked. */
export async function hasModel(name: string, shelf: string = modelShelf()): Promise<boolean> {
  if (!isModelName(name)) return false;
  const found = await stat(join(shelf, name)).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

/** The eyes of the model of that name; undefined if there is none. Throws EyesError for one whose encoder.json cannot be used. */
export async function openModel(name: string, shelf: string = modelShelf()): Promise<OnnxEncoder | undefined> {
  if (!(await hasModel(name, shelf))) return undefined;
  const dir = join(shelf, name);
  return openOnnx(name, await readManifest(dir), dir);
}

/** The manifest of the model in `dir`. Throws EyesError. */
export async function readManifest(dir: string): Promise<EncoderManifest> {
  const where = join(dir, MANIFEST_FILE);
  return parseManifest(await readJson(where), where);
}

/** All models on the shelf, by name; none if there is no such folder. */
export async function listModels(shelf: string = modelShelf()): Promise<readonly ModelListing[]> {
  const entries = await readdir(shelf).then(
    (names) => names.toSorted((a, b) => (a < b ? -1 : 1)),
    () => [],
  );
  const isThere = await Promise.all(entries.map((entry) => hasModel(entry, shelf)));
  const names = entries.filter((_, i) => isThere[i]);
  return Promise.all(names.map((name) => listingOf(name, join(shelf, name))));
}

async function listingOf(name: string, dir: string): Promise<ModelListing> {
  let manifest: EncoderManifest;
  try {
    manifest = await readManifest(dir);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { name, dir, manifest: undefined, bytes: undefined, problem };
  }
  const where = join(dir, manifest.model.file);
  const found = await stat(where).catch(() => undefined);
  return found?.isFile()
    ? { name, dir, manifest, bytes: found.size, problem: undefined }
    : { name, dir, manifest, bytes: undefined, problem: `${where} is not there; add it again` };
}
