import Papa from 'papaparse';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { EYES } from '../engine/kernel/eyes.ts';
import { eyesOf, faceOf } from '../engine/kernel/face.ts';
import { changed } from '../engine/kernel/params.ts';
import type { Given, Params } from '../engine/kernel/params.ts';
import type { Chunk } from './chunk.ts';
import { gameSeed } from './experiment.ts';
import type { Casting, Experiment } from './experiment.ts';
import { firstOfSeries, seriesOf } from './series.ts';
import { hexOf } from './summary.ts';
import type { Finding, Tally } from './summary.ts';

/** What the rows of an experiment have in common besides its numbers. */
export interface Setting {
  readonly experiment: Experiment;
  readonly casting: Casting;
  /** The deck as it was asked for; empty where the game needs none. */
  readonly deck: string;
}

const roleNames = (game: CataloguedGame): readonly string[] => Object.keys(game.agents);
const gridNames = ({ grid }: CataloguedGame): readonly string[] =>
  grid.columns === undefined ? [grid.rows] : [grid.rows, grid.columns];

/** The columns before and after the seed that say what was played. */
const placeColumns = (game: CataloguedGame): readonly string[] => ['game', 'version', ...gridNames(game)];
const settingColumns = (game: CataloguedGame): readonly string[] => [
  'deck',
  ...roleNames(game),
  ...roleNames(game).map((role) => `${role}.${EYES}`),
  'params',
];

/** The column of games.csv, after the seed, that says which game of its series a row is, counted from 1. */
export const GAME_OF_SERIES = 'game_of_series';

/**
 * The header of games.csv; with `inSeries` for games that are played in series of more than one.
 * @throws TypeError where a metric has the name of another column.
 */
export function gameColumns(game: CataloguedGame, inSeries = false): readonly string[] {
  const seed = inSeries ? ['seed', GAME_OF_SERIES] : ['seed'];
  const names = [...placeColumns(game), ...seed, ...settingColumns(game), ...game.metrics.map(({ name }) => name)];
  if (new Set(names).size < names.length)
    throw new TypeError(`two columns of ${game.id} have one name: ${names.join(', ')}`);
  return names;
}

/** The header of clues.csv: `game_row` is the game's place in games.csv, counted from 1. */
export const detailColumns = (game: CataloguedGame): readonly string[] => ['game_row', 'seed', ...game.details];

/** The header of summary.csv. */
export const summaryColumns = (game: CataloguedGame): readonly string[] => [
  'lineup',
  ...placeColumns(game),
  'run_seed',
  ...settingColumns(game),
  'figure',
  'value',
  'low',
  'high',
  'n',
  'games',
  'checksum',
];

/** Cells as one or more lines of CSV, each with its newline. */
export const toLines = (rows: readonly (readonly unknown[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(
        rows.map((row) => [...row]),
        { newline: '\n' },
      )}\n`;

/** A number as CSV has it: the shortest form that reads back the same; nothing for what does not apply. */
const numeral = (value: number): string => (Number.isNaN(value) ? '' : String(value));

/** A chunk's games as lines of games.csv. Numbers are never quoted, so only the words go through the CSV library. */
export function gameLines(game: CataloguedGame, setting: Setting, chunk: Chunk): string {
  const place = toLines([placeCells(game, setting)]).trimEnd();
  const words = toLines([settingCells(game, setting)]).trimEnd();
  const width = game.metrics.length;
  const { experiment } = setting;
  let text = '';
  for (let i = 0; i < chunk.games; i++) {
    const index = chunk.from + i;
    text += `${place},${gameSeed(experiment, index)},`;
    if (seriesOf(experiment) > 1) text += `${index - firstOfSeries(experiment, index) + 1},`;
    text += words;
    for (let at = i * width; at < (i + 1) * width; at++) text += `,${numeral(chunk.rows[at])}`;
    text += '\n';
  }
  return text;
}

/** A chunk's detail rows as lines of clues.csv; `before` games of other experiments stand before this one's in games.csv. */
export function detailLines(game: CataloguedGame, experiment: Experiment, chunk: Chunk, before: number): string {
  const width = game.details.length + 1;
  let text = '';
  for (let at = 0; at < chunk.details.length; at += width) {
    const index = chunk.details[at];
    text += `${before + index + 1},${gameSeed(experiment, index)}`;
    for (let i = at + 1; i < at + width; i++) text += `,${numeral(chunk.details[i])}`;
    text += '\n';
  }
  return text;
}

/** An experiment's figures, or findings made of its games and others, as rows of summary.csv. */
export function summaryRows(
  game: CataloguedGame,
  lineup: string,
  setting: Setting,
  tally: Tally,
  findings: readonly Finding[] = tally.findings(),
): readonly (readonly unknown[])[] {
  const head = [lineup, ...placeCells(game, setting), setting.experiment.seed, ...settingCells(game, setting)];
  return findings.map(({ figure, value, low, high, n }) => [
    ...head,
    figure,
    ...[value, low, high].map((one) => (Number.isFinite(one) ? String(one) : '')),
    n,
    tally.games,
    hexOf(tally.checksum),
  ]);
}

/** An experiment's figures as lines of summary.csv. */
export const summaryLines = (game: CataloguedGame, lineup: string, setting: Setting, tally: Tally): string =>
  toLines(summaryRows(game, lineup, setting, tally));

const placeCells = (game: CataloguedGame, { experiment }: Setting): readonly unknown[] => [
  game.id,
  game.version,
  ...gridNames(game).map((name) => experiment.config[name] ?? game.params[name].default),
];

const settingCells = (game: CataloguedGame, { experiment, casting, deck }: Setting): readonly unknown[] => {
  const roles = roleNames(game);
  return [
    deck,
    ...roles.map((role) => casting[role].agent),
    ...roles.map((role) => eyesOf(game.agents[role], casting[role]) ?? ''),
    paramsText(game, experiment.config, casting),
  ];
};

/** Every parameter that is not as usual and has no column of its own: `talkRounds=2;ghost.margin=0.2`. */
export function paramsText(game: CataloguedGame, config: Given, casting: Casting): string {
  const listed = (table: Params, given: Given, prefix: string, apart: readonly string[]): readonly string[] =>
    Object.entries(changed(table, given))
      .filter(([name]) => !apart.includes(name))
      .map(([name, value]) => `${prefix}${name}=${escape(String(value))}`);
  return [
    ...listed(game.params, config, '', gridNames(game)),
    ...roleNames(game).flatMap((role) =>
      listed(faceOf(game.agents[role], casting[role])?.params ?? {}, casting[role].params, `${role}.`, [EYES]),
    ),
  ].join(';');
}

const escape = (text: string): string => text.replaceAll(/[%;=]/g, encodeURIComponent);
