import type { FileHandle } from 'node:fs/promises';
import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as later } from 'node:timers/promises';
import { codeOf, reasonOf } from '../../files/reason.ts';
import { sha256Of } from '../../files/sha256-of.ts';
import { EyesError } from '../encoders/encoder.ts';

/** Something to fetch. */
export interface Source {
  readonly url: string;
  /** Where it is written. What is there already is gone on from if `resume` says so. */
  readonly part: string;
  /** Only where a checksum vouches for the whole: two halves might be of two versions. */
  readonly resume: boolean;
  /** The sha256 it must have; undefined where anything will do. */
  readonly expected: string | undefined;
  /** What to do where it cannot be reached. */
  readonly advice: string;
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A connection over which nothing comes for so long is taken for broken, in milliseconds. */
const SILENCE = 30_000;
/** Between a connection that broke and the next, in milliseconds. */
const PAUSE = 500;

/** So many attempts in a row may bring nothing: one may have met a connection that was just breaking. */
const MOST_EMPTY = 3;

/**
 * Fetches a file. Where the connection breaks it asks for the rest, as long as attempts bring something; then it keeps what it has and
 * throws EyesError. A file with another checksum is removed.
 */
export async function download(source: Source): Promise<void> {
  const { url, part, resume, expected, advice, signal } = source;
  if (!resume) await rm(part, { force: true });
  for (let empty = 0; ;) {
    const before = await sizeOf(part);
    const trouble = await attempt(source, before);
    if (trouble === undefined) break;
    signal?.throwIfAborted();
    const now = await sizeOf(part);
    empty = now > before ? 0 : empty + 1;
    if (now > 0 && empty < MOST_EMPTY && resume) {
      await later(PAUSE, undefined, { signal });
      continue;
    }
    const kept =
      now > 0 && resume ? `; the ${megabytes(now)} MB that came are kept, and the next attempt goes on from there` : '';
    throw new EyesError(`cannot fetch ${url}: ${trouble}${kept}; ${advice}`);
  }
  if (expected === undefined) return;
  const found = await sha256Of(part);
  if (found === expected) return;
  await rm(part, { force: true });
  throw new EyesError(
    `what came from ${url} has the sha256 ${found}, not ${expected}; it is thrown away. Try again, and if it stays so, do not use it: it is another file`,
  );
}

/** One request, from byte `from` on. Undefined once all has come; otherwise why not. Throws EyesError where another attempt is of no use. */
async function attempt({ url, part, advice, onProgress, signal }: Source, from: number): Promise<string | undefined> {
  const silence = new AbortController();
  const alarm = setTimeout(() => silence.abort(), SILENCE);
  let file: FileHandle | undefined;
  try {
    const response = await fetch(url, {
      headers: { 'accept-encoding': 'identity', ...(from > 0 ? { range: `bytes=${from}-` } : {}) },
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    if (response.status === 416) {
      await response.body?.cancel();
      return undefined; // all is there, or more: the checksum tells
    }
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new EyesError(
        `cannot fetch ${url}: the server answers ${response.status} ${response.statusText}; ${advice}`,
      );
    }
    // A server that knows no ranges begins anew.
    const start = response.status === 206 ? from : 0;
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const total = Number.isFinite(length) ? start + length : undefined;
    file = await open(part, start > 0 ? 'a' : 'w');
    let done = start;
    for await (const piece of response.body) {
      alarm.refresh();
      await file.writeFile(piece as Uint8Array);
      done += (piece as Uint8Array).length;
      onProgress?.(done, total);
    }
    return total !== undefined && done < total ? 'the connection broke off' : undefined;
  } catch (error) {
    if (error instanceof EyesError) throw error;
    signal?.throwIfAborted();
    if (isOfDisk(error)) throw new EyesError(`cannot write ${part}: ${reasonOf(error)}`, { cause: error });
    return silence.signal.aborted ? `nothing came for ${SILENCE / 1000} seconds` : whyOf(error);
  } finally {
    clearTimeout(alarm);
    await file?.close();
  }
}

/** Errors of files name the call that failed; those of connections come as the cause of a TypeError. */
const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && codeOf(error) !== undefined;

const CONNECTIONS: Readonly<Record<string, string | undefined>> = {
  ECONNREFUSED: 'the connection is refused',
  ENOTFOUND: 'the host is not found',
  EAI_AGAIN: 'the host is not found',
  ECONNRESET: 'the connection broke off',
  UND_ERR_SOCKET: 'the connection broke off',
  ETIMEDOUT: 'there is no answer',
  UND_ERR_CONNECT_TIMEOUT: 'there is no answer',
  ENETUNREACH: 'there is no network',
};

function whyOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = codeOf(cause);
  const words = code === undefined ? undefined : CONNECTIONS[code];
  return words ?? code ?? (cause instanceof Error ? cause.message.replaceAll(/\s+/g, ' ') : String(cause));
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
