import { join } from 'node:path';
import { RUN_FILES, castingWith, fullName, gapOf, intervalOf, settingIn } from '../../sim/index.ts';
import type { Proposals, TuneResult } from '../../sim/index.ts';
import { isShare } from '../figures.ts';
import type { Pictures } from '../../api/pictures.ts';
import type { Timing } from '../run-document.ts';
import { castText } from '../run-plan.ts';
import { speedText } from '../run-tables.ts';
import { colours, drawTable, figureText, noteLines, thousands } from '../screen.ts';
import { placeOf } from './document.ts';
import type { TunePlan } from './plan.ts';
import { betterText, objectiveText, sentenceOf } from './words.ts';

/** What earlier games were good for, in words. */
export const proposalsText = ({ settings, games, found }: Proposals): string =>
  games === 0
    ? 'no game of these cells by these people: nothing to begin from'
    : `${thousands(games)} games with ${thousands(found)} ${found === 1 ? 'setting' : 'settings'} of use; ${settings.length} proposed to begin with`;

/** A search in a sentence, a table and a few lines, for people. */
export async function describeTune(
  { game, task }: TunePlan,
  { deck }: Pictures,
  result: TuneResult,
  about: {
    readonly timing: Timing;
    readonly out: string | undefined;
    readonly earlier: Proposals | undefined;
  },
): Promise<string> {
  const { space, casting, cells, objective } = task;
  const { winner, naive, corrected, replay, trials } = result;
  const share = isShare(objective.figure);
  const best = winner ?? bestTried(result, task);
  const usual = settingIn(casting, space);
  const lines = [
    ...(result.interrupted ? [colours.yellow('Interrupted: the same command goes on from here.'), ''] : []),
    colours.bold(sentenceOf(task, result)),
    await drawTable(
      ['parameter', 'default', best === winner ? 'winner' : 'best so far'],
      space.map((knob, i) => [fullName(knob), String(usual[i]), best ? String(best.setting[i]) : '']),
    ),
    '',
  ];
  if (replay && cells.length > 1) {
    const { rows, columns } = game.grid;
    lines.push(
      await drawTable(
        [...(columns === undefined ? [rows] : [rows, columns]), 'gain on fresh deals'],
        cells.map((cell, c) => [
          ...Object.values(placeOf(task, cell)).map(String),
          betterText(objective, replay.cells[c]),
        ]),
      ),
      '',
    );
  }
  const notes: (readonly [string, string])[] = [
    ['who plays', castText(castingWith(casting, space, usual))],
    ['sought', `${objectiveText(objective)}, the mean over ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}`],
  ];
  if (about.earlier) notes.push(['earlier', proposalsText(about.earlier)]);
  if (naive && corrected)
    notes.push([
      'in the search',
      `${betterText(objective, naive)}; with an interval for all ${thousands(trials.length)} settings at once ${betterText(objective, corrected)}: selection flatters`,
    ]);
  if (replay)
    notes.push([
      'replayed',
      `tuned ${figureText(replay.tuned, share)}, default ${figureText(replay.usual, share)}; ${thousands(replay.deals)} deals a cell, seed ${replay.seed}`,
    ]);
  if (deck) notes.push(['deck', `${deck.asked} (${deck.hash.slice(0, 12)})`]);
  notes.push(['games', `${thousands(result.games)} of ${thousands(task.budget)}`]);
  if (result.recalled > 0) notes.push(['kept', `${thousands(result.recalled)} games of these were played before`]);
  notes.push(['speed', speedText(about.timing)], ['seed', String(task.seed)]);
  if (about.out !== undefined) {
    const files = [...(result.interrupted ? [] : [RUN_FILES.tuned]), RUN_FILES.tried, RUN_FILES.search];
    notes.push(['written', files.map((file) => join(about.out ?? '', file)).join(', ')]);
    const role = space[0].role;
    if (result.isShown)
      notes.push(['to use', `seance simulate ${game.id} --${role} @${join(about.out, RUN_FILES.tuned)}`]);
    else if (!result.interrupted) notes.push(['to use', `${RUN_FILES.tuned} holds the default`]);
  }
  notes.push(['±', 'the larger side of the 95 % interval; gains are paired, deal by deal']);
  return [...lines, ...noteLines(notes)].join('\n');
}

/** Of a search that was ended before its time: the setting that seems best. */
function bestTried({ trials }: TuneResult, { objective: { figure, sign } }: TunePlan['task']): TuneResult['winner'] {
  const [base, ...others] = trials;
  const sureOf = (trial: (typeof others)[number]): number => {
    const { low, high } = intervalOf(gapOf(trial, base, figure));
    return sign === 1 ? low : -high;
  };
  return others.toSorted((a, b) => sureOf(b) - sureOf(a))[0];
}
