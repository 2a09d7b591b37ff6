import { changed, resolve } from '../../engine/kernel/params.ts';
import type { Estimate, MatchResult } from '../../sim/index.ts';
import { figureText, gapText, thousands } from '../screen.ts';
import type { ComparePlan } from './plan.ts';

const deals = (n: number): string => `${thousands(n)} ${n === 1 ? 'deal' : 'deals'}`;
const points = (n: number): string => `${n} ${n === 1 ? 'point' : 'points'}`;
/** `3.1 ± 0.8`: a difference of rates in points of a hundred, whatever its sign. */
const sizeText = ({ n, value, low, high }: Estimate): string =>
  figureText(
    { n, value: Math.abs(value), low: Math.abs(value) - (high - low) / 2, high: Math.abs(value) + (high - low) / 2 },
    true,
  ).replace(' %', '');

/** What a comparison comes to, in one sentence. */
export function sentenceOf({ sides: [ours, theirs], resolution }: ComparePlan, result: MatchResult): string {
  const over = `over ${deals(result.n)}`;
  const how = `(sequential test, 5 %/5 %${fixedText(result)})`;
  switch (result.verdict) {
    case 'ours':
      return `${ours.name} beats ${theirs.name} by ${sizeText(result)} points ${over} ${how}`;
    case 'theirs':
      return `${theirs.name} beats ${ours.name} by ${sizeText(result)} points ${over} ${how}`;
    case 'none':
      return `no difference of ${points(resolution)} or more between ${ours.name} and ${theirs.name}: ${gapText(result, true)} points ${over} ${how}`;
    case 'undecided':
      return `undecided after ${deals(result.n)}: ${ours.name} over ${theirs.name} ${gapText(result, true)} points ${how}`;
  }
}

const fixedText = ({ fixedDeals }: MatchResult): string =>
  Number.isNaN(fixedDeals) ? '' : `; a fixed test would have needed ${thousands(fixedDeals)}`;

/** The same of two that are one: nothing need be played. */
export const sameText = ({ sides: [ours, theirs] }: ComparePlan): string =>
  `${ours.name} and ${theirs.name} are the same line-up with the same pictures: every deal comes out alike, so nothing was played`;

/** Where it is played, in words: `players 4, difficulty easy`. */
export function placeText({ game, config }: ComparePlan): string {
  const { rows, columns } = game.grid;
  const place = columns === undefined ? [rows] : [rows, columns];
  const values = resolve(game.params, config);
  const others = Object.keys(changed(game.params, config)).filter((name) => !place.includes(name));
  return [...place, ...others].map((name) => `${name} ${values[name]}`).join(', ');
}
