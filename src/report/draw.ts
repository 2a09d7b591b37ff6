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
    labelFlush: false,
    labelSeparation: 8,
  },
  axisY: { domain: false, ticks: false },
  header: { labelColor: 'var(--ink)', labelFontSize: 13, labelFontWeight: 600, labelPadding: 10 },
  legend: {
    orient: 'top',
    direction: 'horizontal',
    columns: 4,
    labelColor: 'var(--ink)',
    labelFontSize: 12,
    labelLimit: 320,
    columnPadding: 18,
    rowPadding: 4,
    padding: 0,
    offset: 14,
    symbolStrokeWidth: 0,
  },
  title: { anchor: 'start', color: 'var(--ink)', fontSize: 15, fontWeight: 600, offset: 16 },
} as const;

/** Draws a chart as SVG that takes its colours and its type from the page around it. */
export async function drawChart(spec: Spec, title?: string): Promise<string> {
  const [{ compile }, vega] = await Promise.all([import('vega-lite'), import('vega')]);
  const { View, parse } = vega;
  if (isMeasured(vega)) vega.textMetrics.width = widthOf;
  // What we write is read by vega-lite's own checks, not by its types, which are too many to be of help.
  const whole = { ...spec, ...(title === undefined ? {} : { title }), config: CONFIG } as unknown as TopLevelSpec;
  const view = new View(parse(compile(whole).spec), { renderer: 'none' });
  try {
    return (await view.toSVG()).replaceAll(/\p{Cc}/gu, ' '); // XML has none, though a folder's name may
  } finally {
    view.finalize();
  }
}

interface TextItem {
  readonly fontSize?: number;
  readonly text?: unknown;
}

/** What vega measures text by where there is no canvas; its types do not tell of it. */
interface Measured {
  readonly textMetrics: { width: (item: TextItem, text?: unknown) => number };
}
const isMeasured = (module: object): module is Measured => 'textMetrics' in module;

/** The width of text in pixels, about as in the fonts that systems have; vega's own guess is a third more, and leaves holes. */
const widthOf = ({ fontSize = 11, text: own }: TextItem, text: unknown = own): number =>
  Math.max(0, ...[text].flat().map((line) => (typeof line === 'string' ? 0.6 * fontSize * line.length : 0)));

/** The same as a picture of its own: light, on white. */
export const standAlone = (svg: string): string =>
  svg
    .replaceAll(/var\(--([\w-]+)\)/g, (_, name: string) => PALETTE.light[name] ?? PALETTE.light['ink'])
    .replaceAll('font-family="inherit"', 'font-family="Helvetica, Arial, sans-serif"')
    .replace(/^<svg [^>]*>/, (head) => `${head}<rect width="100%" height="100%" fill="${PALETTE.light['paper']}"/>`);

/** The SVG's own beginning, in which a page says what the picture shows. */
export const opened = (svg: string, attributes: string): string => svg.replace(/^<svg /, `<svg ${attributes} `);
