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
  return scans.map((scan, i) => {
    const ofKind = scans.filter(({ kind }) => kind === scan.kind);
    const number = isNumbered(ofKind) ? scan.number : undefined;
    const id = ids[i] ?? freeId(scan.kind, number ?? ofKind.indexOf(scan) + 1, taken);
    taken.add(id);
    return { id, title: titleOf(scan, id) };
  });
}

/** Whether each has a number of its own; a few that share one are told apart by what is behind it. */
const isNumbered = (scans: readonly SortedScan[]): boolean =>
  scans.every(({ number }) => number !== undefined && number <= MOST_NUMBER) &&
  new Set(scans.map(({ number }) => number)).size > scans.length / 2;

function freeId(kind: CardKind, number: number, taken: ReadonlySet<string>): string {
  const id = `${kind[0]}${String(number).padStart(2, '0')}`;
  for (let copy = 1; ; copy++) {
    const one = copy === 1 ? id : `${id}-${copy}`;
    if (!taken.has(one)) return one;
  }
}

/** `old_lighthouse-03.jpg` is "Old lighthouse"; a name without words is "Vision 17". */
function titleOf({ file, kind }: SortedScan, id: string): string {
  const words = stemOf(file)
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .split(/[\s_.+,;()[\]{}–-]+/)
    .filter((word) => /\p{L}/u.test(word) && !/^\p{Lu}?\d+\p{L}{0,3}$|^\p{L}{1,3}\d+$/iu.test(word))
    .filter((word) => !NOISE.has(word.toLowerCase()) && kindOf(word) !== kind);
  const text = words.join(' ').slice(0, 80).trim();
  if (!/\p{L}{2}/u.test(text)) return `${kind[0].toUpperCase()}${kind.slice(1)} ${id.replace(/^\D0*(?=\d)/, '')}`;
  return `${text[0].toUpperCase()}${text.slice(1)}`;
}
