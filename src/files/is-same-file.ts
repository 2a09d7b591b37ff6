import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

/** Whether two paths name one file, be it there already or not. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
  return a && b ? a.isFile() && a.ino === b.ino && a.dev === b.dev : resolve(one) === resolve(other);
}
