import type { Estimate } from 'seance/sim';
import { figureText } from '../../src/cli/screen.ts';
import { printed, shown, table } from './command.ts';

/*
 * The table of docs/bots.md: how far the best bots come at a hard table, and how far they would if they saw better what others see.
 */

const BEST = ['--ghost', 'planner', '--psychic', 'pragmatic'];
const ROWS: readonly (readonly [string, readonly string[]])[] = [
  ['`contrast` with `literal`', []],
  ['`planner` with `pragmatic`', BEST],
  ['… whose psychics have no quirks', [...BEST, '--psychic.blur', '0', '--ghost.psychicBlur', '0']],
  ['… whose ghost has no quirks', [...BEST, '--ghost.blur', '0']],
  ['… who all have the very same eyes', [...BEST, '--ghost.kinship', '1', '--psychic.kinship', '1']],
];

/** A cell, as `seance simulate --json` prints it. */
interface Cell {
  readonly figures: Readonly<Record<string, Estimate>>;
}

export function ceilings(games: number): string {
  const fixed = ['--players', '5', '--difficulty', 'hard', '--games', String(games), '--seed', '1'];
  const rows = ROWS.map(([who, options]) => {
    const { cells } = printed('simulate', 'mysterium', ...options, ...fixed, '--no-bounds') as {
      readonly cells: readonly Cell[];
    };
    const [{ figures }] = cells;
    const shares = ['won', 'reached finale', 'first guess right'].map((name) => figureText(figures[name], true));
    const more = options.slice(BEST.length).join(' ');
    return [who, ...shares, more === '' ? '' : `\`${more}\``];
  });
  return [
    shown(`seance simulate mysterium ${[...BEST, ...fixed].join(' ')}`),
    table(['', 'won', 'reached finale', 'first guess right', 'with'], rows),
  ].join('\n\n');
}
