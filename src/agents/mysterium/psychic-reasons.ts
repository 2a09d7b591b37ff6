import type { Action, ViewOf } from '../../engine/kernel/agent.ts';
import { bitsOf } from '../../engine/kernel/cards.ts';
import type { Explanation, Option, Pull } from '../../engine/kernel/explanation.ts';
import { checksIn, crossesIn, tokensAction } from '../../engine/mysterium/actions.ts';
import { NONE, personOf, psychicOf } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import { candidates } from './candidates.ts';
import type { CaseVote } from './case-vote.ts';
import { inShares, ranked, rounded, settled, talkThing } from './reasons.ts';
import type { TokenBudget } from './token-budget.ts';
import { explainVote } from './vote-reasons.ts';

type View = ViewOf<Mysterium, 'psychic'>;

/** How a psychic reads others' cards and its own. */
export interface Reading {
  /** The chance of each candidate, by column, to be psychic `q`'s card. */
  readonly chancesOf: (q: number) => { readonly [col: number]: number };
  /** What speaks for the candidate at `col`, in nats: of two candidates, the sums differ as the logarithms of their chances do. */
  readonly pullsOn: (q: number, col: number) => readonly Pull[];
  /** Whether it picks by lot. */
  readonly slips: boolean;
}

/** What a psychic goes by besides its reading. */
interface Mind {
  readonly tokens: TokenBudget;
  readonly vote: CaseVote;
  /** Lays its tokens anew, as it would now. */
  readonly predict: () => Action;
}

/** Why a psychic chooses as it does: all do alike but for how they read cards. */
export function explainPsychic(view: View, reading: Reading, { tokens, vote, predict }: Mind): Explanation {
  const { open, seat } = view;
  switch (open.phase) {
    case 'talk':
      return explainCard(view, open.topic, reading);
    case 'guess':
      return explainCard(view, psychicOf(seat), reading);
    case 'predict':
      return explainTokens(view, predict(), tokens, reading);
    default:
      return explainVote(open, vote);
  }
}

const TRIED: readonly Pull[] = [{ cause: 'guessed wrongly before', weight: undefined }];

/** What psychic `q`'s card is taken to be, by how likely; last of all what it has guessed in vain. */
function explainCard({ open }: View, q: number, { chancesOf, pullsOn, slips }: Reading): Explanation {
  const chances = chancesOf(q);
  const options = bitsOf(candidates(open, q)).map((col): Option => ({
    action: col,
    value: chances[col],
    pulls: pullsOn(q, col),
  }));
  const tried = bitsOf(open.wrong[q] & ~open.gone[open.stage[q]]).map((col): Option => ({
    action: col,
    value: 0,
    pulls: TRIED,
  }));
  return inShares(
    'chance that it is the card',
    ranked([...options, ...tried]),
    slips && open.phase === 'guess' ? ['Picked by lot, the likelier the more often'] : [],
  );
}

/** Tokens one by one, by how likely each comes true; `budget` has just laid `placed`. */
function explainTokens(
  { open, seat }: View,
  placed: Action,
  budget: TokenBudget,
  { pullsOn }: Pick<Reading, 'pullsOn'>,
): Explanation {
  const me = psychicOf(seat);
  const options = Array.from({ length: open.config.psychics }, (_, q) => q).flatMap((q): readonly Option[] => {
    const guess = open.guess[q];
    if (q === me || guess === NONE) return [];
    const right = budget.chance[q];
    const pulls = (open.wrong[q] >> guess) & 1 ? TRIED : pullsOn(q, guess);
    const against = pulls.map(({ cause, weight }) => ({ cause, weight: weight === undefined ? undefined : -weight }));
    const check: Option = { action: tokensAction(1 << q, 0), value: right, pulls };
    const cross: Option = { action: tokensAction(0, 1 << q), value: 1 - right, pulls: against };
    const both = [...(open.checks[me] > 0 ? [check] : []), ...(open.crosses[me] > 0 ? [cross] : [])];
    const laid = both.filter(({ action }) => isPart(placed, action));
    // Where neither is laid, the likelier of the two.
    return laid.length > 0 ? laid : both.filter(({ value = 0 }) => value >= 0.5);
  });
  const all = ranked(options);
  const wanted =
    all.length === 0
      ? 'There is no pawn that one of its tokens would fit'
      : budget.needed > 0
        ? `A token is laid where it is surer than ${rounded(100 * budget.needed)} %`
        : 'Tokens kept any longer would be lost';
  return inShares('chance that it comes true', placed === 0 ? [settled(0), ...all] : all, [wanted]);
}

const isPart = (placed: number, token: number): boolean =>
  (checksIn(token) & ~checksIn(placed)) === 0 && (crossesIn(token) & ~crossesIn(placed)) === 0;

/** The other people who named the card at `col` as psychic `q`'s, each with `trust`. */
export function talkPulls({ open, seat }: View, q: number, col: number, trust: number): readonly Pull[] {
  const { config, said } = open;
  const person = personOf(config, psychicOf(seat));
  return Array.from({ length: config.psychics }, (_, speaker) => speaker)
    .filter((speaker) => said[speaker * config.psychics + q] === col && personOf(config, speaker) !== person)
    .map((speaker) => ({ cause: talkThing(speaker), weight: trust }));
}
