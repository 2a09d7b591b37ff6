import type { EncoderManifest } from '../models/manifest.ts';

/** What came out of a model for some looks at a card, the first axis of `dims`. */
export interface Output {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/**
 * A vector for each look. Throws a RangeError that says what the output's shape is and what would be needed, where the pooling does not
 * fit it.
 */
export function pool(output: Output, { embedding, picture }: EncoderManifest): readonly Float32Array[] {
  const { dims, data } = output;
  const looks = dims[0] ?? 0;
  const size = looks === 0 ? 0 : data.length / looks;
  const shape = planOf(dims, embedding, picture.layout);
  return Array.from({ length: looks }, (_, look) => shape(data.subarray(look * size, (look + 1) * size)));
}

type Vector = (values: Float32Array) => Float32Array;

function planOf(
  dims: readonly number[],
  { pooling, prefixTokens }: EncoderManifest['embedding'],
  layout: 'NCHW' | 'NHWC',
): Vector {
  const refuse = (needed: string): never => {
    throw new RangeError(`the pooling "${pooling}" needs ${needed}, and it is ${shapeText(dims)}`);
  };
  switch (pooling) {
    case 'none':
      if (dims.slice(2).some((side) => side !== 1) || dims.length < 2) refuse('an output [batch, numbers]');
      return (values) => Float32Array.from(values);
    case 'cls':
    case 'mean': {
      if (dims.length !== 3) refuse('an output [batch, tokens, numbers]');
      const [, tokens, dim] = dims;
      if (pooling === 'cls') return (values) => values.slice(0, dim);
      if (tokens <= prefixTokens) refuse(`more than ${prefixTokens} tokens`);
      return (values) => meanOfRows(values.subarray(prefixTokens * dim), dim);
    }
    case 'gap': {
      if (dims.length !== 4) refuse('a feature map, an output of four axes');
      if (layout === 'NHWC') return (values) => meanOfRows(values, dims[3]);
      const area = dims[2] * dims[3];
      return (values) =>
        Float32Array.from({ length: dims[1] }, (_, c) => meanOf(values.subarray(c * area, (c + 1) * area)));
    }
  }
}

/** How many tokens come before those of the patches, where the patches are of a square picture: 197 is 14 x 14 and 1. */
export function prefixOf(tokens: number): number {
  const side = Math.floor(Math.sqrt(tokens));
  return tokens - side * side;
}

export const shapeText = (shape: readonly (number | string)[]): string =>
  shape.length === 0 ? 'of unknown shape' : `[${shape.join(', ')}]`;

/** Scores of classes as probabilities. */
export function softmax(scores: Float32Array): Float32Array {
  const top = scores.reduce((most, x) => Math.max(most, x), -Infinity);
  const powers = scores.map((x) => Math.exp(x - top));
  const sum = powers.reduce((all, x) => all + x, 0);
  return powers.map((x) => x / sum);
}

function meanOfRows(values: Float32Array, dim: number): Float32Array {
  const mean = new Float32Array(dim);
  const rows = values.length / dim;
  for (let i = 0; i < values.length; i++) mean[i % dim] += values[i] / rows;
  return mean;
}

function meanOf(values: Float32Array): number {
  let sum = 0;
  for (const x of values) sum += x;
  return sum / values.length;
}
