import { games } from '../../agents/catalog.ts';
import type { DeckNeed, Findings, NewDeck } from '../../embeddings/index.ts';
import { colours, drawTable, print } from '../screen.ts';

/** So many scans are named in a row of the table; --json names all. */
const NAMED = 6;

export function reportJson(name: string, { status, dir, cards, findings }: NewDeck, seconds: number): void {
  const rows = cards.map(({ id, kind, title, scan, file, look }) => {
    const { width, height, turned, trimmed = null } = look;
    return { id, kind, title, scan, file, width, height, turned, trimmed };
  });
  print(JSON.stringify({ status, deck: { id: name, dir }, cards: rows, findings, seconds }, null, 2));
}

/** What became of the scans, what is worth knowing of them, and what to do next. */
export async function reportDeck(
  name: string,
  { status, dir, cards, findings }: NewDeck,
  seconds: number,
): Promise<void> {
  const { unreadable } = findings;
  if (unreadable.length > 0) {
    print(colours.bold(`Cannot be read${status === 'refused' ? '' : ', and left out'}`));
    print(
      await drawTable(
        ['scan', 'why'],
        unreadable.map(({ file, why }) => [file, why]),
      ),
    );
  }
  const rows = rowsOf(findings);
  if (rows.length > 0) {
    print(colours.bold('Worth a look'));
    print(await drawTable(['found', 'scans'], rows));
  }
  if (status === 'refused') return;
  const what = { made: 'made in', unchanged: 'was made before from the same scans, in', planned: 'would be made in' }[
    status
  ];
  const cardsText = cards.length === 1 ? '1 card' : `${cards.length} cards`;
  print(`${colours.bold(name)}: ${cardsText} (${countsText(findings)}), ${what} ${dir} in ${seconds.toFixed(1)} s`);
  const playable = games.flatMap((game) => (game.deck ? [{ id: game.id, short: shortage(game.deck, findings) }] : []));
  for (const { id, short } of playable) if (short !== '') print(`For ${id} it needs ${short}.`);
  if (status === 'planned') return print('Nothing was written.');
  print(`Titles can be filled in in ${dir}/deck.json. Next:`);
  const deck = dir === name ? name : JSON.stringify(dir);
  print(`  seance deck embed ${deck}`);
  for (const { id, short } of playable) if (short === '') print(`  seance simulate ${id} --deck ${deck}`);
}

const countsText = ({ counts }: Findings): string =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`)
    .join(', ');

/** What a deck has too few of for a game, in words; empty if it is large enough. */
function shortage({ visions, cards }: DeckNeed, { counts }: Findings): string {
  const has: Readonly<Record<string, number | undefined>> = counts;
  const short = [{ kind: 'vision', count: visions }, ...cards].flatMap(({ kind, count }) => {
    const missing = count - (has[kind] ?? 0);
    return missing > 0 ? [`${missing} more ${kind}${missing === 1 ? '' : 's'}`] : [];
  });
  return short.join(', ');
}

function rowsOf(findings: Findings): string[][] {
  const { copies, alike, blank, tiny, missing, twice, lying, turned, trimmed, untrimmed, leftOut } = findings;
  const largest = Math.max(0, ...trimmed.map(({ share }) => share));
  const rows: [string, readonly string[]][] = [
    ['the same file', copies.map((group) => group.join(' = '))],
    ['look the same', alike.map((group) => group.join(' ~ '))],
    ['blank, or nearly so', blank],
    ['small, under 200 pixels', tiny],
    ...missing.map(({ kind, numbers }): [string, readonly string[]] => [`no ${kind} of number`, spans(numbers)]),
    ...twice.map(({ kind, number, scans }): [string, readonly string[]] => [`more than one ${kind} ${number}`, scans]),
    ['lie otherwise than most of their kind; --upright turns them', lying],
    ['turned by a quarter', turned],
    [`borders cut off, at most ${Math.round(largest * 100)} % of a side`, trimmed.map(({ scan }) => scan)],
    ['border not cut off: it would be most of the scan', untrimmed],
    ['left out', leftOut.map(({ file, why }) => `${file} ${why}`)],
  ];
  return rows.flatMap(([found, scans]) => (scans.length === 0 ? [] : [[`${found} (${scans.length})`, few(scans)]]));
}

const few = (names: readonly string[]): string =>
  names.length <= NAMED ? names.join(', ') : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;

/** 3, 7, 8, 9 as 3 and 7-9. */
function spans(numbers: readonly number[]): readonly string[] {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`));
}
