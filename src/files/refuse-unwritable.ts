import { access, constants, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Sees before long work that a file can be written once it is done.
 * @throws the system's error where it cannot
 */
export async function refuseUnwritable(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) await (await open(path, 'r+')).close(); // no folder is opened so: the system says what it is
  // A file that is written whole is made beside the old one; what is no file, such as /dev/stdout, is written to.
  await access(found && !found.isFile() ? path : `${dirname(path)}/.`, constants.W_OK);
}
