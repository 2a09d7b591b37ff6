import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { codeOf } from './deck.ts';

/**
 * Writes a file so that it is there whole or not at all. What is there already and is no ordinary file, such as /dev/stdout or a named
 * pipe, is written to: a file in its place would take it away from everybody.
 */
export async function writeWhole(path: string, data: string | Uint8Array): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.isFile())
    await writeFileAtomic(path, typeof data === 'string' ? data : Buffer.from(data));
  else await writeFile(path, data);
}

/** Makes a folder and those above it. (`mkdir` with `recursive` never returns where a file system refuses new folders as /proc does.) */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (await isFolder(path)) return;
    if (codeOf(error) !== 'ENOENT') throw error;
    if (!(await isFolder(dirname(path)))) await makeFolder(dirname(path));
    await mkdir(path).catch(async (again: unknown) => {
      if (!(await isFolder(path))) throw again; // another process was faster
    });
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
