import type { Immutable } from '../../engine/kernel/agent.ts';
import { MYSTERIUM_DECK, NONE, columnOf, mostGiven } from '../../engine/mysterium/shape.ts';
import type { Open } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { MOST_COLUMNS } from './candidates.ts';

/**
 * Goes over a finished game: each card that a psychic found tells what its visions meant, and which cards they did not. Of the public
 * history alone, for all psychics alike.
 */
export class Debrief {
  /** No vision lies before a psychic twice. */
  private readonly visions = new Int32Array(MYSTERIUM_DECK.visions);
  private readonly cards = new Int32Array(MOST_COLUMNS);

  constructor(private readonly eyes: Eyes) {}

  of(open: Immutable<Open>): void {
    const { psychics, rounds } = open.config;
    for (let p = 0; p < psychics; p++) {
      let first = 1;
      for (let round = 1; round <= rounds; round++) {
        const at = (round - 1) * psychics + p;
        if (open.guessedRight[at] !== 1) continue;
        this.found(open, p, open.guessedRow[at], open.guessed[at], first, round);
        first = round + 1;
      }
    }
  }

  /** Psychic `p` found the card at `hit` of `row` in round `last`, and had been looking for it since round `first`. */
  private found(open: Immutable<Open>, p: number, row: number, hit: number, first: number, last: number): void {
    const { width } = open.config;
    const shelf = p * mostGiven(open.config);
    let visions = 0;
    for (let k = 0; k < open.givenCount[p]; k++) {
      const round = open.givenRound[shelf + k];
      if (round >= first && round <= last) this.visions[visions++] = open.given[shelf + k];
    }
    const gone = goneBefore(open, row, first);
    let cards = 0;
    let meant = NONE;
    for (let col = 0; col < width; col++) {
      if ((gone >> col) & 1) continue;
      if (col === hit) meant = cards;
      this.cards[cards++] = columnOf(open.config, row, open.card[row * width + col]);
    }
    this.eyes.learn(this.visions, visions, this.cards, cards, meant);
  }
}

/** The columns of `row` that had been found before round `round` began, a mask. */
function goneBefore(open: Immutable<Open>, row: number, round: number): number {
  let gone = 0;
  for (let at = 0; at < (round - 1) * open.config.psychics; at++) {
    if (open.guessedRow[at] === row && open.guessedRight[at] === 1) gone |= 1 << open.guessed[at];
  }
  return gone;
}
