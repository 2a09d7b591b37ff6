import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { refuseSpecial } from './refuse-special.ts';

/** The sha256 of a file, in hexadecimal, read piece by piece: a model may be larger than memory. */
export async function sha256Of(path: string): Promise<string> {
  await refuseSpecial(path);
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece as Buffer);
  return hash.digest('hex');
}
