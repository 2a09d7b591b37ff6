import { games } from 'seance/agents';
import { range } from 'seance/engine';
import type { Params } from 'seance/engine';
import type { Estimate } from 'seance/sim';
import { figureText } from '../../src/cli/screen.ts';
import { printed, shown, table } from './command.ts';

/*
 * The tables of README.md. Those of parameters are read off the Params tables; those of results are made by the command that
 * stands above each, run on the built package.
 */

/** A cell, as `seance simulate --json` prints it. */
interface Cell {
  readonly players: number;
  readonly difficulty: string;
  readonly figures: Readonly<Record<string, Estimate>>;
}

const simulate = (options: readonly string[]): readonly Cell[] =>
  (printed('simulate', 'mysterium', ...options, '--bounds=false') as { cells: readonly Cell[] }).cells;

const percent = (estimate: Estimate): string => figureText(estimate, true);

const command = (options: readonly string[]): string => shown(`seance simulate mysterium ${options.join(' ')}`);

/** Win rates of the standard bots over the whole grid. */
export function results(gamesACell: number): string {
  const options = ['--games', String(gamesACell), '--seed', '1'];
  const cells = simulate(options);
  const players = [...new Set(cells.map((cell) => cell.players))];
  const levels = ['easy', 'medium', 'hard'];
  const rows = players.map((n) => [
    String(n),
    ...levels.map((level) => {
      const cell = cells.find((one) => one.players === n && one.difficulty === level);
      return cell ? percent(cell.figures['won']) : '–';
    }),
  ]);
  return [command(options), '', table(['people', ...levels], rows)].join('\n');
}

const LOOKS = [
  ['bundled', 'bundled', 'the same eyes: proves little'],
  ['bundled', 'words', 'pictures to words'],
  ['words', 'bundled', 'words to pictures'],
  ['palette', 'words', 'colours to words'],
] as const;
const TABLES = [
  { cards: 5, options: ['--players', '4', '--difficulty', 'easy'] },
  { cards: 7, options: ['--players', '4', '--difficulty', 'hard'] },
  { cards: 9, options: ['--players', '6', '--difficulty', 'hard'] },
];

/** How often the first card is found at once, by the eyes of both sides, without blur and without talk. */
export function eyes(gamesEach: number): string {
  const fixed = [
    '--talkRounds',
    '0',
    '--ghost.blur',
    '0',
    '--psychic.blur',
    '0',
    '--games',
    String(gamesEach),
    '--seed',
    '1',
  ];
  const rows = LOOKS.map(([ghost, psychic, remark]) => [
    ghost,
    psychic,
    ...TABLES.map(({ options }) => {
      const [cell] = simulate([...options, '--ghost.eyes', ghost, '--psychic.eyes', psychic, ...fixed]);
      return percent(cell.figures['first character right']);
    }),
    remark,
  ]);
  const chance = ['–', '–', ...TABLES.map(({ cards }) => `${(100 / cards).toFixed(1)} %`), 'chance'];
  const head = ['ghost’s eyes', 'psychics’ eyes', ...TABLES.map(({ cards }) => `${cards} cards`), ''];
  const line = command(['--players P --difficulty D --ghost.eyes GHOST --psychic.eyes PSYCHIC', ...fixed]);
  return [line, '', table(head, [...rows, chance])].join('\n');
}

function params(prefix: string, of: Params): string {
  const rows = Object.entries(of).map(([key, param]) => [
    `\`--${prefix}${key}\``,
    range(param),
    String(param.default),
    param.doc,
  ]);
  return table(['option', 'takes', 'usually', 'meaning'], rows);
}

/** Options of every game, and agents with their parameters. */
export function parameters(): string {
  return games
    .flatMap((game) => [
      `#### ${game.title}: \`${game.id}\``,
      params('', game.params),
      ...Object.entries(game.agents).flatMap(([role, agents]) =>
        agents.flatMap(({ id, doc, params: own }) => [
          `**${role} \`${id}\`**: ${doc}.`,
          ...(Object.keys(own).length > 0 ? [params(`${role}.`, own)] : []),
        ]),
      ),
    ])
    .join('\n\n');
}
