import type { FirstGuesses, Rate } from './check.ts';
import { escapeXml } from '../deck/escape-xml.ts';
import { spreadLabels } from './spread-labels.ts';

/** All in pixels. */
const WIDTH = 470;
const HEIGHT = 300;
const PLOT = { left: 44, right: 335, top: 16, bottom: 250 };

/** First guesses over candidates as an SVG with classes for its colours: both pairs of eyes with their intervals, and chance. */
export function drawGuessChart(guesses: readonly FirstGuesses[], eyes: string, otherEyes: string): string {
  const [least, most] = [guesses[0].candidates, guesses[guesses.length - 1].candidates];
  const top = Math.min(
    1,
    Math.ceil(Math.max(...guesses.map(({ same, other }) => Math.max(same.high, other.high))) * 10) / 10,
  );
  const x = (candidates: number): number =>
    PLOT.left + 14 + ((PLOT.right - PLOT.left - 28) * (candidates - least)) / Math.max(1, most - least);
  const y = (share: number): number => PLOT.bottom - ((PLOT.bottom - PLOT.top) * share) / top;
  const path = (of: (one: FirstGuesses) => number): string =>
    guesses.map((one, i) => `${i === 0 ? 'M' : 'L'}${x(one.candidates).toFixed(1)} ${y(of(one)).toFixed(1)}`).join('');
  const whisker = (candidates: number, { low, high }: Rate, name: string): string =>
    `<line class="${name}" x1="${x(candidates)}" x2="${x(candidates)}" y1="${y(low).toFixed(1)}" y2="${y(high).toFixed(1)}"/>`;
  const curve = (name: 'same' | 'other'): string =>
    `<path class="${name}" d="${path((one) => one[name].value)}"/>` +
    guesses
      .map(
        (one) =>
          whisker(one.candidates, one[name], name) +
          `<circle class="${name}" cx="${x(one.candidates)}" cy="${y(one[name].value).toFixed(1)}" r="4.5"/>`,
      )
      .join('');
  const ticks = Array.from({ length: Math.round(top * 10) / 2 + 1 }, (_, i) => i / 5)
    .filter((share) => share <= top)
    .map(
      (share) =>
        `<line class="axis" x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(share)}" y2="${y(share)}"/>` +
        `<text class="tick" x="${PLOT.left - 8}" y="${y(share) + 4}" text-anchor="end">${Math.round(share * 100)} %</text>`,
    );
  const last = guesses[guesses.length - 1];
  const labels = spreadLabels([
    { name: 'same', words: `${eyes} to ${eyes}`, at: y(last.same.value) },
    { name: 'other', words: `${eyes} to ${otherEyes}`, at: y(last.other.value) },
    { name: 'chance', words: 'chance', at: y(last.chance) },
  ]).map(
    ({ name, words, at }) =>
      `<text class="${name}" x="${PLOT.right + 6}" y="${at + 4}">${escapeXml(words.length > 24 ? `${words.slice(0, 23)}…` : words)}</text>`,
  );
  return (
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="First guesses that are right, by the number of candidates">` +
    ticks.join('') +
    guesses
      .map(
        ({ candidates }) =>
          `<text class="tick" x="${x(candidates)}" y="${PLOT.bottom + 20}" text-anchor="middle">${candidates}</text>`,
      )
      .join('') +
    `<text class="tick" x="${(PLOT.left + PLOT.right) / 2}" y="${PLOT.bottom + 42}" text-anchor="middle">candidates</text>` +
    `<path class="chance" d="${path(({ chance }) => chance)}"/>` +
    curve('same') +
    curve('other') +
    labels.join('') +
    '</svg>'
  );
}
