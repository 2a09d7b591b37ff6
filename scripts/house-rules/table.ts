import { gameOf } from 'seance/agents';
import type { Estimate } from 'seance/sim';
import { gapText, figureText } from '../../src/cli/screen.ts';
import { printed, shown, table } from '../readme/command.ts';

/* What each house rule of Mysterium costs, as `seance simulate --compare-rule` says. */

const game = gameOf('mysterium');
const [HEADLINE] = game.figures;

/** Each at another value than the printed rules have. */
export const HOUSE_RULES: readonly (readonly [option: string, value: string])[] = [
  ['clairvoyancy', 'false'],
  ['finaleSight', 'all'],
  ['finaleVote', 'discussed'],
  ['hand', '6'],
  ['hand', '5'],
  ['refill', 'end'],
];

const TABLES = [
  { players: 4, difficulty: 'easy' },
  { players: 5, difficulty: 'hard' },
  { players: 7, difficulty: 'medium' },
];

interface Figures {
  readonly [figure: string]: Estimate;
}

/** As `seance simulate --json` prints it. */
interface Printed {
  readonly cells: readonly { readonly figures: Figures; readonly rule?: string }[];
  readonly comparisons: readonly {
    readonly rule: string;
    readonly cells: readonly { readonly differences: Figures }[];
  }[];
}

/** The words of the command that plays every rule at one table; `who` are the options that name other bots than the usual ones. */
const wordsOf = (players: string, difficulty: string, games: number, who: readonly string[]): readonly string[] => [
  'simulate',
  game.id,
  '--players',
  players,
  '--difficulty',
  difficulty,
  ...who,
  ...HOUSE_RULES.flatMap(([option, value]) => ['--compare-rule', `${option}=${value}`]),
  '--games',
  String(games),
  '--seed',
  '1',
  '--no-bounds',
];

/** A row a rule: what it changes, and what that comes to at three tables, in points of games won. */
export function houseRules(games: number, who: readonly string[] = []): string {
  const runs = TABLES.map(
    ({ players, difficulty }) => printed(...wordsOf(String(players), difficulty, games, who)) as Printed,
  );
  const rows = HOUSE_RULES.map(([option, value]) => {
    const name = `${option}=${value}`;
    const costs = runs.map(({ comparisons }) => {
      const found = comparisons.find(({ rule }) => rule === name);
      if (!found) throw new Error(`the run compares no rule ${name}`);
      return gapText(found.cells[0].differences[HEADLINE.name], true);
    });
    return [`\`${name}\``, `\`${String(game.params[option].default)}\``, game.params[option].doc, ...costs];
  });
  const asPrinted = runs.map(({ cells }) => {
    const base = cells.find(({ rule }) => rule === undefined);
    if (!base) throw new Error('the run has no games by the printed rules');
    return figureText(base.figures[HEADLINE.name], true);
  });
  const head = ['rule', 'as printed', 'what it is', ...TABLES.map((at) => `${at.players} people, ${at.difficulty}`)];
  return [
    shown(`seance ${wordsOf('P', 'D', games, who).join(' ')}`),
    '',
    table(head, [...rows, ['won as printed', '', '', ...asPrinted]]),
  ].join('\n');
}
