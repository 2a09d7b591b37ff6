import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeckCheck } from '../../../src/embeddings/report/check.ts';
import { checkDeck } from '../../../src/embeddings/report/check.ts';
import { CELLS, colourOf } from '../../../src/embeddings/report/heatmap.ts';
import { orderHeatmap } from '../../../src/embeddings/report/heatmap-order.ts';
import { isReportFolder, writeReport } from '../../../src/embeddings/report/write-report.ts';
import { wilson } from '../../../src/sim/stats.ts';
import type { PaperDeck } from '../paper-deck.ts';
import { makePaperDeck } from '../paper-deck.ts';

let paper: PaperDeck;
let room: string;
let found: DeckCheck;
let html: string;
beforeAll(async () => {
  paper = await makePaperDeck();
  room = await mkdtemp(join(tmpdir(), 'seance-check-'));
  paper.cards[0].title = '<img src="http://elsewhere/x.png">';
  await paper.save({
    schema: 1,
    id: 'paper',
    title: '<script>alert("boo")</script> & Sons',
    license: 'CC0-1.0',
    cards: paper.cards,
  });
  found = await check('palette');
  await writeReport(found, join(room, 'report'));
  html = await readFile(join(room, 'report', 'index.html'), 'utf8');
}, 60_000);
afterAll(async () => {
  await paper.remove();
  await rm(room, { recursive: true, force: true });
});

const check = (eyes: string, deck = paper.dir): Promise<DeckCheck> =>
  checkDeck({ deck, eyes, blur: 1, interval: wilson, cacheDir: join(room, 'cache') });

describe('the page', () => {
  test('holds titles as text, never as marks', () => {
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(&quot;boo&quot;)&lt;/script&gt; &amp; Sons');
    expect(html).not.toContain('<img src="http');
  });

  test('closes what it opens', () => {
    const open: string[] = [];
    for (const [, slash, tag, rest] of html.matchAll(/<(\/?)([a-z0-9]+)((?:"[^"]*"|[^">])*)>/g)) {
      if (['meta', 'img', 'br'].includes(tag) || rest.endsWith('/')) continue;
      if (slash === '') open.push(tag);
      else expect(open.pop(), `</${tag}>`).toBe(tag);
    }
    expect(open).toEqual([]);
  });

  test('needs nothing from elsewhere, and all its pictures are there and can be read', async () => {
    const targets = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(8);
    for (const target of new Set(targets)) {
      expect(target).not.toMatch(/^(https?:)?\/\//);
      const { width } = await sharp(join(room, 'report', target)).metadata();
      expect(width).toBeGreaterThan(100);
    }
    expect(html.replaceAll(/&lt;img src=&quot;http:\/\/elsewhere/g, '')).not.toMatch(
      /url\(|@import|https?:\/\/(?!elsewhere)/,
    );
  });

  test('is made for light and dark', () => {
    expect(html).toContain('prefers-color-scheme: dark');
  });
});

test('the heatmap shows each cell in its colour', async () => {
  const affinity = found.suggestions?.affinity;
  if (!affinity) throw new Error('the paper deck suggests nothing');
  const { data, info } = await sharp(join(room, 'report', 'heatmap.png'))
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const order = orderHeatmap(affinity, found.picked.groups);
  for (const [y, row] of order.rows.entries()) {
    // The columns of the first category, since a gap follows it.
    for (let x = 0; x < found.picked.groups[0]; x++) {
      const at =
        Math.round((CELLS.top + (y + 0.5) * CELLS.height) * 1) * info.width + CELLS.left + (x + 0.5) * CELLS.width;
      const wanted = colourOf(affinity.cells[row * affinity.columns + order.columns[x]]);
      for (let channel = 0; channel < 3; channel++)
        expect(Math.abs(data[Math.floor(at) * 3 + channel] - wanted[channel])).toBeLessThan(12);
    }
  }
});

test('a folder that holds something else is told apart from an earlier report', async () => {
  expect(await isReportFolder(join(room, 'report'))).toBe(true);
  expect(await isReportFolder(join(room, 'none'))).toBe(true);
  const other = join(room, 'other');
  await mkdir(other);
  expect(await isReportFolder(other)).toBe(true);
  await writeFile(join(other, 'letter.txt'), 'dear');
  expect(await isReportFolder(other)).toBe(false);
  await writeFile(join(other, 'check.json'), '{"madeBy":"hand"}');
  expect(await isReportFolder(other)).toBe(false);
  await expect(isReportFolder(join(other, 'letter.txt'))).rejects.toThrow('ENOTDIR');
});

test('first guesses carry intervals, for as many candidates as there are cards', () => {
  const { firstGuesses = [], whitening } = found.suggestions ?? {};
  expect(firstGuesses.map(({ candidates }) => candidates)).toEqual([2]);
  for (const { same, other } of firstGuesses) {
    for (const { low, value, high } of [same, other]) expect(low < value && value < high).toBe(true);
  }
  expect(whitening?.steps).toHaveLength(3);
  expect(found.suggestions?.otherEyes).toBe('words');
});

test('a mix has no whitening of its own', async () => {
  const { suggestions } = await check('mix:palette*0.5+words*0.5');
  expect(suggestions?.whitening).toBeUndefined();
  expect(suggestions?.firstGuesses).toHaveLength(1);
});

test('a deck without visions is shown, and no more is said of it than can be', async () => {
  const bare = await makePaperDeck();
  bare.cards.splice(0, 4);
  await bare.save();
  const only = await check('palette', bare.dir);
  expect(only.suggestions).toBeUndefined();
  const out = join(room, 'bare');
  await writeReport(only, out);
  expect(await readFile(join(out, 'index.html'), 'utf8')).toContain(
    'This deck has no visions, so there is nothing to guess',
  );
  expect(await readdir(out)).not.toContain('heatmap.png');
  expect((await stat(join(out, 'sheet-characters.webp'))).size).toBeGreaterThan(1000);
  bare.cards.splice(0);
  await bare.save();
  await expect(check('palette', bare.dir)).rejects.toThrow('has no cards');
  await bare.remove();
});
