import type { Action, Agent, ViewOf } from '../../engine/kernel/agent.ts';
import type { Explanation } from '../../engine/kernel/explanation.ts';
import { real } from '../../engine/kernel/params.ts';
import type { ValuesOf } from '../../engine/kernel/params.ts';
import type { Rng } from '../../engine/kernel/rng.ts';
import { NONE, ROWS, TOKENS_RETURN, psychicOf } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import { adaptParams, eyesParams } from '../eyes.ts';
import type { Eyes } from '../eyes.ts';
import { MOST_COLUMNS, candidates } from './candidates.ts';
import { CaseVote } from './case-vote.ts';
import { Debrief } from './debrief.ts';
import { Intentions } from './intentions.ts';
import { likeliest, pick } from './pick.ts';
import { pragmaticReading } from './pragmatic-reasons.ts';
import { explainPsychic } from './psychic-reasons.ts';
import { TokenBudget } from './token-budget.ts';

export const pragmaticPsychicParams = {
  ...eyesParams,
  sharpness: real(
    0.01,
    20,
    0.9,
    'how surely an association of one standard deviation would speak for a card if eyes were not blurred, in nats',
    'log',
  ),
  temperature: real(0, 5, 0, 'slips: 0 always picks the likeliest card, 1 picks in proportion to belief'),
  trust: real(0, 5, 0.75, 'how much a card named by another psychic counts, in nats'),
  confidence: real(
    0,
    1,
    0.4,
    'how sure of a prediction a psychic must be to spend a token while more rounds follow; in the last it spends what it has',
  ),
  ...adaptParams,
};

type View = ViewOf<Mysterium, 'psychic'>;

/**
 * Asks why the ghost gave these visions and not the others of its hand, and who else may seek the same card (see `Intentions`); lays every
 * token before it is worth nothing.
 */
export class PragmaticPsychic implements Agent<View> {
  readonly intentions: Intentions;
  readonly tokens: TokenBudget;
  readonly vote: CaseVote;
  private readonly debrief: Debrief;
  private readonly belief = new Float64Array(MOST_COLUMNS);

  constructor(
    private readonly params: ValuesOf<typeof pragmaticPsychicParams>,
    private readonly eyes: Eyes,
  ) {
    this.intentions = new Intentions(eyes, params);
    this.tokens = new TokenBudget(params);
    this.vote = new CaseVote(eyes, params.sharpness / (1 + params.blur ** 2));
    this.debrief = new Debrief(eyes);
  }

  readonly reset = (own: Rng, group: Rng): void => {
    this.eyes.reset(own, group);
    this.intentions.reset();
  };

  readonly meet = (): void => this.eyes.forget();

  readonly learn = ({ open }: View): void => {
    if (this.eyes.adapts) this.debrief.of(open);
  };

  readonly choose = (view: View, _legal: unknown, rng: Rng): Action => {
    const { open, seat } = view;
    const me = psychicOf(seat);
    switch (open.phase) {
      case 'talk':
        return this.name(view, open.topic);
      case 'guess':
        return this.params.temperature === 0 ? this.name(view, me) : this.slip(view, me, rng);
      case 'predict':
        return this.predict(view, me);
      default:
        return this.vote.choose(open);
    }
  };

  readonly explain = (view: View): Explanation => {
    const reading = pragmaticReading(view, this.intentions, this.eyes, this.params);
    return explainPsychic(view, reading, {
      tokens: this.tokens,
      vote: this.vote,
      predict: () => this.predict(view, psychicOf(view.seat)),
    });
  };

  /** The column that psychic `q` most likely seeks. */
  private name(view: View, q: number): number {
    this.intentions.weighOne(view, q);
    return likeliest(this.intentions.chance, q * MOST_COLUMNS, candidates(view.open, q));
  }

  private slip(view: View, q: number, rng: Rng): number {
    const { open } = view;
    this.intentions.weighOne(view, q);
    for (let col = 0; col < open.config.width; col++)
      this.belief[col] = Math.log(this.intentions.chance[q * MOST_COLUMNS + col]);
    return pick(this.belief, candidates(open, q), this.params.temperature, rng);
  }

  private predict(view: View, me: number): Action {
    const { open } = view;
    const { psychics, rounds } = open.config;
    this.tokens.clear();
    for (let row = 0; row < ROWS; row++) {
      let weighed = false;
      for (let q = 0; q < psychics; q++) {
        if (q === me || open.stage[q] !== row || open.guess[q] === NONE) continue;
        if (!weighed) this.intentions.weigh(view, row);
        weighed = true;
        this.tokens.chance[q] = this.intentions.chance[q * MOST_COLUMNS + open.guess[q]];
        this.tokens.consider(q);
      }
    }
    const last = open.round === TOKENS_RETURN - 1 || open.round === rounds;
    return this.tokens.placeAbove(last ? 0 : this.params.confidence, open.checks[me], open.crosses[me]);
  }
}
