import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import type { Knowledge } from '../engine/kernel/knowledge.ts';
import { inlineExecutor, threadExecutor } from '../sim/index.ts';
import type { Executor, Experiment } from '../sim/index.ts';
import { EXIT, Failure, warn } from './errors.ts';
import type { ExitCode } from './errors.ts';
import type { Timing } from './run-document.ts';
import { progressBars } from './screen.ts';

/** So few games in all are played sooner than threads have started. */
const FEW = 512;

/** Plays by `executor`, telling `onGames` how many more games are over. Returns what failed, where a program did; nothing is played after that. */
export type PlayAll = (executor: Executor, onGames: (games: number) => void) => Promise<string | undefined>;

/** How far play came. */
export interface Played {
  readonly timing: Timing;
  /** Whether not all games were played. */
  readonly interrupted: boolean;
  readonly failure: string | undefined;
}

/**
 * Plays experiments in this thread or in several, with a progress bar. Undefined where it was stopped before the first game was over.
 * @throws ParamError for a table that cannot be set up, Failure where a program failed before the first game was over
 */
export async function playGames(
  game: CataloguedGame,
  experiments: readonly Experiment[],
  knowledge: Knowledge,
  { workers, quiet }: { readonly workers: number; readonly quiet: boolean },
  playAll: PlayAll,
): Promise<Played | undefined> {
  for (const { config, lineup } of experiments) game.open(config, lineup, knowledge);
  const total = experiments.reduce((sum, experiment) => sum + experiment.games, 0);
  // This thread waits for no program, so that it hears of Ctrl-C.
  const isInline = knowledge.outside === undefined && (total <= FEW || workers === 1);
  const threads = isInline ? 1 : workers;
  const executor = isInline ? inlineExecutor(game, knowledge) : await threadExecutor(knowledge, threads);
  const started = new Date();
  const bar = (await progressBars({ quiet }))(game.title, total, 'games');
  let games = 0;
  let failure: string | undefined;
  try {
    failure = await playAll(executor, (more) => bar.update((games += more)));
  } finally {
    bar.stop();
    await executor.close();
  }
  if (games === 0 && failure !== undefined) throw new Failure(failure);
  if (games === 0) return undefined;
  const seconds = (Date.now() - started.getTime()) / 1000;
  const gamesPerSecond = seconds > 0 ? games / seconds : games;
  const timing = { started: started.toISOString(), seconds, gamesPerSecond, threads };
  return { timing, interrupted: games < total, failure };
}

/** The end of a command that played not one game. */
export function interruptedAtOnce(): ExitCode {
  warn('interrupted before the first game was over; nothing is kept');
  return EXIT.interrupted;
}

/**
 * The end of a command whose results are told.
 * @throws Failure where a program failed
 */
export function endOf({ failure, interrupted }: Played): ExitCode {
  if (failure !== undefined) throw new Failure(`${failure}; the games before it count`);
  return interrupted ? EXIT.interrupted : EXIT.done;
}
