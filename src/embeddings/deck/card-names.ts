import type { CardKind } from './deck.ts';
import type { SortedScan } from './scan-rules.ts';
import { kindOf, stemOf } from './scan-rules.ts';

/** What a new card is called until somebody gives it a title. */
export interface CardName {
  readonly id: string;
  readonly title: string;
}

/** Numbers up to here are a card's; larger ones are dates and times. */
const MOST_NUMBER = 9999;
/** Words that cameras and scanners write, and no title holds. */
const NOISE = new Set('img image scan scanned dsc dscn dscf pxl photo pic picture card copy kopie page dpi'.split(' '));

/**
 * Ids and titles, scan after scan. A scan for which `known` has an id keeps it; others are called by their numbers (`v17`), where all
 * of a kind have one of their own, or counted.
 */
export function nameCards(
  scans: readonly SortedScan[],
  known: (scan: SortedScan) => string | undefined,
): readonly CardName[] {
  const taken = new Set<string>();
  const ids = scans.map((scan) => {
    const id = known(scan);
    if (id === undefined || taken.has(id)) return undefined;
    taken.add(id);
    return id;
  });
  const named = scans.map((scan, i) => {
    const ofKind = scans.filter(({ kind }) => kind === scan.kind);
    const number = isNumbered(ofKind) ? scan.number : undefined;
    const id = ids[i] ?? (number === undefined ? countedId(scan.kind, taken) : numberedId(scan.kind, number, taken));
    taken.add(id);
    return { id, kind: scan.kind, title: titleOf(scan, id) };
  });
  // "Karte" for each of karte_1.jpg, karte_2.jpg, ... would tell nobody which card is meant.
  const told = new Map<string, number>();
  for (const { kind, title } of named) told.set(`${kind} ${title}`, (told.get(`${kind} ${title}`) ?? 0) + 1);
  return named.map(({ id, kind, title }) => ({
    id,
    title: told.get(`${kind} ${title}`) === 1 ? title : `${title} ${numberOf(id)}`,
  }));
}

/** What of an id is its number: 17 of `v017`, 17-2 of `v17-2`. */
const numberOf = (id: string): string => id.replace(/^\D0*(?=\d)/, '');

/** Whether each has a number of its own; a few that share one are told apart by what is behind it. */
const isNumbered = (scans: readonly SortedScan[]): boolean =>
  scans.every(({ number }) => number !== undefined && number <= MOST_NUMBER) &&
  new Set(scans.map(({ number }) => number)).size > scans.length / 2;

const idOf = (kind: CardKind, number: number): string => `${kind[0]}${String(number).padStart(2, '0')}`;

/** The first of v01, v02, ... that is free. */
function countedId(kind: CardKind, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const id = idOf(kind, number);
    if (!taken.has(id)) return id;
  }
}

/** The first of v17, v17-2, v17-3, ... that is free. */
function numberedId(kind: CardKind, number: number, taken: ReadonlySet<string>): string {
  const first = idOf(kind, number);
  for (let copy = 1; ; copy++) {
    const id = copy === 1 ? first : `${first}-${copy}`;
    if (!taken.has(id)) return id;
  }
}

/** `old_lighthouse-03.jpg` is "Old lighthouse"; a name without words is "Vision 17". */
function titleOf({ file, kind }: SortedScan, id: string): string {
  const words = stemOf(file)
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .split(/[\s_.+,;()[\]{}–-]+/)
    .map(withoutNumber)
    .filter((word) => word !== '' && !NOISE.has(word.toLowerCase()) && kindOf(word) !== kind);
  const text = words
    .join(' ')
    .replace(/^(.{80}).*$/su, '$1')
    .trim();
  if (!/\p{L}{2}|[^\p{ASCII}]/u.test(text)) return `${kind[0].toUpperCase()}${kind.slice(1)} ${numberOf(id)}`;
  return `${text[0].toUpperCase()}${text.slice(1)}`;
}

/** `lamp2` is lamp; of `17`, `v17` and `600dpi` nothing is left. */
function withoutNumber(word: string): string {
  const letters = word.replaceAll(/^\d+|\d+$/g, '');
  return letters === word || letters.length > 3 ? letters : '';
}
