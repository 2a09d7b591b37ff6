import type { TopLevelSpec } from 'vega-lite';
import type { Spec } from './chart.ts';
import { PALETTE } from './palette.ts';

/** What all charts have in common. Type is as in the page: small, quiet, upright. */
const CONFIG = {
  aria: false, // the picture has one name, and its numbers stand in a table beside it
  background: 'transparent',
  font: 'inherit',
  padding: { left: 4, right: 12, top: 6, bottom: 4 },
  view: { stroke: null },
  axis: {
    domainColor: 'var(--line-strong)',
    tickColor: 'var(--line-strong)',
    gridColor: 'var(--line)',
    labelColor: 'var(--ink-soft)',
    titleColor: 'var(--ink-soft)',
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: 'normal',
    titlePadding: 10,
    labelPadding: 5,
    tickCount: 6,
  },
  axisY: { domain: false, ticks: false },
  header: { labelColor: 'var(--ink)', labelFontSize: 13, labelFontWeight: 600, labelPadding: 10 },
  legend: {
    orient: 'top',
    direction: 'horizontal',
    columns: 3,
    labelColor: 'var(--ink)',
    labelFontSize: 12,
    labelLimit: 320,
    columnPadding: 18,
    rowPadding: 4,
    padding: 0,
    offset: 14,
    symbolStrokeWidth: 1.5,
  },
  title: { anchor: 'start', color: 'var(--ink)', fontSize: 15, fontWeight: 600, offset: 16 },
} as const;

/** Draws a chart as SVG that takes its colours and its type from the page around it. */
export async function drawChart(spec: Spec, title?: string): Promise<string> {
  const [{ compile }, { View, parse }] = await Promise.all([import('vega-lite'), import('vega')]);
  // What we write is read by vega-lite's own checks, not by its types, which are too many to be of help.
  const whole = { ...spec, ...(title === undefined ? {} : { title }), config: CONFIG } as unknown as TopLevelSpec;
  const view = new View(parse(compile(whole).spec), { renderer: 'none' });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}

/** The same as a picture of its own: light, on white. */
export const standAlone = (svg: string): string =>
  svg
    .replaceAll(/var\(--([\w-]+)\)/g, (_, name: string) => PALETTE.light[name] ?? PALETTE.light['ink'])
    .replaceAll('font-family="inherit"', 'font-family="Helvetica, Arial, sans-serif"')
    .replace('fill="transparent"', `fill="${PALETTE.light['paper']}"`);

/** The SVG's own beginning, in which a page says what the picture shows. */
export const opened = (svg: string, attributes: string): string => svg.replace(/^<svg /, `<svg ${attributes} `);
