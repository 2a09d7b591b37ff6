import { EyesError } from '../encoders/encoder.ts';
import type { EncoderRecipe } from './manifest.ts';

type Numbers = EncoderRecipe['picture']['mean'];

/** Means and standard deviations that families were trained with, red, green, blue (each model's preprocessor_config.json). */
const CLIP_MEAN: Numbers = [0.48145466, 0.4578275, 0.40821073];
const CLIP_STD: Numbers = [0.26862954, 0.26130258, 0.27577711];
const IMAGENET_MEAN: Numbers = [0.485, 0.456, 0.406];
const IMAGENET_STD: Numbers = [0.229, 0.224, 0.225];
const HALF: Numbers = [0.5, 0.5, 0.5];

/** A family of models as they are published for transformers.js. */
export interface Preset {
  readonly family: string;
  /** The file to take from a model's repository. */
  readonly file: string;
  /** Sizes of vector that the family's models have. */
  readonly dims: readonly number[];
  /** To what the shorter side is shrunk by the family's own rule, a centre crop to 224; undefined where it squashes. */
  readonly shortestEdge?: number;
  readonly recipe: EncoderRecipe;
}

interface Differences {
  readonly output: string;
  readonly mean: Numbers;
  readonly std: Numbers;
  readonly fit?: EncoderRecipe['picture']['fit'];
  readonly kernel?: EncoderRecipe['picture']['kernel'];
  readonly pooling?: EncoderRecipe['embedding']['pooling'];
  readonly prefixTokens?: number;
}

const recipe = ({
  output,
  mean,
  std,
  fit = 'tiles',
  kernel = 'cubic',
  pooling = 'none',
  prefixTokens = 0,
}: Differences): EncoderRecipe => ({
  schema: 1,
  model: { input: 'pixel_values', output },
  picture: { width: 224, height: 224, layout: 'NCHW', colours: 'RGB', fit, kernel, mean, std },
  embedding: { pooling, prefixTokens, normalisation: 'l2' },
});

/**
 * Where a family's own rule is a centre crop, which cuts a third off a card of 2:3, the preset looks by tiles instead, so that all of the
 * card is seen.
 */
export const PRESETS: Readonly<Record<string, Preset>> = {
  clip: {
    family: 'CLIP, the part that sees, with projection',
    file: 'onnx/vision_model.onnx',
    dims: [512, 768],
    shortestEdge: 224,
    recipe: recipe({ output: 'image_embeds', mean: CLIP_MEAN, std: CLIP_STD }),
  },
  siglip: {
    family: 'SigLIP, the part that sees',
    file: 'onnx/vision_model.onnx',
    dims: [768, 1024, 1152],
    recipe: recipe({ output: 'pooler_output', mean: HALF, std: HALF, fit: 'squash' }),
  },
  dinov2: {
    family: 'DINOv2, with or without registers',
    file: 'onnx/model.onnx',
    dims: [384, 768, 1024, 1536],
    shortestEdge: 256,
    recipe: recipe({
      output: 'last_hidden_state',
      mean: IMAGENET_MEAN,
      std: IMAGENET_STD,
      pooling: 'cls',
      prefixTokens: 1,
    }),
  },
  mobilenet: {
    family: 'MobileNetV3 and V4 (timm), scores of 1,000 classes',
    file: 'onnx/model.onnx',
    dims: [1000],
    shortestEdge: 256,
    recipe: recipe({ output: 'logits', mean: IMAGENET_MEAN, std: IMAGENET_STD }),
  },
  'mobilenet-v2': {
    family: 'MobileNetV1 and V2 (Google), scores of 1,001 classes',
    file: 'onnx/model.onnx',
    dims: [1001],
    shortestEdge: 256,
    recipe: recipe({ output: 'logits', mean: HALF, std: HALF, kernel: 'linear' }),
  },
};

/** Throws EyesError for a preset that does not exist. */
export function presetOf(name: string): Preset {
  if (Object.hasOwn(PRESETS, name)) return PRESETS[name];
  throw new EyesError(`no preset "${name}"; there are ${Object.keys(PRESETS).join(', ')}`);
}

/** A preset's recipe, which remembers whose it is. Throws EyesError for a preset that does not exist. */
export const recipeOf = (preset: string): EncoderRecipe => ({ ...presetOf(preset).recipe, preset });
