import type { Immutable, ViewOf } from '../../engine/kernel/agent.ts';
import { HAND } from '../../engine/mysterium/shape.ts';
import type { Mysterium, Open } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { Assignment } from './assignment.ts';
import { MOST_COLUMNS, MOST_PSYCHICS, candidates, cardAt } from './candidates.ts';
import { Evidence, addTalk } from './evidence.ts';

type View = ViewOf<Mysterium, 'psychic'>;

/** How much less sure each further person who talks makes, since all read the same visions. By playing: chances are met as often as they say. */
const SHARED_ERROR = 0.2;

/** What is left of each nat of evidence where several people talk, in (0, 1]. */
export const agreementIn = ({
  persons,
  talkRounds,
}: {
  readonly persons: number;
  readonly talkRounds: number;
}): number => 1 / (1 + (talkRounds > 0 ? SHARED_ERROR * Math.max(0, persons - 2) : 0));

/** What a psychic hears visions and talk with: blur of the eyes, and nats as in its parameters. */
interface Listener {
  readonly blur: number;
  readonly sharpness: number;
  readonly trust: number;
}

/**
 * What each psychic seeks, to the mind of one who asks why the ghost gave these visions (rational speech acts, Frank and Goodman 2012).
 *
 * A ghost that means card c gives vision v out of a hand of seven in proportion to how well v would tell c from its rivals: u(v, c) = the
 * share of exp(sharpness * affinity) that c has among the cards of its row, in units of an even share. The other six are not seen; each would
 * have had an even share by itself. So P(v | c) = u / (u + 6). Several visions are taken as given one by one.
 *
 * Targets of one category all differ, so what the others were given, said and guessed wrongly tells of one's own: beliefs are those of
 * an exact joint assignment (see `Assignment`). Psychics who have not reached the category leave no trace in it.
 */
export class Intentions {
  /** Psychic q's card is at `col` with this chance, at q * MOST_COLUMNS + col; filled by `weigh` for those who are at its row. */
  readonly chance = new Float64Array(MOST_PSYCHICS * MOST_COLUMNS);
  /** Log-likelihood of each psychic's present visions, by column. */
  readonly evidence: Evidence;
  private readonly suggested = new Float64Array(MOST_COLUMNS);
  private readonly assignment = new Assignment();
  /** Nats that a standard deviation speaks: the more blurred the eyes, the less of what they see is shared. */
  private readonly sharpness: number;

  constructor(
    private readonly eyes: Eyes,
    private readonly listener: Listener,
  ) {
    this.sharpness = listener.sharpness / (1 + listener.blur ** 2);
    this.evidence = new Evidence((open, q, first, end, sum, at) => {
      for (let k = first; k < end; k++) this.read(open, q, open.given[k], sum, at);
    });
  }

  reset(): void {
    this.evidence.reset();
  }

  /** Works out `chance` for all psychics who are at `row`. */
  weigh(view: View, row: number): void {
    const { open } = view;
    const { psychics, width } = open.config;
    let count = 0;
    for (let q = 0; q < psychics; q++) if (open.stage[q] === row) this.consider(view, q, count++);
    this.assignment.solve(count, width);
    count = 0;
    for (let q = 0; q < psychics; q++) if (open.stage[q] === row) this.take(view, q, count++);
  }

  /** Works out `chance` for psychic `p` alone. */
  weighOne(view: View, p: number): void {
    const { open } = view;
    const { psychics, width } = open.config;
    let count = 0;
    for (let q = 0; q < psychics; q++) if (q !== p && open.stage[q] === open.stage[p]) this.consider(view, q, count++);
    this.consider(view, p, count++);
    this.assignment.solveLast(count, width);
    this.take(view, p, count - 1);
  }

  /** Notes the chances of the `place`-th psychic of the assignment as psychic q's, levelled since those who talk err together. */
  private take({ open }: View, q: number, place: number): void {
    const { width } = open.config;
    const agreement = agreementIn(open.config);
    const row = q * MOST_COLUMNS;
    let total = 0;
    for (let col = 0; col < width; col++) {
      this.chance[row + col] = this.assignment.chance[place * MOST_COLUMNS + col] ** agreement;
      total += this.chance[row + col];
    }
    for (let col = 0; col < width; col++) this.chance[row + col] /= total;
  }

  /** Writes what is known of psychic q alone as the `place`-th row of the assignment's weights. */
  private consider(view: View, q: number, place: number): void {
    const { open } = view;
    const { width } = open.config;
    const { weight } = this.assignment;
    const row = place * MOST_COLUMNS;
    this.evidence.look(open, q);
    for (let col = 0; col < width; col++) weight[row + col] = this.evidence.sum[q * MOST_COLUMNS + col];
    addTalk(view, q, this.listener.trust, weight, row);
    const field = candidates(open, q);
    let most = -Infinity;
    for (let col = 0; col < width; col++) if ((field >> col) & 1 && weight[row + col] > most) most = weight[row + col];
    for (let col = 0; col < width; col++)
      weight[row + col] = (field >> col) & 1 ? Math.exp(weight[row + col] - most) : 0;
  }

  /** Adds the log-likelihood of one vision. */
  private read(open: Immutable<Open>, q: number, vision: number, sum: Float64Array, at: number): void {
    const { width } = open.config;
    let total = 0;
    for (let col = 0; col < width; col++) {
      this.suggested[col] = Math.exp(this.sharpness * this.eyes.see(vision, cardAt(open, q, col)));
      total += this.suggested[col];
    }
    for (let col = 0; col < width; col++) {
      const share = (width * this.suggested[col]) / total;
      sum[at + col] += Math.log(share / (share + HAND - 1));
    }
  }
}
