import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './reason.ts';

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
