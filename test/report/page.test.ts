import { expect, test } from 'vitest';
import { stripChart } from '../../src/report/count-chart.ts';
import type { Report, Section } from '../../src/report/document.ts';
import { drawChart, standAlone } from '../../src/report/draw.ts';
import { renderPage } from '../../src/report/page.ts';
import { PALETTE } from '../../src/report/palette.ts';

const HOSTILE = `"'><img src=http://x.invalid/a onerror=alert(1)></svg></style><script>alert(2)</script>&amp;`;

/** A report whose every text is hostile: titles of decks and names of folders are anybody's. */
async function hostileReport(): Promise<{ readonly report: Report; readonly svg: string }> {
  const spec = stripChart({
    points: [0.2, 0.4].map((value) => ({ kind: HOSTILE, value, label: HOSTILE })),
    x: { title: HOSTILE },
    kinds: [HOSTILE],
    label: 1,
  });
  const table = { columns: [HOSTILE], rows: [[HOSTILE]] };
  const section: Section = {
    id: HOSTILE,
    title: HOSTILE,
    blocks: [
      { kind: 'text', text: HOSTILE },
      { kind: 'missing', text: HOSTILE },
      { kind: 'numbers', numbers: [{ name: HOSTILE, value: HOSTILE, interval: HOSTILE }] },
      {
        kind: 'facts',
        facts: [
          [HOSTILE, HOSTILE],
          ['command', HOSTILE],
        ],
      },
      { kind: 'table', title: HOSTILE, table },
      { kind: 'figure', figure: { id: 'f', title: HOSTILE, caption: HOSTILE, alt: HOSTILE, spec, table } },
      {
        kind: 'cards',
        title: HOSTILE,
        groups: [
          {
            cards: [
              { card: 0, title: HOSTILE, kind: HOSTILE },
              { card: 1, title: HOSTILE, kind: HOSTILE },
            ],
            text: HOSTILE,
          },
        ],
      },
    ],
  };
  const sections = Array.from({ length: 4 }, () => section);
  return { report: { title: HOSTILE, subtitle: HOSTILE, sections, footer: HOSTILE }, svg: await drawChart(spec) };
}

test('no text becomes markup, wherever it stands', async () => {
  const { report, svg } = await hostileReport();
  expect(svg).toContain('&lt;img');
  const pictures = {
    titles: [HOSTILE],
    drawn: new Map([[0, `data:image/webp;base64,AAAA${HOSTILE}`]]),
    credit: HOSTILE,
  };
  const page = renderPage(report, new Map([['f', svg]]), pictures);
  expect(page.match(/onerror/g)?.length).toBeGreaterThan(80); // as text
  const elements = [...page.matchAll(/<([a-z][a-z0-9]*)\b((?:[^>"]|"[^"]*")*)>/g)];
  expect(elements.length).toBeGreaterThan(100);
  // Between the elements there is no mark that could begin one, and none of those that there are has an event or an address.
  expect(page.replaceAll(/<\/?[a-z][a-z0-9]*\b(?:[^>"]|"[^"]*")*>/g, '').replace('<!doctype html>', '')).not.toMatch(
    /[<]/,
  );
  expect(elements.filter(([, name]) => name === 'script')).toEqual([]);
  expect(elements.filter(([, name]) => name === 'img')).toHaveLength(4);
  for (const [, , attributes] of elements) {
    const names = attributes.replaceAll(/"[^"]*"/g, '');
    expect(names).not.toMatch(/\bon\w+\s*=|'|</);
  }
});

test('a chart takes every colour from the page, and has them all in a file of its own', async () => {
  const { svg } = await hostileReport();
  const used = [...svg.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(5);
  for (const name of used) {
    expect(PALETTE.light).toHaveProperty(name);
    expect(PALETTE.dark).toHaveProperty(name);
  }
  expect(svg).not.toMatch(/(fill|stroke)="(#|rgb|black|white)/);
  expect(svg).not.toMatch(/ id="/); // several stand in one page
  const alone = standAlone(svg);
  expect(alone).not.toMatch(/var\(|inherit|transparent/);
  expect(alone).toMatch(/^<svg [^>]*><rect width="100%" height="100%" fill="#ffffff"\/>/); // light on white
});

/** Relative luminance and contrast (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const luminance = (hex: string): number => {
    const [r, g, b] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test.each(['light', 'dark'] as const)('%s: text can be read and marks be told from the paper', (scheme) => {
  const colours = PALETTE[scheme];
  const onPaper = (names: readonly string[], paper: string): readonly number[] =>
    names.map((name) => contrast(colours[name], colours[paper]));
  const texts = ['ink', 'ink-soft', 'quiet', 'own', 'people'];
  expect(Math.min(...onPaper(texts, 'paper'), ...onPaper(texts, 'shade'))).toBeGreaterThan(4.5);
  expect(Math.min(...onPaper(['own', 'second', 'third', 'quiet', 'people'], 'paper'))).toBeGreaterThan(3);
  // Neighbours in a stack differ in lightness, for print without colours.
  const steps = [0, 1, 2, 3].map((at) => contrast(colours[`stack${at}`], colours[`stack${at + 1}`]));
  expect(Math.min(...steps)).toBeGreaterThan(1.4);
});
