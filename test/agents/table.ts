import { gameOf } from '../../src/agents/catalog.ts';
import { openEyes } from '../../src/embeddings/eyes/eyes.ts';
import type { SeatPlan } from '../../src/engine/kernel/catalog.ts';
import type { Affinity, Knowledge } from '../../src/engine/kernel/knowledge.ts';
import type { Given } from '../../src/engine/kernel/params.ts';
import { Sfc32, seedOf } from '../../src/engine/kernel/rng.ts';
import { MYSTERIUM_DECK } from '../../src/engine/mysterium/shape.ts';

export const game = gameOf('mysterium');

/** The starter deck as its eyes see it, through the real encoders. */
export const starterKnowledge = async (): Promise<Knowledge> =>
  openEyes({ deck: 'starter', need: MYSTERIUM_DECK, names: ['bundled', 'words'] });

export function affinityOf(knowledge: Knowledge, eyes: string): Affinity {
  const affinity = knowledge.affinity[eyes];
  if (!affinity) throw new Error(`no eyes named ${eyes}`);
  return affinity;
}

/** The same affinity as if the pictures of the visions had been shuffled among them. */
export function permuted({ rows, columns, cells }: Affinity, seed: number): Affinity {
  const order = Array.from({ length: rows }, (_, i) => i);
  const rng = new Sfc32(seed);
  for (let i = rows - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return {
    rows,
    columns,
    cells: Float32Array.from(cells, (_, at) => cells[order[Math.floor(at / columns)] * columns + (at % columns)]),
  };
}

/** Who plays, and with what; one plan for every psychic, or one for each. */
export interface Playing {
  readonly config: Given;
  readonly ghost: SeatPlan;
  readonly psychic: SeatPlan | readonly SeatPlan[];
  readonly games: number;
  readonly seed?: number;
}

export const plan = (agent: string, params: Given = {}): SeatPlan => ({ agent, params });

/** Metric columns of games `seedOf(seed, 0)` and on, by name. */
export function playOut(
  knowledge: Knowledge,
  { config, ghost, psychic, games, seed = 1 }: Playing,
): (metric: string) => Float64Array {
  const psychics = Array.isArray(psychic) ? psychic : undefined;
  const lineup = game
    .roles(config)
    .map((role, at) => (role === 'ghost' ? ghost : psychics ? psychics[at - 1] : (psychic as SeatPlan)));
  const session = game.open(config, lineup, knowledge);
  const row = new Float64Array(game.metrics.length);
  const columns = game.metrics.map(() => new Float64Array(games));
  for (let i = 0; i < games; i++) {
    session.play(seedOf(seed, i));
    session.measure(row);
    row.forEach((value, at) => {
      columns[at][i] = value;
    });
  }
  return (metric) => {
    const at = game.metrics.findIndex(({ name }) => name === metric);
    if (at < 0) throw new Error(`no metric ${metric}`);
    return columns[at];
  };
}

export const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
