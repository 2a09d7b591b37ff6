import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../src/report/document.ts';
import { drawChart } from '../../src/report/draw.ts';
import { renderPage } from '../../src/report/page.ts';
import { build, seance } from '../cli/seance.ts';
import { CHROMIUM, NO_CHROMIUM } from '../kit/needs.ts';
import { PageDocument, figuresOf } from './page-document.ts';

let folder: string;
let browser: Browser | undefined;
const pages = new Map<string, { readonly path: string; readonly said: PageDocument }>();

beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  await build();
  folder = mkdtempSync(join(tmpdir(), 'seance-'));
  const [run, other] = [join(folder, 'run'), join(folder, 'other')];
  const simulate = ['simulate', 'mysterium', '--players', '4-5', '--games', '60', '--clues', '--quiet', '--out'];
  for (const words of [[run], [other, '--no-bounds', '--ghost.margin', '0.8']])
    expect((await seance(...simulate, ...words)).err).toBe('');
  for (const [name, folders] of [
    ['one run', [run]],
    ['several runs', [run, other]],
  ] as const) {
    const path = join(folder, `${name}.html`);
    const { out, err } = await seance('report', ...folders, '--json', '--out', path);
    expect(err).toBe('');
    pages.set(name, { path, said: PageDocument.parse(JSON.parse(out)) });
  }
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  if (CHROMIUM !== undefined) rmSync(folder, { recursive: true });
});

/** A page as a phone opens it, with all that it says to the console and asks for; a page that is not yet there is a failure. */
async function opened(
  path: string,
): Promise<{ readonly page: Page; readonly told: string[]; readonly asked: string[] }> {
  if (!browser) throw new Error('no browser');
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const told: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  page.on('pageerror', (error) => told.push(error.message));
  page.on('dialog', (dialog) => {
    told.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) asked.push(request.url());
  });
  await page.goto(pathToFileURL(path).href);
  return { page, told, asked };
}

/** By how much a page is wider than the screen, in pixels. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');

/** What a property of the style of everything that a selector finds comes to; text, since tests know no DOM. */
const styles = (page: Page, selector: string, property: string): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('${selector}')].map((one) => getComputedStyle(one).getPropertyValue('${property}'))`,
  );

/** The colours of the page, of its heading, and of the first words in a chart. */
const colours = async (page: Page): Promise<readonly string[]> => {
  const found = [
    await styles(page, 'body', 'background-color'),
    await styles(page, 'h1', 'color'),
    await styles(page, 'figure svg text', 'fill'),
  ];
  return found.map(([first]) => first);
};

test.for(['one run', 'several runs'])(
  '%s: whole, on a phone, in the dark and in print',
  { timeout: 60_000 },
  async (name, { skip }) => {
    skip(CHROMIUM === undefined, NO_CHROMIUM);
    const { path, said } = pages.get(name) ?? expect.fail(name);
    const { page, told, asked } = await opened(path);
    expect(told).toEqual([]);
    expect(asked).toEqual([pathToFileURL(path).href]);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('main h2').allTextContents()).toEqual(said.sections.map(({ title }) => title));
    for (const summary of await page.locator('summary').all()) await summary.click();
    expect(await overflow(page)).toBe(0);

    const charts = await page.locator('figure svg').all();
    expect(charts).toHaveLength(figuresOf(said).length);
    for (const chart of charts) {
      const box = await chart.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(60);
      expect(
        await chart.locator('[class*="mark-"] path[d]:not([d=""]), [class*="mark-"] line').count(),
      ).toBeGreaterThan(5);
      expect((await chart.getAttribute('aria-label'))?.length).toBeGreaterThan(20);
    }
    const images = await page.locator('img').all();
    if (name === 'one run') expect(images.length).toBeGreaterThan(8);
    const naturalWidths = "[...document.querySelectorAll('img')].map((one) => one.naturalWidth)";
    for (const width of await page.evaluate<readonly number[]>(naturalWidths)) expect(width).toBeGreaterThan(100);
    for (const image of images) {
      expect(await image.getAttribute('alt')).toMatch(/\w, (character|location|object)$/);
    }

    const light = await colours(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await colours(page);
    for (const [at, colour] of dark.entries()) expect(colour).not.toBe(light[at]);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await colours(page)).toEqual(light); // paper is white
    await page.setViewportSize({ width: 680, height: 1000 }); // about what A4 has between its margins
    expect(new Set(await styles(page, 'figure', 'break-inside'))).toEqual(new Set(['avoid']));
    const cut = "[...document.querySelectorAll('.chart')].map((one) => one.scrollWidth - one.clientWidth)";
    expect(Math.max(...(await page.evaluate<readonly number[]>(cut)))).toBe(0);
    expect((await page.pdf({ format: 'A4' })).subarray(0, 4).toString()).toBe('%PDF');
    await page.close();
  },
);

test('words that others wrote stay words, wherever they stand', async ({ skip }) => {
  skip(CHROMIUM === undefined, NO_CHROMIUM);
  const evil = `</title></style></svg><script>alert(1)</script><img src=x onerror=alert(2)>"'\u0000&amp; onload="alert(3)"`;
  const table = { columns: [evil, evil], rows: [[evil, evil]] };
  const spec = {
    data: { values: [{ x: evil, y: 1 }] },
    mark: 'bar',
    encoding: {
      x: { field: 'x', type: 'nominal', title: evil, axis: { labelLimit: 0 } },
      y: { field: 'y', type: 'quantitative' },
    },
  };
  const report: Report = {
    title: evil,
    subtitle: evil,
    footer: evil,
    sections: [
      {
        id: evil,
        title: evil,
        blocks: [
          { kind: 'text', text: evil },
          { kind: 'missing', text: evil },
          { kind: 'numbers', numbers: [{ name: evil, value: '51 %', interval: evil }] },
          { kind: 'facts', facts: [['deck', evil]] },
          { kind: 'figure', figure: { id: evil, title: evil, caption: evil, alt: evil, spec, table } },
          { kind: 'table', title: evil, table },
          { kind: 'cards', title: evil, groups: [{ cards: [{ card: 0, title: evil, kind: evil }], text: evil }] },
        ],
      },
    ],
  };
  const path = join(folder, 'evil.html');
  const pictures = {
    titles: [evil],
    drawn: new Map([[0, 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==']]),
    credit: evil,
  };
  writeFileSync(path, renderPage(report, new Map([[evil, await drawChart(spec, evil)]]), pictures));
  const { page, told, asked } = await opened(path);
  expect(asked).toEqual([pathToFileURL(path).href]);
  expect(told).toEqual([]);
  expect(await page.locator('script, [onerror], [onload]').count()).toBe(0);
  expect(await page.locator('img').count()).toBe(1);
  expect(await page.locator('h1').textContent()).toBe(evil.replace('\u0000', ' '));
  expect(await page.locator('figure svg text').allTextContents()).toContain(evil.replace('\u0000', ' '));
  expect(await overflow(page)).toBe(0);
  await page.close();
});
