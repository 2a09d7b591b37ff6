import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { games } from '../../agents/catalog.ts';
import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import type { Given } from '../../engine/kernel/params.ts';
import type { Casting } from '../../sim/index.ts';
import { readCastingFile } from '../casting-file.ts';

/** One of the two that are compared. */
export interface Side {
  /** What it is called in sentences: its file without `.json`, or the whole path where both files are called alike. */
  readonly name: string;
  readonly file: string;
  readonly casting: Casting;
  /** Where its run was played; undefined for a file that is no run's, and a run of more than one table. */
  readonly table: Table | undefined;
}

/** A config and a deck; no deck where the game needs none. */
interface Table {
  readonly config: Given;
  readonly deck: string | undefined;
}

/** What a run.json says of where it was played. */
const runSchema = z.object({
  config: z.record(z.string(), z.unknown()),
  deck: z.object({ asked: z.string() }).nullable(),
  cells: z.array(z.looseObject({ lineup: z.string(), rule: z.string().optional() })),
});

/**
 * Reads both sides; roles that a file does not name are played as usual.
 * @throws UsageError, Failure, ParamError as `readCastingFile`
 */
export async function readSides(
  game: CataloguedGame,
  paths: readonly [string, string],
): Promise<readonly [Side, Side]> {
  const names = paths.map((path) => basename(path).replace(/\.json$/, ''));
  const named = names[0] === names[1] ? paths : names;
  const usual = Object.fromEntries(
    Object.entries(game.casts.standard).map(([role, agent]) => [role, { agent, params: {} }]),
  );
  const read = async (at: 0 | 1): Promise<Side> => {
    const given = await readCastingFile(game, paths[at]);
    const casting: Record<string, Casting[string]> = { ...usual };
    for (const [role, plan] of Object.entries(given)) if (plan) casting[role] = plan;
    return { name: named[at], file: paths[at], casting, table: tableIn(game, await documentAt(paths[at])) };
  };
  return [await read(0), await read(1)];
}

function tableIn({ grid }: CataloguedGame, document: unknown): Table | undefined {
  const run = runSchema.safeParse(document);
  if (!run.success) return undefined;
  const { config, deck, cells } = run.data;
  const [cell, ...others] = cells.filter(({ lineup, rule }) => lineup === 'asked' && rule === undefined);
  if (cell === undefined || others.length > 0) return undefined;
  const place = grid.columns === undefined ? [grid.rows] : [grid.rows, grid.columns];
  return {
    config: { ...config, ...Object.fromEntries(place.map((name) => [name, cell[name]])) },
    deck: deck?.asked,
  };
}

/** The JSON in a file; undefined where there is none. */
async function documentAt(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The command line with a game's name, where a comparison is asked for without one: that which the first file is about, or the first game. */
export async function withComparedGame(words: readonly string[]): Promise<readonly string[]> {
  const [command, next = '', ...rest] = words;
  const isNamed = games.some(({ id }) => id === next) || ['-h', '--help', '--version'].includes(next);
  if (command !== 'compare' || isNamed) return words;
  for (const word of [next, ...rest]) {
    const document = word.startsWith('-') ? undefined : await documentAt(word);
    const about = z.object({ game: z.string() }).safeParse(document);
    const game = about.success ? games.find(({ id }) => id === about.data.game) : undefined;
    if (game) return [command, game.id, ...words.slice(1)];
  }
  return [command, games[0].id, ...words.slice(1)];
}
