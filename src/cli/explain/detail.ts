import type { Moment, Thought, ToldOption, ToldPull } from '../../engine/kernel/explanation.ts';
import { colours, drawTable } from '../screen.ts';
import { legendOf, sidesOf, signed, splitLines, valueText } from './words.ts';

const MARK = '›';

/** One decision in full: a table of options for each thought. */
export async function detailLines(moment: Moment): Promise<readonly string[]> {
  const { done } = splitLines(moment);
  const lines = [`${moment.move}. ${done}`];
  for (const thought of moment.thoughts) lines.push('', ...(await tableOf(thought)));
  const legend = legendOf(moment.thoughts);
  return legend.length === 0 ? lines : [...lines, '', ...legend];
}

async function tableOf({ name, role, chosen, why }: Thought): Promise<readonly string[]> {
  const who = name.toLowerCase().endsWith(role) ? name : `${name}, ${role}`;
  const head = `${colours.bold(who)}: ${chosen.words}`;
  if (why === undefined) return [head, 'It does not say why.'];
  const remarks = why.remarks.map((remark) => `${remark}.`);
  if (why.options.length === 0) return [head, ...remarks];
  const hasGoal = why.options.some(({ rival }) => rival !== undefined);
  const rows = why.options.map((option) => {
    const { pro, contra } = sidesOf(option);
    return [
      option.chosen ? MARK : '',
      valueText(why, option.value),
      option.words,
      ...(hasGoal ? [goal(option)] : []),
      sideText(pro),
      sideText(contra),
    ];
  });
  const table = await drawTable(
    ['', why.unit === 'share' ? 'chance' : 'points', 'option', ...(hasGoal ? ['meant'] : []), 'for it', 'against it'],
    rows,
  );
  const unlisted = why.options.some((option) => option.chosen)
    ? []
    : [`What was done, ${chosen.words}, is none of these.`];
  return [head, table, ...unlisted, ...remarks];
}

const goal = ({ aim, rival }: ToldOption): string =>
  [aim?.words, rival && `not ${rival.words}`].filter((part) => part !== undefined).join(', ');

const sideText = (pulls: readonly ToldPull[]): string =>
  pulls.map(({ words, weight }) => (weight === undefined ? words : `${words} ${signed(weight)}`)).join(', ');
