import { readFileSync } from 'node:fs';

/** The version of this package. */
export function packageVersion(): string {
  // The same two steps up lead from src/cli and from dist/cli to the package.
  const read: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return typeof read === 'object' && read !== null && 'version' in read ? String(read.version) : 'unknown';
}
