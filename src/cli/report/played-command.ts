import type { Run } from '../../report/run.ts';
import { cellsOf, distinct } from '../../report/run.ts';
import { COMPARE_RULE } from '../compare-rule.ts';
import { quoted } from '../shell.ts';

/** The command line that plays a run again, as far as its run.json tells. */
export function playedCommand(run: Run): string {
  const { document, game, cells } = run;
  const { grid } = game;
  const words: string[] = ['seance', 'simulate', game.id];
  const add = (name: string, value: unknown): void => {
    words.push(`--${name}`, String(value));
  };
  const asked = cells.filter(({ lineup }) => lineup === 'asked');
  add(grid.rows, distinct(asked.map(({ row }) => String(row))).join(','));
  if (grid.columns !== undefined) add(grid.columns, distinct(asked.map(({ column }) => String(column))).join(','));
  add('games', document.games);
  if (document.precision !== undefined) add('precision', document.precision);
  add('seed', document.seed);
  if (document.series > 1) add('series', document.series);
  for (const { rule } of run.ruleCosts) add(COMPARE_RULE, rule);
  for (const [name, value] of Object.entries(document.config)) add(name, value);
  if (document.deck) add('deck', document.deck.asked);
  for (const [role, { agent, params }] of Object.entries(document.lineups.asked)) {
    add(role, agent);
    for (const [name, value] of Object.entries(params)) add(`${role}.${name}`, value);
  }
  if (cellsOf(run, 'floor').length === 0) words.push('--no-bounds');
  if (run.cluesFile !== undefined) words.push('--clues');
  add('out', run.folder);
  return words.map(quoted).join(' ');
}
