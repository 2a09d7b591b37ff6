import type { CardKind } from './deck.ts';
import { CARD_KINDS } from './deck.ts';
import type { FoundScans, LeftOut, Scan } from './scans.ts';

/** What was said about kinds and numbers cannot be followed. The message is one line and says what would be right. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

/** Cards from one number to another, both included; `to` is Infinity where the range is open. */
export interface NumberRange {
  readonly kind: CardKind;
  readonly from: number;
  readonly to: number;
}

/** How scans are told apart: by folders, or by the numbers in their names. */
export type ScanRule =
  | { readonly by: 'folder'; readonly folders?: ReadonlyMap<string, CardKind> | undefined }
  | { readonly by: 'number'; readonly ranges: readonly NumberRange[] };

export interface SortedScan extends Scan {
  readonly kind: CardKind;
  /** Of the card, where its file's name has one. */
  readonly number: number | undefined;
}

export interface SortedScans {
  /** Kind after kind. */
  readonly sorted: readonly SortedScan[];
  readonly leftOut: readonly LeftOut[];
  /** Those that would have a kind, but cannot be used as they are. */
  readonly unreadable: readonly LeftOut[];
}

const WORDS: Readonly<Record<CardKind, readonly string[]>> = {
  vision: ['vision', 'visions', 'dream', 'dreams'],
  character: ['character', 'characters', 'suspect', 'suspects', 'person', 'persons', 'people', 'who'],
  location: ['location', 'locations', 'place', 'places', 'room', 'rooms', 'where'],
  object: ['object', 'objects', 'weapon', 'weapons', 'item', 'items', 'thing', 'things', 'what'],
};
const NOISE = new Set(['card', 'cards', 'scan', 'scans', 'the']);

/** The kind a word or a folder's name stands for, whatever its case: `Visions`, `02 suspect cards`. */
export function kindOf(name: string): CardKind | undefined {
  const words = (name.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !NOISE.has(word));
  return words.length === 1 ? CARD_KINDS.find((kind) => WORDS[kind].includes(words[0])) : undefined;
}

/** `visions=dreams,characters=people`: which folder holds which kind. Throws RuleError. */
export function parseKinds(text: string): ReadonlyMap<string, CardKind> {
  const folders = new Map<string, CardKind>();
  for (const { kind, value } of partsOf(text, 'kinds', 'visions=dreams,characters=people')) {
    const folder = value
      .replaceAll('\\', '/')
      .replace(/^(\.\/)+/, '')
      .replace(/\/+$/, '');
    if (folders.has(folder)) throw new RuleError(`kinds: the folder ${folder} is named twice`);
    folders.set(folder, kind);
  }
  return folders;
}

/** `character=1-18,vision=202-`: which numbers are of which kind. Throws RuleError. */
export function parseNumbers(text: string): readonly NumberRange[] {
  const ranges = partsOf(text, 'numbers', 'character=1-18,location=19-36,object=37-54,vision=202-').map(
    ({ kind, value }): NumberRange => {
      const [, from, dash, to] = /^(\d{1,9})(-)?(\d{1,9})?$/.exec(value) ?? [];
      if (from === undefined || (dash === undefined && to !== undefined))
        throw new RuleError(`numbers: ${value} is no range; write 1-18, or 202- for 202 and all above`);
      const range = { kind, from: Number(from), to: Number(to ?? (dash === undefined ? from : Infinity)) };
      if (range.from > range.to) throw new RuleError(`numbers: ${value} runs backwards`);
      return range;
    },
  );
  for (const [i, one] of ranges.entries()) {
    const other = ranges.slice(0, i).find(({ from, to }) => from <= one.to && one.from <= to);
    if (other)
      throw new RuleError(
        `numbers: ${rangeText(other)} and ${rangeText(one)} have numbers in common; a number is of one kind`,
      );
  }
  return ranges;
}

const rangeText = ({ kind, from, to }: NumberRange): string =>
  `${kind}=${from}${to === from ? '' : `-${to === Infinity ? '' : to}`}`;

function partsOf(text: string, option: string, example: string): { readonly kind: CardKind; readonly value: string }[] {
  return text.split(',').map((part) => {
    const [word, value, ...rest] = part.split('=').map((piece) => piece.trim());
    const kind = kindOf(word);
    if (value === undefined || value === '' || rest.length > 0)
      throw new RuleError(`${option}: cannot read "${part}"; write it like ${example}`);
    if (kind === undefined) throw new RuleError(`${option}: no kind "${word}"; there are ${CARD_KINDS.join(', ')}`);
    return { kind, value };
  });
}

/** What a rule makes of a file by its name alone: what it is, or why it is nothing. */
type Place = (
  file: string,
) => { readonly kind: CardKind; readonly number: number | undefined } | { readonly why: string };

