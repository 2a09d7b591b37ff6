import { games as allGames } from 'seance/agents';
import type { Estimate } from 'seance/sim';
import { pluralOf } from '../../src/cli/crossplay/entries.ts';
import { figureText, gapText } from '../../src/cli/screen.ts';
import { printed, shown, table } from './command.ts';
import { firstGuesses } from './unrelated.ts';

/*
 * The ladder of the bots: on the same deals each rung beats the one below, with the standard cast in the other roles. Above the last
 * rung stands the same bot with sharper eyes.
 */

/** A cell of a matrix, as `seance crossplay --json` prints it. */
interface Cell {
  readonly [name: string]: unknown;
  readonly players: number;
  readonly difficulty: string;
  readonly figures: Readonly<Record<string, Estimate>>;
  readonly over: readonly { readonly [role: string]: unknown; readonly figures: Readonly<Record<string, Estimate>> }[];
}

const game = allGames[0];
const { standard, ceiling } = game.casts;
const ROLES = Object.keys(game.agents);
const LEVELS = ['easy', 'medium', 'hard'];
const PEOPLE = [4, 5, 6, 7];
/** The figure of which steps are made. */
const [{ name: HEADLINE }] = game.figures;
const CELLS = PEOPLE.flatMap((players) => LEVELS.map((difficulty) => ({ players, difficulty })));

/** How sharp everybody's eyes are, from the presets' usual to the sharpest. */
const EYES = game.presets ? Object.keys(game.presets.named) : [];

/** The words of a command in which a role climbs its ladder, or all play the ceiling. */
function wordsOf(climber: string | undefined, games: number): readonly string[] {
  const lists = ROLES.flatMap((role) => {
    const who = climber === undefined ? [ceiling[role]] : role === climber ? game.ladders[role] : [standard[role]];
    return [`--${pluralOf(role)}`, who.join(',')];
  });
  return ['crossplay', game.id, ...lists, ...runOf(games)];
}

const runOf = (games: number): readonly string[] => [
  '--players',
  `${PEOPLE[0]}-${PEOPLE[PEOPLE.length - 1]}`,
  '--difficulty',
  LEVELS.join(','),
  '--games',
  String(games),
  '--seed',
  '1',
];

/** The last rung of each role's ladder. */
const SUMMIT = Object.fromEntries(ROLES.map((role) => [role, game.ladders[role][game.ladders[role].length - 1]]));

/** The words of the command in which the standard cast and the last rungs meet. */
const bestWords = (games: number): readonly string[] => [
  'crossplay',
  game.id,
  ...ROLES.flatMap((role) => [`--${pluralOf(role)}`, `${standard[role]},${SUMMIT[role]}`]),
  ...runOf(games),
];

/** The words of the command in which everybody has the eyes of a preset. */
const presetWords = (preset: string, games: number): readonly string[] => [
  'simulate',
  game.id,
  '--preset',
  preset,
  ...runOf(games),
];

const cellsOf = (words: readonly string[]): readonly Cell[] =>
  (printed(...words) as { readonly cells: readonly Cell[] }).cells;

/** The same figure in points of a hundred, without their sign. */
const points = (estimate: Estimate): string => figureText(estimate, true).replace(' %', '');

/** `better` less `worse`, of other deals (R. G. Newcombe, "Interval estimation for the difference between independent proportions", 1998, method 10). */
function gapApart(better: Estimate, worse: Estimate): Estimate {
  const value = better.value - worse.value;
  return {
    n: Math.min(better.n, worse.n),
    value,
    low: value - Math.hypot(better.value - better.low, worse.high - worse.value),
    high: value + Math.hypot(better.high - better.value, worse.value - worse.low),
  };
}

interface Place {
  readonly players: number;
  readonly difficulty: string;
}

const placeText = ({ players, difficulty }: Place): string => `${players} ${difficulty}`;

/** A role that climbs its ladder. */
interface Climb {
  readonly role: string;
  readonly rungs: readonly string[];
  readonly cells: readonly Cell[];
}

/** What a rung, or everybody, makes of a place. */
function cellAt(cells: readonly Cell[], { players, difficulty }: Place, role?: string, rung?: string): Cell {
  const found = cells.find(
    (cell) => cell.players === players && cell.difficulty === difficulty && (role === undefined || cell[role] === rung),
  );
  if (!found) throw new Error(`no games of ${rung ?? 'the ceiling'} with ${players} people on ${difficulty}`);
  return found;
}

function stepText({ role, rungs, cells }: Climb, place: Place, rung: string): string {
  const below = rungs[rungs.indexOf(rung) - 1];
  const step = cellAt(cells, place, role, rung).over.find((one) => one[role] === below);
  if (!step) throw new Error(`no step from ${below} to ${rung}`);
  return gapText(step.figures[HEADLINE], true);
}

