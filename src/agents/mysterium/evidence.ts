import type { Immutable, ViewOf } from '../../engine/kernel/agent.ts';
import { NONE, mostGiven, personOf, psychicOf } from '../../engine/mysterium/shape.ts';
import type { Mysterium, Open } from '../../engine/mysterium/shape.ts';
import { MOST_COLUMNS, MOST_PSYCHICS } from './candidates.ts';

/**
 * Adds to `sum`, from place `at` on, how strongly the visions `open.given[first]` to `open.given[end - 1]`, before psychic `q`, speak for the
 * card at each column of its row.
 */
type Read = (open: Immutable<Open>, q: number, first: number, end: number, sum: Float64Array, at: number) => void;

/** What the visions before each psychic say of its card, each vision read once. */
export class Evidence {
  /** For psychic q's card being at `col`, at q * MOST_COLUMNS + col. */
  readonly sum = new Float64Array(MOST_PSYCHICS * MOST_COLUMNS);
  /** What `sum` covers: where q's present visions begin, and how many were read; NONE before the first look. */
  private readonly from = new Int32Array(MOST_PSYCHICS);
  private readonly until = new Int32Array(MOST_PSYCHICS);

  constructor(private readonly read: Read) {}

  reset(): void {
    this.from.fill(NONE);
  }

  /** Brings `sum` up to date with the visions before psychic `q`. */
  look(open: Immutable<Open>, q: number): void {
    const row = q * MOST_COLUMNS;
    if (this.from[q] !== open.stageStart[q]) {
      this.from[q] = open.stageStart[q];
      this.until[q] = open.stageStart[q];
      this.sum.fill(0, row, row + MOST_COLUMNS);
    }
    if (this.until[q] === open.givenCount[q]) return;
    const shelf = q * mostGiven(open.config);
    this.read(open, q, shelf + this.until[q], shelf + open.givenCount[q], this.sum, row);
    this.until[q] = open.givenCount[q];
  }
}

/** Adds `trust` to `belief`, from place `at` on, for each column that another person named for psychic `q` this round. */
export function addTalk(
  { open, seat }: ViewOf<Mysterium, 'psychic'>,
  q: number,
  trust: number,
  belief: Float64Array,
  at: number,
): void {
  const { psychics } = open.config;
  const person = personOf(open.config, psychicOf(seat));
  for (let speaker = 0; speaker < psychics; speaker++) {
    const named = open.said[speaker * psychics + q];
    if (named !== NONE && personOf(open.config, speaker) !== person) belief[at + named] += trust;
  }
}
