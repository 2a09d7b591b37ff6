import type * as Module from '@techstark/opencv-js';

export type OpenCv = typeof Module;

let loading: Promise<void> | undefined;

/** OpenCV as WebAssembly, started once a process, which takes about 0.3 s. In a box of its own: it has a `then`, which would be awaited for ever. */
export async function loadOpenCv(): Promise<{ readonly cv: OpenCv }> {
  const { default: cv } = (await import('@techstark/opencv-js')) as unknown as { readonly default: Starting };
  // Emscripten calls back once, and only who asked before.
  loading ??= cv.Mat === undefined ? new Promise((ready) => (cv.onRuntimeInitialized = ready)) : Promise.resolve();
  await loading;
  return { cv };
}

type Starting = OpenCv & { readonly Mat?: unknown; onRuntimeInitialized?: () => void };
