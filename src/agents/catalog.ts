import { catalogue, defineAgent } from '../engine/kernel/catalog.ts';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { ParamError } from '../engine/kernel/params.ts';
import { ledger } from '../engine/mysterium/ledger.ts';
import { figures, metrics } from '../engine/mysterium/metrics.ts';
import { notation } from '../engine/mysterium/moves.ts';
import { mysteriumParams, toConfig } from '../engine/mysterium/params.ts';
import { mysterium } from '../engine/mysterium/rules.ts';
import { MYSTERIUM_DECK } from '../engine/mysterium/shape.ts';
import type { Mysterium } from '../engine/mysterium/shape.ts';
import { narrator } from '../engine/mysterium/story.ts';
import { RandomGhost, randomGhostParams } from './mysterium/ghost-random.ts';
import { RandomPsychic } from './mysterium/psychic-random.ts';

const ghost = defineAgent<Mysterium, 'ghost'>('ghost');
const psychic = defineAgent<Mysterium, 'psychic'>('psychic');

/** Every game, with every agent that can sit at it. */
export const games: readonly CataloguedGame[] = [
  catalogue<Mysterium, typeof mysteriumParams>({
    id: 'mysterium',
    title: 'Mysterium (2015)',
    version: 1,
    params: mysteriumParams,
    toConfig,
    grid: { rows: 'players', columns: 'difficulty' },
    deck: MYSTERIUM_DECK,
    rules: mysterium,
    notation,
    narrator,
    metrics,
    figures,
    ledger,
    agents: {
      ghost: [
        ghost({
          id: 'random',
          doc: 'gives a random handful: the floor',
          params: randomGhostParams,
          create: (values) => new RandomGhost(values),
        }),
      ],
      psychic: [
        psychic({
          id: 'random',
          doc: 'guesses among the cards it has not tried: the floor',
          params: {},
          create: () => new RandomPsychic(),
        }),
      ],
    },
    casts: {
      standard: { ghost: 'random', psychic: 'random' },
      floor: { ghost: 'random', psychic: 'random' },
      ceiling: { ghost: 'random', psychic: 'random' },
    },
  }),
];

/** @throws ParamError naming the games there are. */
export function gameOf(id: string): CataloguedGame {
  const game = games.find((one) => one.id === id);
  if (!game) throw new ParamError(`no game named ${id}; there is ${games.map((one) => one.id).join(', ')}`);
  return game;
}
