import { createRequire } from 'node:module';
import type * as Module from '@techstark/opencv-js';

export type OpenCv = typeof Module;

let loading: Promise<void> | undefined;

/**
 * OpenCV as WebAssembly, started once a process, which takes about 0.3 s. It comes in a box, and by `require`: the module has a `then` of
 * its own, so that whoever awaits it, as `import()` may, waits for ever.
 */
export async function loadOpenCv(): Promise<{ readonly cv: OpenCv }> {
  const cv = createRequire(import.meta.url)('@techstark/opencv-js') as Starting;
  // Emscripten calls back once, and only who asked before.
  loading ??= cv.Mat === undefined ? new Promise((ready) => (cv.onRuntimeInitialized = ready)) : Promise.resolve();
  await loading;
  return { cv };
}

type Starting = OpenCv & { readonly Mat?: unknown; onRuntimeInitialized?: () => void };
