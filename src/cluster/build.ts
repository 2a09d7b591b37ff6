import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The folders whose code decides how a game goes. */
const PLAYING = ['agents', 'engine', 'outside', 'sim'];

/** What the code of this package that plays is, in 16 hex digits; its version alone does not tell two builds apart. */
export async function buildDigest(): Promise<string> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const hash = createHash('sha256');
  for (const folder of PLAYING) {
    const files = await readdir(`${root}${folder}`, { recursive: true });
    const code = files.map((file) => file.replaceAll('\\', '/')).filter((file) => /(?<!\.d)\.(js|ts)$/.test(file));
    for (const file of code.toSorted()) {
      hash.update(`${folder}/${file}\n`);
      hash.update(await readFile(`${root}${folder}/${file}`));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