/** Gives each scan its kind. Throws RuleError where the rule fits nothing at all. */
export function sortScans(found: FoundScans, rule: ScanRule, from: string): SortedScans {
  const place =
    rule.by === 'folder' ? placeByFolder(found, rule.folders, from) : placeByNumber(found.scans, rule.ranges);
  const sorted: SortedScan[] = [];
  const leftOut: LeftOut[] = [];
  for (const scan of found.scans) {
    const placed = place(scan.file);
    if ('why' in placed) leftOut.push({ file: scan.file, why: placed.why });
    else sorted.push({ ...scan, ...placed });
  }
  // What would be no card anyway, such as a rule book among the scans, is in nobody's way.
  const unreadable = found.unreadable.filter(({ file }) => 'kind' in place(file));
  leftOut.push(...found.unreadable.filter((fault) => !unreadable.includes(fault)));
  if (sorted.length + unreadable.length === 0)
    throw new RuleError(`${from} holds no picture that fits; ${found.scans.length} pictures are in it`);
  const ordered = rule.by === 'folder' ? sorted : sorted.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0));
  return {
    sorted: CARD_KINDS.flatMap((kind) => ordered.filter((scan) => scan.kind === kind)),
    leftOut,
    unreadable,
  };
}

function placeByFolder(
  { scans, unreadable, folders }: FoundScans,
  given: ReadonlyMap<string, CardKind> | undefined,
  from: string,
): Place {
  const kinds = given ?? kindsOf(folders);
  if (kinds.size === 0) throw new RuleError(whatToSay(scans, folders, from));
  for (const folder of given?.keys() ?? []) {
    if (![...scans, ...unreadable].some(({ file }) => file.startsWith(`${folder}/`)))
      throw new RuleError(
        `kinds: ${from} has no folder ${folder} with pictures in it; it has ${folders.join(', ') || 'none'}`,
      );
  }
  return (file) => {
    const [, kind] = [...kinds].find(([folder]) => file.startsWith(`${folder}/`)) ?? [];
    return kind === undefined ? { why: 'lies in no folder of a kind' } : { kind, number: numbersIn(file).at(-1) };
  };
}

const kindsOf = (folders: readonly string[]): ReadonlyMap<string, CardKind> =>
  new Map(
    folders.flatMap((folder) => {
      const kind = kindOf(folder);
      return kind === undefined ? [] : [[folder, kind] as const];
    }),
  );

function placeByNumber(scans: readonly Scan[], ranges: readonly NumberRange[]): Place {
  const rangeOf = (number: number | undefined): NumberRange | undefined =>
    number === undefined ? undefined : ranges.find(({ from, to }) => from <= number && number <= to);
  // The last number in a name is the card's; the first, where that fits more: 017_600dpi.png.
  const fitting = [-1, 0].map((at) => scans.filter(({ file }) => rangeOf(numbersIn(file).at(at))).length);
  const at = fitting[1] > fitting[0] ? 0 : -1;
  return (file) => {
    const number = numbersIn(file).at(at);
    if (number === undefined) return { why: 'has no number' };
    const range = rangeOf(number);
    return range ? { kind: range.kind, number } : { why: `is number ${number}, in no range` };
  };
}

/** The numbers in a file's name, without those that copies get: `17 (2).png` is 17. */
export function numbersIn(file: string): readonly number[] {
  const stem = stemOf(file)
    .replace(/ ?\(\d+\)$/, '')
    .replace(/ - copy$/i, '');
  return (stem.match(/\d+/g) ?? []).map(Number).filter((number) => number < 1e9);
}

/** A file's name without folders and suffix. */
export const stemOf = (file: string): string => (file.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '');

/** How many people number their scans: three kinds of 18, and visions after them. */
const USUAL = [
  { kind: 'character', from: 1, to: 18 },
  { kind: 'location', from: 19, to: 36 },
  { kind: 'object', from: 37, to: 54 },
] as const;

/** What to do with a folder in which no folder is named for a kind; the very option, where the numbers look like the usual ones. */
function whatToSay(scans: readonly Scan[], folders: readonly string[], from: string): string {
  if (scans.length === 0) return `${from} holds no pictures; PNG, JPEG, WebP, AVIF, TIFF and GIF are read`;
  const known = CARD_KINDS.map((kind) => `${WORDS[kind][1]} (${WORDS[kind].slice(2).join(', ')})`).join(', ');
  const what = `no folder in ${from} is named for a kind of card: ${known}`;
  const numbers = scans.flatMap(({ file }) => numbersIn(file).slice(-1));
  const above = numbers.filter((number) => number > 54);
  const isUsual = above.length > 0 && USUAL.every((range) => numbers.some((n) => n >= range.from && n <= range.to));
  if (isUsual) {
    const usual = [...USUAL, { kind: 'vision', from: Math.min(...above), to: Infinity } as const];
    return `${what}; if the numbers in the names say it, add --numbers ${usual.map(rangeText).join(',')}`;
  }
  return folders.length > 0
    ? `${what}; say which is which: --kinds visions=${shellWord(folders[0])},…`
    : `${what}; make them, or say which numbers are which: --numbers character=1-18,location=19-36,object=37-54,vision=202-`;
}

const shellWord = (name: string): string => (/^[\w.-]+$/.test(name) ? name : `"${name}"`);
