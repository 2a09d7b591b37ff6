import { open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';
import { codeOf, reasonOf } from '../files/reason.ts';
import type { Chunk } from './chunk.ts';

/*
 * A journal keeps what was played of a run. The file begins with MAGIC; records follow, each a head of seven 32-bit numbers (little-endian)
 * and a body, deflated: the crc32 of all that follows it in the record, the length of the body, then the trial, the first game, the number
 * of games, the cells of metrics and the cells of details. The first record holds the run in JSON and the trial RUN. A cell is a 64-bit
 * float in the machine's own order.
 */
const MAGIC = Buffer.from('seance journal 1\n');
const HEAD = 28;
const RUN = 0xff_ff_ff_ff;
/** Bytes: a longer body, or what it would come to, is taken for damage. */
const LONGEST = 1 << 28;
/** Bytes that are read at a time. */
const BLOCK = 1 << 16;
/** Milliseconds from a write to its sync, in which more may come: what a power cut may cost. */
const SYNC = 1000;
const CELL = Float64Array.BYTES_PER_ELEMENT;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** A journal cannot be read or written. The message is one line: what, where, and why. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/** A part of a trial that was played, as the journal has it. */
export interface Entry {
  /** Index of the experiment in its run. */
  readonly trial: number;
  readonly from: number;
  readonly games: number;
  /** @throws JournalError where its body holds something else than its head says */
  chunk(): Promise<Chunk>;
}

/** The file that keeps what was played of a run, chunk after chunk. Whatever ends the process, a journal is whole but for its last record. */
export class Journal {
  /** Games that came from the file. */
  replayed = 0;
  /** Bytes up to which the file is known to be whole. */
  private end: number;
  private timer: NodeJS.Timeout | undefined;
  private failed: unknown;
  private isClosed = false;

  private constructor(
    readonly path: string,
    /** What the run is, as it was created with: JSON that whoever reads it must check. */
    readonly run: unknown,
    private readonly handle: FileHandle,
    private readonly start: number,
    private size: number,
  ) {
    this.end = start;
  }

  /**
   * Begins a journal, in place of any that is there.
   * @throws JournalError
   */
  static async create(path: string, run: object): Promise<Journal> {
    return explained(`cannot write ${path}`, async () => {
      const head = Buffer.concat([MAGIC, await record([RUN, 0, 0, 0, 0], Buffer.from(JSON.stringify(run)))]);
      const temporary = `${path}.part`;
      const handle = await open(temporary, 'w+');
      try {
        await handle.writeFile(head);
        await handle.datasync();
        await rename(temporary, path);
      } catch (error) {
        await handle.close();
        await rm(temporary, { force: true }).catch(() => {});
        throw error;
      }
      return new Journal(path, JSON.parse(JSON.stringify(run)), handle, head.length, head.length);
    });
  }

  /**
   * Opens a journal, to read and, where `access` says so, to go on with; undefined where there is none.
   * @throws JournalError where it cannot be read, or its beginning is damaged
   */
  static async open(path: string, access: 'read' | 'append' = 'append'): Promise<Journal | undefined> {
    return explained(`cannot read ${path}`, async () => {
      let handle: FileHandle;
      try {
        handle = await open(path, access === 'read' ? 'r' : 'r+');
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
      try {
        const { size } = await handle.stat();
        const magic = await readAt(handle, 0, MAGIC.length);
        if (!magic.equals(MAGIC)) throw new JournalError(`${path} is no journal of this version of seance`);
        for await (const { trial, body, end } of records(handle, MAGIC.length, size)) {
          if (trial !== RUN) break;
          const text = await inflate(body, { maxOutputLength: LONGEST });
          return new Journal(path, JSON.parse(text.toString()), handle, end, size);
        }
        throw new JournalError(`the beginning of ${path} is damaged, so that nothing can be made of it`);
      } catch (error) {
        await handle.close();
        throw error;
      }
    });
  }

  /** What it holds, in the order in which it was played, up to the first record that is damaged or cut off. Read piece by piece. */
  async *entries(): AsyncGenerator<Entry, void> {
    for await (const { trial, from, games, cells, details, body, end } of records(this.handle, this.start, this.size)) {
      if (trial === RUN) return;
      yield {
        trial,
        from,
        games,
        chunk: async () => {
          const bytes = await inflate(body, { maxOutputLength: Math.max(1, (cells + details) * CELL) }).catch(
            () => undefined,
          );
          if (bytes?.length !== (cells + details) * CELL)
            throw new JournalError(`${this.path} holds a chunk that is none`);
          const all = new Float64Array(cells + details);
          bytes.copy(new Uint8Array(all.buffer));
          return { from, games, rows: all.subarray(0, cells), details: all.subarray(cells) };
        },
      };
      this.end = end;
    }
  }

  /** Whether not one chunk is in it. */
  get isEmpty(): boolean {
    return this.size === this.start;
  }

  /** Bytes after what `entries` came to: damaged, or cut off in the middle of a record. */
  get damaged(): number {
    return this.size - this.end;
  }

  /**
   * Cuts off what `entries` did not come to, for `append` to go on from there.
   * @throws JournalError
   */
  async cut(): Promise<void> {
    if (this.damaged > 0) await this.writing(() => this.handle.truncate(this.end));
    this.size = this.end;
  }

  /**
   * Adds what was played of a trial. Once this is done the chunk outlasts the process, and a second later a power cut.
   * @throws JournalError
   */
  async append(trial: number, { from, games, rows, details }: Chunk): Promise<void> {
    const bytes = Buffer.concat([bytesOf(rows), bytesOf(details)]);
    const written = await record([trial, from, games, rows.length, details.length], bytes);
    await this.writing(async () => {
      this.heed();
      try {
        await writeAt(this.handle, written, this.end);
      } catch (error) {
        await this.handle.truncate(this.end).catch(() => {}); // a part of the record may be there
        throw error;
      }
    });
    this.end += written.length;
    this.size = this.end;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.handle.datasync().catch((error: unknown) => (this.failed ??= error));
    }, SYNC).unref();
  }

  /**
   * Closes the file; everything is on the disk then.
   * @throws JournalError
   */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    const isChanged = this.timer !== undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.writing(async () => {
      try {
        this.heed();
        if (isChanged) await this.handle.datasync();
      } finally {
        await this.handle.close();
      }
    });
  }

  /**
   * Closes and removes the file: its run is whole, or nothing was played.
   * @throws JournalError
   */
  async remove(): Promise<void> {
    await this.close();
    await explained(`cannot remove ${this.path}`, () => rm(this.path, { force: true }));
  }

  /** Throws what became known of an earlier write only when it was synced. */
  private heed(): void {
    if (this.failed !== undefined) throw this.failed;
  }

  private writing<T>(act: () => Promise<T>): Promise<T> {
    return explained(`cannot write ${this.path}`, act);
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** A record as it is written. */
async function record(
  [trial, from, games, cells, details]: readonly [number, number, number, number, number],
  bytes: Buffer,
): Promise<Buffer> {
  const body = await deflate(bytes, { level: constants.Z_BEST_SPEED });
  const whole = Buffer.allocUnsafe(HEAD + body.length);
  for (const [i, number] of [body.length, trial, from, games, cells, details].entries())
    whole.writeUInt32LE(number, 4 + 4 * i);
  body.copy(whole, HEAD);
  whole.writeUInt32LE(crc32(whole.subarray(4)), 0);
  return whole;
}

/** A record as it is read; `end` is the byte after it. */
interface Read {
  readonly trial: number;
  readonly from: number;
  readonly games: number;
  readonly cells: number;
  readonly details: number;
  readonly body: Buffer;
  readonly end: number;
}

/** The records from a byte on, up to the first that is damaged or cut off. */
async function* records(handle: FileHandle, start: number, size: number): AsyncGenerator<Read, void> {
  let block = Buffer.alloc(0);
  let at = start; // of the block, in the file
  const need = async (bytes: number): Promise<boolean> => {
    if (block.length >= bytes) return true;
    const more = await readAt(handle, at + block.length, Math.min(Math.max(BLOCK, bytes), size - at - block.length));
    block = Buffer.concat([block, more]);
    return block.length >= bytes;
  };
  while (await need(HEAD)) {
    const [crc, length, trial, from, games, cells, details] = Array.from({ length: HEAD / 4 }, (_, i) =>
      block.readUInt32LE(4 * i),
    );
    if (Math.max(length, (cells + details) * CELL) > LONGEST || !(await need(HEAD + length))) return;
    if (crc32(block.subarray(4, HEAD + length)) !== crc) return;
    const body = block.subarray(HEAD, HEAD + length);
    block = block.subarray(HEAD + length);
    at += HEAD + length;
    yield { trial, from, games, cells, details, body, end: at };
  }
}

/** So many bytes, or less where the file ends. */
async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.max(0, length));
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await handle.read(bytes, read, bytes.length - read, at + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

/** All bytes: a disk that fills up may take a part of them first, and refuse the rest only when asked again. */
async function writeAt(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, at + written);
    written += bytesWritten;
  }
}

async function explained<T>(task: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof JournalError) throw error;
    throw new JournalError(`${task}: ${reasonOf(error)}`, { cause: error });
  }
}
