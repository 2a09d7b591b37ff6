import type { Action, ViewOf } from '../../engine/kernel/agent.ts';
import type { Explanation, Option } from '../../engine/kernel/explanation.ts';
import { BELIEFS, stateBelief } from '../../engine/mysterium/actions.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { CaseVote } from './case-vote.ts';
import { inShares, ranked, visionThing } from './reasons.ts';

type Open = ViewOf<Mysterium, 'psychic'>['open'];

/**
 * Which case the visions revealed so far speak for. A vision counts, in nats, by what a case would lose without it, against what the
 * cases would lose on average.
 */
export function explainVote(open: Open, vote: CaseVote): Explanation {
  const visions = Array.from({ length: open.revealedCount }, (_, k) => open.revealed[k]);
  const stated = vote.choose(open);
  const all = beliefs(open, vote, visions);
  const parts = visions.map((vision) => {
    const others = visions.filter((other) => other !== vision);
    const rest = beliefs(open, vote, others);
    return { vision, gains: centred(all.map((belief, i) => belief - rest[i])) };
  });
  const top = Math.max(...all);
  const total = all.reduce((sum, belief) => sum + Math.exp(belief - top), 0);
  const options = all.map((belief, i): Option => ({
    action: actionFor(open, i),
    value: Math.exp(belief - top) / total,
    pulls: parts.map(({ vision, gains }) => ({ cause: visionThing(vision), weight: gains[i] })),
  }));
  if (open.config.finaleVote !== 'caseByCase') return inShares('chance that it is the case', ranked(options));
  return inShares('chance that it is the case', [{ ...options[open.topic], action: stated }]);
}

/** The log-weights of the cases if only `visions` had been revealed. */
function beliefs(open: Open, vote: CaseVote, visions: readonly number[]): readonly number[] {
  if (visions.length > 0) vote.choose({ ...open, revealed: visions, revealedCount: visions.length });
  return Array.from({ length: open.cases }, (_, i) => (visions.length > 0 ? vote.belief[i] : 0));
}

function centred(values: readonly number[]): readonly number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

/** To vote for case `i`; where beliefs are stated, that it is likelier than all others by far. */
function actionFor(open: Open, i: number): Action {
  if (open.config.finaleVote === 'secret') return i;
  let vote = 0;
  for (let other = 0; other < open.cases; other++) vote = stateBelief(vote, other, other === i ? 0 : BELIEFS - 1);
  return vote;
}
