import type { Action, Agent, ViewOf } from '../../engine/kernel/agent.ts';
import type { Explanation } from '../../engine/kernel/explanation.ts';
import { real } from '../../engine/kernel/params.ts';
import type { ValuesOf } from '../../engine/kernel/params.ts';
import type { Rng } from '../../engine/kernel/rng.ts';
import { NONE, psychicOf } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import { adaptParams, eyesParams } from '../eyes.ts';
import type { Eyes } from '../eyes.ts';
import { MOST_COLUMNS, candidates, cardAt } from './candidates.ts';
import { CaseVote } from './case-vote.ts';
import { Debrief } from './debrief.ts';
import { Evidence, addTalk } from './evidence.ts';
import { literalReading } from './literal-reasons.ts';
import { explainPsychic } from './psychic-reasons.ts';
import { likeliest, pick } from './pick.ts';
import { TokenBudget, tokenParams } from './token-budget.ts';

export const literalPsychicParams = {
  ...eyesParams,
  sharpness: real(
    0.01,
    20,
    0.7,
    'how surely an association of one standard deviation speaks for a card, in nats',
    'log',
  ),
  temperature: real(0, 5, 0, 'slips: 0 always picks the likeliest card, 1 picks in proportion to belief'),
  trust: real(0, 5, 1, 'how much a card named by another psychic counts, in nats'),
  ...tokenParams,
  ...adaptParams,
};

type View = ViewOf<Mysterium, 'psychic'>;

/**
 * Takes each vision at face value: P(card | visions) is proportional to exp(sharpness * sum of affinities) over the candidates
 * (literal listener, Frank and Goodman 2012), with a card named by another person counted by `trust`.
 */
export class LiteralPsychic implements Agent<View> {
  private readonly evidence: Evidence;
  private readonly belief = new Float64Array(MOST_COLUMNS);
  private readonly tokens: TokenBudget;
  private readonly vote: CaseVote;
  private readonly debrief: Debrief;

  constructor(
    private readonly params: ValuesOf<typeof literalPsychicParams>,
    private readonly eyes: Eyes,
  ) {
    this.evidence = new Evidence((open, q, first, end, sum, at) => {
      const field = candidates(open, q);
      const { width } = open.config;
      for (let k = first; k < end; k++) {
        const vision = open.given[k];
        for (let col = 0; col < width; col++)
          if ((field >> col) & 1) eyes.addTo(sum, at + col, vision, cardAt(open, q, col));
      }
    });
    this.tokens = new TokenBudget(params);
    this.vote = new CaseVote(eyes, params.sharpness);
    this.debrief = new Debrief(eyes);
  }

  readonly reset = (own: Rng, group: Rng): void => {
    this.eyes.reset(own, group);
    this.evidence.reset();
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
        this.weigh(view, open.topic);
        return likeliest(this.belief, 0, candidates(open, open.topic));
      case 'guess':
        this.weigh(view, me);
        return pick(this.belief, candidates(open, me), this.params.temperature, rng);
      case 'predict':
        return this.predict(view, me);
      default:
        return this.vote.choose(open);
    }
  };

  readonly explain = (view: View): Explanation => {
    const reading = literalReading(view, { eyes: this.eyes, params: this.params, weigh: (q) => this.weigh(view, q) });
    return explainPsychic(view, reading, {
      tokens: this.tokens,
      vote: this.vote,
      predict: () => this.predict(view, psychicOf(view.seat)),
    });
  };

  private predict(view: View, me: number): Action {
    const { open } = view;
    this.tokens.clear();
    for (let q = 0; q < open.config.psychics; q++) {
      if (q !== me && open.guess[q] !== NONE) this.judge(view, q);
    }
    return this.tokens.place(open.checks[me], open.crosses[me], open.round, open.config.rounds);
  }

  /** Fills and returns `belief`, the log-weight of each column being psychic `q`'s card. */
  private weigh(view: View, q: number): Float64Array {
    const { open } = view;
    this.evidence.look(open, q);
    for (let col = 0; col < open.config.width; col++)
      this.belief[col] = this.params.sharpness * this.evidence.sum[q * MOST_COLUMNS + col];
    addTalk(view, q, this.params.trust, this.belief, 0);
    return this.belief;
  }

  /** Considers a token on psychic `q`'s pawn, by how likely it stands right to this psychic's mind. */
  private judge(view: View, q: number): void {
    const { open } = view;
    const field = candidates(open, q);
    const guess = open.guess[q];
    this.weigh(view, q);
    let total = 0;
    for (let col = 0; col < open.config.width; col++) {
      if ((field >> col) & 1) total += Math.exp(this.belief[col] - this.belief[guess]);
    }
    this.tokens.chance[q] = (field >> guess) & 1 ? 1 / total : 0;
    this.tokens.consider(q);
  }
}
