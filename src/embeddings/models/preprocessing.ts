import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { EyesError } from '../encoders/encoder.ts';
import type { EncoderRecipe } from './manifest.ts';

const Side = z.union([
  z.number(),
  z.object({ height: z.number(), width: z.number() }).transform(({ height }) => height),
]);
const Channels = z.array(z.number()).length(3);

/** What we read of a preprocessor_config.json, as Hugging Face's image processors write it. */
const PreprocessorConfig = z.object({
  do_normalize: z.boolean().optional(),
  image_mean: Channels.optional(),
  image_std: Channels.optional(),
  crop_size: Side.optional(),
  do_center_crop: z.boolean().optional(),
  size: z.union([Side, z.object({ shortest_edge: z.number() }).transform(() => undefined)]).optional(),
});

/**
 * Compares a recipe with the preprocessor_config.json that models are published with, where it lies beside the model's file or, as in
 * their repositories, one folder above. Throws EyesError for a recipe that shows the model other numbers or sizes than it was trained on.
 */
export async function readPreprocessing(file: string, { picture }: EncoderRecipe): Promise<void> {
  const here = dirname(resolve(file));
  for (const where of [join(here, 'preprocessor_config.json'), join(here, '..', 'preprocessor_config.json')]) {
    const text = await readFile(where, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const config = read(text);
    if (config === undefined) return; // of some other kind, which says nothing against the recipe
    const plain = config.do_normalize === false;
    const mean = plain ? [0, 0, 0] : config.image_mean;
    const std = plain ? [1, 1, 1] : config.image_std;
    const side = config.do_center_crop === false ? config.size : (config.crop_size ?? config.size);
    const refuse = (what: string, theirs: unknown, ours: unknown): never => {
      throw new EyesError(
        `${where} says ${what} ${String(theirs)}, and the preset or manifest ${String(ours)}: the model would see other numbers than it was trained on`,
      );
    };
    if (mean && !isClose(mean, picture.mean)) refuse('image_mean', mean, picture.mean);
    if (std && !isClose(std, picture.std)) refuse('image_std', std, picture.std);
    if (side !== undefined && side !== picture.height) refuse('pictures of', side, picture.height);
    return;
  }
}

function read(text: string): z.infer<typeof PreprocessorConfig> | undefined {
  try {
    return PreprocessorConfig.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const isClose = (a: readonly number[], b: readonly number[]): boolean => a.every((x, i) => Math.abs(x - b[i]) < 0.002);
