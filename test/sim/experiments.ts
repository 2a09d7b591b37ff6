import type { Knowledge } from '../../src/engine/kernel/knowledge.ts';
import { lineupOf } from '../../src/sim/experiment.ts';
import type { Casting, Experiment } from '../../src/sim/experiment.ts';
import { coinsGame } from './coins.ts';

/** What the coins' agents know: nothing. */
export const nothing: Knowledge = { affinity: {} };

export const coinsCasting: Casting = {
  tosser: { agent: 'bent', params: { bend: 0.5 } },
  caller: { agent: 'guess', params: {} },
};

/** An experiment with coins, other than usual where `own` says so. */
export const coinsExperiment = (own: Partial<Experiment> = {}): Experiment => ({
  game: coinsGame.id,
  config: {},
  lineup: lineupOf(coinsGame, {}, coinsCasting),
  games: 1000,
  seed: 1,
  cell: 0,
  ...own,
});
