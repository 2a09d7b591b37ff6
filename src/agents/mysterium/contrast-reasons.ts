import type { ViewOf } from '../../engine/kernel/agent.ts';
import { bitsOf } from '../../engine/kernel/cards.ts';
import type { Explanation, Option, Pull } from '../../engine/kernel/explanation.ts';
import { KEEP, deliverAction, pointedPlace, redrawAction } from '../../engine/mysterium/actions.ts';
import { ROWS, largestDelivery, mostGiven } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { MOST_PSYCHICS, cardAt, nthBit } from './candidates.ts';
import type { FinalePlan } from './finale-plan.ts';
import type { Gaps } from './gaps.ts';
import { byRule, cardThing, inPoints, ranked, rounded, settled, visionThing } from './reasons.ts';

type View = ViewOf<Mysterium, 'ghost'>;

/** What the ghost itself goes by. */
interface Mind {
  readonly eyes: Eyes;
  readonly gaps: Gaps;
  readonly finale: FinalePlan;
  /** Hand positions that it keeps for others, where the hand is not filled between deliveries. */
  readonly kept: number;
  /** The lead below which it uses a crow. */
  readonly threshold: number;
  readonly params: {
    readonly margin: number;
    readonly maxCards: number;
    readonly rivalWeight: number;
    readonly retained: boolean;
  };
}

/** Why the ghost `contrast` does what it does: the leads are those by which it chooses. */
export function explainContrast(view: View, mind: Mind): Explanation {
  switch (view.open.phase) {
    case 'close':
      return explainClose(view, mind);
    case 'point':
      return explainPoint(view, mind);
    default:
      return explainDelivery(view, mind);
  }
}

/** Every handful that it comes by as it adds one vision after the other, and a crow for what helps nobody. */
function explainDelivery(view: View, mind: Mind): Explanation {
  const { open } = view;
  const waiting = open.unfinished & ~open.served;
  const { options, remark } = handfuls(view, nthBit(waiting, 0), mind);
  const { useless, pulls } = uselessIn(view, waiting, mind);
  const crow = { action: redrawAction(useless), value: mind.threshold, pulls };
  return inPoints(
    'lead over the best rival card, in standard deviations; of a crow, the lead it would want instead',
    // A lead just as wide as the threshold is good enough: among equals the crow comes last.
    ranked(open.crowsLeft > 0 && useless !== 0 ? [...options, crow] : options),
    [remark],
  );
}

function handfuls(view: View, p: number, mind: Mind): { readonly options: readonly Option[]; readonly remark: string } {
  const { gaps, params } = mind;
  const { open } = view;
  const hand = ((1 << open.handCount) - 1) & ~mind.kept;
  const most = Math.min(params.maxCards, largestDelivery(open));
  const options: Option[] = [];
  gaps.look(view, p, params.retained);
  let mask = 0;
  let wanted = -Infinity;
  for (let given = 0; given < most && mask !== hand; given++) {
    const outside = bitsOf(hand & ~mask);
    const best = outside.reduce((a, b) => (gaps.lead[b] > gaps.lead[a] ? b : a));
    if (gaps.lead[best] <= wanted)
      return { options, remark: `No further vision would widen the lead by ${rounded(params.margin)}` };
    for (const i of outside) options.push(handful(view, p, mask, i, mind));
    mask |= 1 << best;
    wanted = gaps.lead[best] + params.margin;
    gaps.add(best);
  }
  return { options, remark: `It gives ${most} at most` };
}

/** The visions of `mask`, which `gaps` has added up, and the one at hand position `i`; each pulls by its own part of the lead. */
function handful(view: View, p: number, mask: number, i: number, { eyes, gaps, params }: Mind): Option {
  const { open, own } = view;
  const shelf = p * mostGiven(open.config);
  const before = params.retained ? bitsOf((1 << open.givenCount[p]) - 1) : [];
  const visions = [
    ...bitsOf(mask | (1 << i)).map((place) => own.hand[place]),
    ...before.filter((k) => k >= open.stageStart[p]).map((k) => open.given[shelf + k]),
  ];
  const target = cardAt(open, p, own.target[p * ROWS + open.stage[p]]);
  const col = gaps.rivalBeside(i);
  const rival = col < 0 ? undefined : cardAt(open, p, col);
  return {
    action: deliverAction(p, mask | (1 << i)),
    value: gaps.lead[i],
    pulls: visions.map((v) => ({
      cause: visionThing(v),
      weight: eyes.see(v, target) - (rival === undefined ? 0 : params.rivalWeight * eyes.see(v, rival)),
    })),
    aim: cardThing(target),
    ...(rival !== undefined && { rival: cardThing(rival) }),
  };
}

/** Hand positions whose vision alone gives none of the psychics `waiting` the lead it wants, and what each is short of it. */
function uselessIn(
  view: View,
  waiting: number,
  { gaps, threshold }: Mind,
): { readonly useless: number; readonly pulls: readonly Pull[]; readonly kept: readonly Pull[] } {
  const { open, own } = view;
  const best = new Float64Array(open.handCount).fill(-Infinity);
  for (const p of bitsOf(waiting)) {
    gaps.look(view, p, false);
    best.forEach((lead, i) => (best[i] = Math.max(lead, gaps.lead[i])));
  }
  let useless = 0;
  const pulls: Pull[] = [];
  const kept: Pull[] = [];
  best.forEach((lead, i) => {
    const isUseless = lead < threshold;
    if (isUseless) useless |= 1 << i;
    (isUseless ? pulls : kept).push({ cause: visionThing(own.hand[i]), weight: Math.abs(threshold - lead) });
  });
  return { useless, pulls, kept };
}

function explainClose(view: View, mind: Mind): Explanation {
  const { open } = view;
  if (!open.config.crowsReturn)
    return byRule([settled(KEEP)], ['A crow that does not come back waits until it is needed']);
  if (open.unfinished === 0) return byRule([settled(KEEP)], ['Nobody is left to be given anything']);
  const { useless, pulls, kept } = uselessIn(view, open.unfinished, mind);
  const keep = settled(KEEP, kept);
  if (useless === 0)
    return byRule([keep], [`Each vision gives somebody the lead it wants, ${rounded(mind.threshold)}`]);
  return byRule(
    [settled(redrawAction(useless), pulls), keep],
    [`The crow would be lost, and what goes gives nobody the lead it wants, ${rounded(mind.threshold)}`],
  );
}

function explainPoint(view: View, { finale, params, threshold }: Mind): Explanation {
  const { open, own } = view;
  finale.plan(view);
  const options = Array.from({ length: open.cases }, (_, i): Option => {
    const action = finale.actionFor[i];
    return {
      action,
      value: finale.gapFor[i],
      pulls: Array.from({ length: ROWS }, (__, row) => {
        const place = pointedPlace(action, row);
        const at = place * MOST_PSYCHICS + i;
        return {
          cause: visionThing(own.hand[place]),
          weight: finale.fit[at * ROWS + row] - params.rivalWeight * finale.rival[at],
        };
      }),
    };
  });
  const crow = { action: redrawAction(finale.unused), value: ROWS * threshold, pulls: [] };
  return inPoints(
    'lead of three visions over the cards of all other cases, in standard deviations; of a crow, the lead it would want instead',
    ranked(open.crowsLeft > 0 && finale.unused !== 0 ? [...options, crow] : options),
  );
}
