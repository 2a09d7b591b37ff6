import { execFileSync } from 'node:child_process';

/*
 * Programs that some tests need and a machine may lack. Such a test skips with a reason; where SEANCE_NEEDS names the program, as in
 * .ci/run, its absence is an error instead.
 */

/** Where a program lies: the first of `names` on the path. Undefined where there is none. */
function programOf(names: readonly string[]): string | undefined {
  for (const name of names) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      // the next
    }
  }
  if (process.env['SEANCE_NEEDS']?.split(',').includes(names[0]))
    throw new Error(`there is no ${names.join(' or ')} on the path, and SEANCE_NEEDS asks for it`);
  return undefined;
}

/** For `test.skipIf`-like use: `skip(CHROMIUM === undefined, NO_CHROMIUM)`. */
export const CHROMIUM = programOf(['chromium', 'chromium-browser', 'google-chrome']);
export const NO_CHROMIUM = 'needs chromium (apt-get install chromium)';

export const REDIS_SERVER = programOf(['redis-server', 'valkey-server']);
export const NO_REDIS_SERVER = 'needs redis-server (apt-get install redis-server)';
