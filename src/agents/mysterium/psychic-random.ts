import type { Action, Agent, ViewOf } from '../../engine/kernel/agent.ts';
import type { Rng } from '../../engine/kernel/rng.ts';
import { tokensAction, votesOffered } from '../../engine/mysterium/actions.ts';
import { psychicOf } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import { candidates, pickBit } from './candidates.ts';
import { byLot } from './reasons.ts';

/** The floor: some card it has not tried, tokens at random, some case, not a word (rules, A.15 "random psychics"). */
export class RandomPsychic implements Agent<ViewOf<Mysterium, 'psychic'>> {
  readonly explain = byLot;

  readonly choose = ({ seat, open }: ViewOf<Mysterium, 'psychic'>, _legal: unknown, rng: Rng): Action => {
    const p = psychicOf(seat);
    const { config } = open;
    switch (open.phase) {
      case 'guess':
        return pickBit(candidates(open, p), rng);
      case 'predict':
        return this.predict(open.guess, open.checks[p], open.crosses[p], p, rng);
      case 'vote':
        return rng.below(votesOffered(open.config.finaleVote, open.cases));
      default:
        return config.width;
    }
  };

  /** Each pawn gets a check, a cross or nothing, a third each, while tokens last. */
  private predict(
    guess: { readonly [q: number]: number; readonly length: number },
    checks: number,
    crosses: number,
    p: number,
    rng: Rng,
  ): Action {
    let on = 0;
    let off = 0;
    for (let q = 0; q < guess.length; q++) {
      if (q === p || guess[q] < 0) continue;
      const lot = rng.below(3);
      if (lot === 1 && checks-- > 0) on |= 1 << q;
      if (lot === 2 && crosses-- > 0) off |= 1 << q;
    }
    return tokensAction(on, off);
  }
}
