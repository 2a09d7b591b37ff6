import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { wordsOf } from './emoji.ts';

/* Pictures of Debian packages: Open Clip Art, which is trained on, and the stamps of Tux Paint, which measure. */

/** A picture that is described by words. */
export interface DescribedPicture {
  /** Path within its collection. */
  readonly id: string;
  readonly file: string;
  /** The folder at the top, such as "animals". */
  readonly category: string;
  readonly main: readonly string[];
  readonly keywords: readonly string[];
}

const NOT_THINGS = new Set(
  (
    'flags signs_and_symbols computer shapes logos special buttons callouts duplicates led heraldry patterns gradients ' +
    'icons cards roadsigns aiga-symbols map_symbols'
  ).split(' '),
);
/** Words that tell of the artist or the file, not of the picture. */
const NOT_WORDS = new Set(
  'clip art svg unsorted park benji architetto rollandin francesco gerald ganson jean victor machovka'.split(' '),
);
const LARGEST = 600_000;

/** Files below `root`, in order of their paths. */
async function filesBelow(root: string, extension: RegExp): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && extension.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

const singular = (word: string): string => word.replace(/s$/, '');

/** Open Clip Art as the package openclipart-svg installs it, without signs, symbols and very large drawings. */
export async function openClipArt(root: string): Promise<readonly DescribedPicture[]> {
  const pictures: DescribedPicture[] = [];
  for (const file of await filesBelow(root, /\.svg$/)) {
    const folders = path.relative(root, path.dirname(file)).split(path.sep);
    if (folders.some((folder) => NOT_THINGS.has(folder))) continue;
    const svg = await readFile(file, 'utf8');
    if (svg.length > LARGEST) continue;
    const title = /<dc:title[^>]*>([^<]*)</.exec(svg)?.[1]?.trim() ?? '';
    const name = path.basename(file, '.svg').replaceAll(/[_\d]+/g, ' ');
    const subjects = /<dc:subject>([\s\S]*?)<\/dc:subject>/.exec(svg)?.[1] ?? '';
    const subjectWords = [...subjects.matchAll(/<rdf:li[^>]*>([^<]{1,25})</g)].flatMap((match) =>
      wordsOf(match[1] ?? ''),
    );
    pictures.push({
      id: path.relative(root, file),
      file,
      category: folders[0] ?? '',
      main: wordsOf(title || name).filter((word) => !NOT_WORDS.has(word)),
      keywords: [...subjectWords, ...folders.flatMap(wordsOf).map(singular), ...wordsOf(name)].filter(
        (word) => !NOT_WORDS.has(word),
      ),
    });
  }
  return pictures;
}

const NOT_STAMPS = new Set('alphabets math shapes money roadsigns flags chess'.split(' '));

/** The stamps of Tux Paint that have a caption, as the package tuxpaint-stamps-default installs them. */
export async function tuxPaintStamps(
  root: string,
): Promise<readonly (DescribedPicture & { readonly caption: string })[]> {
  const stamps = [];
  for (const file of await filesBelow(root, /\.(png|svg)$/)) {
    const folders = path.relative(root, path.dirname(file)).split(path.sep);
    if (/_mirror|_flip/.test(file) || folders.some((folder) => NOT_STAMPS.has(folder))) continue;
    const text = await readFile(file.replace(/\.(png|svg)$/, '.txt'), 'utf8').catch(() => '');
    const caption = text.split('\n')[0]?.trim() ?? '';
    if (caption === '') continue;
    stamps.push({
      id: path.relative(root, file),
      file,
      category: folders[0] ?? '',
      caption,
      main: wordsOf(caption),
      keywords: folders.flatMap(wordsOf).map(singular),
    });
  }
  return stamps;
}
