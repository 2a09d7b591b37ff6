import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import type { ClusterExecutor } from '../cluster/index.ts';
import type { Knowledge } from '../engine/kernel/knowledge.ts';
import { inlineExecutor, journalExecutor, threadExecutor } from '../sim/index.ts';
import type { Executor, Experiment, Journal } from '../sim/index.ts';
import { EXIT, Failure, warn } from './errors.ts';
import type { ExitCode } from './errors.ts';
import type { Timing } from './run-document.ts';
import { progressBars, thousands } from './screen.ts';

/** So few games in all are played sooner than threads have started. */
const FEW = 512;

/**
 * Plays by `executor`, telling `onGames` how many more games are over, and how what is being played goes, where that can be said. Returns
 * what failed, where a program did; nothing is played after that.
 */
export type PlayAll = (
  executor: Executor,
  onGames: (games: number, remark?: () => string) => void,
) => Promise<string | undefined>;

/** How games are played. */
export interface PlayOptions {
  readonly workers: number;
  readonly quiet: boolean;
  /** Games in all; those of the experiments where it is not given. */
  readonly total?: number;
  /** Games that turned out not to be needed, until now. */
  readonly spared?: () => number;
  /** The journal that keeps what is played, and from which the beginning comes. */
  readonly journal?: Journal | undefined;
  /** Whoever knows how the games went, so that nothing is played. */
  readonly instead?: Executor | undefined;
  /** Workers elsewhere that play. */
  readonly cluster?: ClusterExecutor | undefined;
}

/** How far play came. */
export interface Played {
  readonly timing: Timing;
  /** Whether not all games were played. */
  readonly interrupted: boolean;
  readonly failure: string | undefined;
}

/** Milliseconds between two remarks beside the progress bar. */
const REMARK = 200;

/**
 * Plays experiments in this thread or in several, with a progress bar. Undefined where it was stopped before the first game was over.
 * @throws ParamError for a table that cannot be set up, JournalError, Failure where a program failed before the first game was over
 */
export async function playGames(
  game: CataloguedGame,
  experiments: readonly Experiment[],
  knowledge: Knowledge,
  options: PlayOptions,
  playAll: PlayAll,
): Promise<Played | undefined> {
  const { quiet, journal, instead, cluster, spared = () => 0 } = options;
  for (const { config, lineup } of experiments) game.open(config, lineup, knowledge);
  const total = options.total ?? experiments.reduce((sum, experiment) => sum + experiment.games, 0);
  const { executor, threads } = await executorOf(game, experiments, knowledge, options, total);
  const started = new Date();
  const bar = (await progressBars({ quiet }))(game.title, total, 'games');
  let games = 0;
  const speed = (): number => {
    const seconds = (Date.now() - started.getTime()) / 1000;
    const played = instead ? 0 : games - (journal?.replayed ?? 0);
    return seconds > 0 ? played / seconds : played;
  };
  let remarked = 0;
  let remark = '';
  let failure: string | undefined;
  try {
    failure = await playAll(executor, (more, say) => {
      games += more;
      if (process.stderr.isTTY && !quiet && performance.now() - remarked > REMARK) {
        remarked = performance.now();
        const hands = cluster ? `, ${cluster.threads} threads play` : '';
        remark = `, ${thousands(Math.round(speed()))} a second${hands}${say ? ` | ${say()}` : ''}`;
      }
      bar.update(games + spared(), remark);
    });
  } finally {
    bar.stop();
    await executor.close();
  }
  if (games === 0 && failure !== undefined) throw new Failure(failure);
  if (games === 0) return undefined;
  const seconds = (Date.now() - started.getTime()) / 1000;
  const timing = {
    started: started.toISOString(),
    seconds,
    gamesPerSecond: speed(),
    threads: cluster?.mostThreads ?? threads,
  };
  return { timing, interrupted: games + spared() < total, failure };
}

/** Who plays, and in how many threads. */
async function executorOf(
  game: CataloguedGame,
  experiments: readonly Experiment[],
  knowledge: Knowledge,
  { workers, journal, instead, cluster }: PlayOptions,
  total: number,
): Promise<{ readonly executor: Executor; readonly threads: number }> {
  if (instead) return { executor: instead, threads: 1 };
  // This thread waits for no program, so that it hears of Ctrl-C.
  const isInline = knowledge.outside === undefined && (total <= FEW || workers === 1);
  const threads = isInline ? 1 : workers;
  const executor = cluster ?? (isInline ? inlineExecutor(game, knowledge) : await threadExecutor(knowledge, threads));
  if (!journal) return { executor, threads };
  const onDamage = (bytes: number): void =>
    warn(
      `the last ${thousands(bytes)} bytes of ${journal.path} are damaged or cut off: what they held is played again`,
    );
  return { executor: journalExecutor(executor, journal, experiments, onDamage), threads };
}

/** The end of a command that played not one game; `journal` is that of the games that were played before. */
export function interruptedAtOnce(journal?: string): ExitCode {
  const kept = journal === undefined ? 'nothing is kept' : `${journal} is as it was`;
  warn(`interrupted before the first game was over; ${kept}`);
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
