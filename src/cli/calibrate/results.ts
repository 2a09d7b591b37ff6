import type { Estimate, GridValue } from '../../sim/index.ts';
import { Z, shareOf, wilson } from '../../sim/index.ts';
import { choicesAt, gamesLike, readingOf } from './fit.ts';
import type { Bench, PresetFit } from './fit.ts';
import { humanChoices } from './human.ts';

/** A rate of people with its interval, if it has one. */
export interface PeopleRate {
  readonly value: number;
  readonly interval: readonly [number, number] | undefined;
}

/** A line of people's and what ours come to at each preset, in the order of the presets. */
export interface HumanLine {
  readonly name: string;
  /** Options of a choice; reported games. */
  readonly n: number;
  readonly people: PeopleRate;
  readonly ours: readonly Estimate[];
  /** Ours were not played with so many options; they are what the odds over all tables come to. */
  readonly isConverted: boolean;
  readonly source: string;
}

/** What our bots do at a preset: the odds of a choice over all tables, and how often it is right at each. */
export interface PresetPlay {
  readonly odds: Estimate;
  readonly choices: readonly Estimate[];
}

export interface Calibrated {
  readonly fits: readonly PresetFit[];
  readonly plays: readonly PresetPlay[];
  readonly choices: readonly HumanLine[];
  readonly games: readonly HumanLine[];
}

/**
 * How ours lie to people's interval: `inside`; at its `edge`, where only a part of our own interval reaches into it; or `outside`.
 * Undefined where people's has no interval.
 */
export function verdictOf(
  { interval }: PeopleRate,
  { value, low, high }: Estimate,
): 'inside' | 'edge' | 'outside' | undefined {
  if (!interval || Number.isNaN(value)) return undefined;
  const [least, most] = interval;
  if (least <= value && value <= most) return 'inside';
  return low <= most && high >= least ? 'edge' : 'outside';
}

/** Plays at every preset and lays the choices beside people's. @throws the signal's reason once it aborts */
export async function playPresets(bench: Bench, fits: readonly PresetFit[]): Promise<readonly PresetPlay[]> {
  const plays: PresetPlay[] = [];
  for (const { blur } of fits) {
    const choices = await choicesAt(bench, blur);
    const { value, error } = readingOf(bench.calibration, choices);
    const [low, high] = [value - Z * error, value + Z * error].map(Math.exp);
    plays.push({ choices, odds: { n: choices.reduce((sum, { n }) => sum + n, 0), value: Math.exp(value), low, high } });
  }
  return plays;
}

/** Choices of people beside ours. */
export const choiceLines = ({ calibration }: Bench, plays: readonly PresetPlay[]): readonly HumanLine[] =>
  humanChoices.map(({ name, options, share, interval, source }) => {
    const at = calibration.tables.findIndex((table) => table.options === options);
    return {
      name: `${name}, ${options} options`,
      n: options,
      people: { value: share, interval },
      ours: plays.map(({ choices, odds }) => {
        if (at >= 0) return choices[at];
        const [value, low, high] = [odds.value, odds.low, odds.high].map((one) => shareOf(one, options));
        return { n: odds.n, value, low, high };
      }),
      isConverted: at < 0,
      source,
    };
  });

/** Whole games of people beside ours, if any are known. @throws the signal's reason once it aborts */
export async function gameLines(
  bench: Bench,
  fits: readonly PresetFit[],
  values: { readonly rows: readonly GridValue[]; readonly columns: readonly GridValue[] },
): Promise<readonly HumanLine[]> {
  const lines: HumanLine[] = [];
  for (const line of bench.game.people) {
    const { reports, source } = line;
    const yes = reports.filter((report) => report.yes).length;
    const { value, low, high } = wilson(yes, reports.length);
    const ours: Estimate[] = [];
    for (const { blur } of fits) ours.push(await gamesLike(bench, line, values, blur));
    lines.push({
      name: `${line.name}, ${yes} of ${reports.length}`,
      n: reports.length,
      people: { value, interval: [low, high] },
      ours,
      isConverted: false,
      source,
    });
  }
  return lines;
}
