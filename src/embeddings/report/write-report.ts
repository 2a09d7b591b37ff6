import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../../files/make-folder.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { CARD_KINDS } from '../deck/deck.ts';
import { drawSheet } from '../deck/sheet.ts';
import { thumbnail } from '../deck/thumbnail.ts';
import type { DeckCheck } from './check.ts';
import { drawHeatmap } from './heatmap.ts';
import { renderPage, shownCards } from './page.ts';
import { toData } from './report-data.ts';

/** In pixels. */
const CARD_WIDTH = 240;
const MARK = 'seance deck check';
const DATA = 'check.json';

/** Whether a report may be written into a folder: it is not there, or empty, or holds an earlier one. */
export async function isReportFolder(dir: string): Promise<boolean> {
  const entries = await readdir(dir).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length === 0) return true;
  const text = await readFile(join(dir, DATA), 'utf8').catch(() => '');
  try {
    return z.object({ madeBy: z.literal(MARK) }).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/**
 * Draws a check: index.html, heatmap.png, a contact sheet a kind, pictures/ and check.json, which is written last and says whose folder
 * it is. Throws DeckError, and the system's errors where it cannot be written.
 * @param onProgress told after each picture
 */
export async function writeReport(
  check: DeckCheck,
  dir: string,
  onProgress?: (done: number, total: number) => void,
): Promise<{ readonly page: string }> {
  const { deck, picked, suggestions } = check;
  const kinds = CARD_KINDS.filter((kind) => deck.cards.some((card) => card.kind === kind));
  const cards = shownCards(check);
  const total = cards.length + kinds.length + (suggestions ? 1 : 0);
  let done = 0;
  const drawn = (): void => onProgress?.(++done, total);
  await makeFolder(join(dir, 'pictures'));
  await writeWhole(join(dir, DATA), toJson({ madeBy: MARK }));

  const files = new Map<string, string>();
  for (const card of cards) {
    const file = `pictures/${card.id}.webp`;
    await writeWhole(join(dir, file), await thumbnail(card, CARD_WIDTH));
    files.set(card.id, file);
    drawn();
  }
  const sheets: { title: string; file: string }[] = [];
  for (const kind of kinds) {
    const file = `sheet-${kind}s.webp`;
    await drawSheet(deck, join(dir, file), { kinds: [kind] });
    sheets.push({ title: `${kind[0].toUpperCase()}${kind.slice(1)}s`, file });
    drawn();
  }
  if (suggestions) {
    await writeWhole(join(dir, 'heatmap.png'), await drawHeatmap(suggestions.affinity, picked));
    drawn();
  }
  const page = join(dir, 'index.html');
  await writeWhole(page, renderPage(check, { heatmap: suggestions && 'heatmap.png', sheets, cards: files }));
  await writeWhole(join(dir, DATA), toJson({ madeBy: MARK, ...toData(check) }));
  return { page };
}

const toJson = (data: unknown): string => `${JSON.stringify(data, null, 2)}\n`;
