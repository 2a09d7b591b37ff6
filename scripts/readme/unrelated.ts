import { availableParallelism } from 'node:os';
import { mysteriumParams, resolve, toMysteriumConfig } from 'seance/engine';
import type { Affinity, CataloguedGame, Given } from 'seance/engine';
import { openEyes } from 'seance/embeddings';
import { Moments, Tally, gridIndex, lineupOf, threadExecutor } from 'seance/sim';
import type { Estimate, Job } from 'seance/sim';
import { permuted } from '../../test/agents/table.ts';

/** Games that are played with one permutation of the art: any one is biased, so that each table meets many. */
const BLOCK = 50;

/** Guesses are many a game, and so fewer games will do: of as many as are asked for, one in so many. */
const SHARE = 4;

const LOOKER = 'psychic';

/**
 * How often a first guess for a character is right where the psychics see the visions' art permuted among them, cell by cell; the mean
 * over permutations with Student's interval, and what chance would have it.
 */
export async function firstGuesses(
  game: CataloguedGame,
  cells: readonly Given[],
  asked: number,
): Promise<readonly { readonly found: Estimate; readonly chance: number }[]> {
  if (!game.deck || !game.calibration) throw new TypeError(`${game.id} has no guesses by pictures`);
  const { affinity } = await openEyes({ deck: 'starter', need: game.deck, names: ['bundled'] });
  const games = Math.ceil(asked / SHARE);
  const blocks = Math.max(2, Math.ceil(games / BLOCK));
  const eyesOf = (block: number): string => `permuted ${block}`;
  const seen: Record<string, Affinity | undefined> = { bundled: affinity['bundled'] };
  for (let block = 0; block < blocks; block++) seen[eyesOf(block)] = permuted(affinity['bundled'], block);

  const figure = game.figures.filter(({ name }) => name === game.calibration?.figure);
  const tallies = cells.map(() => Array.from({ length: blocks }, () => new Tally({ ...game, figures: figure })));
  const tallyOf = new Map<Job['experiment'], Tally>();
  function* jobs(): Generator<Job, void> {
    for (const [at, config] of cells.entries()) {
      for (let block = 0; block < blocks; block++) {
        const lineup = lineupOf(
          game,
          config,
          Object.fromEntries(
            Object.entries(game.casts.standard).map(([role, agent]) => [
              role,
              { agent, params: role === LOOKER ? { eyes: eyesOf(block) } : {} },
            ]),
          ),
        );
        const experiment = { game: game.id, config, lineup, games, seed: 1, cell: gridIndex(game, config) };
        tallyOf.set(experiment, tallies[at][block]);
        const [from, to] = [block, block + 1].map((n) => Math.round((n * games) / blocks));
        yield { experiment, from, to, details: false };
      }
    }
  }
  const executor = await threadExecutor({ affinity: seen }, Math.min(8, availableParallelism()));
  try {
    for await (const { job, chunk } of executor.run(jobs())) tallyOf.get(job.experiment)?.add(chunk.rows);
  } finally {
    await executor.close();
  }
  return cells.map((config, at) => {
    const rates = new Moments();
    for (const tally of tallies[at]) for (const { value } of tally.findings()) rates.add(value);
    return { found: rates.estimate(), chance: 1 / toMysteriumConfig(resolve(mysteriumParams, config)).width };
  });
}
