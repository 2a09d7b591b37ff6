import { WIDTH, colour, inPanels } from './chart.ts';
import type { LineChart, Spec } from './chart.ts';

export interface StackChart {
  readonly counts: readonly {
    readonly x: number;
    readonly kind: string;
    readonly panel: string;
    readonly share: number;
  }[];
  /** From the bottom up; one that is not met keeps its colour for itself, and is left out of the legend. */
  readonly kinds: readonly string[];
  readonly x: { readonly title: string };
  readonly y: { readonly title: string };
  readonly panels: LineChart['panels'];
}

/** So many colours are told apart in a stack. */
const STACK_COLOURS = 6;

/** Columns of shares that add up to all in each panel. */
export function stackChart({ counts, kinds, x, y, panels }: StackChart): Spec {
  const values = counts.map((count) => ({ ...count, order: kinds.indexOf(count.kind) }));
  const met = kinds.filter((kind) => counts.some((count) => count.kind === kind));
  const xs = values.map((count) => count.x);
  const domain = Array.from({ length: Math.max(...xs) - Math.min(...xs) + 1 }, (_, at) => Math.min(...xs) + at);
  const layer: Spec[] = [
    {
      mark: { type: 'bar', stroke: colour('paper'), strokeWidth: 1 },
      encoding: {
        x: {
          field: 'x',
          type: 'ordinal',
          scale: { domain, paddingInner: 0.18 },
          axis: { title: x.title, labelAngle: 0, grid: false },
        },
        y: { field: 'share', type: 'quantitative', axis: { title: y.title, format: '.0%' } },
        color: {
          field: 'kind',
          type: 'nominal',
          scale: { domain: met, range: met.map((kind) => colour(`stack${kinds.indexOf(kind) % STACK_COLOURS}`)) },
          legend: { title: null, symbolType: 'square', symbolSize: 110 },
        },
        order: { field: 'order', type: 'quantitative' },
      },
    },
  ];
  return inPanels({ values, layer, panels, height: 220 });
}

/** A mark a card, kind beneath kind: where the hard ones are, and how far from the rest. */
export function stripChart({
  points,
  x,
  kinds,
  label,
}: {
  readonly points: readonly { readonly kind: string; readonly value: number; readonly label: string }[];
  readonly x: { readonly title: string };
  /** From top to bottom. */
  readonly kinds: readonly string[];
  /** So many of the lowest of each kind are named. */
  readonly label: number;
}): Spec {
  const lowest = new Set(
    [...new Set(points.map(({ kind }) => kind))].flatMap((kind) =>
      points
        .filter((point) => point.kind === kind)
        .toSorted((a, b) => a.value - b.value)
        .slice(0, label),
    ),
  );
  const values = points.map((point) => ({ ...point, name: lowest.has(point) ? point.label : '' }));
  const y = {
    field: 'kind',
    type: 'nominal',
    sort: kinds,
    axis: { title: null, grid: true, domain: false, ticks: false, labelPadding: 10, labelFontSize: 12 },
  };
  const xChannel = {
    field: 'value',
    type: 'quantitative',
    scale: { zero: false, nice: true, padding: 30 },
    axis: { title: x.title, format: '.0%' },
  };
  const layer: Spec[] = [
    {
      mark: { type: 'tick', thickness: 2, size: 22, opacity: 0.75, color: colour('own') },
      encoding: { y, x: xChannel },
    },
    {
      mark: { type: 'text', dy: -20, fontSize: 11, color: colour('ink'), limit: 150 },
      encoding: { y, x: xChannel, text: { field: 'name' } },
    },
  ];
  return { data: { values }, layer, width: WIDTH - 130, height: { step: 62 } };
}