const stepTable = (climb: Climb): string =>
  table(
    ['', ...climb.rungs.slice(1).map((rung, i) => `${rung} over ${climb.rungs[i]}`)],
    CELLS.map((place) => [placeText(place), ...climb.rungs.slice(1).map((rung) => stepText(climb, place, rung))]),
  );

const rateTable = ({ role, rungs, cells }: Climb): string =>
  table(
    ['', ...rungs],
    CELLS.map((place) => [
      placeText(place),
      ...rungs.map((rung) => points(cellAt(cells, place, role, rung).figures[HEADLINE])),
    ]),
  );

/** Everybody on the last rung, beside the standard cast. */
function bestTable(cells: readonly Cell[]): string {
  const rate = (place: Place, cast: Readonly<Record<string, string>>): Estimate =>
    cellAt(
      cells.filter((cell) => ROLES.every((role) => cell[role] === cast[role])),
      place,
    ).figures[HEADLINE];
  return table(
    ['', castText(standard), castText(SUMMIT), 'more'],
    CELLS.map((place) => {
      const [usual, best] = [rate(place, standard), rate(place, SUMMIT)];
      return [placeText(place), points(usual), points(best), gapText(gapApart(best, usual), true)];
    }),
  );
}

const castText = (cast: Readonly<Record<string, string>>): string => ROLES.map((role) => cast[role]).join(' with ');

const rateAt = (cells: readonly Cell[], place: Place): Estimate => cellAt(cells, place).figures[HEADLINE];

const levelTable = (cells: readonly Cell[]): string =>
  table(
    ['', ...LEVELS.slice(1).map((level, i) => `${LEVELS[i]} over ${level}`)],
    PEOPLE.map((players) => [
      String(players),
      ...LEVELS.slice(1).map((level, i) =>
        gapText(
          gapApart(rateAt(cells, { players, difficulty: LEVELS[i] }), rateAt(cells, { players, difficulty: level })),
          true,
        ),
      ),
    ]),
  );

const eyesTable = (sharper: readonly (readonly Cell[])[]): string =>
  table(
    ['', ...EYES.slice(1).map((preset, i) => `${preset} over ${EYES[i]}`)],
    CELLS.map((place) => [
      placeText(place),
      ...EYES.slice(1).map((_, i) => gapText(gapApart(rateAt(sharper[i + 1], place), rateAt(sharper[i], place)), true)),
    ]),
  );

/** Who plays the other roles while one climbs: `with psychic literal`. */
const othersOf = (climber: string): string =>
  ROLES.filter((role) => role !== climber)
    .map((role) => `with ${role} ${standard[role]}`)
    .join(', ');

/** The section of README.md: every step in every cell with its interval, and what stands behind the steps. */
export async function ladder(games: number): Promise<string> {
  const climbs = ROLES.map((role): Climb => ({
    role,
    rungs: game.ladders[role],
    cells: cellsOf(wordsOf(role, games)),
  }));
  const best = cellsOf(bestWords(games));
  const top = cellsOf(wordsOf(undefined, games));
  const sharper = EYES.map((preset) => cellsOf([...presetWords(preset, games), '--bounds=false']));
  const unrelated = await firstGuesses(game, CELLS, games);
  const usual = ROLES.map((role) => `${role} ${standard[role]}`).join(' and ');
  const bounds = table(
    ['', Object.values(ceiling)[0], 'first guess right, unrelated eyes', 'chance'],
    CELLS.map((place, i) => [
      placeText(place),
      points(cellAt(top, place).figures[HEADLINE]),
      points(unrelated[i].found),
      (100 * unrelated[i].chance).toFixed(1),
    ]),
  );
  return [
    shown(
      ...ROLES.map((role) => `seance ${wordsOf(role, games).join(' ')}`),
      `seance ${bestWords(games).join(' ')}`,
      `seance ${wordsOf(undefined, games).join(' ')}`,
      `seance ${presetWords('PRESET', games).join(' ')}`,
    ),
    'Points of games won that each rung has over the one below, on the same deals, ± 95 %, by people and difficulty.',
    ...climbs.flatMap((climb) => [`The ${climb.role}, ${othersOf(climb.role)}:`, stepTable(climb)]),
    `Both together: games won in percent by ${castText(standard)} and by ${castText(SUMMIT)}.`,
    bestTable(best),
    `Sharper eyes on all sides, as the presets have them, ${usual}:`,
    eyesTable(sharper),
    `Easier tables, by people, ${usual}:`,
    levelTable(sharper[0]),
    '<details><summary>The games won in percent, and the bounds</summary>',
    ...climbs.flatMap((climb) => [`The ${climb.role}, ${othersOf(climb.role)}:`, rateTable(climb)]),
    'Those who speak in a code; and how often psychics find their first card where the art of the visions is permuted between them and the ghost:',
    bounds,
    '</details>',
  ].join('\n\n');
}
