/** Writes small ONNX models by hand: the few messages of onnx.proto3 that a graph needs, in protocol buffers' wire format. */

export type ElementType = 'float32' | 'int64';
/** A number is a size, a word one that is left open. */
export type Shape = readonly (number | string)[];

export interface Graph {
  readonly inputs: Readonly<Record<string, { readonly type?: ElementType; readonly shape: Shape }>>;
  readonly outputs: Readonly<Record<string, Shape>>;
  readonly nodes: readonly GraphNode[];
  readonly constants?: Readonly<Record<string, Constant>>;
}

/** Operator, inputs, outputs, attributes. */
export type GraphNode = readonly [
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes?: Readonly<Record<string, number | readonly number[]>>,
];

export interface Constant {
  readonly dims: readonly number[];
  readonly values: Float32Array | BigInt64Array;
}

/** Bytes that onnxruntime reads as a model; opset 13. */
export function onnxModel({ inputs, outputs, nodes, constants = {} }: Graph): Buffer {
  const graph = [
    ...nodes.map((node) => bytes(1, nodeOf(node))),
    text(2, 'paper'),
    ...Object.entries(constants).map(([name, constant]) => bytes(5, tensorOf(name, constant))),
    ...Object.entries(inputs).map(([name, { type, shape }]) => bytes(11, valueOf(name, shape, type))),
    ...Object.entries(outputs).map(([name, shape]) => bytes(12, valueOf(name, shape))),
  ];
  return Buffer.concat([whole(1, 8), bytes(7, graph), bytes(8, [text(1, ''), whole(2, 13)])]);
}

const ELEMENTS: Readonly<Record<ElementType, number>> = { float32: 1, int64: 7 };

const nodeOf = ([operator, inputs, outputs, attributes = {}]: GraphNode): readonly Buffer[] => [
  ...inputs.map((name) => text(1, name)),
  ...outputs.map((name) => text(2, name)),
  text(4, operator),
  ...Object.entries(attributes).map(([name, value]) =>
    bytes(5, [
      text(1, name),
      ...(typeof value !== 'number'
        ? [...value.map((one) => whole(8, one)), whole(20, 7)]
        : Number.isInteger(value)
          ? [whole(3, value), whole(20, 2)]
          : [real(2, value), whole(20, 1)]),
    ]),
  ),
];

const tensorOf = (name: string, { dims, values }: Constant): readonly Buffer[] => [
  ...dims.map((dim) => whole(1, dim)),
  whole(2, ELEMENTS[values instanceof Float32Array ? 'float32' : 'int64']),
  text(8, name),
  bytes(9, [Buffer.from(values.buffer, values.byteOffset, values.byteLength)]),
];

const valueOf = (name: string, shape: Shape, type: ElementType = 'float32'): readonly Buffer[] => {
  const dims = shape.map((dim) => bytes(1, [typeof dim === 'number' ? whole(1, dim) : text(2, dim)]));
  return [text(1, name), bytes(2, [bytes(1, [whole(1, ELEMENTS[type]), bytes(2, dims)])])];
};

/** A field that is a whole number; negative ones in two's complement of 64 bits. */
function whole(field: number, value: number): Buffer {
  return Buffer.from([...varint(BigInt(field << 3)), ...varint(BigInt.asUintN(64, BigInt(value)))]);
}

function real(field: number, value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeFloatLE(value);
  return Buffer.concat([Buffer.from(varint(BigInt((field << 3) | 5))), buffer]);
}

const text = (field: number, value: string): Buffer => bytes(field, [Buffer.from(value)]);

function bytes(field: number, parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat([...parts]);
  return Buffer.concat([Buffer.from([...varint(BigInt((field << 3) | 2)), ...varint(BigInt(body.length))]), body]);
}

function varint(value: bigint): readonly number[] {
  const septets: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    const septet = Number(rest & 127n);
    if (rest < 128n) return [...septets, septet];
    septets.push(septet | 128);
  }
}
