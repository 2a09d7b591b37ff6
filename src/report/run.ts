import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { games } from '../agents/catalog.ts';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { issueText } from '../files/issue-text.ts';
import { reasonOf } from '../files/reason.ts';
import { paramsText } from '../sim/csv.ts';
import { JOURNAL, RUN_FILES } from '../sim/index.ts';
import type { Estimate } from '../sim/index.ts';
import { ReportError } from './report-error.ts';

/** JSON has no NaN and no infinity: a figure that is not known, and the end of an interval that has none. */
const EstimateEntry = z
  .object({
    value: z.number().nullable(),
    low: z.number().nullable(),
    high: z.number().nullable(),
    n: z.number(),
  })
  .transform(({ value, low, high, n }): Estimate => ({
    n,
    value: value ?? Number.NaN,
    low: low ?? Number.NEGATIVE_INFINITY,
    high: high ?? Number.POSITIVE_INFINITY,
  }));
const Figures = z.record(z.string(), EstimateEntry);
const Casting = z.record(z.string(), z.object({ agent: z.string(), params: z.record(z.string(), z.unknown()) }));
const GridEntry = z.union([z.string(), z.number(), z.boolean()]);

/** What a report reads of run.json; there is more in it. */
const RunDocument = z.object({
  schema: z.literal(1),
  seance: z.string(),
  game: z.string(),
  version: z.number(),
  config: z.record(z.string(), z.unknown()),
  lineups: z.looseObject({ asked: Casting, floor: Casting.optional(), ceiling: Casting.optional() }),
  games: z.number(),
  precision: z.number().optional(),
  series: z.number().default(1),
  seed: z.number(),
  deck: z.object({ asked: z.string(), id: z.string(), hash: z.string() }).nullable(),
  encoders: z.record(z.string(), z.string()),
  interrupted: z.boolean(),
  checksum: z.string(),
  cells: z.array(
    z.looseObject({ lineup: z.string(), rule: z.string().optional(), games: z.number(), figures: Figures }),
  ),
  comparisons: z
    .array(
      z.object({
        rule: z.string(),
        sentence: z.string(),
        cells: z.array(z.looseObject({ deals: z.number(), differences: Figures })),
      }),
    )
    .default([]),
  timing: z.object({ started: z.string(), seconds: z.number(), gamesPerSecond: z.number(), threads: z.number() }),
});
export type RunDocument = z.infer<typeof RunDocument>;

export type GridValue = z.infer<typeof GridEntry>;

/** A place of the table of results. */
export interface Place {
  readonly row: GridValue;
  readonly column: GridValue | undefined;
}

/** One line-up on one cell. */
export interface PlayedCell extends Place {
  /** `asked`, `cross`, `floor` or `ceiling`. */
  readonly lineup: string;
  readonly rule: string | undefined;
  readonly games: number;
  readonly figures: Readonly<Record<string, Estimate>>;
}

/** What a rule costs, cell by cell. */
export interface RuleCost {
  readonly rule: string;
  readonly sentence: string;
  readonly cells: readonly (Place & {
    readonly deals: number;
    readonly differences: Readonly<Record<string, Estimate>>;
  })[];
}

/** A run as its folder holds it. */
export interface Run {
  /** In its plain form: what SQL calls the run. */
  readonly folder: string;
  readonly name: string;
  readonly game: CataloguedGame;
  readonly document: RunDocument;
  readonly cells: readonly PlayedCell[];
  readonly ruleCosts: readonly RuleCost[];
  /** The `params` cell of the games that were asked for, by which they are told from those of other rules. */
  readonly params: string;
  /** Its files that have rows; undefined where there is none. */
  readonly gamesFile: string | undefined;
  readonly cluesFile: string | undefined;
}

/**
 * Reads what a folder holds of a run.
 * @throws ReportError where it holds none that is over, or one of a game or rules that are not known here
 */
export async function readRun(asked: string): Promise<Run> {
  const path = join(asked, RUN_FILES.run);
  const folder = dirname(path);
  const document = await readDocument(folder, path);
  const game = games.find(({ id }) => id === document.game);
  if (!game) {
    const known = games.map(({ id }) => id).join(', ');
    throw new ReportError(`${path}: there is no game ${document.game}; there is ${known}`);
  }
  if (document.version !== game.version)
    throw new ReportError(
      `${path}: played under version ${document.version} of the rules of ${game.id}; this is version ${game.version}, so play it again`,
    );
  const { config, lineups } = document;
  const place = placeReader(game, path);
  const [gamesFile, cluesFile] = await Promise.all(
    [RUN_FILES.games, RUN_FILES.clues].map(async (file) => {
      const found = await stat(join(folder, file)).catch(() => undefined);
      return found ? join(folder, file) : undefined;
    }),
  );
  return {
    folder,
    name: basename(resolve(folder)),
    game,
    document,
    cells: document.cells.map((cell) => ({
      ...place(cell),
      lineup: cell.lineup,
      rule: cell.rule,
      games: cell.games,
      figures: cell.figures,
    })),
    ruleCosts: document.comparisons.map(({ rule, sentence, cells }) => ({
      rule,
      sentence,
      cells: cells.map((cell) => ({ ...place(cell), deals: cell.deals, differences: cell.differences })),
    })),
    params: paramsText(game, config, lineups.asked),
    gamesFile,
    cluesFile,
  };
}

async function readDocument(folder: string, path: string): Promise<RunDocument> {
  let raw: unknown;
  try {
    raw = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new ReportError(`${path} is not JSON, so it is damaged: ${error.message}`, { cause: error });
    const hasJournal = await stat(join(folder, JOURNAL)).catch(() => undefined);
    throw new ReportError(
      hasJournal
        ? `the run in ${folder} is not over yet; seance simulate --resume ${folder} goes on with it`
        : `${folder} holds no run: cannot read ${path}: ${reasonOf(error, 'there is no such file')}; seance simulate --out writes one`,
      { cause: error },
    );
  }
  const parsed = RunDocument.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ReportError(
    `${path} is not of a run of seance simulate: ${issue.path.join('.') || 'the document'} ${issueText(issue)}`,
  );
}

/** Reads where a cell of run.json lies in the table of results. */
function placeReader({ grid }: CataloguedGame, path: string): (cell: Readonly<Record<string, unknown>>) => Place {
  const read = (cell: Readonly<Record<string, unknown>>, name: string): GridValue => {
    const parsed = GridEntry.safeParse(cell[name]);
    if (parsed.success) return parsed.data;
    throw new ReportError(`${path} is not of a run of seance simulate: a cell has no ${name}`);
  };
  return (cell) => ({
    row: read(cell, grid.rows),
    column: grid.columns === undefined ? undefined : read(cell, grid.columns),
  });
}

/** The cells of a line-up in which anything was played, without those of other rules. */
export const cellsOf = ({ cells }: Run, lineup: string): readonly PlayedCell[] =>
  cells.filter((cell) => cell.lineup === lineup && cell.rule === undefined && cell.games > 0);

/** Values each once, in the order in which they come. */
export const distinct = <T>(values: Iterable<T>): readonly T[] => [...new Set(values)];
