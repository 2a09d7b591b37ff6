import type { Action, ViewOf } from '../../engine/kernel/agent.ts';
import { bitCount, bitsOf } from '../../engine/kernel/cards.ts';
import type { Explanation, Option } from '../../engine/kernel/explanation.ts';
import { KEEP, deliverAction, deliveredTo, isRedraw, pointAction } from '../../engine/mysterium/actions.ts';
import { HAND, ROWS, mostGiven } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { MOST_PSYCHICS, candidates, cardAt } from './candidates.ts';
import type { FinaleForecast } from './finale-forecast.ts';
import type { Prospects } from './prospects.ts';
import { byRule, cardThing, inShares, ranked, settled, visionThing } from './reasons.ts';

type View = ViewOf<Mysterium, 'ghost'>;

/** What the ghost itself goes by, as it stands once it has chosen. */
interface Mind {
  readonly eyes: Eyes;
  readonly prospects: Prospects;
  readonly finale: FinaleForecast;
  /** Visions that one psychic may be given. */
  readonly most: number;
  /** How much it spares visions that others could use. */
  readonly reserve: number;
}

/** Sets of visions that are told beside the one that was given. */
const MOST_SETS = 8;

const FINDS = 'chance that the psychic finds its card, as the ghost expects it';

/** Why the ghost `planner` does what it has just `chosen`: the chances are those by which it chose. */
export function explainPlanner(view: View, chosen: Action, mind: Mind): Explanation {
  switch (view.open.phase) {
    case 'close':
      return explainClose(view, chosen);
    case 'point':
      return explainPoint(view, chosen, mind);
    default:
      return explainDelivery(view, chosen, mind);
  }
}

function explainDelivery(view: View, chosen: Action, mind: Mind): Explanation {
  const { open } = view;
  const { prospects } = mind;
  const waiting = bitsOf(open.unfinished & ~open.served);
  const planned = (p: number): Option => handful(view, p, prospects.set[p], mind);
  if (isRedraw(chosen)) {
    const short = waiting.reduce((sum, p) => sum + Math.max(0, prospects.fresh[p] - prospects.worth[p]), 0);
    const hope = Math.exp((short * bitCount(spareOf(view, waiting, prospects))) / HAND) - 1;
    const why =
      open.config.crowsReturn && waiting.length === 1
        ? 'The crow would be lost, and what goes is for nobody'
        : `What goes is for nobody, and fresh visions should raise the hope of all by ${Math.round(100 * hope)} %`;
    return inShares(FINDS, [settled(chosen), ...ranked(waiting.map(planned))], [why]);
  }
  const p = deliveredTo(chosen);
  const others = waiting.filter((q) => q !== p);
  return inShares(
    FINDS,
    [planned(p), ...ranked(neighbours(view, p, others, mind)).slice(0, MOST_SETS), ...ranked(others.map(planned))],
    others.length > 0 ? ['The psychic whom fresh visions would help least is served first'] : [],
  );
}

/** The sets that differ from psychic `p`'s by a vision that is left out, put in or exchanged; where more likely found, why they are not given. */
function neighbours(view: View, p: number, others: readonly number[], mind: Mind): readonly Option[] {
  const { prospects, most, reserve } = mind;
  const { set } = prospects;
  const price = (mask: number): number =>
    bitsOf(mask).reduce((sum, i) => sum + reserve * Math.max(0, ...others.map((q) => prospects.gain[q * HAND + i])), 0);
  const inside = bitsOf(set[p]);
  const outside = bitsOf(((1 << view.open.handCount) - 1) & ~set[p]);
  const sets = [
    ...inside.map((i) => set[p] ^ (1 << i)),
    ...outside.map((i) => set[p] | (1 << i)),
    ...inside.flatMap((i) => outside.map((j) => set[p] ^ (1 << i) ^ (1 << j))),
  ];
  const given = prospects.ofSet(p, set[p]);
  return sets
    .filter((mask) => mask !== 0 && bitCount(mask) <= most)
    .map((mask) => {
      const option = handful(view, p, mask, mind);
      const { chance, worth } = prospects.ofSet(p, mask);
      if (chance <= given.chance) return option;
      const isDear = worth - price(mask) <= given.worth - price(set[p]);
      const cause = isDear
        ? 'somebody else needs these more'
        : 'it adds vision by vision and does not come by this set';
      return { ...option, pulls: [{ cause, weight: undefined }, ...option.pulls] };
    });
}

/** What psychic `p` makes of the visions at the hand positions of `mask`; each pulls by how it tells the card from its best rival. */
function handful(view: View, p: number, mask: number, { eyes, prospects }: Mind): Option {
  const { open, own } = view;
  const shelf = p * mostGiven(open.config);
  const given = Array.from({ length: prospects.retained[p] }, (_, k) => open.given[shelf + open.stageStart[p] + k]);
  const visions = [...bitsOf(mask).map((place) => own.hand[place]), ...given];
  const col = own.target[p * ROWS + open.stage[p]];
  const target = cardAt(open, p, col);
  const suggests = (card: number): number => visions.reduce((sum, vision) => sum + eyes.see(vision, card), 0);
  const [rival] = bitsOf(candidates(open, p) & ~(1 << col))
    .map((other) => cardAt(open, p, other))
    .toSorted((a, b) => suggests(b) - suggests(a));
  return {
    action: deliverAction(p, mask),
    value: prospects.ofSet(p, mask).chance,
    pulls: visions.map((vision) => ({
      cause: visionThing(vision),
      weight:
        rival === undefined
          ? 0
          : prospects.sharpness[visions.length] * (eyes.see(vision, target) - eyes.see(vision, rival)),
    })),
    aim: cardThing(target),
    ...(rival !== undefined && { rival: cardThing(rival) }),
  };
}

/** Hand positions that are in no psychic's set, a mask. */
const spareOf = ({ open }: View, waiting: readonly number[], { set }: Prospects): number =>
  ((1 << open.handCount) - 1) & ~waiting.reduce((used, p) => used | set[p], 0);

function explainClose({ open }: View, chosen: Action): Explanation {
  if (!open.config.crowsReturn)
    return byRule([settled(KEEP)], ['A crow that does not come back waits until it is needed']);
  if (open.unfinished === 0) return byRule([settled(KEEP)], ['Nobody is left to be given anything']);
  return chosen === KEEP
    ? byRule([settled(KEEP)], ['Each vision is meant for somebody'])
    : byRule([settled(chosen), settled(KEEP)], ['The crow would be lost, and what goes is for nobody']);
}

function explainPoint({ open, own }: View, chosen: Action, { finale }: Mind): Explanation {
  const cases = Array.from({ length: open.cases }, (_, i): Option => {
    const [a, b, c] = bitsOf(finale.set[i]);
    return {
      action: pointAction(i, a, b, c),
      value: finale.win[i],
      // What the vision alone would make of an even chance.
      pulls: [a, b, c].map((place) => ({
        cause: visionThing(own.hand[place]),
        weight: Math.log(open.cases * finale.belief[(1 << place) * MOST_PSYCHICS + i]),
      })),
    };
  });
  const measure = 'chance that the vote names the case, as the ghost expects it';
  return isRedraw(chosen)
    ? inShares(
        measure,
        [settled(chosen), ...ranked(cases)],
        ['The best three visions stay, and the rest of the hand may as well be exchanged'],
      )
    : inShares(measure, ranked(cases));
}
