import { BLUR } from '../../engine/kernel/eyes.ts';
import type { Fit } from '../../sim/index.ts';
import type { Pictures } from '../../api/pictures.ts';
import { castText } from '../run-plan.ts';
import { NOTHING, colours, drawTable, figureText, noteLines } from '../screen.ts';
import { blurred } from './fit.ts';
import type { Bench, PresetFit } from './fit.ts';
import { verdictOf } from './results.ts';
import type { Calibrated, HumanLine, PeopleRate } from './results.ts';

const percent = (share: number): string => (share * 100).toFixed(1);
const span = (low: number, high: number, digits: number): string => `${low.toFixed(digits)} to ${high.toFixed(digits)}`;

/** A calibration in tables and plain words, for people. */
export async function describeCalibration(
  bench: Bench,
  pictures: Pictures,
  found: Calibrated,
  interrupted: boolean,
): Promise<string> {
  const { fits, choices, games } = found;
  const lines: string[] = [];
  if (interrupted) lines.push(colours.yellow('Interrupted: what was not yet played is left out.'), '');
  lines.push(
    colours.bold('Presets: blur at which our bots tell the right option from one wrong one as often as people do'),
    await presetTable(found),
    ...fits.flatMap(({ target, fit, blur }) => [
      `${target.name}: ${target.from}.`,
      ...(fit.isReached ? [] : [colours.yellow(shortText(fit, blur, target.odds))]),
    ]),
    '',
  );
  if (choices.length > 0)
    lines.push(
      colours.bold(
        'One choice among several options: how often it is right, and whether that is within people’s interval',
      ),
      await lineTable(choices, fits),
      '* our tables have no such number of options: what our odds would come to',
      '',
    );
  if (games.length > 0)
    lines.push(colours.bold('Whole games, under the conditions that people told of'), await lineTable(games, fits), '');
  for (const source of new Set([...choices, ...games].map((line) => line.source))) lines.push(colours.dim(source));
  lines.push('', ...inPlainWords(bench, pictures, found), '', ...footnotes(bench, pictures));
  return lines.join('\n');
}

function presetTable({ fits, plays }: Calibrated): Promise<string> {
  return drawTable(
    ['preset', 'people’s odds', 'our odds', 'blur', '95 % from our games', 'from people’s interval'],
    fits.map(({ target, fit, blur, people }, at) => {
      const odds = plays[at]?.odds;
      return [
        target.name,
        `${target.odds.toFixed(1)} (${span(target.low, target.high, 1)})`,
        odds ? `${odds.value.toFixed(1)} (${span(odds.low, odds.high, 1)})` : NOTHING,
        String(blur),
        fit.isReached ? span(fit.low, fit.high, 2) : 'not reached',
        span(people[0], people[1], 2),
      ];
    }),
  );
}

/** What to say where no blur gives people's odds. */
function shortText({ reading }: Fit, blur: number, odds: number): string {
  const nearest = Math.exp(reading.value);
  return nearest < odds
    ? `  Not reached: with these eyes our bots come to odds of ${nearest.toFixed(1)} at most, with a blur of ${blur}.`
    : `  Not reached: our bots come down to odds of ${nearest.toFixed(1)} at least, with the greatest blur there is, ${blur}.`;
}

const peopleText = ({ value, interval }: PeopleRate): string =>
  `${percent(value)} % ${interval ? `(${percent(interval[0])} to ${percent(interval[1])})` : '(no interval)'}`;

function lineTable(lines: readonly HumanLine[], fits: readonly PresetFit[]): Promise<string> {
  return drawTable(
    ['', 'people', ...fits.map(({ target }) => target.name)],
    lines.map(({ name, people, ours, isConverted }) => [
      name,
      peopleText(people),
      ...ours.map((estimate) => {
        const verdict = verdictOf(people, estimate) ?? '';
        return `${figureText(estimate, true)}${isConverted ? '*' : ''} ${verdict}`.trimEnd();
      }),
    ]),
  );
}

/** In how many of people's intervals each preset lies: `strangers 2 of 2, family 1 of 2`. */
const insideText = (lines: readonly HumanLine[], fits: readonly PresetFit[]): string =>
  fits
    .map(({ target }, at) => {
      const inside = lines.filter(({ people, ours }) => verdictOf(people, ours[at]) === 'inside').length;
      return `${target.name} ${inside} of ${lines.length}`;
    })
    .join(', ');

function inPlainWords(bench: Bench, { deck, encoders }: Pictures, { fits, games }: Calibrated): readonly string[] {
  const { presets, id } = bench.game;
  const lines = [
    'Blur is how far what a seat sees lies from what the others see. Clues in Dixit are vague on purpose and its decoys are chosen to',
    'mislead; partners at tangrams may say whatever helps. People at a table are somewhere between, and nobody has measured where.',
    'The choices of strangers are what was fitted, so that they agree says nothing; whole games were not.',
  ];
  if (games.length > 0)
    lines.push(`Inside people’s intervals for whole games: ${insideText(games, fits)}; those intervals are wide.`);
  const isShipped =
    deck?.hash === presets?.deck && Object.values(encoders).every((encoder) => encoder === presets?.encoder);
  if (presets && isShipped) {
    lines.push(`Simulations start from ${presets.usual}. To play with another: seance simulate ${id} --preset family`);
    return lines;
  }
  lines.push('The shipped presets belong to another deck or other eyes. For these, give the numbers themselves:');
  const width = Math.max(...fits.map(({ target }) => target.name.length));
  for (const { target, blur } of fits) {
    const options = Object.entries(blurred(bench, blur)).flatMap(([role, { params }]) =>
      params[BLUR] === undefined ? [] : [`--${role}.${BLUR} ${blur}`],
    );
    lines.push(`  ${target.name.padEnd(width)}  ${options.join(' ')}`);
  }
  return lines;
}

function footnotes(
  { game, calibration, casting, games, seed }: Bench,
  { deck, encoders }: Pictures,
): readonly string[] {
  const options = calibration.tables.map((table) => table.options);
  const notes = [
    ['game', `${game.title}, ${castText(casting)}: ${calibration.figure}, ${options.join(', ')} options`],
    ...Object.entries(encoders).map(([name, encoder]) => ['encoder', `${name}: ${encoder}`] as const),
    ...(deck ? [['deck', `${deck.asked} (${deck.hash.slice(0, 12)})`] as const] : []),
    ['games', `${games} a table for each reading, seed ${seed}`],
  ] as const;
  return noteLines(notes);
}
