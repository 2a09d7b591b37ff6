import type { Estimate, Objective, TuneResult, TuneTask } from '../../sim/index.ts';
import { isShare } from '../figures.ts';
import { gapText, thousands } from '../screen.ts';

/** The same difference the other way round. */
const turned = ({ n, value, low, high }: Estimate): Estimate => ({ n, value: -value, low: -high, high: -low });

/** `+1.2 ± 0.6`: how much better, whichever way is better. */
export const betterText = ({ figure, sign }: Objective, gain: Estimate): string =>
  gapText(sign === 1 ? gain : turned(gain), isShare(figure));

/** `1.2 ± 0.6 points`, with its sign where it is asked for. */
function gainText({ objective }: TuneTask, gain: Estimate, signed: boolean): string {
  const text = betterText(objective, gain);
  return `${signed ? text : text.replace(/^\+/, '')}${isShare(objective.figure) ? ' points' : ''}`;
}

/** What is sought, in words: `won`, `less of rounds`. */
export const objectiveText = ({ figure, sign }: Objective): string =>
  sign === 1 ? figure.name : `less of ${figure.name}`;

/** What a search comes to, in one sentence. */
export function sentenceOf(task: TuneTask, { replay, naive, trials, isShown }: TuneResult): string {
  if (!replay || !naive) return `the search is not over: ${thousands(trials.length)} settings tried so far`;
  const of =
    task.objective.figure === task.game.figures[0] && task.objective.sign === 1
      ? ''
      : ` in ${objectiveText(task.objective)}`;
  const said = gainText(task, naive, true).replace(/ ±.*/, '').replace(/^\+/, '');
  const how = `on ${thousands(replay.gain.n)} fresh deals (search said ${said}; ${thousands(trials.length)} settings tried)`;
  return isShown
    ? `tuned beats the default${of} by ${gainText(task, replay.gain, false)} ${how}`
    : `no setting in this space is shown to beat the default${of}: ${gainText(task, replay.gain, true)} ${how}`;
}
