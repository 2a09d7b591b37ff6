import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as agents from 'seance/agents';
import type * as embeddings from 'seance/embeddings';
import type * as engine from 'seance/engine';
import type * as sim from 'seance/sim';

/*
 * How fast one built checkout plays on one core. The package is loaded from its folder, so that any two builds can be measured by the same code.
 */

/** Who plays, as ghost and psychics, and how many games. */
export const LINEUPS = {
  random: { agents: ['random', 'random'], games: 20_000 },
  standard: { agents: ['contrast', 'literal'], games: 4000 },
  minds: { agents: ['planner', 'pragmatic'], games: 4000 },
} as const;
export const CONFIG = { players: 4, difficulty: 'easy' };
const GAME = 'mysterium';

/** What a program says of one loop that it timed. */
export interface Timed {
  readonly games: number;
  readonly seconds: number;
  /** Of the games' results: equal for equal games. */
  readonly checksum: string;
}

/** The same of one of our line-ups. */
export interface TimedLineup extends Timed {
  /** A name of `LINEUPS`. */
  readonly what: string;
}

export interface BuildSpeed {
  /** The machine's unit: draws of sfc32 a second. */
  readonly draws: number;
  readonly lineups: readonly TimedLineup[];
}

/** Seconds of processor time that `work` takes, at best of `runs`. */
export function bestOf(runs: number, work: () => void): number {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const from = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(from);
    best = Math.min(best, (user + system) / 1e6);
  }
  return best;
}

/** One of the package's entries as the checkout at `root` has built it. The caller names its type. */
async function load<Entry>(root: string, entry: string): Promise<Entry> {
  const file = createRequire(join(root, 'package.json')).resolve(`seance/${entry}`);
  return (await import(pathToFileURL(file).href)) as Entry;
}

/**
 * Plays each line-up, at most `most` games of it: once for its checksum, which warms it up, and `runs` times against the clock. Without
 * any runs, seconds are Infinity.
 * @throws Error where the checkout is not built, or its package has other entries
 */
export async function measureBuild(root: string, runs: number, most = Infinity): Promise<BuildSpeed> {
  const { gameOf } = await load<typeof agents>(root, 'agents');
  const { openEyes } = await load<typeof embeddings>(root, 'embeddings');
  const { Sfc32, seedOf } = await load<typeof engine>(root, 'engine');
  const { Tally, hexOf } = await load<typeof sim>(root, 'sim');
  const game = gameOf(GAME);
  if (!game.deck) throw new Error(`${game.id} is played without pictures`);
  const knowledge = await openEyes({ deck: 'starter', need: game.deck, names: ['bundled'] });

  const rng = new Sfc32(1);
  const count = 20_000_000;
  let sum = 0;
  const drawn = bestOf(runs, () => {
    for (let i = 0; i < count; i++) sum ^= rng.bits();
  });
  const draws = sum === 0 ? Number.NaN : count / drawn; // the sum is used, so that no draw can be left out

  const lineups = Object.entries(LINEUPS).map(
    ([
      what,
      {
        agents: [ghost, psychic],
        games: usual,
      },
    ]): TimedLineup => {
      const games = Math.min(usual, most);
      const seats = game.roles(CONFIG).map((role) => ({ agent: role === 'ghost' ? ghost : psychic, params: {} }));
      const session = game.open(CONFIG, seats, knowledge);
      const tally = new Tally(game);
      const row = new Float64Array(game.metrics.length);
      for (let i = 0; i < games; i++) {
        session.play(seedOf(1, i));
        session.measure(row);
        tally.add(row);
      }
      const seconds = bestOf(runs, () => {
        for (let i = 0; i < games; i++) session.play(seedOf(1, i));
      });
      return { what, games, seconds, checksum: hexOf(tally.checksum) };
    },
  );
  return { draws, lineups };
}
