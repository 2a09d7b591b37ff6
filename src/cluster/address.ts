import { isIP } from 'node:net';
import type { Redis } from 'ioredis';
import { oneLine } from '../engine/kernel/one-line.ts';

/** A cluster cannot be used. The message is one line, and never holds a password. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}

/** How Redis is connected to, for ioredis and BullMQ alike. */
interface Connection {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: { readonly servername?: string };
  readonly maxRetriesPerRequest: null;
  readonly retryStrategy: (times: number) => number;
}

/** Where a Redis or Valkey is to be found. */
export interface Address {
  /** Without the password. */
  readonly text: string;
  readonly options: Connection;
}

/** Milliseconds for a first connection. */
const PATIENCE = 5000;
/** Milliseconds between two attempts to connect again, at most. */
const LONGEST_WAIT = 2000;

/**
 * Reads redis://[user[:password]@]host[:port][/database], or rediss:// for TLS. A password that is given apart counts where the address
 * has none.
 * @throws ClusterError
 */
export function readAddress(text: string, password?: string): Address {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new ClusterError('a cluster is named as redis://host:6379, with TLS as rediss://host:6379');
  }
  const database = url.pathname.replace(/^\//, '');
  if (!['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '' || !/^\d{0,4}$/.test(database)) {
    throw new ClusterError('a cluster is named as redis://host:6379/0, with TLS as rediss://host:6379/0');
  }
  if (url.search !== '' || url.hash !== '')
    throw new ClusterError('a cluster has no ? or # after its address; in a password they are %3F and %23');
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const secret = url.password === '' ? password : decoded(url.password);
  const isDefault = database === '' || database === '0';
  return {
    text: `${url.protocol}//${url.host}${isDefault ? '' : `/${database}`}`,
    options: {
      host,
      port: url.port === '' ? 6379 : Number(url.port),
      db: Number(database),
      ...(url.username !== '' && { username: decoded(url.username) }),
      ...(secret !== undefined && { password: secret }),
      ...(url.protocol === 'rediss:' && { tls: isIP(host) === 0 ? { servername: host } : {} }),
      maxRetriesPerRequest: null, // a command waits until the server is back
      retryStrategy: (times) => Math.min(100 * times, LONGEST_WAIT),
    },
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ClusterError('a % in the password of a cluster is written %25');
  }
}

/**
 * Connects, or says before long why that cannot be done; later it connects again by itself, however long that takes.
 * @throws ClusterError
 */
export async function connect({ text, options }: Address): Promise<Redis> {
  const { Redis } = await import('ioredis');
  let first: Error | undefined;
  const trial = new Redis({
    ...options,
    lazyConnect: true,
    connectTimeout: PATIENCE,
    commandTimeout: PATIENCE,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  trial.on('error', (error: Error) => (first ??= error));
  try {
    await trial.connect();
    await trial.select(options.db);
    await trial.ping();
  } catch (error) {
    throw new ClusterError(`${text}: ${reasonOf(first ?? error)}`, { cause: error });
  } finally {
    trial.disconnect();
  }
  const redis = new Redis(options);
  redis.on('error', () => {}); // it tries again; who waits is told by `onLost`
  return redis;
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/WRONGPASS|invalid (username-)?password/i, 'the password is wrong'],
  [/NOAUTH|Authentication required/i, 'it wants a password: redis://:PASSWORD@host:6379'],
  [/called without any password configured/i, 'it knows of no password; leave it out of the address'],
  [/NOPERM/i, 'this user may not do what a cluster needs'],
  [/\bOOM\b/, 'its memory is full; give it more (maxmemory)'],
  [/READONLY/, 'it is a replica, which takes nothing; name the server that it copies'],
  [
    /WRONGTYPE/,
    'something else lies there under a name that begins with seance:; use a database of its own, as redis://host:6379/1',
  ],
  [/ECONNREFUSED/, 'nobody answers there; is a Redis or Valkey server running?'],
  [/ENOTFOUND|EAI_AGAIN/, 'there is no machine of that name'],
  [/ETIMEDOUT|timed out/i, 'nobody answers there in time; a server without TLS is redis://, one with TLS rediss://'],
  [/DB index is out of range/i, 'there is no database of that number'],
  [/certificate|SSL|TLS|EPROTO/i, 'no TLS connection comes about; a server without TLS is redis://'],
  [
    /ParserError|Protocol error|RESP type|EPIPE|ECONNRESET|Connection is closed/i,
    'what answers there is no Redis server',
  ],
];

/** A server's refusal as a line that names the server. */
export function refusedBy({ text }: Address, error: unknown): ClusterError {
  if (error instanceof ClusterError) return error;
  return new ClusterError(`${text}: ${reasonOf(error, 'it refuses what a cluster needs')}`, { cause: error });
}

function reasonOf(error: unknown, otherwise = 'no connection'): string {
  // Of a transaction that was given up, the commands before say why.
  if (error instanceof Error && 'previousErrors' in error && Array.isArray(error.previousErrors))
    return reasonOf(error.previousErrors[0], otherwise);
  const message = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  const [, reason] = REASONS.find(([pattern]) => pattern.test(message)) ?? [];
  return reason ?? `${otherwise} (${oneLine(message)})`;
}
