import type { ViewOf } from '../../engine/kernel/agent.ts';
import { bitsOf } from '../../engine/kernel/cards.ts';
import type { Explanation, Option } from '../../engine/kernel/explanation.ts';
import { deliverAction } from '../../engine/mysterium/actions.ts';
import { ROWS } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import { cardAt, nthBit } from './candidates.ts';
import type { ClueSets } from './clue-sets.ts';
import { cardThing, inShares, visionThing } from './reasons.ts';

/** Sets of visions that are told, the one that was given among them. */
const MOST_SETS = 9;

/** Why the ghost `learned` gives what it gives: the chances are those by which it chooses. A vision pulls by what the model makes of the set without it. */
export function explainLearned({ open, own }: ViewOf<Mysterium, 'ghost'>, sets: ClueSets): Explanation {
  const p = nthBit(open.unfinished & ~open.served, 0);
  const aim = cardThing(cardAt(open, p, own.target[p * ROWS + open.stage[p]]));
  const optionOf = (set: number): Option => ({
    action: deliverAction(p, set),
    value: 1 / (1 + Math.exp(-sets.logit[set])),
    pulls: bitsOf(set).map((place) => {
      const rest = set & ~(1 << place);
      return {
        cause: visionThing(own.hand[place]),
        weight: rest === 0 ? undefined : sets.logit[set] - sets.logit[rest],
      };
    }),
    aim,
    rival: cardThing(cardAt(open, p, sets.rivalOf(set))),
  });
  return inShares(
    'chance that the psychic finds its card, by what the model learned',
    sets.ranked().slice(0, MOST_SETS).map(optionOf),
    ['Crows and the finale are as with the ghost contrast'],
  );
}
