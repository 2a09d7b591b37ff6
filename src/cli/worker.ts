import { availableParallelism } from 'node:os';
import { whole } from '../engine/kernel/params.ts';
import { packageVersion } from './about.ts';
import { addressOf, clusterOption } from './cluster.ts';
import type { Args, Command } from './command.ts';
import { EXIT, UsageError, note, warn } from './errors.ts';
import type { ExitCode } from './errors.ts';
import { interruptible } from './interrupt.ts';
import { STARTER } from '../api/pictures.ts';
import { optionOf } from './options.ts';
import { thousands } from './screen.ts';

const params = {
  workers: whole(1, 64, 1, 'threads that play'),
  patience: whole(
    1,
    3600,
    20,
    'seconds without a sign of life after which a chunk of this worker goes to another; programs that take longer over a game need more',
  ),
  idle: whole(1, 1_000_000, 60, 'ends after so many seconds without a run; without it the worker waits for the next'),
};

/** Eyes that the package itself has: a run must see through the same ones. */
const OWN_EYES = ['bundled', 'palette', 'words'] as const;

/** Milliseconds between two lines on what was played. */
const TALK = 60_000;

export const workerCommand: Command = {
  command: 'worker',
  describe: 'plays for runs that are given --cluster, until it is stopped',
  options: {
    cluster: clusterOption('the Redis or Valkey server at which runs are announced'),
    workers: optionOf(params.workers, 'The worker:', '', 'one a core, at most 8'),
    patience: optionOf(params.patience, 'The worker:'),
    idle: optionOf(params.idle, 'The worker:', '', 'not given'),
    'run-bots': { type: 'boolean', describe: 'starts programs (exec:...) that runs name', group: 'The worker:' },
    quiet: { type: 'boolean', describe: 'says only what went wrong', group: 'The worker:' },
  },
  examples: [
    ['$0 worker --cluster redis://localhost:6379', 'plays until Ctrl-C'],
    ['$0 worker --cluster rediss://:secret@server --workers 16 --idle 300', 'ends after five minutes without a run'],
  ],
  run: work,
};

async function work(args: Args): Promise<ExitCode> {
  const address = addressOf(args);
  if (!address) throw new UsageError('worker needs --cluster, the server at which runs are announced');
  const threads = args.number('workers', { ...params.workers, default: Math.min(8, availableParallelism()) });
  const patience = args.number('patience', params.patience);
  const idle = args.has('idle') ? args.number('idle', params.idle) : undefined;
  const { serve } = await import('../cluster/index.ts');
  const own = await ownMeans();
  const say = (line: string): void => {
    if (!args.flag('quiet')) note(line);
  };
  return interruptible(
    async (signal) => {
      let played = 0;
      let told = performance.now();
      await serve(
        address,
        { threads, patience, idle, runBots: args.flag('run-bots'), own },
        {
          onNote: say,
          onWarning: warn,
          onGames(games) {
            played += games;
            if (performance.now() - told < TALK) return;
            told = performance.now();
            say(`${thousands(played)} games played`);
          },
        },
        signal,
      );
      say(`${thousands(played)} games played`);
      return signal.aborted ? EXIT.interrupted : EXIT.done;
    },
    () => {},
  );
}

/** What runs must have in common with this machine. */
async function ownMeans(): Promise<{
  readonly seance: string;
  readonly build: string;
  readonly decks: Readonly<Record<string, string>>;
  readonly encoders: Readonly<Record<string, string>>;
}> {
  const { findDeck, hashDeck, hashPictures, loadDeck, openEncoder } = await import('../embeddings/index.ts');
  const { buildDigest } = await import('../cluster/index.ts');
  const deck = await loadDeck(await findDeck(STARTER));
  const encoders: [string, string][] = [];
  for (const name of OWN_EYES) {
    const encoder = await openEncoder(name);
    encoders.push([name, encoder.id]);
    await encoder.close();
  }
  return {
    seance: packageVersion(),
    build: await buildDigest(),
    decks: { [STARTER]: hashDeck(deck, await hashPictures(deck)) },
    encoders: Object.fromEntries(encoders),
  };
}
