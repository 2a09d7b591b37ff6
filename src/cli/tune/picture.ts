import { dealsOf, fullName, gapOf, intervalOf, pointOf, settingAt } from '../../sim/index.ts';
import type { Estimate, Knob, TuneResult, TuneTask, TuneTrial } from '../../sim/index.ts';
import { isShare } from '../figures.ts';
import { thousands } from '../screen.ts';
import { INK, svgOf, svgText } from '../svg.ts';
import { objectiveText, sentenceOf } from './words.ts';

/** All in pixels. */
const MARGIN = 36;
const HEAD = 134;
const FOOT = -20;
const PANEL = { width: 290, height: 200, left: 48, gapX: 30, gapY: 76 };
const MOST_ACROSS = 3;

/** From the first rung to the last: light to deep, so that it can be told in grey too. */
const LIGHT = [158, 190, 220] as const;
const DEEP = [8, 48, 107] as const;
const DEFAULT = '#c2410c';
const WINNER = '#15803d';

interface Mark {
  readonly trial: TuneTrial;
  readonly gap: Estimate;
}

/**
 * A search as small multiples in SVG: for each knob, its values against how much more the figure is than of the default, a mark a setting.
 * What is far below lies on the lower edge.
 */
export function drawSearch(task: TuneTask, result: TuneResult): string {
  const { space, seed, objective } = task;
  const { trials, winner, replay } = result;
  const scale = isShare(objective.figure) ? 100 : 1;
  const [base] = trials;
  const marks = trials
    .slice(1)
    .filter((trial) => dealsOf(trial) > 0)
    .map((trial) => ({ trial, gap: scaled(intervalOf(gapOf(trial, base, objective.figure)), scale) }))
    .filter(({ gap }) => Number.isFinite(gap.value))
    .toSorted((a, b) => a.trial.rungs - b.trial.rungs);
  const [low, high] = spanOf(marks, objective.sign, replay && scaled(replay.gain, scale));
  const across = Math.min(MOST_ACROSS, space.length);
  const down = Math.ceil(space.length / across);
  const step = { x: PANEL.left + PANEL.width + PANEL.gapX, y: PANEL.height + PANEL.gapY };
  const width = Math.max(760, 2 * MARGIN + across * step.x - PANEL.gapX);
  const height = HEAD + down * step.y + FOOT;
  const most = Math.max(1, ...trials.map(({ rungs }) => rungs));
  const panels = space.map((knob, i) =>
    drawPanel(
      { knob, i, task, marks, winner, base, low, high, most, replay: replay && scaled(replay.gain, scale) },
      {
        left: MARGIN + PANEL.left + (i % across) * step.x,
        top: HEAD + Math.floor(i / across) * step.y,
      },
    ),
  );
  const unit =
    scale === 100
      ? `${objective.figure.name}, points more than the default`
      : `${objective.figure.name}, more than the default`;
  return svgOf(width, height, [
    svgText(MARGIN, 34, 20, INK.dark, `${task.game.title}: the search for ${objectiveText(task)}`),
    svgText(MARGIN, 54, 12, INK.quiet, sentenceOf(task, result)),
    svgText(
      MARGIN,
      71,
      12,
      INK.quiet,
      `${thousands(result.games)} games, seed ${seed}; up: ${unit}, ± 95 % interval; ▾ below the edge`,
    ),
    legend(MARGIN, 88, most, replay !== undefined),
    ...panels,
  ]);
}

const scaled = ({ n, value, low, high }: Estimate, scale: number): Estimate => ({
  n,
  value: value * scale,
  low: low * scale,
  high: high * scale,
});

function colourOf(rungs: number, most: number): string {
  const share = most === 1 ? 1 : Math.log(Math.max(1, rungs)) / Math.log(most);
  return `rgb(${LIGHT.map((from, i) => Math.round(from + (DEEP[i] - from) * share)).join(',')})`;
}

function legend(x: number, y: number, most: number, replayed: boolean): string {
  const rungs = Array.from({ length: most }, (_, i) => i + 1);
  const after = x + 80 + most * 12;
  return [
    svgText(x, y + 4, 12, INK.dark, 'rungs: 1'),
    ...rungs.map((rung) => `<circle cx="${x + 52 + rung * 12}" cy="${y}" r="4" fill="${colourOf(rung, most)}"/>`),
    svgText(after - 14, y + 4, 12, INK.dark, String(most)),
    `<line x1="${after + 20}" y1="${y}" x2="${after + 44}" y2="${y}" stroke="${DEFAULT}" stroke-width="1.5" stroke-dasharray="4 3"/>`,
    svgText(after + 50, y + 4, 12, INK.dark, 'default'),
    `<circle cx="${after + 116}" cy="${y}" r="6" fill="none" stroke="${WINNER}" stroke-width="2"/>`,
    svgText(after + 128, y + 4, 12, INK.dark, 'winner in the search'),
    ...(replayed
      ? [diamond(after + 268, y), svgText(after + 280, y + 4, 12, INK.dark, 'replayed on fresh deals')]
      : []),
  ].join('');
}

const diamond = (x: number, y: number): string =>
  `<path d="M${x.toFixed(1)} ${(y - 6).toFixed(1)} l6 6 l-6 6 l-6 -6 Z" fill="${WINNER}"/>`;

