import { open, readFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { codeOf, reasonOf } from '../../files/reason.ts';
import { lapKey } from '../../sim/index.ts';
import type { Lap, LapJournal } from '../../sim/index.ts';
import { Failure } from '../errors.ts';

const headSchema = z.object({ tune: z.string() });
const lapSchema = z
  .object({
    seed: z.number(),
    setting: z.array(z.union([z.number(), z.string(), z.boolean()])),
    cell: z.number(),
    from: z.number(),
    tops: z.array(z.number()),
    bottoms: z.array(z.number()),
  })
  .refine(({ tops, bottoms }) => tops.length === bottoms.length);

/**
 * Keeps what settings played, a line of JSON a lap under one that says of which search: whatever ends the process, the same search goes on
 * from there. A last line that is cut off is dropped.
 */
export class TuneJournal implements LapJournal {
  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
    private readonly known: ReadonlyMap<string, Lap>,
  ) {}

  /**
   * Which search a file keeps; undefined where there is no file, and empty where it is the journal of something else.
   * @throws Failure where it cannot be read
   */
  static async identityAt(path: string): Promise<string | undefined> {
    const text = await textAt(path);
    if (text === '') return undefined;
    return headSchema.safeParse(parsed(text.split('\n', 1)[0])).data?.tune ?? '';
  }

  /**
   * Opens the journal of a search, or begins one in place of any other; `anew` does so in place of its own as well.
   * @throws Failure where it cannot be read or written
   */
  static async open(path: string, identity: string, anew: boolean): Promise<TuneJournal> {
    const isOurs = !anew && (await TuneJournal.identityAt(path)) === identity;
    const text = isOurs ? await textAt(path) : '';
    const known = new Map<string, Lap>();
    let end = 0;
    for (const line of text.split('\n').slice(0, -1)) {
      const lap = end === 0 ? undefined : lapSchema.safeParse(parsed(line));
      if (lap && !lap.success) break; // what follows damage is played again
      if (lap) known.set(lapKey(lap.data), lap.data);
      end += Buffer.byteLength(line) + 1;
    }
    return writing(path, async () => {
      const handle = await open(path, end === 0 ? 'w' : 'r+');
      await handle.truncate(end);
      if (end === 0) await handle.write(`${JSON.stringify({ tune: identity })}\n`, 0);
      return new TuneJournal(path, await reopened(path, handle), known);
    });
  }

  recall(lap: Pick<Lap, 'seed' | 'setting' | 'cell' | 'from'>, deals: number): Lap | undefined {
    const found = this.known.get(lapKey(lap));
    return found?.tops.length === deals ? found : undefined;
  }

  /** @throws Failure */
  async add(lap: Lap): Promise<void> {
    await writing(this.path, () => this.handle.appendFile(`${JSON.stringify(lap)}\n`));
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** The same file, to be written to at its end. */
async function reopened(path: string, handle: FileHandle): Promise<FileHandle> {
  await handle.close();
  return open(path, 'a');
}

async function textAt(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw new Failure(`cannot read ${path}: ${reasonOf(error)}`, { cause: error });
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

async function writing<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new Failure(`cannot write ${path}: ${reasonOf(error)}`, { cause: error });
  }
}
