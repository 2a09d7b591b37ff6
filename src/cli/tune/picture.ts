import { fullName, gapOf, intervalOf, pointOf, settingAt } from '../../sim/index.ts';
import type {
  Estimate,
  Knob,
  Objective,
  Space,
  TuneResult,
  TuneTask,
  TuneTrial,
  Tuning as Setting,
} from '../../sim/index.ts';
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
const LEAST_WIDTH = 820;

/** From the first rung to the last: light to deep, so that it can be told in grey too. */
const LIGHT = [158, 190, 220] as const;
const DEEP = [8, 48, 107] as const;
const DEFAULT = '#c2410c';
const WINNER = '#15803d';

/** A setting in the picture: how much more the figure is than of the default. */
interface Mark {
  readonly setting: Setting;
  readonly rungs: number;
  readonly gap: Estimate;
}

/** All that a picture shows of a search: what tuning.csv and tuned.json hold. */
export interface SearchPicture {
  /** The game's title. */
  readonly title: string;
  readonly space: Space;
  readonly objective: Objective;
  readonly sentence: string;
  readonly games: number;
  readonly seed: number;
  readonly usual: Setting;
  readonly marks: readonly Mark[];
  /** The best in the search; undefined where that is not over. */
  readonly winner: Mark | undefined;
  /** Its gain on fresh deals. */
  readonly gain: Estimate | undefined;
}

export function pictureOf(task: TuneTask, result: TuneResult): SearchPicture {
  const { game, space, objective, seed } = task;
  const [base, ...others] = result.trials;
  const markOf = ({ setting, rungs, cells }: TuneTrial): Mark => ({
    setting,
    rungs,
    gap: intervalOf(gapOf({ cells }, base, objective.figure)),
  });
  return {
    title: game.title,
    space,
    objective,
    sentence: sentenceOf(task, result),
    games: result.games,
    seed,
    usual: base.setting,
    marks: others.map(markOf),
    winner: result.winner && markOf(result.winner),
    gain: result.replay?.gain,
  };
}

/**
 * A search as small multiples in SVG: for each knob, its values against how much more the figure is than of the default, a mark a setting.
 * What is far off lies on the edge.
 */
export function drawSearch(picture: SearchPicture): string {
  const { space, objective, winner, gain } = picture;
  const scale = isShare(objective.figure) ? 100 : 1;
  const markOf = (mark: Mark): Mark => ({ ...mark, gap: scaled(mark.gap, scale) });
  const marks = picture.marks
    .map(markOf)
    .filter(({ gap }) => Number.isFinite(gap.value))
    .toSorted((a, b) => a.rungs - b.rungs);
  const replay = gain && scaled(gain, scale);
  const [low, high] = spanOf(marks, objective.sign, replay);
  const across = Math.min(MOST_ACROSS, space.length);
  const down = Math.ceil(space.length / across);
  const step = { x: PANEL.left + PANEL.width + PANEL.gapX, y: PANEL.height + PANEL.gapY };
  const width = Math.max(LEAST_WIDTH, 2 * MARGIN + across * step.x - PANEL.gapX);
  const height = HEAD + down * step.y + FOOT;
  const most = Math.max(1, ...marks.map(({ rungs }) => rungs));
  const best = winner && markOf(winner);
  const panels = space.map((knob, i) =>
    drawPanel(
      { knob, i, picture, marks, best, low, high, most, replay },
      {
        left: MARGIN + PANEL.left + (i % across) * step.x,
        top: HEAD + Math.floor(i / across) * step.y,
      },
    ),
  );
  const unit = `${objective.figure.name}, ${scale === 100 ? 'points ' : ''}more than the default`;
  const about = `${thousands(picture.games)} games, seed ${picture.seed}; up: ${unit}, ± 95 % interval; ▾ ▴ off the scale`;
  return svgOf(width, height, [
    svgText(MARGIN, 34, 20, INK.dark, `${picture.title}: the search for ${objectiveText(objective)}`),
    svgText(MARGIN, 54, 12, INK.quiet, picture.sentence),
    svgText(MARGIN, 71, 12, INK.quiet, about),
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
  readonly picture: SearchPicture;
  readonly marks: readonly Mark[];
  readonly best: Mark | undefined;
  readonly low: number;
  readonly high: number;
  readonly most: number;
  readonly replay: Estimate | undefined;
}

function drawPanel(
  { knob, i, picture: { space, usual: base }, marks, best, low, high, most, replay }: Panel,
  { left, top }: { readonly left: number; readonly top: number },
): string {
  const bottom = top + PANEL.height;
  const xOf = (setting: Setting): number => left + 8 + pointOf(space, setting)[i] * (PANEL.width - 16);
  const yOf = (value: number): number =>
    bottom - ((Math.max(low, Math.min(high, value)) - low) / (high - low)) * PANEL.height;
  const grid = ticksOf(low, high).map((tick) => {
    const y = yOf(tick);
    return `<line x1="${left}" y1="${y.toFixed(1)}" x2="${left + PANEL.width}" y2="${y.toFixed(1)}" stroke="${INK.rule}"/>${svgText(left - 6, y + 4, 11, INK.quiet, String(tick), 'end')}`;
  });
  const [x, zero] = [xOf(base), yOf(0)];
  const usual = [
    `<line x1="${left}" y1="${zero.toFixed(1)}" x2="${left + PANEL.width}" y2="${zero.toFixed(1)}" stroke="${DEFAULT}" stroke-dasharray="4 3"/>`,
    `<line x1="${x.toFixed(1)}" y1="${top}" x2="${x.toFixed(1)}" y2="${bottom}" stroke="${DEFAULT}" stroke-dasharray="4 3"/>`,
  ];
  const dots = marks.map((mark) => drawMark(mark, xOf(mark.setting), { low, high, top, bottom, most, yOf }));
  if (best) {
    const at = xOf(best.setting);
    dots.push(
      `<circle cx="${at.toFixed(1)}" cy="${yOf(best.gap.value).toFixed(1)}" r="7" fill="none" stroke="${WINNER}" stroke-width="2"/>`,
    );
    if (replay) dots.push(bar(at, yOf(replay.low), yOf(replay.high), WINNER, 2), diamond(at, yOf(replay.value)));
  }
  const values = [`default ${String(base[i])}`, ...(best ? [`winner ${String(best.setting[i])}`] : [])].join(', ');
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

interface Scale {
  readonly low: number;
  readonly high: number;
  readonly top: number;
  readonly bottom: number;
  readonly most: number;
  readonly yOf: (value: number) => number;
}

function drawMark({ rungs, gap }: Mark, x: number, { low, high, top, bottom, most, yOf }: Scale): string {
  const colour = colourOf(rungs, most);
  const left = (x - 3.5).toFixed(1);
  if (gap.value < low) return `<path d="M${left} ${bottom - 6} h7 l-3.5 6 Z" fill="${colour}"/>`;
  if (gap.value > high) return `<path d="M${left} ${top + 6} h7 l-3.5 -6 Z" fill="${colour}"/>`;
  return [
    bar(x, yOf(gap.low), yOf(gap.high), colour, 1, rungs > 2 ? 0.9 : 0.35),
    `<circle cx="${x.toFixed(1)}" cy="${yOf(gap.value).toFixed(1)}" r="3.5" fill="${colour}"/>`,
  ].join('');
}

/** From where to where the differences are drawn: the better half with its intervals, and the default. */
function spanOf(marks: readonly Mark[], sign: 1 | -1, replay: Estimate | undefined): readonly [number, number] {
  const far = marks.filter(({ rungs }) => rungs > 1);
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
