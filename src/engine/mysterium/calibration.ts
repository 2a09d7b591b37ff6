import type { Calibration } from '../kernel/calibration.ts';
import { resolve } from '../kernel/params.ts';
import { mysteriumParams, toConfig } from './params.ts';

/** One table for each number of cards, 4 to 9, that a row can have. */
const TABLES = [
  { players: 2, difficulty: 'easy' },
  { players: 4, difficulty: 'easy' },
  { players: 4, difficulty: 'medium' },
  { players: 4, difficulty: 'hard' },
  { players: 6, difficulty: 'medium' },
  { players: 6, difficulty: 'hard' },
];

/**
 * The first guess for a character is made in the first round, among all cards of the row and after one delivery of visions. Without
 * talk nothing else speaks.
 */
export const firstGuess: Omit<Calibration, 'cast'> = {
  figure: 'first character right',
  wholeGame: 'first guess right',
  tables: TABLES.map((table) => {
    const config = { ...table, talkRounds: 0 };
    return { options: toConfig(resolve(mysteriumParams, config)).width, config };
  }),
};
