import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { reasonOf } from '../../files/reason.ts';
import type { EncoderManifest } from '../models/manifest.ts';
import { EyesError } from './encoder.ts';
import type { Output } from './pooling.ts';
import { shapeText } from './pooling.ts';

/** An input or output as the model declares it; a number is a size, a word one that is left open. */
export interface Port {
  readonly name: string;
  readonly type: string;
  /** Empty where nothing is declared. */
  readonly shape: readonly (number | string)[];
}

/** What a model file says of itself. */
export interface Ports {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

/** A model that has been read, and fits its manifest. */
export interface ModelSession {
  readonly ports: Ports;
  /** How many pictures a run takes; undefined where any number will do. */
  readonly batch: number | undefined;
  /** The output for pictures of that shape, batch first. Throws EyesError. */
  run(pictures: Float32Array, shape: readonly number[]): Promise<Output>;
  release(): Promise<void>;
}

/** What of a manifest a session depends on. */
type Rules = Pick<EncoderManifest, 'model' | 'picture'>;

/** Starts a session and checks what it takes and gives against the manifest. Throws EyesError. */
export async function openSession(where: string, { model, picture }: Rules): Promise<ModelSession> {
  const { session, Tensor } = await startSession(where);
  try {
    const ports = portsOf(session);
    const input = findInput(where, ports, model.input);
    if (!ports.outputs.some(({ name }) => name === model.output))
      throw new EyesError(
        `${where} has no output ${model.output}: it gives ${listOf(ports.outputs)}; another preset may fit`,
      );
    const { width, height, layout } = picture;
    const wanted = layout === 'NCHW' ? [3, height, width] : [height, width, 3];
    if (input.shape.length > 0) {
      const [, ...sides] = input.shape;
      const fits =
        sides.length === 3 && sides.every((side, i) => typeof side === 'string' || side < 1 || side === wanted[i]);
      if (!fits)
        throw new EyesError(
          `${where} takes ${portText(input)}, which is not the ${layout} picture of ${width} x ${height} pixels that its manifest describes; ${layoutHint(sides)}`,
        );
    }
    const [count] = input.shape;
    return {
      ports,
      batch: typeof count === 'number' && count > 0 ? count : undefined,
      run: (pictures, shape) => run(session, model, new Tensor('float32', pictures, shape)),
      release: () => session.release(),
    };
  } catch (error) {
    await session.release();
    throw error;
  }
}

/** What a model file takes and gives, without a manifest. Throws EyesError for a file that is no model. */
export async function readPorts(where: string): Promise<Ports> {
  const { session } = await startSession(where);
  const ports = portsOf(session);
  await session.release();
  return ports;
}

async function startSession(
  where: string,
): Promise<{ readonly session: InferenceSession; readonly Tensor: typeof Tensor }> {
  const found = await stat(where).catch((error: unknown) => {
    throw new EyesError(`cannot read ${where}: ${reasonOf(error, 'it is not there')}`, { cause: error });
  });
  if (!found.isFile())
    throw new EyesError(
      `${where} is ${found.isDirectory() ? 'a folder' : 'no ordinary file'}; a model is one .onnx file`,
    );
  if (found.size === 0) throw new EyesError(`${where} is an empty file; a model is one .onnx file`);
  const onnx = await import('onnxruntime-node');
  try {
    const session = await onnx.InferenceSession.create(where, {
      intraOpNumThreads: availableParallelism(),
      interOpNumThreads: 1,
      logSeverityLevel: 4,
      // A thread that waits does not spin: on a busy machine two spinning threads take twice as long as one.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
    return { session, Tensor: onnx.Tensor };
  } catch (error) {
    const why = oneLine(error);
    const hint = /external data|\.onnx_data/i.test(why)
      ? 'its weights are in a second file; take an export in one file'
      : 'it is no ONNX model, or was cut short';
    throw new EyesError(`${where} cannot be used: ${hint} (${why})`, { cause: error });
  }
}

const portsOf = ({ inputMetadata, outputMetadata }: InferenceSession): Ports => {
  const toPort = (port: InferenceSession.ValueMetadata): Port =>
    port.isTensor
      ? { name: port.name, type: port.type, shape: port.shape }
      : { name: port.name, type: 'no tensor', shape: [] };
  return { inputs: inputMetadata.map(toPort), outputs: outputMetadata.map(toPort) };
};

function findInput(where: string, { inputs }: Ports, wanted: string): Port {
  const others = inputs.filter(({ name }) => name !== wanted);
  const input = inputs.find(({ name }) => name === wanted);
  const isText = inputs.some(({ type }) => type === 'int64' || type === 'int32');
  if (input === undefined)
    throw new EyesError(
      isText
        ? `${where} takes no picture ${wanted} but ${listOf(inputs)}: it reads text; take the export of the part that sees (vision_model.onnx)`
        : `${where} has no input ${wanted}: it takes ${listOf(inputs)}`,
    );
  if (others.length > 0)
    throw new EyesError(
      `${where} also takes ${listOf(others)}: ${isText ? 'it is the whole model, with the part that reads; take the export of the part that sees (vision_model.onnx)' : 'only models with one input can be used'}`,
    );
  if (input.type !== 'float32')
    throw new EyesError(`${where} takes ${portText(input)}; take an export that takes float32 (not the fp16 one)`);
  return input;
}

const layoutHint = (sides: readonly (number | string)[]): string => {
  if (sides.length !== 3) return 'it takes no picture';
  if (sides[2] === 3) return `its layout is NHWC${typeof sides[0] === 'number' ? `, its size ${sides[0]}` : ''}`;
  const [channels, height] = sides;
  if (channels !== 3 && typeof channels === 'number') return 'its pictures have not three channels';
  return typeof height === 'number' ? `give --size ${height}` : 'give the size it takes';
};

export const portText = ({ name, type, shape }: Port): string => `${name} ${type} ${shapeText(shape)}`;
const listOf = (ports: readonly Port[]): string => ports.map(portText).join(', ') || 'nothing';

const oneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().replaceAll(/\s+/g, ' ').slice(0, 300);

async function run(
  session: InferenceSession,
  { file, input, output }: EncoderManifest['model'],
  pixels: Tensor,
): Promise<Output> {
  let found;
  try {
    found = (await session.run({ [input]: pixels }, [output]))[output];
  } catch (error) {
    throw new EyesError(`${file} does not run on pictures ${shapeText(pixels.dims)}: ${oneLine(error)}`, {
      cause: error,
    });
  }
  if (!(found.data instanceof Float32Array))
    throw new EyesError(
      `${file} gives ${output} as ${found.type}; take an export that gives float32 (not the fp16 one)`,
    );
  return { data: found.data, dims: found.dims };
}
