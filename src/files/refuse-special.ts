import { stat } from 'node:fs/promises';

/**
 * Throws an error of code ENOTFILE where `path` is a pipe, a socket or a device, which might never be read to its end. Nothing is said of
 * one that is not there, nor of a folder: reading says that.
 */
export async function refuseSpecial(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.isFile() || found.isDirectory()) return;
  throw Object.assign(new Error(`${path} is no ordinary file`), { code: 'ENOTFILE' });
}
