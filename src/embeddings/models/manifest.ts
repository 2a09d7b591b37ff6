import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { issueText } from '../../files/issue-text.ts';
import { reasonOf } from '../../files/reason.ts';
import { EyesError } from '../encoders/encoder.ts';

/** How a card of any shape becomes a picture of the model's size. */
export const FITS = {
  squash: 'the whole card, stretched',
  pad: 'the whole card, with bars of the mean colour',
  crop: 'shrunk until its shorter side is `shortestEdge` pixels, of which the middle is taken',
  tiles: 'three looks, averaged: the whole card with bars, and its two ends',
} as const;
export type Fit = keyof typeof FITS;

/** How a card's vector is made of what the model gives. */
export const POOLINGS = {
  none: 'the output is a vector already',
  cls: 'the first token',
  mean: 'the mean of all tokens but the first `prefixTokens`',
  gap: 'the mean over all places of a feature map',
} as const;
export type Pooling = keyof typeof POOLINGS;

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** What a name may be, in words. */
export const NAME_RULE =
  'up to 64 lower-case letters, digits, ".", "_" or "-", beginning with a letter or digit and not ending in .json';

/** Whether a model may be called so: fit for a folder on every system, and never taken for a file or a mix of eyes. */
export const isModelName = (name: string): boolean => NAME.test(name) && !/(\.|\.json)$/.test(name);

const Text = z.string().min(1, 'must not be empty');
const Pixels = z.int().min(1).max(4096);
/** One number a channel, red, green, blue, whatever order the model takes them in. */
const channels = (channel: z.ZodNumber): z.ZodTuple<[z.ZodNumber, z.ZodNumber, z.ZodNumber], null> =>
  z.tuple([channel, channel, channel]);
const IN_SHARES = "in shares of 1: where a model's own says 123.675 it is 123.675 / 255";

const Picture = z
  .strictObject({
    width: Pixels,
    height: Pixels,
    layout: z.enum(['NCHW', 'NHWC']),
    colours: z.enum(['RGB', 'BGR']),
    fit: z.enum(Object.keys(FITS) as [Fit, ...Fit[]]),
    /** For `crop` only, in pixels. */
    shortestEdge: Pixels.optional(),
    kernel: z.enum(['nearest', 'linear', 'cubic', 'lanczos3']),
    /** A channel in 0..1 goes in as (channel - mean) / std. */
    mean: channels(z.number().min(0).max(1, `must be at most 1, ${IN_SHARES}`)),
    std: channels(z.number().positive().max(2, `must be at most 2, ${IN_SHARES}`)),
  })
  .check(({ value, issues }) => {
    const refuse = (message: string): void =>
      void issues.push({ code: 'custom', path: ['shortestEdge'], message, input: value.shortestEdge });
    if (value.fit !== 'crop' && value.shortestEdge !== undefined) refuse('belongs to the fit "crop" alone');
    if (value.fit === 'crop' && (value.shortestEdge ?? 0) < Math.max(value.width, value.height))
      refuse('must be at least the width and the height for the fit "crop"');
  });

const Embedding = z.strictObject({
  pooling: z.enum(Object.keys(POOLINGS) as [Pooling, ...Pooling[]]),
  /** Tokens before those of the patches: 1 for CLS, 5 for CLS and four registers. */
  prefixTokens: z.int().min(0).max(64),
  /** Of the vector after pooling. `softmax` is for class scores. Either way a card's vector has length 1 in the end. */
  normalisation: z.enum(['l2', 'softmax']),
});

const Model = z.strictObject({
  /** Beside encoder.json. */
  file: Text.regex(/^[^/\\]+$/, 'must be a file beside encoder.json, without a folder'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a sha256: 64 digits 0-9 a-f'),
  input: Text,
  output: Text,
});

const About = {
  schema: z.literal(1, { error: 'must be 1' }),
  title: Text.optional(),
  license: Text.optional(),
  /** Where the file came from. */
  source: Text.optional(),
  /** The preset it was made from, for `seance model check` to compare with. */
  preset: Text.optional(),
};

const ManifestFile = z.strictObject({
  ...About,
  model: Model,
  picture: Picture,
  embedding: Embedding.extend({ dim: z.int().min(1).max(65_536) }),
});

/** All that has to be known of an ONNX encoder: what `encoder.json` says. */
export type EncoderManifest = z.infer<typeof ManifestFile>;

const RecipeFile = z.strictObject({
  ...About,
  model: Model.omit({ file: true, sha256: true }),
  picture: Picture,
  embedding: Embedding,
});

/** A manifest before there is a model: without file, sha256 and dim, which are found out when one is added. */
export type EncoderRecipe = z.infer<typeof RecipeFile>;

/** Throws EyesError, naming `where`, the field and what it must be. */
export const parseManifest = (raw: unknown, where: string): EncoderManifest => parseAs(ManifestFile, raw, where);

/** A recipe, or a whole manifest, of which it takes no more. Throws EyesError. */
export function parseRecipe(raw: unknown, where: string): EncoderRecipe {
  const whole = ManifestFile.safeParse(raw);
  if (!whole.success) return parseAs(RecipeFile, raw, where);
  const { model, embedding, ...rest } = whole.data;
  const { pooling, prefixTokens, normalisation } = embedding;
  return {
    ...rest,
    model: { input: model.input, output: model.output },
    embedding: { pooling, prefixTokens, normalisation },
  };
}

function parseAs<Shape extends z.ZodType>(shape: Shape, raw: unknown, where: string): z.infer<Shape> {
  const parsed = shape.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const { path } = issue;
  const more = parsed.error.issues.length > 1 ? ` (and ${parsed.error.issues.length - 1} more)` : '';
  throw new EyesError(`${where}: ${path.length > 0 ? `${path.join('.')}: ` : ''}${issueText(issue)}${more}`);
}

/** The JSON of a file. Throws EyesError. */
export async function readJson(where: string): Promise<unknown> {
  let text;
  try {
    text = await readFile(where, 'utf8');
  } catch (error) {
    throw new EyesError(`cannot read ${where}: ${reasonOf(error, 'it is not there')}`, { cause: error });
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const why = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
    throw new EyesError(`${where} is not JSON: ${why}`, { cause: error });
  }
}

/** A hash over all of a manifest that a vector depends on besides the weights. */
export function hashRules({ model, picture, embedding }: EncoderManifest): string {
  const { width, height, layout, colours, fit, shortestEdge, kernel, mean, std } = picture;
  const { pooling, prefixTokens, normalisation, dim } = embedding;
  const rules = [
    [model.input, model.output],
    [width, height, layout, colours, fit, shortestEdge ?? 0, kernel, mean, std],
    [pooling, pooling === 'mean' ? prefixTokens : 0, normalisation, dim],
  ];
  return createHash('sha256').update(JSON.stringify(rules)).digest('hex');
}
