import type { CataloguedGame, Session } from '../engine/kernel/catalog.ts';
import type { Knowledge } from '../engine/kernel/knowledge.ts';
import { OutsideError } from '../engine/kernel/outside.ts';
import { gameSeed } from './experiment.ts';
import type { Experiment } from './experiment.ts';
import { firstOfSeries } from './series.ts';

/** Games `from` to `to` (excluded) of an experiment: what one worker is asked for at a time. */
export interface Job {
  readonly experiment: Experiment;
  readonly from: number;
  readonly to: number;
  /** Whether detail rows are wanted as well. */
  readonly details: boolean;
}

/** What was played of a job. */
export interface Chunk {
  /** Index of the first game in its experiment. */
  readonly from: number;
  readonly games: number;
  /** The games' metrics, row after row. */
  readonly rows: Float64Array;
  /** Detail rows, one after the other, each led by the index of its game; empty where none were asked for. */
  readonly details: Float64Array;
  /** Why the game after these was not played to its end: the program at a seat failed. */
  readonly failure?: string;
}

/** Never so many experiments at a time that their tables fill the memory. */
const MOST_SESSIONS = 64;
const tables = new WeakMap<CataloguedGame, WeakMap<Knowledge, Map<string, Session>>>();

/**
 * Plays a job's games. The result depends on the arguments alone, but for `stopped`, which is asked before each game and ends
 * the chunk early.
 */
export function runChunk(
  game: CataloguedGame,
  knowledge: Knowledge,
  job: Job,
  stopped: () => boolean = () => false,
): Chunk {
  const { experiment, from, to } = job;
  const session = sessionOf(game, knowledge, experiment);
  const width = game.metrics.length;
  const rows = new Float64Array((to - from) * width);
  const row = new Float64Array(width);
  const details: number[] = [];
  let games = 0;
  let failure: string | undefined;
  for (let index = firstOfSeries(experiment, from); index < to && !stopped(); index++) {
    try {
      session.play(gameSeed(experiment, index), gameSeed(experiment, firstOfSeries(experiment, index)));
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      if (!stopped()) failure = error.at({ game: nameOf(experiment, index) }).message;
      break;
    }
    if (index < from) continue; // played for what is learned in it
    session.measure(row);
    rows.set(row, games * width);
    games++;
    if (job.details) session.detail((detail) => details.push(index, ...detail));
  }
  return {
    from,
    games,
    rows: rows.subarray(0, games * width),
    details: Float64Array.from(details),
    ...(failure !== undefined && { failure }),
  };
}

/** A game of an experiment, counted from 1, with what it takes to play it again. */
function nameOf(experiment: Experiment, index: number): string {
  const config = Object.entries(experiment.config).map(([name, value]) => `${name} ${String(value)}`);
  return `game ${index + 1} (${[...config, `seed ${gameSeed(experiment, index)}`].join(', ')})`;
}

/** A table set up for an experiment's config and line-up: the one used before, if there was one. */
function sessionOf(game: CataloguedGame, knowledge: Knowledge, { config, lineup }: Experiment): Session {
  let known = tables.get(game);
  if (!known) tables.set(game, (known = new WeakMap()));
  let sessions = known.get(knowledge);
  if (!sessions) known.set(knowledge, (sessions = new Map()));
  const key = JSON.stringify([config, lineup]);
  let session = sessions.get(key);
  if (!session) {
    if (sessions.size >= MOST_SESSIONS) sessions.clear();
    sessions.set(key, (session = game.open(config, lineup, knowledge)));
  }
  return session;
}
