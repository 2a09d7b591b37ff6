import { link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { codeOf, reasonOf } from '../files/reason.ts';

/** The files of a run, all in one folder. */
export const RUN_FILES = { games: 'games.csv', clues: 'clues.csv', summary: 'summary.csv', run: 'run.json' } as const;
export type RunFile = (typeof RUN_FILES)[keyof typeof RUN_FILES];

/** Text is written in blocks of about so many characters. */
const BLOCK = 1 << 16;

/** Results cannot be written. The message is one line: what, where, and why. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

/** A file that is written piece by piece under another name in the same folder, and gets its own once it is whole. */
export interface Sink {
  write(text: string): Promise<void>;
}

/** Where a run's results go. Nothing shows under its own name before `keep`. */
export class RunFolder {
  private readonly open: {
    readonly file: RunFile;
    readonly temporary: string;
    readonly handle: FileHandle;
    flush(): Promise<void>;
  }[] = [];

  private constructor(
    readonly path: string,
    private readonly force: boolean,
  ) {}

  /**
   * Makes the folder if need be. An earlier run in it is left alone until `keep` puts the new one in its place.
   * @throws FolderError where it holds a run already and `force` does not say to replace it, another is being written, or it cannot be made.
   */
  static async prepare(path: string, { force }: { readonly force: boolean }): Promise<RunFolder> {
    await explained(`cannot make the folder ${path}`, () => makeFolder(path));
    for (const file of force ? [] : Object.values(RUN_FILES)) {
      const exists = await stat(join(path, file)).then(
        () => true,
        () => false,
      );
      if (exists)
        throw new FolderError(`${path} already holds a run (${file}); --force replaces it, or choose another folder`);
    }
    await refuseCompany(path);
    return new RunFolder(path, force);
  }

  /**
   * Starts a file. What cannot be written shows here, before anything is played.
   * @throws FolderError
   */
  async begin(file: RunFile, header: string): Promise<Sink> {
    const temporary = join(this.path, `.${file}.${process.pid}.part`);
    const task = `cannot write ${join(this.path, file)}`;
    const handle = await explained(task, () => open(temporary, 'w'));
    let block = header;
    const flush = async (): Promise<void> => {
      const text = block;
      block = '';
      if (text !== '') await explained(task, () => handle.writeFile(text));
    };
    this.open.push({ file, temporary, handle, flush });
    return {
      async write(text) {
        block += text;
        if (block.length >= BLOCK) await flush();
      },
    };
  }

  /**
   * Writes out whatever has begun, gives each file its name in the order they were begun, and removes what an earlier run left besides.
   * @throws FolderError
   */
  async keep(): Promise<void> {
    for (const file of this.open) await file.flush();
    const kept = [...this.open];
    for (const { file, temporary, handle } of kept) {
      const where = join(this.path, file);
      await explained(`cannot write ${where}`, async () => {
        await handle.sync();
        await handle.close();
        if (this.force) await rename(temporary, where);
        else await renameAnew(temporary, where);
      });
    }
    this.open.length = 0; // until here, drop removes what has no name yet
    for (const file of Object.values(RUN_FILES)) {
      const where = join(this.path, file);
      if (kept.every((one) => one.file !== file))
        await explained(`cannot remove ${where}`, () => rm(where, { force: true }));
    }
  }

  /** Removes whatever has begun and was not kept. */
  async drop(): Promise<void> {
    for (const { temporary, handle } of this.open.splice(0)) {
      await handle.close().catch(() => {});
      await rm(temporary, { force: true }).catch(() => {});
    }
  }
}

/** @throws FolderError where a process that is still at work writes a run to the folder. */
async function refuseCompany(path: string): Promise<void> {
  for (const name of await readdir(path).catch(() => [])) {
    const [, pid] = /^\.[a-z]+\.[a-z]+\.(\d+)\.part$/.exec(name) ?? [];
    if (pid !== undefined && isAlive(Number(pid)))
      throw new FolderError(`another run (process ${pid}) is being written to ${path}; choose another folder`);
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false; // a number used before
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Renames a file unless there is one of the new name: of two runs that end at once, one is kept whole and the other is told. */
async function renameAnew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    await rename(from, to); // a file system without links
    return;
  }
  await rm(from);
}

async function explained<T>(task: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new FolderError(`${task}: ${reasonOf(error)}`, { cause: error });
  }
}
