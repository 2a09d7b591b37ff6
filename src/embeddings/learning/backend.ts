import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type * as TensorFlow from '@tensorflow/tfjs-core';
import { EyesError } from '../encoders/encoder.ts';

/** What TensorFlow.js computes on. */
export const BACKENDS = ['wasm', 'cpu', 'node'] as const;
export type BackendName = (typeof BACKENDS)[number];

export interface Backend {
  readonly tf: typeof TensorFlow;
  /** Name and version, as results name it: `wasm (tfjs 4.22.0)`. */
  readonly title: string;
}

/** In a variable, since the package is installed by who wants it: it fetches a native library of its own. */
const NATIVE = '@tensorflow/tfjs-node';

/** Opens a backend; without a name the native one where it is installed, and else wasm. Throws EyesError if it cannot be had. */
export async function openBackend(name?: BackendName): Promise<Backend> {
  if (name === 'node' || name === undefined) {
    const native = await openNative();
    if (typeof native !== 'string') return start(native, 'tensorflow', 'node');
    if (name === 'node')
      throw new EyesError(`the backend node needs the package ${NATIVE}: ${native}; wasm needs none`);
  }
  const tf = await import('@tensorflow/tfjs-core');
  // Gradients of operations are registered by the package of layers; the core alone has none.
  await import('@tensorflow/tfjs-layers');
  if (name === 'cpu') {
    await import('@tensorflow/tfjs-backend-cpu');
    return start(tf, 'cpu', 'cpu');
  }
  const { setThreadsCount, setWasmPaths } = await import('@tensorflow/tfjs-backend-wasm');
  const binary = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm');
  setWasmPaths(`${dirname(binary)}/`);
  setThreadsCount(1);
  return start(tf, 'wasm', 'wasm');
}

async function start(tf: typeof TensorFlow, backend: string, name: BackendName): Promise<Backend> {
  tf.enableProdMode();
  if (!(await tf.setBackend(backend).catch(() => false)))
    throw new EyesError(
      `TensorFlow.js cannot start its backend ${name}; try --backend ${name === 'cpu' ? 'wasm' : 'cpu'}`,
    );
  await tf.ready();
  return { tf, title: `${name} (tfjs ${tf.version_core})` };
}

/** The native package, or why it cannot be had. */
async function openNative(): Promise<typeof TensorFlow | string> {
  try {
    // A CommonJS package whose names only its whole is sure to have.
    const { default: native } = (await import(NATIVE)) as { readonly default: typeof TensorFlow };
    return native;
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
    return /cannot find|could not resolve/i.test(why) && why.includes(NATIVE) ? 'it is not installed' : why;
  }
}
