import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { open, readFile, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { oneAtATime } from '../files/one-at-a-time.ts';
import { codeOf } from '../files/reason.ts';

/** The file that says who writes to a folder. */
export const LOCK = '.lock';

/** Milliseconds between two signs of life in the lock. */
const BEAT = 5000;
/** Milliseconds without one after which the owner on another machine, which cannot be asked after, is taken for dead. */
const SILENT = 60_000;

/** Who writes to a folder. */
export interface Owner {
  /** Its host, and there the numbers by which processes go: containers of one host may count their own. */
  readonly machine: string;
  readonly pid: number;
  /** When it began, in ticks since the start of the system: a number may go to another process. Empty where the system does not say. */
  readonly born: string;
  /** One for each time a lock is taken. */
  readonly token: string;
}

/** The tokens of the locks that this process holds. */
const held = new Set<string>();

/**
 * The right to write to a folder, which one process has at a time. It holds against processes that begin at the same moment, dead
 * owners, and other machines that share the folder.
 */
export class FolderLock {
  private isReleased = false;
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly path: string,
    private readonly text: string,
    private readonly token: string,
    private readonly handle: FileHandle,
  ) {
    held.add(token);
    // Written anew rather than touched: so the time is the file system's own, and no clock is compared with another's.
    this.timer = setInterval(() => void this.handle.write(this.text, 0).catch(() => {}), BEAT).unref();
  }

  /**
   * Takes the lock of a folder, also from an owner that is dead. Returns the owner where one is at work.
   * Throws the system's error where nothing can be written there.
   */
  static take(folder: string): Promise<FolderLock | Owner> {
    const path = join(folder, LOCK);
    const mark = `${path}.taking`;
    return oneAtATime(mark, async () => {
      const found = await read(path);
      if (found !== undefined) {
        const age = (await stat(mark)).mtimeMs - found.changed;
        if (isAtWork(found.owner, age)) return found.owner ?? UNKNOWN;
        await rm(path, { force: true });
      }
      const own: Owner = { machine: machine(), pid: process.pid, born: bornOf(process.pid), token: randomUUID() };
      const text = textOf(own);
      const handle = await open(path, 'wx');
      try {
        await handle.write(text, 0);
      } catch (error) {
        await handle.close();
        await rm(path, { force: true });
        throw error;
      }
      return new FolderLock(path, text, own.token, handle);
    });
  }

  /** Whether the lock is still ours: a process that was stopped for minutes may have been taken for dead. */
  async isOurs(): Promise<boolean> {
    return !this.isReleased && (await readFile(this.path, 'utf8').catch(() => '')) === this.text;
  }

  async release(): Promise<void> {
    this.releaseNow();
    await this.handle.close().catch(() => {}); // where it was closed before
  }

  /** The same at once, for a process that ends there and then. */
  releaseNow(): void {
    if (this.isReleased) return;
    this.isReleased = true;
    clearInterval(this.timer);
    held.delete(this.token);
    try {
      if (readFileSync(this.path, 'utf8') === this.text) rmSync(this.path, { force: true });
    } catch {
      // it is gone, or nobody can remove it: it counts as of a dead process
    }
  }
}

const UNKNOWN: Owner = { machine: '', pid: 0, born: '', token: '' };

/** An owner in words: its process, and its machine where that is another. */
export function nameOf(owner: Owner): string {
  if (owner.machine === machine()) return `process ${owner.pid}`;
  const [host] = owner.machine.split('/');
  return host === '' ? 'of a process that is just beginning' : `process ${owner.pid} on ${decodeURIComponent(host)}`;
}

const textOf = ({ machine, pid, born, token }: Owner): string => `${[machine, pid, born, token].join(' ')}\n`;

async function read(
  path: string,
): Promise<{ readonly owner: Owner | undefined; readonly changed: number } | undefined> {
  try {
    const [text, { mtimeMs }] = [await readFile(path, 'utf8'), await stat(path)];
    const [, on, pid, born, token] = /^(\S+) (\d+) (\d*) (\S+)\n$/.exec(text) ?? [];
    const owner = on === undefined ? undefined : { machine: on, pid: Number(pid), born, token };
    return { owner, changed: mtimeMs };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** `age` is the time since the owner's last sign of life, in milliseconds. */
function isAtWork(owner: Owner | undefined, age: number): boolean {
  if (owner?.machine !== machine()) return age < SILENT;
  if (owner.pid === process.pid && owner.born === '') return held.has(owner.token); // or it had our number before
  return isAlive(owner);
}

function isAlive({ pid, born }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  const status = statusOf(pid);
  // Where nobody asks how it ended, as in many containers, a dead process keeps its number: Linux calls it a zombie, state Z.
  return status === undefined || (!/^[ZX]$/.test(status[0]) && (born === '' || status[19] === born));
}

/** What Linux says of a process, from its state on; undefined where it says nothing. */
function statusOf(pid: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' '); // the name before may hold anything
  } catch {
    return undefined;
  }
}

const bornOf = (pid: number): string => statusOf(pid)?.[19] ?? '';

let known: string | undefined;

/** This machine, as far as processes can ask after each other. */
function machine(): string {
  if (known === undefined) {
    let numbers = '';
    try {
      numbers = readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, '');
    } catch {
      // not Linux
    }
    known = `${encodeURIComponent(hostname())}/${numbers}`;
  }
  return known;
}
