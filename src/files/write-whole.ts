import { stat, writeFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';

/**
 * Writes a file so that it is there whole or not at all. What is there already and is no ordinary file, such as /dev/stdout or a named
 * pipe, is written to: a file in its place would take it away from everybody.
 */
export async function writeWhole(path: string, data: string | Uint8Array): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.isFile())
    await writeFileAtomic(path, typeof data === 'string' ? data : Buffer.from(data));
  else await writeFile(path, data);
}
