import { rmSync } from 'node:fs';
import { link, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { codeOf, reasonOf } from '../files/reason.ts';

/** The files of a run, all in one folder. */
export const RUN_FILES = {
  games: 'games.csv',
  clues: 'clues.csv',
  summary: 'summary.csv',
  curve: 'curve.svg',
  pairs: 'crossplay.csv',
  matrix: 'crossplay.svg',
  run: 'run.json',
} as const;
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

  private isEarlierOurs = false;

  private constructor(
    readonly path: string,
    private readonly force: boolean,
    private readonly earlier: Earlier | undefined,
  ) {}

  /**
   * Makes the folder if need be, and removes what runs that died on this machine left half written. An earlier run in it is left alone
   * until `keep` puts the new one in its place; without `force`, `claim` says whether it may.
   * @throws FolderError where another run is being written, it cannot be made, or it holds files and no run.json to say of which run.
   */
  static async prepare(path: string, { force }: { readonly force: boolean }): Promise<RunFolder> {
    await explained(`cannot make the folder ${path}`, () => makeFolder(path), 'no folder can be made there');
    const earlier = force ? undefined : await earlierIn(path);
    if (earlier && earlier.document === undefined) throw taken(path, earlier);
    await clearAway(path);
    return new RunFolder(path, force, earlier);
  }

  /**
   * Takes the place of the earlier run, if there is one and it is the same: that one is lost to nobody.
   * @throws FolderError where it is not, and `force` does not say to replace it.
   */
  claim(isSame: (document: unknown) => boolean): void {
    if (!this.earlier) return;
    if (!isSame(this.earlier.document)) throw taken(this.path, this.earlier);
    this.isEarlierOurs = true;
  }

  /** The run.json of the same run, where the folder holds one already; undefined where it does not. */
  get renewed(): unknown {
    return this.isEarlierOurs ? this.earlier?.document : undefined;
  }

  /**
   * Starts a file. What cannot be written shows here, before anything is played.
   * @throws FolderError
   */
  async begin(file: RunFile, header: string): Promise<Sink> {
    const temporary = join(this.path, `.${file}.${HOST}.${process.pid}.part`);
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
        if (this.force || this.isEarlierOurs) await rename(temporary, where);
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

  /** The same at once, for a process that ends there and then. */
  dropNow(): void {
    for (const { temporary } of this.open) {
      try {
        rmSync(temporary, { force: true });
      } catch {
        // nobody is left to hear of it
      }
    }
  }
}

/** What a folder holds already: the first of a run's files in it, and its run.json, if that can be read. */
interface Earlier {
  readonly file: RunFile;
  readonly document: unknown;
}

async function earlierIn(path: string): Promise<Earlier | undefined> {
  for (const file of Object.values(RUN_FILES)) {
    const exists = await stat(join(path, file)).then(
      () => true,
      () => false,
    );
    if (exists) return { file, document: await readDocument(join(path, RUN_FILES.run)) };
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

/** This machine in the name of a file: processes of others, which share a folder over the network, cannot be asked after. */
const HOST = encodeURIComponent(hostname());

/**
 * Removes the unfinished files of processes of this machine that are dead.
 * @throws FolderError where one is still at work.
 */
async function clearAway(path: string): Promise<void> {
  const left: string[] = [];
  for (const name of await readdir(path).catch(() => [])) {
    const [, host, pid] = /^\.[a-z]+\.[a-z]+\.(.*)\.(\d+)\.part$/.exec(name) ?? [];
    if (pid === undefined || host !== HOST) continue;
    if (await isAlive(Number(pid)))
      throw new FolderError(`another run (process ${pid}) is being written to ${path}; choose another folder`);
    left.push(name);
  }
  for (const name of left) await rm(join(path, name), { force: true }).catch(() => {});
}

async function isAlive(pid: number): Promise<boolean> {
  if (pid === process.pid) return false; // a number used before
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  // Where nobody asks how it ended, as in many containers, a dead process keeps its number: Linux calls it a zombie, state Z.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) [ZX] /.test(status);
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

async function explained<T>(task: string, act: () => Promise<T>, missing?: string): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new FolderError(`${task}: ${reasonOf(error, missing)}`, { cause: error });
  }
}