interface Panel {
  readonly knob: Knob;
  readonly i: number;
  readonly task: TuneTask;
  readonly marks: readonly Mark[];
  readonly winner: TuneTrial | undefined;
  readonly base: TuneTrial;
  readonly low: number;
  readonly high: number;
  readonly most: number;
  readonly replay: Estimate | undefined;
}

function drawPanel(
  { knob, i, task, marks, winner, base, low, high, most, replay }: Panel,
  { left, top }: { readonly left: number; readonly top: number },
): string {
  const bottom = top + PANEL.height;
  const xOf = (setting: TuneTrial['setting']): number =>
    left + 8 + pointOf(task.space, setting)[i] * (PANEL.width - 16);
  const yOf = (value: number): number =>
    bottom - ((Math.max(low, Math.min(high, value)) - low) / (high - low)) * PANEL.height;
  const grid = ticksOf(low, high).map((tick) => {
    const y = yOf(tick);
    return `<line x1="${left}" y1="${y.toFixed(1)}" x2="${left + PANEL.width}" y2="${y.toFixed(1)}" stroke="${INK.rule}"/>${svgText(left - 6, y + 4, 11, INK.quiet, String(tick), 'end')}`;
  });
  const [x, zero] = [xOf(base.setting), yOf(0)];
  const usual = [
    `<line x1="${left}" y1="${zero.toFixed(1)}" x2="${left + PANEL.width}" y2="${zero.toFixed(1)}" stroke="${DEFAULT}" stroke-dasharray="4 3"/>`,
    `<line x1="${x.toFixed(1)}" y1="${top}" x2="${x.toFixed(1)}" y2="${bottom}" stroke="${DEFAULT}" stroke-dasharray="4 3"/>`,
  ];
  const dots = marks.map((mark) => drawMark(mark, xOf(mark.trial.setting), { low, bottom, most, yOf }));
  const best = marks.find(({ trial }) => trial === winner);
  if (best) {
    const at = xOf(best.trial.setting);
    dots.push(
      `<circle cx="${at.toFixed(1)}" cy="${yOf(best.gap.value).toFixed(1)}" r="7" fill="none" stroke="${WINNER}" stroke-width="2"/>`,
    );
    if (replay) dots.push(bar(at, yOf(replay.low), yOf(replay.high), WINNER, 2), diamond(at, yOf(replay.value)));
  }
  const values = [
    `default ${String(base.setting[i])}`,
    ...(winner ? [`winner ${String(winner.setting[i])}`] : []),
  ].join(', ');
  return [
    svgText(left - PANEL.left + 8, top - 12, 14, INK.dark, fullName(knob)),
    svgText(left + PANEL.width, top - 12, 11, INK.quiet, values, 'end'),
    ...grid,
    ...usual,
    ...dots,
    ...labelsOf(knob).map(({ share, words }, at, all) =>
      svgText(
        left + 8 + share * (PANEL.width - 16),
        bottom + 18,
        11,
        INK.quiet,
        words,
        at === 0 ? 'start' : at === all.length - 1 ? 'end' : 'middle',
      ),
    ),
  ].join('\n');
}

const bar = (x: number, from: number, to: number, colour: string, width: number, opacity = 1): string =>
  `<line x1="${x.toFixed(1)}" y1="${from.toFixed(1)}" x2="${x.toFixed(1)}" y2="${to.toFixed(1)}" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}"/>`;

function drawMark(
  { trial, gap }: Mark,
  x: number,
  {
    low,
    bottom,
    most,
    yOf,
  }: { readonly low: number; readonly bottom: number; readonly most: number; readonly yOf: (value: number) => number },
): string {
  const colour = colourOf(trial.rungs, most);
  if (gap.value < low) return `<path d="M${(x - 3.5).toFixed(1)} ${bottom - 6} h7 l-3.5 6 Z" fill="${colour}"/>`;
  return [
    bar(x, yOf(gap.low), yOf(gap.high), colour, 1, trial.rungs > 2 ? 0.9 : 0.35),
    `<circle cx="${x.toFixed(1)}" cy="${yOf(gap.value).toFixed(1)}" r="3.5" fill="${colour}"/>`,
  ].join('');
}

/** From where to where the differences are drawn: the better half with its intervals, and the default. */
function spanOf(marks: readonly Mark[], sign: 1 | -1, replay: Estimate | undefined): readonly [number, number] {
  const far = marks.filter(({ trial }) => trial.rungs > 1);
  const drawn = (far.length > 0 ? far : marks).map(({ gap }) => gap);
  const values = drawn.map(({ value }) => value).toSorted((a, b) => sign * (b - a));
  const better = values.slice(0, Math.max(1, Math.ceil(0.75 * values.length)));
  const ends = [0, ...better, ...(replay ? [replay.low, replay.high] : [])];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = 0.15 * (high - low) || 1;
  return [low - room, high + room];
}

/** Round values from low to high, about five of them. */
function ticksOf(low: number, high: number): readonly number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? power;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(6)),
  );
}

/** What stands below a panel: a few values of the knob. */
function labelsOf(knob: Knob): readonly { readonly share: number; readonly words: string }[] {
  const { param } = knob;
  const count =
    param.kind === 'oneOf'
      ? param.options.length
      : param.kind === 'flag'
        ? 2
        : param.kind === 'whole'
          ? Math.min(7, param.max - param.min + 1)
          : 5;
  return Array.from({ length: count }, (_, at) => {
    const share = count === 1 ? 0 : at / (count - 1);
    const [value] = settingAt([knob], [share]);
    return { share: pointOf([knob], [value])[0], words: String(value) };
  });
}
