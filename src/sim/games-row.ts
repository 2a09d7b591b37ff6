import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { EYES } from '../engine/kernel/eyes.ts';
import { faceOf } from '../engine/kernel/face.ts';
import { ParamError, parse } from '../engine/kernel/params.ts';
import type { Given, Params } from '../engine/kernel/params.ts';
import { GAME_OF_SERIES, gameColumns } from './csv.ts';
import type { Casting } from './experiment.ts';

/** A game of games.csv, ready to be played again. */
export interface GamesRow {
  readonly config: Given;
  /** The game's own seed: what `Session.play` takes. */
  readonly seed: number;
  /** Which game of its series it is, counted from 1. */
  readonly gameOfSeries: number;
  readonly casting: Casting;
  readonly deck: string;
  /** In the order of the game's metrics; NaN where the cell is empty. */
  readonly metrics: Float64Array;
}

/**
 * Reads a row of games.csv back.
 * @throws ParamError saying which cell does not hold, for the caller to add the place.
 */
export function readGamesRow(game: CataloguedGame, columns: readonly string[], cells: readonly string[]): GamesRow {
  if (cells.length !== columns.length) throw new ParamError(`${cells.length} cells under ${columns.length} columns`);
  const missing = gameColumns(game).filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new ParamError(`the file has no column ${missing.join(', ')}`);
  const cell = (name: string): string => cells[columns.indexOf(name)];

  if (cell('version') !== String(game.version)) {
    throw new ParamError(
      `played under version ${cell('version')} of the rules of ${game.id}; this is version ${game.version}`,
    );
  }
  const seed = Number(cell('seed'));
  if (cell('seed') === '' || !Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
    throw new ParamError(`seed must be a whole number from 0 to 4294967295, not "${cell('seed')}"`);
  }
  const gameOfSeries = columns.includes(GAME_OF_SERIES) ? Number(cell(GAME_OF_SERIES)) : 1;
  if (!Number.isInteger(gameOfSeries) || gameOfSeries < 1) {
    throw new ParamError(`${GAME_OF_SERIES} must be a whole number from 1 on, not "${cell(GAME_OF_SERIES)}"`);
  }

  const given = readParams(cell('params'));
  const { grid } = game;
  const roles = Object.keys(game.agents);
  for (const name of given.keys()) {
    if (name.includes('.') && roles.every((role) => !name.startsWith(`${role}.`)))
      throw new ParamError(`no parameter ${name}; roles are ${roles.join(', ')}`);
  }
  const setApart = (name: string): void => {
    if (given.has(name)) throw new ParamError(`params must not name ${name}, which has a column of its own`);
    given.set(name, cell(name));
  };
  for (const name of grid.columns === undefined ? [grid.rows] : [grid.rows, grid.columns]) setApart(name);
  const casting: Record<string, { agent: string; params: Given }> = {};
  for (const role of roles) {
    const agent = cell(role);
    const table = faceOf(game.agents[role], { agent })?.params ?? {};
    const eyes = cell(`${role}.${EYES}`);
    if (eyes !== '' || given.has(`${role}.${EYES}`)) setApart(`${role}.${EYES}`);
    casting[role] = { agent, params: take(given, table, `${role}.`) };
    game.check(role, casting[role]);
  }
  const config = take(given, game.params, '');
  game.roles(config);
  return {
    config,
    seed,
    gameOfSeries,
    casting,
    deck: cell('deck'),
    metrics: Float64Array.from(game.metrics, ({ name }) => metricOf(name, cell(name))),
  };
}

function metricOf(name: string, text: string): number {
  const value = text === '' ? Number.NaN : Number(text);
  if (text !== '' && Number.isNaN(value)) throw new ParamError(`${name} must be a number, not "${text}"`);
  return value;
}

function readParams(text: string): Map<string, string> {
  const given = new Map<string, string>();
  for (const part of text === '' ? [] : text.split(';')) {
    const at = part.indexOf('=');
    if (at < 1) throw new ParamError(`params must read name=value;name=value, not "${text}"`);
    const name = part.slice(0, at);
    if (given.has(name)) throw new ParamError(`params names ${name} twice`);
    given.set(name, unescape(part.slice(at + 1)));
  }
  return given;
}

const unescape = (text: string): string => text.replaceAll(/%(25|3B|3D)/gi, decodeURIComponent);

/** The values whose names start with `prefix` (those without a dot for an empty one), read as their table says; unknown names are kept for it to refuse. */
function take(given: ReadonlyMap<string, string>, table: Params, prefix: string): Given {
  const taken: [string, unknown][] = [];
  for (const [full, text] of given) {
    if (prefix === '' ? full.includes('.') : !full.startsWith(prefix)) continue;
    const name = full.slice(prefix.length);
    taken.push([name, Object.hasOwn(table, name) ? parse(table[name], text) : text]);
  }
  return Object.fromEntries(taken); // keeps __proto__ as a name, to be refused as one
}
