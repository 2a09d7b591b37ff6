import { z } from 'zod';
import { named, quoted } from '../results/database.ts';
import type { Results } from '../results/open-results.ts';
import { Ratio, wilson } from '../sim/index.ts';
import type { Estimate } from '../sim/index.ts';
import type { Condition, Ending } from '../engine/kernel/report-spec.ts';
import type { Run } from './run.ts';

/** The values of the columns that a share is counted by, in their order. */
export type Key = readonly (string | number | null)[];

export interface CountedShare extends Estimate {
  readonly key: Key;
  /** What the share is of, added up: choices, where games are the sample. */
  readonly of: number;
}

/** Rows as SQL, with a column `unit`: rows of one unit hang together, and units are the sample. */
export interface Source {
  readonly sql: string;
  /** Whether each row is a unit by itself. */
  readonly isApart: boolean;
}

/** The games of a run that were asked for, without those of other rules. Games that the same people play are one unit. */
export const gamesOf = (run: Run): Source => ({
  sql: `(select *, ${unitOf(run)} as unit from games where run = ${quoted(run.folder)}${ofRules(run)})`,
  isApart: run.document.series === 1,
});

/** Its detail rows, as far as `where` holds of them; those of a game are one unit. */
export function detailsOf(run: Run, where: string): Source {
  const own = `run = ${quoted(run.folder)}`;
  const rules =
    run.ruleCosts.length === 0 ? '' : ` and game_row in (select game_row from games where ${own}${ofRules(run)})`;
  return {
    sql: `(select *, ${unitOf(run)} as unit from clues where ${own}${rules} and ${where})`,
    isApart: false,
  };
}

/** Games stand in their files series after series. */
const unitOf = ({ document: { series } }: Run): string => (series === 1 ? 'game_row' : `(game_row - 1) // ${series}`);

const ofRules = ({ ruleCosts, params }: Run): string =>
  ruleCosts.length === 0 ? '' : ` and coalesce(params, '') = ${quoted(params)}`;

const KeyValue = z.union([z.string(), z.number(), z.null()]);
const ShareRow = z.object({ top: z.number(), bottom: z.number(), times: z.number() }).catchall(KeyValue);
type Part = Pick<z.infer<typeof ShareRow>, 'top' | 'bottom' | 'times'>;

/**
 * The sum of `top` over the sum of `bottom`, two SQL expressions, by some columns, with the interval of the ratio over units: Wilson's where
 * each unit counts once. Rows in which either is empty are left out. In the order of the key.
 * @throws ResultsError
 */
export async function sharesOf(
  results: Results,
  { sql, isApart }: Source,
  { by, top, bottom = '1' }: { readonly by: readonly string[]; readonly top: string; readonly bottom?: string },
): Promise<readonly CountedShare[]> {
  const names = by.map((_, at) => `key${at}`);
  const columns = by.map((column, at) => `${named(column)} as ${names[at]}, `).join('');
  const group = (more: readonly string[]): string => [...names, ...more].join(', ');
  const isThere = `where (${top}) is not null and (${bottom}) is not null`;
  const units = isApart
    ? `select ${columns}(${top})::double as top, (${bottom})::double as bottom from ${sql} ${isThere}`
    : `select ${columns}sum(${top})::double as top, sum(${bottom})::double as bottom from ${sql} ${isThere} group by ${group(['unit'])}`;
  const rows = await results.query(
    `select ${group(['top', 'bottom'])}, count(*) as times from (${units})
     group by ${group(['top', 'bottom'])} order by ${group(['top', 'bottom'])}`,
    ShareRow,
  );
  const groups = new Map<string, { readonly key: Key; readonly rows: Part[] }>();
  for (const row of rows) {
    const key = names.map((name) => row[name] ?? null);
    const name = JSON.stringify(key);
    const own = groups.get(name) ?? { key, rows: [] };
    own.rows.push(row);
    groups.set(name, own);
  }
  return [...groups.values()].map(({ key, rows: own }) => ({
    key,
    of: own.reduce((sum, { bottom: part, times }) => sum + part * times, 0),
    ...shareOf(own),
  }));
}

function shareOf(rows: readonly Part[]): Estimate {
  if (rows.every(({ top, bottom }) => bottom === 1 && (top === 0 || top === 1))) {
    const sum = (some: typeof rows): number => some.reduce((all, { times }) => all + times, 0);
    return wilson(sum(rows.filter(({ top }) => top === 1)), sum(rows));
  }
  const ratio = new Ratio();
  for (const { top, bottom, times } of rows) for (let i = 0; i < times; i++) ratio.add(top, bottom);
  return ratio.estimate();
}

const conditionSql = (condition: Condition): string =>
  'equals' in condition
    ? `${named(condition.metric)} = ${condition.equals}`
    : `${named(condition.metric)} < ${named(condition.lessThan)}`;

/** Which ending a game had, as SQL: its place in the list, counted from 0. */
export const endingSql = (endings: readonly Ending[]): string =>
  `case ${endings.map(({ when }, at) => `when ${when.map(conditionSql).join(' and ')} then ${at}`).join(' ')} end`;

const CountRow = z.object({
  ending: z.number(),
  length: z.number(),
  panel: KeyValue.transform(String),
  games: z.number(),
});
export type LengthCount = z.infer<typeof CountRow>;

/** How many games had each length and each ending, by the grid's column; a panel is `` where it has none. @throws ResultsError */
export function lengthsOf(results: Results, run: Run): Promise<readonly LengthCount[]> {
  const { report, grid } = run.game;
  if (!report) return Promise.resolve([]);
  const panel = grid.columns === undefined ? "''" : named(grid.columns);
  return results.query(
    `select ending, length, panel, count(*) as games
     from (select ${endingSql(report.endings)} as ending, ${named(report.length)} as length, ${panel} as panel from ${gamesOf(run).sql})
     where ending is not null and length is not null group by all order by all`,
    CountRow,
  );
}

const PairRow = z.object({ one: z.number(), other: z.number(), times: z.number() });
export type Mistake = z.infer<typeof PairRow>;

/** How often one card was meant and the other chosen, or the other way round, the smaller place first; the most frequent first. @throws ResultsError */
export function mistakesOf(results: Results, run: Run): Promise<readonly Mistake[]> {
  const choices = run.game.report?.choices;
  if (!choices) return Promise.resolve([]);
  const [target, chosen] = [named(choices.target), named(choices.chosen)];
  return results.query(
    `select least(${target}, ${chosen}) as one, greatest(${target}, ${chosen}) as other, count(*) as times
     from ${detailsOf(run, `${named(choices.earlier)} = 0 and ${chosen} is not null and ${target} <> ${chosen}`).sql}
     group by all order by times desc, one, other`,
    PairRow,
  );
}
