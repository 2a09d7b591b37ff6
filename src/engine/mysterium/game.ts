import type { GameSpec } from '../kernel/spec.ts';
import { ledger } from './ledger.ts';
import { figures, metrics } from './metrics.ts';
import { notation } from './moves.ts';
import { mysteriumParams, toConfig } from './params.ts';
import { people } from './people.ts';
import { phrases } from './phrases.ts';
import { report } from './report.ts';
import { mysterium } from './rules.ts';
import { MYSTERIUM_DECK } from './shape.ts';
import type { Mysterium } from './shape.ts';
import { narrator } from './story.ts';

/** All of Mysterium but its players: what the catalogue, or a program with bots of its own, adds agents to. */
export const mysteriumGame: Omit<GameSpec<Mysterium, typeof mysteriumParams>, 'agents' | 'casts' | 'ladders'> = {
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
  phrases,
  metrics,
  figures,
  matrix: ['won', 'first guess right'],
  ledger,
  report,
  people,
};
