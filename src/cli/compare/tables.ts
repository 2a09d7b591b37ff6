import { join } from 'node:path';
import { RUN_FILES } from '../../sim/index.ts';
import type { MatchResult } from '../../sim/index.ts';
import type { Timing } from '../run-document.ts';
import { castText } from '../run-plan.ts';
import { speedText } from '../run-tables.ts';
import { NOTHING, colours, drawTable, figureText, gapText, noteLines, thousands } from '../screen.ts';
import { ratesOf } from './document.ts';
import type { BothPictures } from './document.ts';
import type { ComparePlan } from './plan.ts';
import { placeText, sameText, sentenceOf } from './words.ts';

/** A comparison in a sentence, a table and a few lines, for people. */
export async function describeMatch(
  plan: ComparePlan,
  pictures: BothPictures,
  result: MatchResult,
  timing: Timing,
  out: string | undefined,
): Promise<string> {
  const { game, sides, match } = plan;
  const { outcomes, n } = result;
  const share = (count: number): string => (n === 0 ? NOTHING : `${((100 * count) / n).toFixed(1)} %`);
  const [headline] = game.figures;
  const table = await drawTable(
    ['', 'who plays', headline.name, 'alone'],
    sides.map(({ name, casting }, at) => [
      name,
      castText(casting),
      figureText(ratesOf(plan, result)[at], true),
      share(at === 0 ? outcomes.ours : outcomes.theirs),
    ]),
  );
  const notes: (readonly [string, string])[] = [
    ['table', placeText(plan)],
    [
      'deals',
      `both ${share(outcomes.both)}, neither ${share(outcomes.neither)}; at most ${thousands(match.ours.games)}`,
    ],
    ['difference', `${gapText(result, true)} points, ${sides[0].name} less ${sides[1].name}`],
  ];
  const decks = new Set(pictures.flatMap(({ deck }) => (deck ? [`${deck.asked} (${deck.hash.slice(0, 12)})`] : [])));
  if (decks.size > 0) notes.push(['deck', [...decks].join(', ')]);
  notes.push(['speed', speedText(timing)], ['seed', String(match.ours.seed)]);
  if (out !== undefined)
    notes.push(['written', [RUN_FILES.looks, RUN_FILES.path, RUN_FILES.run].map((file) => join(out, file)).join(', ')]);
  notes.push(['±', '95 % intervals that hold at all looks together, so that stopping early is paid for']);
  return [
    ...(result.interrupted ? [colours.yellow('Interrupted: these are the deals played until then.'), ''] : []),
    colours.bold(sentenceOf(plan, result)),
    table,
    '',
    ...noteLines(notes),
  ].join('\n');
}

/** The same of two that are one. */
export const describeSame = (plan: ComparePlan): string => [sameText(plan), placeText(plan)].join('\n');
