import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Papa from 'papaparse';
import { z } from 'zod';
import { gameOf } from '../../src/agents/catalog.ts';
import type { CataloguedGame } from '../../src/engine/kernel/catalog.ts';
import { parse } from '../../src/engine/kernel/params.ts';
import { gapText, figureText, thousands } from '../../src/cli/screen.ts';
import { isShare } from '../../src/cli/figures.ts';
import type { SearchPicture } from '../../src/cli/tune/picture.ts';
import { fullName, objectiveOf, settingIn, spaceOf } from '../../src/sim/index.ts';
import type { Space, Tuning } from '../../src/sim/index.ts';

/** The searches whose files stand under docs/tuning, by folder. */
export const RUNS = ['planner', 'pragmatic'] as const;
export type RunName = (typeof RUNS)[number];

/** Settings of a table: those that played most. */
const SHOWN = 8;

const estimate = z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.number() });
const plan = z.object({ agent: z.string(), params: z.record(z.string(), z.unknown()) });
const schema = z.object({
  game: z.string(),
  casting: z.record(z.string(), plan),
  tuning: z.object({
    sentence: z.string(),
    isShown: z.boolean(),
    over: z.array(z.string()),
    objective: z.object({ figure: z.string(), sign: z.number() }),
    settings: z.number(),
    games: z.number(),
    seed: z.number(),
    naive: estimate,
    corrected: estimate,
    replay: z.object({
      seed: z.number(),
      dealsOfCell: z.number(),
      tuned: estimate,
      default: estimate,
      gain: estimate,
      cells: z.array(z.looseObject({ gain: estimate })),
    }),
    command: z.string(),
  }),
});
type Tuned = z.infer<typeof schema>;

/** A search as its files tell it. */
export interface Run {
  readonly tuned: Tuned;
  readonly game: CataloguedGame;
  readonly space: Space;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

const fileOf = (name: RunName, file: string): string =>
  fileURLToPath(new URL(`../../docs/tuning/${name}/${file}`, import.meta.url));

export const pictureFile = (name: RunName): string => fileOf(name, 'tuning.svg');

export function readRun(name: RunName): Run {
  const tuned = schema.parse(JSON.parse(readFileSync(fileOf(name, 'tuned.json'), 'utf8')));
  const game = gameOf(tuned.game);
  const space = spaceOf(game, tuned.casting, tuned.tuning.over, Object.keys(game.agents));
  const text = readFileSync(fileOf(name, 'tuning.csv'), 'utf8');
  const { data: rows } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  return { tuned, game, space, rows };
}

const settingOf = (space: Space, row: Run['rows'][number]): Tuning =>
  settingIn(
    Object.fromEntries(
      [...new Set(space.map(({ role }) => role))].map((role) => {
        const own = space.filter((knob) => knob.role === role);
        const params = own.map((knob) => [knob.name, parse(knob.param, row[fullName(knob)])]);
        return [role, { agent: '', params: Object.fromEntries(params) }];
      }),
    ),
    space,
  );

const gapIn = (row: Run['rows'][number]): z.infer<typeof estimate> => ({
  n: Number(row['games']),
  value: Number(row['gap']),
  low: Number(row['gap_low']),
  high: Number(row['gap_high']),
});

/** What the picture of a search shows, from its files. */
export function pictureOf({ tuned: { tuning }, game, space, rows }: Run): SearchPicture {
  const [base, ...others] = rows;
  const markOf = (row: (typeof rows)[number]): SearchPicture['marks'][number] => ({
    setting: settingOf(space, row),
    rungs: Number(row['rungs']),
    gap: gapIn(row),
  });
  const winner = others.find(({ is }) => is === 'winner');
  return {
    title: game.title,
    space,
    objective: objectiveOf(game, `${tuning.objective.sign < 0 ? '-' : ''}${tuning.objective.figure}`),
    sentence: tuning.sentence,
    games: tuning.games,
    seed: tuning.seed,
    usual: settingOf(space, base),
    marks: others.map(markOf),
    winner: winner && markOf(winner),
    gain: tuning.replay.gain,
  };
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** A search in Markdown: its command, what it comes to, the settings that played most, and the gain in each cell. */
export function sectionOf(run: Run): string {
  const { tuned, game, space, rows } = run;
  const { tuning } = tuned;
  const { figure } = pictureOf(run).objective;
  const share = isShare(figure);
  const [base, ...others] = rows;
  const most = others.toSorted(
    (a, b) => Number(b['is'] === 'winner') - Number(a['is'] === 'winner') || Number(b['games']) - Number(a['games']),
  );
  const settings = [base, ...most.slice(0, SHOWN - 1)].map((row) => [
    row['is'] === '' ? row['setting'] : `**${row['is']}**`,
    ...space.map((knob) => row[fullName(knob)]),
    thousands(Number(row['games'])),
    row === base ? '' : gapText(gapIn(row), share),
  ]);
  const { rows: rowName, columns: columnName } = game.grid;
  const cells = tuning.replay.cells.map((cell) => [
    ...(columnName === undefined ? [rowName] : [rowName, columnName]).map((name) => String(cell[name])),
    gapText(cell.gain, share),
  ]);
  const { replay, naive, corrected } = tuning;
  return [
    '```',
    tuning.command,
    '```',
    `**${tuning.sentence}.**`,
    `In the search: ${gapText(naive, share)}; with an interval for all ${tuning.settings} settings at once: ${gapText(corrected, share)}. On fresh deals: ` +
      `winner ${figureText(replay.tuned, share)}, default ${figureText(replay.default, share)}. Seed of the search ${tuning.seed}, of the fresh deals ${replay.seed}, ` +
      `${thousands(replay.dealsOfCell)} deals a cell; ${thousands(tuning.games)} games in all.`,
    'The settings that played most (differences to the default over the same deals, as the search saw them):',
    tableOf(['setting', ...space.map(fullName), 'games', 'gap'], settings),
    'The gain of the winner on fresh deals, cell by cell:',
    tableOf([...(columnName === undefined ? [rowName] : [rowName, columnName]), 'gain'], cells),
  ].join('\n\n');
}
