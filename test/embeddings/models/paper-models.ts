import type { Constant, Graph, GraphNode, Shape } from '../../kit/onnx.ts';
import { onnxModel } from '../../kit/onnx.ts';

/** What a paper model is like; by default it takes any number of 224 x 224 pictures and gives `image_embeds` of 12 numbers. */
export interface PaperModel {
  readonly batch?: number | string;
  /** Of the declared input, in pixels; `open` where the model does not say. */
  readonly size?: number | 'open';
  readonly layout?: 'NCHW' | 'NHWC';
  readonly input?: string;
  readonly output?: string;
  readonly dim?: number;
  /**
   * A vector; tokens after a first one that is their mean, as CLS is; tokens alone; or a feature map. `tokens` comes with a second
   * output, `pooler_output`, where `pooler` says so.
   */
  readonly gives?: 'vector' | 'cls' | 'tokens' | 'map';
  readonly pooler?: boolean;
  readonly spoiled?: 'nan' | 'zero' | 'same' | 'noise';
  /** Also takes texts, as a whole CLIP does. */
  readonly reads?: boolean;
}

/** Patches of 32 x 32 pixels, as in ViT-B/32. */
const PATCH = 32;

/** A real model: a convolution over patches with fixed pseudo-random weights, and what `gives` makes of it. */
export function paperModel({
  batch = 'batch',
  size = 'open',
  layout = 'NCHW',
  input = 'pixel_values',
  output = 'image_embeds',
  dim = 12,
  gives = 'vector',
  pooler = false,
  spoiled,
  reads = false,
}: PaperModel = {}): Buffer {
  const side = (name: string): number | string => (size === 'open' ? name : size);
  const shape: Shape =
    layout === 'NCHW' ? [batch, 3, side('height'), side('width')] : [batch, side('height'), side('width'), 3];
  const constants: Record<string, Constant> = {
    kernel: { dims: [dim, 3, PATCH, PATCH], values: noise(dim * 3 * PATCH * PATCH) },
    flat: { dims: [3], values: BigInt64Array.from([0n, BigInt(dim), -1n]) },
    spoiler: { dims: [1], values: Float32Array.from([spoiled === 'nan' ? Number.NaN : 0]) },
    ones: { dims: [dim], values: new Float32Array(dim).fill(1) },
  };
  const nodes: GraphNode[] = [];
  let at = input;
  const then = (operator: string, more: readonly string[] = [], attributes: GraphNode[3] = {}): void => {
    const next = `t${nodes.length}`;
    nodes.push([operator, [at, ...more], [next], attributes]);
    at = next;
  };
  if (layout === 'NHWC') then('Transpose', [], { perm: [0, 3, 1, 2] });
  then('Conv', ['kernel'], { strides: [PATCH, PATCH], kernel_shape: [PATCH, PATCH] });
  then('Tanh');
  const outputs: Record<string, Shape> = {};
  if (gives === 'map') {
    outputs[output] = layout === 'NCHW' ? [batch, dim, 'rows', 'columns'] : [batch, 'rows', 'columns', dim];
    if (layout === 'NHWC') then('Transpose', [], { perm: [0, 2, 3, 1] });
  } else {
    then('Reshape', ['flat']);
    then('Transpose', [], { perm: [0, 2, 1] });
    const tokens = at;
    if (gives === 'cls') {
      then('ReduceMean', [], { axes: [1], keepdims: 1 });
      then('Concat', [tokens], { axis: 1 });
    }
    outputs[output] = gives === 'vector' ? [batch, dim] : [batch, 'tokens', dim];
    if (gives === 'vector') then('ReduceMean', [], { axes: [1], keepdims: 0 });
    if (pooler) {
      nodes.push(['ReduceMean', [tokens], ['pooler_output'], { axes: [1], keepdims: 0 }]);
      outputs['pooler_output'] = [batch, dim];
    }
  }
  if (spoiled === 'noise') {
    nodes.push(['RandomNormalLike', [at], ['random'], { scale: 0.5 }]);
    then('Add', ['random']);
  } else if (spoiled !== undefined) {
    then('Mul', ['spoiler']);
    if (spoiled === 'same') then('Add', ['ones']);
  }
  if (reads) {
    nodes.push(['Cast', ['input_ids'], ['words'], { to: 1 }], ['ReduceMean', ['words'], ['meaning'], { keepdims: 0 }]);
    then('Add', ['meaning']);
  }
  nodes.push(['Identity', [at], [output]]);
  const graph: Graph = {
    inputs: { [input]: { shape }, ...(reads ? { input_ids: TEXTS } : {}) },
    outputs,
    nodes,
    constants,
  };
  return onnxModel(graph);
}

const TEXTS = { type: 'int64', shape: ['batch', 'sequence'] } as const;

/** A model that reads texts and sees nothing. */
export const textModel = (): Buffer =>
  onnxModel({
    inputs: { input_ids: TEXTS },
    outputs: { text_embeds: ['batch', 1] },
    nodes: [
      ['Cast', ['input_ids'], ['words'], { to: 1 }],
      ['ReduceMean', ['words'], ['text_embeds'], { axes: [1], keepdims: 1 }],
    ],
  });

/** Numbers in -0.5..0.5 that follow from their places alone. */
function noise(count: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32 - 0.5) * 0.2;
  });
}
