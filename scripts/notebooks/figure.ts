import { View, parse } from 'vega';
import { compile } from 'vega-lite';
import type { TopLevelSpec } from 'vega-lite';
import type { Shown } from './show.ts';

/** Legible on white and on dark pages alike, since the figure brings its own ground. */
const LOOK = { background: 'white', font: 'sans-serif', view: { stroke: '#ddd' }, axis: { gridColor: '#eee' } };

/** A figure of Vega-Lite (https://vega.github.io/vega-lite) as SVG; `title` stands for it on a terminal. */
export async function figure(title: string, spec: TopLevelSpec): Promise<Shown> {
  const { spec: compiled } = compile({ ...spec, title, config: LOOK });
  const svg = await new View(parse(compiled), { renderer: 'none' }).toSVG();
  return { 'text/plain': `[figure: ${title}]`, 'image/svg+xml': svg };
}
