import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { outputOf } from './child.ts';

/*
 * A build to measure by: the folder of one, or what a revision of this repository builds. A revision is unpacked in a folder of its own,
 * so that neither the working tree nor git's list of worktrees changes, and built with the packages installed here.
 */

export interface Checkout {
  readonly root: string;
  /** The commit it is of; undefined for a folder. */
  readonly commit: string | undefined;
  /** Removes what was made for it. */
  close(): void;
}

/** @throws Error for what is neither the folder of a build nor a revision, or does not build */
export async function openCheckout(root: string, named: string, signal: AbortSignal): Promise<Checkout> {
  const folder = resolve(named);
  if (existsSync(folder) && statSync(folder).isDirectory()) {
    if (!existsSync(join(folder, 'dist/agents/catalog.js')))
      throw new Error(`${named} is no built checkout: it has no dist; run npm ci there, or name a git revision`);
    return { root: folder, commit: undefined, close: () => {} };
  }
  const git = async (...args: readonly string[]): Promise<string> =>
    (await outputOf('git', ['-C', root, ...args], { signal })).trim();
  const commit = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${named}^{commit}`).catch(() => {
    throw new Error(`${named} is neither a folder nor a revision that git knows here`);
  });
  const made = mkdtempSync(join(tmpdir(), 'seance-bench-'));
  const close = (): void => rmSync(made, { recursive: true, force: true });
  try {
    const tar = join(made, 'revision.tar');
    await git('archive', '--format=tar', `--output=${tar}`, commit);
    await outputOf('tar', ['-xf', tar, '-C', made], { signal });
    rmSync(tar);
    symlinkSync(join(root, 'node_modules'), join(made, 'node_modules'), 'dir');
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await outputOf(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: made, signal }).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw new Error(
          `${named} does not build with the packages that are installed here; build it in a checkout of its own and name its folder`,
          { cause: error },
        );
      },
    );
    return { root: made, commit, close };
  } catch (error) {
    close();
    throw error;
  }
}
