import { readdir, realpath, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { reasonOf } from '../../files/reason.ts';
import { DeckError } from './deck.ts';

/** A file that may be the scan of a card. */
export interface Scan {
  /** Relative to the folder of scans, with `/` between its parts. */
  readonly file: string;
  readonly path: string;
}

/** A file that was left out, and why, in words that follow its name. */
export interface LeftOut {
  readonly file: string;
  readonly why: string;
}

export interface FoundScans {
  /** In the order people count: 2 before 10. */
  readonly scans: readonly Scan[];
  /** Pictures that cannot be used as they are. */
  readonly unreadable: readonly LeftOut[];
  /** Names of folders right below, whether or not anything lies in them. */
  readonly folders: readonly string[];
}

const PICTURES = new Set(['.png', '.jpg', '.jpeg', '.jfif', '.jpe', '.webp', '.avif', '.tif', '.tiff', '.gif']);
/** What people scan and photograph with, but cannot be read here. */
const FOREIGN = new Set(
  '.pdf .heic .heif .psd .bmp .svg .xcf .ai .eps .djvu .jp2 .jxl .dng .cr2 .cr3 .nef .arw .orf .rw2'.split(' '),
);
/** A file that is larger is no scan of a card. */
const MOST_MEGABYTES = 500;

const { compare } = new Intl.Collator('en', { numeric: true });

/**
 * All pictures below a folder, links followed, but for hidden files and what lies in `except`. Other files, such as notes, are passed
 * over. Throws DeckError if there is no such folder.
 */
export async function findScans(from: string, except: string): Promise<FoundScans> {
  const found = await stat(from).catch((error: unknown) => {
    throw new DeckError(`cannot read the scans in ${from}: ${reasonOf(error)}`, { cause: error });
  });
  if (!found.isDirectory())
    throw new DeckError(`cannot read the scans in ${from}: it is a file; give the folder it is in`);
  const scans: Scan[] = [];
  const unreadable: LeftOut[] = [];
  const folders: string[] = [];
  const barred = await realpath(except).catch(() => resolve(except));
  const visited = new Set<string>();

  const walk = async (dir: string, prefix: string): Promise<void> => {
    const real = await realpath(dir);
    if (visited.has(real) || real === barred) return; // links may lead in a circle
    visited.add(real);
    for (const name of (await readdir(dir)).toSorted(compare)) {
      if (name.startsWith('.') || name === '__MACOSX') continue;
      const file = `${prefix}${name}`;
      const path = join(dir, name);
      const suffix = extname(name).toLowerCase();
      const kind = await stat(path).catch((error: unknown) => reasonOf(error, 'the file it links to is not there'));
      if (typeof kind === 'string') {
        if (PICTURES.has(suffix) || FOREIGN.has(suffix)) unreadable.push({ file, why: nameless(name) ?? kind });
      } else if (kind.isDirectory()) {
        if (prefix === '') folders.push(name);
        await walk(path, `${file}/`);
      } else if (FOREIGN.has(suffix)) {
        unreadable.push({
          file,
          why: `is ${suffix.slice(1).toUpperCase()}, which cannot be read; save it as PNG or JPEG`,
        });
      } else if (PICTURES.has(suffix)) {
        const why = kind.isFile() ? whyNot(kind.size) : 'is no ordinary file';
        if (why === undefined) scans.push({ file, path });
        else unreadable.push({ file, why });
      }
    }
  };
  try {
    await walk(from, '');
  } catch (error) {
    throw new DeckError(`cannot read the scans in ${from}: ${reasonOf(error)}`, { cause: error });
  }
  return { scans, unreadable, folders };
}

function whyNot(bytes: number): string | undefined {
  if (bytes === 0) return 'is empty';
  const megabytes = Math.round(bytes / 1e6);
  return megabytes > MOST_MEGABYTES ? `is ${megabytes} MB large; at most ${MOST_MEGABYTES} MB are read` : undefined;
}

/** Names in another encoding than UTF-8 reach us with marks for what could not be read, and lead nowhere. */
const nameless = (name: string): string | undefined =>
  name.includes('\uFFFD') ? 'has a name that is not UTF-8; give it another name' : undefined;
