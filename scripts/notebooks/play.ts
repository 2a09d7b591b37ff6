import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { instrumented, readCells } from './cells.ts';
import { ipynbOf } from './ipynb.ts';
import type { Output } from './ipynb.ts';
import { redirect } from './show.ts';

declare global {
  var beginCell: ((cell: number) => void) | undefined; // called by the module that a notebook is made into
}

/**
 * Runs the cells of a notebook, one after the other in one module, and returns it as .ipynb. One a process: figures number their parts.
 * @throws Error that names file and cell, where one of them fails
 */
export async function playNotebook(file: string, text: string): Promise<string> {
  const cells = readCells(text);
  const outputs = new Map<number, Output[]>();
  let current = 0;
  const add = (output: Output): void => {
    const held = outputs.get(current) ?? [];
    const last = held.at(-1);
    if ('printed' in output && last && 'printed' in last)
      held[held.length - 1] = { printed: last.printed + output.printed };
    else held.push(output);
    outputs.set(current, held);
  };
  redirect((shown) => add({ shown }));
  console.log = (...values) => add({ printed: `${format(...values)}\n` });
  globalThis.beginCell = (cell) => {
    current = cell;
  };
  // Beside the notebook, so that what it imports is found from there.
  const module = join(dirname(file), `.${basename(file, '.ts')}.${process.pid}.ts`);
  await writeFile(module, instrumented(text, 'globalThis.beginCell'));
  try {
    await import(pathToFileURL(module).href);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`${file}, cell ${current + 1}: ${what}`, { cause: error });
  } finally {
    await rm(module);
  }
  return ipynbOf(cells, outputs);
}
