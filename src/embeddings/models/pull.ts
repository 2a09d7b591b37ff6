import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';
import { codeOf, reasonOf } from '../../files/reason.ts';
import { sha256Of } from '../../files/sha256-of.ts';
import { EyesError } from '../encoders/encoder.ts';
import type { Added } from './add.ts';
import { addModel, whyNoModelName } from './add.ts';
import type { Source } from './download.ts';
import { download } from './download.ts';
import type { KnownModel } from './known.ts';
import { HOST, knownOf, urlOf } from './known.ts';
import { recipeOf } from './presets.ts';
import { hasModel, modelShelf, readManifest } from './shelf.ts';

export interface PullRequest {
  /** One of `KNOWN_MODELS`. */
  readonly known: string;
  /** What it is called on the shelf; default: as it is known. */
  readonly name?: string | undefined;
  /** Default: `modelShelf()`. */
  readonly shelf?: string | undefined;
  /** A mirror that has the same paths; default: $SEANCE_MODELS_FROM, or the public host. */
  readonly host?: string | undefined;
  /** What the file must be, where no checksum is known, or instead of it. */
  readonly sha256?: string | undefined;
  /** Whether a model of that name is fetched and replaced. */
  readonly force?: boolean;
  /** Bytes so far, and of all, where the server says. */
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Pulled extends Added {
  readonly url: string;
  /** Whether it was on the shelf already and is what was asked for, so that nothing was fetched. */
  readonly wasThere: boolean;
  /** What vouches for the file: a checksum known before, or only that it is recorded now. */
  readonly vouched: 'checksum' | 'first use';
}

/** Where models are fetched from. */
export const modelHost = (): string => process.env['SEANCE_MODELS_FROM'] || HOST;

/**
 * Fetches a known model, checks its sha256 and puts it on the shelf. What has come is kept if the connection breaks, and the next call goes
 * on from there. One that is there already is not fetched again, unless forced.
 * Throws EyesError, which says how to do without: what to fetch by hand, from where, and what to do with it. Throws the signal's reason.
 */
export async function pullModel(request: PullRequest): Promise<Pulled> {
  const { known: asked, shelf = modelShelf(), host = modelHost(), force = false, onProgress, signal } = request;
  const known = knownOf(asked);
  const name = request.name ?? asked;
  const whyNot = whyNoModelName(name);
  if (whyNot !== undefined) throw new EyesError(whyNot);
  const url = urlOf(known, host);
  const there = (await hasModel(name, shelf)) ? await readManifest(join(shelf, name)) : undefined;
  // What was trusted at first use is what it must be from then on.
  const expected = request.sha256 ?? known.sha256 ?? (there?.source === url ? there.model.sha256 : undefined);
  const vouched = expected === undefined ? 'first use' : 'checksum';

  if (there && !force) {
    if (
      expected !== there.model.sha256 ||
      (await sha256Of(join(shelf, name, there.model.file)).catch(() => '')) !== expected
    )
      throw new EyesError(
        `there is another model ${name} already (${join(shelf, name)}); choose another --name, or replace it with --force`,
      );
    return { dir: join(shelf, name), manifest: there, findings: [], url, wasThere: true, vouched };
  }

  const part = join(shelf, `.${name}.part`);
  const release = await lock(shelf, name);
  try {
    const byHand = adviceFor(name, join(shelf, name), known, url);
    const source: Source = { url, part, resume: expected !== undefined, expected, advice: byHand, onProgress, signal };
    await download(source);
    const recipe = { ...recipeOf(known.preset), title: known.title, license: known.license, source: url };
    const added = await addModel({ file: part, name, recipe, shelf, force, move: true });
    return { ...added, url, wasThere: false, vouched };
  } finally {
    await release();
  }
}

/** What to do without a connection: what to fetch, from where, and where it goes. */
function adviceFor(name: string, dir: string, known: KnownModel, url: string): string {
  const { path, preset, megabytes, sha256 } = known;
  const file = path.slice(path.lastIndexOf('/') + 1);
  const open = urlOf(known, HOST);
  const what = url === open ? 'that file' : open;
  const size = `${megabytes} MB${sha256 === undefined ? '' : `, sha256 ${sha256}`}`;
  return `without internet, fetch ${what} (${size}) elsewhere, bring it here, and to put it into ${dir} run: seance model add ${file} --preset ${preset} --name ${name}`;
}

/**
 * Lets no second process fetch the same model: a file with this process's number, which one that died leaves for the next to remove.
 * Throws EyesError.
 */
async function lock(shelf: string, name: string): Promise<() => Promise<void>> {
  const file = join(shelf, `.${name}.lock`);
  try {
    await makeFolder(shelf);
    for (;;) {
      try {
        await writeFile(file, String(process.pid), { flag: 'wx' });
        return () => rm(file, { force: true });
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const holder = Number(await readFile(file, 'utf8').catch(() => ''));
      if (await isAtWork(holder, file))
        throw new EyesError(`${name} is being fetched by another process (${holder}); wait for it, or end it`);
      await rm(file, { force: true });
    }
  } catch (error) {
    if (error instanceof EyesError) throw error;
    throw new EyesError(
      `cannot put a model into ${shelf}: ${reasonOf(error)}; $SEANCE_MODELS may name another folder`,
      {
        cause: error,
      },
    );
  }
}

/** Whether the process that wrote a lock still runs. An empty one is being written just now, if it is not old. */
async function isAtWork(pid: number, file: string): Promise<boolean> {
  if (!(pid > 0)) {
    const age = await stat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => Infinity,
    );
    return age < 5000;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
