import { rmSync } from 'node:fs';
import { link, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { codeOf, reasonOf } from '../files/reason.ts';
import { FolderLock, LOCK, nameOf } from './folder-lock.ts';

/** The files of a run, all in one folder. */
export const RUN_FILES = {
  games: 'games.csv',
  clues: 'clues.csv',
  summary: 'summary.csv',
  curve: 'curve.svg',
  pairs: 'crossplay.csv',
  matrix: 'crossplay.svg',
  looks: 'compare.csv',
  path: 'compare.svg',
  tuned: 'tuned.json',
  tried: 'tuning.csv',
  search: 'tuning.svg',
  run: 'run.json',
  gamesParquet: 'games.parquet',
  cluesParquet: 'clues.parquet',
} as const;
export type RunFile = (typeof RUN_FILES)[keyof typeof RUN_FILES];

/** The file that keeps what was played of a run until its results are there whole (see `Journal`). */
export const JOURNAL = 'run.journal';

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

/** Where a run's results go. It is one process's from `prepare` to `drop`. Nothing shows under its own name before `keep`. */
export class RunFolder {
  private readonly open: {
    readonly file: RunFile;
    readonly temporary: string;
    readonly handle: FileHandle;
    flush(): Promise<void>;
  }[] = [];

  private isEarlierOurs = false;
  private isEarlierSame = false;

  private constructor(
    readonly path: string,
    private readonly lock: FolderLock,
    private readonly force: boolean,
    private readonly earlier: Earlier | undefined,
  ) {}

  /**
   * Makes the folder if need be, takes it for this process, and removes what runs that died left half written. An earlier run in it is left
   * alone until `keep` puts the new one in its place; without `force`, `claim` says whether it may.
   * @throws FolderError where another run is being written, it cannot be made, or it holds files and neither run.json nor journal to say of
   * which run.
   */
  static async prepare(path: string, { force }: { readonly force: boolean }): Promise<RunFolder> {
    await explained(`cannot make the folder ${path}`, () => makeFolder(path), 'no folder can be made there');
    const lock = await explained(`cannot write to the folder ${path}`, () => FolderLock.take(path));
    if (!(lock instanceof FolderLock))
      throw new FolderError(`another run (${nameOf(lock)}) is being written to ${path}; choose another folder`);
    try {
      const earlier = force ? undefined : await earlierIn(path);
      if (earlier && earlier.document === undefined && !(await exists(join(path, JOURNAL)))) throw taken(path, earlier);
      await clearAway(path);
      return new RunFolder(path, lock, force, earlier);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Where the run's journal is, or would be. */
  get journal(): string {
    return join(this.path, JOURNAL);
  }

  /**
   * Takes the place of the earlier run, if there is one and it is the same, or this one goes on with the folder's journal: that one is lost
   * to nobody.
   * @throws FolderError where it is not, and `force` does not say to replace it.
   */
  claim(isSame: (document: unknown) => boolean, goesOn = false): void {
    if (!this.earlier) return;
    this.isEarlierSame = isSame(this.earlier.document);
    if (!this.isEarlierSame && !goesOn) {
      this.lock.releaseNow();
      throw taken(this.path, this.earlier);
    }
    this.isEarlierOurs = true;
  }

  /** The run.json of the same run, where the folder holds one already; undefined where it does not. */
  get renewed(): unknown {
    return this.isEarlierSame ? this.earlier?.document : undefined;
  }

  /**
   * Starts a file. What cannot be written shows here, before anything is played.
   * @throws FolderError
   */
  async begin(file: RunFile, header: string): Promise<Sink> {
    const temporary = join(this.path, `.${file}.part`);
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
   * Adds a file that `make` writes from one that has begun and is complete. It gets its name with the others, before them.
   * @throws FolderError, also for what `make` throws
   */
  async derive(from: RunFile, file: RunFile, make: (from: string, to: string) => Promise<void>): Promise<void> {
    const source = this.open.find((one) => one.file === from);
    if (!source) throw new TypeError(`${from} has not begun`);
    await source.flush();
    const temporary = join(this.path, `.${file}.part`);
    try {
      await make(source.temporary, temporary);
      const handle = await open(temporary, 'r+');
      this.open.unshift({ file, temporary, handle, flush: async () => {} });
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      const why = codeOf(error) === undefined && error instanceof Error ? error.message : reasonOf(error);
      throw new FolderError(`cannot write ${join(this.path, file)}: ${why}`, { cause: error });
    }
  }

  /**
   * Writes out whatever has begun, gives each file its name in the order they were begun, and removes what an earlier run left besides.
   * @throws FolderError
   */
  async keep(): Promise<void> {
    if (!(await this.lock.isOurs())) {
      const isTaken = await exists(join(this.path, LOCK));
      const why = isTaken
        ? 'another run has taken this folder'
        : 'the folder, or the .lock in it, was removed or renamed';
      throw new FolderError(`cannot write to ${this.path}: meanwhile ${why}`);
    }
    for (const file of this.open) await file.flush();
    const kept = [...this.open];
    for (const { file, temporary, handle } of kept) {
      const where = join(this.path, file);
      await explained(`cannot write ${where}`, async () => {
        await handle.sync();
        await handle.close();
        if (this.force || this.isEarlierOurs) await rename(temporary, where);
        else await renameAnew(temporary, where);
      });
    }
    await syncFolder(this.path);
    this.open.length = 0; // until here, drop removes what has no name yet
    for (const file of Object.values(RUN_FILES)) {
      const where = join(this.path, file);
      if (kept.every((one) => one.file !== file))
        await explained(`cannot remove ${where}`, () => rm(where, { force: true }));
    }
  }

  /** Removes the journal of another run, whose place was taken. @throws FolderError */
  async removeJournal(): Promise<void> {
    await explained(`cannot remove ${this.journal}`, () => rm(this.journal, { force: true }));
  }

  /** Removes whatever has begun and was not kept, and leaves the folder to others. */
  async drop(): Promise<void> {
    for (const { temporary, handle } of this.open.splice(0)) {
      await handle.close().catch(() => {});
      await rm(temporary, { force: true }).catch(() => {});
    }
    await this.lock.release();
  }

  /** The same at once, for a process that ends there and then. */
  dropNow(): void {
    for (const { temporary } of this.open) {
      try {
        rmSync(temporary, { force: true });
      } catch {
        // nobody is left to hear of it
      }
    }
    this.lock.releaseNow();
  }
}

/** What a folder holds already: the first of a run's files in it, and its run.json, if that can be read. */
interface Earlier {
  readonly file: RunFile;
  readonly document: unknown;
}

async function earlierIn(path: string): Promise<Earlier | undefined> {
  for (const file of Object.values(RUN_FILES)) {
    if (await exists(join(path, file))) return { file, document: await readDocument(join(path, RUN_FILES.run)) };
  }
  return undefined;
}

async function readDocument(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

const taken = (path: string, { file }: Earlier): FolderError =>
  new FolderError(`${path} already holds a run (${file}); --force replaces it, or choose another folder`);

/** Removes the unfinished files of runs that are dead, as all are whose folder this process has taken. */
async function clearAway(path: string): Promise<void> {
  for (const name of await readdir(path).catch(() => [])) {
    if (/^\.[a-z]+\.[a-z]+\.(.*\.)?part$/.test(name) || name === `${JOURNAL}.part`)
      await rm(join(path, name), { force: true }).catch(() => {});
  }
}

/** Lets names outlast a power cut as well, where the system can say so of a folder. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

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

async function explained<T>(task: string, act: () => Promise<T>, missing?: string): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new FolderError(`${task}: ${reasonOf(error, missing)}`, { cause: error });
  }
}
