import type { Action } from '../../engine/kernel/agent.ts';
import { real } from '../../engine/kernel/params.ts';
import { tokensAction } from '../../engine/mysterium/actions.ts';
import { TOKENS_RETURN } from '../../engine/mysterium/shape.ts';
import { MOST_PSYCHICS } from './candidates.ts';

export const tokenParams = {
  confidence: real(
    0.5,
    1,
    0.65,
    'how sure of a prediction a psychic must be to spend a token while more rounds follow',
  ),
};

/** Spends clairvoyancy tokens: the surest predictions first, and more freely the nearer the round after which tokens are worth nothing. */
export class TokenBudget {
  /** How likely each psychic's pawn stands right, where it is considered. */
  readonly chance = new Float64Array(MOST_PSYCHICS);
  /** How sure a prediction had to be the last time. */
  needed = Number.NaN;
  private open = 0;

  constructor(private readonly params: { readonly confidence: number }) {}

  clear(): void {
    this.open = 0;
  }

  /** Lets a token be laid on psychic `q`'s pawn, whose `chance` has been written. */
  consider(q: number): void {
    this.open |= 1 << q;
  }

  /** What to lay in `round` of `rounds`. Tokens kept past the round before they come back, or past the last, are lost. */
  place(checks: number, crosses: number, round: number, rounds: number): Action {
    const left = (round < TOKENS_RETURN ? TOKENS_RETURN - 1 : rounds) - round;
    const needed = 0.5 + ((this.params.confidence - 0.5) * left) / Math.max(TOKENS_RETURN - 1, rounds - TOKENS_RETURN);
    return this.placeAbove(needed, checks, crosses);
  }

  /** What to lay where a prediction must be surer than `needed`, in [0, 1]: the surest first. */
  placeAbove(needed: number, checks: number, crosses: number): Action {
    this.needed = needed;
    let on = 0;
    let off = 0;
    for (;;) {
      let surest = -1;
      let most = this.needed;
      for (let q = 0; q < MOST_PSYCHICS; q++) {
        if (!((this.open >> q) & 1)) continue;
        const right = this.chance[q];
        const sure = Math.max(checks > 0 ? right : 0, crosses > 0 ? 1 - right : 0);
        if (sure <= most) continue;
        most = sure;
        surest = q;
      }
      if (surest < 0) return tokensAction(on, off);
      this.open &= ~(1 << surest);
      if (checks > 0 && (crosses === 0 || this.chance[surest] >= 0.5)) {
        checks--;
        on |= 1 << surest;
      } else {
        crosses--;
        off |= 1 << surest;
      }
    }
  }
}
