/*
 * Charts as specifications of vega-lite. Colours are CSS variables, so that a picture in a page follows the page's; in a file of its own they
 * are replaced (see draw.ts). Marks differ in form as well as in colour, for print without colours and for eyes that tell few.
 */

/** A chart, or a part of one, as vega-lite reads it. */
export type Spec = Readonly<Record<string, unknown>>;

/** In CSS pixels: a chart in full, with its axes. */
export const WIDTH = 680;

export const colour = (name: string): string => `var(--${name})`;

/** One measured value. */
export interface Point {
  /** What it is of: one line or one kind of mark. */
  readonly series: string;
  readonly x: string | number;
  /** Charts beside each other; `` for one alone. */
  readonly panel: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface Series {
  readonly name: string;
  readonly style: 'own' | 'second' | 'third' | 'bound' | 'floor' | 'chance' | 'people';
}

/** A band that lies behind all panels, such as people's interval. */
export interface Band {
  readonly low: number;
  readonly high: number;
  readonly value: number;
  readonly label: string;
}

const STYLES: Readonly<Record<Series['style'], { colour: string; shape: string; dash: readonly number[] }>> = {
  own: { colour: colour('own'), shape: 'circle', dash: [1, 0] },
  second: { colour: colour('second'), shape: 'square', dash: [7, 3] },
  third: { colour: colour('third'), shape: 'triangle-up', dash: [2, 2] },
  bound: { colour: colour('quiet'), shape: 'triangle-up', dash: [5, 3] },
  floor: { colour: colour('quiet'), shape: 'triangle-down', dash: [2, 3] },
  chance: { colour: colour('quiet'), shape: 'cross', dash: [1, 3] },
  people: { colour: colour('people'), shape: 'diamond', dash: [1, 0] },
};

const scaleOf = (series: readonly Series[], pick: (style: (typeof STYLES)['own']) => unknown): Spec => ({
  domain: series.map(({ name }) => name),
  range: series.map(({ style }) => pick(STYLES[style])),
});

/** The ways in which series are told apart, with one legend for all; none for one series alone. */
function seriesEncoding(
  series: readonly Series[],
  hasLegend = series.length > 1,
): {
  readonly color: Spec;
  readonly strokeDash: Spec;
  readonly shape: Spec;
} {
  const of = (pick: (style: (typeof STYLES)['own']) => unknown): Spec => ({
    field: 'series',
    type: 'nominal',
    scale: scaleOf(series, pick),
    legend: hasLegend ? { title: null, symbolSize: 70 } : null,
  });
  return {
    color: of((style) => style.colour),
    strokeDash: of(({ dash }) => dash),
    shape: of(({ shape }) => shape),
  };
}

const valueAxis = (asShare: boolean, title: string): Spec => ({ title, format: asShare ? '.0%' : NUMBER });

/** As short as it reads back, without an exponent. */
const NUMBER = ',.4~f';

const finite = (point: Point): Point & { readonly from: number; readonly to: number } => ({
  ...point,
  from: Number.isFinite(point.low) ? point.low : point.value,
  to: Number.isFinite(point.high) ? point.high : point.value,
});

export interface LineChart {
  readonly points: readonly Point[];
  readonly series: readonly Series[];
  readonly x: { readonly title: string; readonly isNumber: boolean; readonly values?: readonly (string | number)[] };
  readonly y: { readonly title: string; readonly asShare: boolean; readonly fromZero: boolean };
  /** In order, with their title; one with an empty name for none. */
  readonly panels: readonly { readonly name: string; readonly title: string }[];
  readonly band?: Band;
  readonly height?: number;
}

/** Lines through estimates with their intervals; those of people are marks without a line. */
export function lineChart({ points, series, x, y, panels, band, height = 240 }: LineChart): Spec {
  const values = points.filter(({ value }) => !Number.isNaN(value)).map(finite);
  const lineless = series.filter(({ style }) => style === 'people').map(({ name }) => name);
  const dodge = Math.min(series.length, 3);
  const top = Math.max(1, ...values.map(({ to }) => to));
  const xChannel = {
    field: 'x',
    ...(x.isNumber ? { type: 'quantitative', scale: { zero: false, nice: false, padding: 14 } } : { type: 'ordinal' }),
    ...(x.values && !x.isNumber ? { sort: x.values } : {}),
    axis: {
      title: x.title,
      labelAngle: 0,
      grid: false,
      ...(x.isNumber ? { format: NUMBER } : {}),
      ...(x.values && x.isNumber ? { values: x.values, labelOverlap: false } : {}),
    },
  };
  const yChannel = {
    field: 'value',
    type: 'quantitative',
    scale: y.fromZero ? { domain: [0, y.asShare ? 1 : top] } : { zero: false, nice: true },
    axis: valueAxis(y.asShare, y.title),
  };
  const base = { x: xChannel, y: yChannel };
  const { color, strokeDash, shape } = seriesEncoding(series);
  const layer: Spec[] = [
    ...(band ? bandLayers(band, y.asShare) : []),
    {
      transform: [{ filter: { not: { field: 'series', oneOf: lineless } } }],
      mark: { type: 'line', strokeWidth: 1.75 },
      encoding: { ...base, color, strokeDash },
    },
    {
      mark: { type: 'rule', strokeWidth: 1.5 },
      encoding: {
        x: xChannel,
        y: { ...yChannel, field: 'from' },
        y2: { field: 'to' },
        color,
      },
    },
    {
      mark: { type: 'point', filled: true, size: dodge > 2 ? 55 : 65, opacity: 1 },
      encoding: { ...base, color, shape },
    },
  ];
  return inPanels({
    values,
    layer,
    panels,
    height,
    // Numbers of one panel may be far from those of another; only what is measured has one scale.
    ...(x.isNumber ? { resolve: { scale: { x: 'independent' } } } : {}),
  });
}

function bandLayers({ low, high, value, label }: Band, asShare: boolean): readonly Spec[] {
  const data = { values: [{ low, high, value, label }] };
  const y = (field: string): Spec => ({ field, type: 'quantitative', ...(asShare ? { axis: { format: '.0%' } } : {}) });
  return [
    {
      data,
      mark: { type: 'rect', color: colour('people'), opacity: 0.13 },
      encoding: { y: y('low'), y2: { field: 'high' } },
    },
    {
      data,
      mark: { type: 'rule', color: colour('people'), strokeDash: [6, 4], strokeWidth: 1.25 },
      encoding: { y: y('value') },
    },
    {
      data,
      mark: {
        type: 'text',
        align: 'left',
        baseline: 'bottom',
        dx: 4,
        dy: -3,
        fontSize: 11,
        color: colour('people'),
        clip: false,
      },
      encoding: { y: y('value'), x: { value: 0 }, text: { field: 'label' } },
    },
  ];
}

interface Panels {
  readonly values: readonly object[];
  readonly layer: readonly Spec[];
  readonly panels: LineChart['panels'];
  readonly height: number;
  readonly resolve?: Spec;
}

/** One chart, or several beside each other with one scale. */
export function inPanels({ values, layer, panels, height, resolve }: Panels): Spec {
  const data = { values };
  const room = WIDTH - 64;
  if (panels.length <= 1) return { data, layer, width: room, height };
  const gap = 20;
  return {
    data,
    facet: {
      column: {
        field: 'panel',
        type: 'nominal',
        sort: panels.map(({ name }) => name),
        title: null,
        header: {
          labelExpr: panels.reduceRight(
            (rest, { name, title }) => `datum.value === ${JSON.stringify(name)} ? ${JSON.stringify(title)} : ${rest}`,
            "''",
          ),
        },
      },
    },
    spacing: gap,
    spec: { width: Math.floor((room - gap * (panels.length - 1)) / panels.length), height, layer },
    ...(resolve ? { resolve } : {}),
  };
}

export interface IntervalChart {
  /** From top to bottom; `x` of a point is its row. */
  readonly points: readonly Point[];
  readonly series: readonly Series[];
  readonly x: {
    readonly title: string;
    readonly asShare: boolean;
    /** The whole from 0 to 1, or as far as the values go. */
    readonly domain?: readonly [number, number];
  };
  /** A line that means something, such as no difference. */
  readonly reference?: number;
}

/** A row an estimate, with its interval lying; several to a row where several series have it. */
export function intervalChart({ points, series, x, reference }: IntervalChart): Spec {
  const values = points.filter(({ value }) => !Number.isNaN(value)).map(finite);
  const rows = [...new Set(values.map((point) => point.x))];
  const isGrouped = values.length > rows.length;
  const offset = isGrouped
    ? { yOffset: { field: 'series', sort: series.map(({ name }) => name), scale: { paddingOuter: 0.6 } } }
    : {};
  const xChannel = {
    type: 'quantitative',
    scale: x.domain ? { domain: x.domain } : { zero: false, nice: true, padding: 12 },
    axis: valueAxis(x.asShare, x.title),
  };
  const y = {
    field: 'x',
    type: 'nominal',
    sort: rows,
    axis: {
      title: null,
      grid: false,
      domain: false,
      ticks: false,
      labelPadding: 10,
      labelLimit: 330,
      labelFontSize: 12,
    },
  };
  // Where each row is of one series, its name stands before it.
  const { color, shape } = seriesEncoding(series, isGrouped);
  const layer: Spec[] = [
    ...(reference === undefined
      ? []
      : [
          {
            data: { values: [{ at: reference }] },
            mark: { type: 'rule', color: colour('quiet'), strokeDash: [4, 3] },
            encoding: { x: { ...xChannel, field: 'at' } },
          },
        ]),
    {
      mark: { type: 'rule', strokeWidth: 2 },
      encoding: { y, x: { ...xChannel, field: 'from' }, x2: { field: 'to' }, color, ...offset },
    },
    {
      mark: { type: 'point', filled: true, size: 75, opacity: 1 },
      encoding: { y, x: { ...xChannel, field: 'value' }, color, shape, ...offset },
    },
  ];
  return {
    data: { values },
    layer,
    width: WIDTH - 230,
    height: rows.length * (isGrouped ? 14 + 16 * series.length : 30),
  };
}
