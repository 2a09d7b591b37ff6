import type { ViewOf } from '../../engine/kernel/agent.ts';
import { bitsOf } from '../../engine/kernel/cards.ts';
import type { Pull } from '../../engine/kernel/explanation.ts';
import { mostGiven } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { MOST_COLUMNS, candidates } from './candidates.ts';
import { Intentions, agreementIn } from './intentions.ts';
import { talkPulls } from './psychic-reasons.ts';
import type { Reading } from './psychic-reasons.ts';
import { visionThing } from './reasons.ts';

type View = ViewOf<Mysterium, 'psychic'>;

interface Params {
  readonly blur: number;
  readonly sharpness: number;
  readonly trust: number;
  readonly temperature: number;
}

/** How the psychic `pragmatic` reads cards: by the chances of `intentions`. */
export function pragmaticReading(view: View, intentions: Intentions, eyes: Eyes, params: Params): Reading {
  const scratch = new Intentions(eyes, params);
  const agreement = agreementIn(view.open.config);
  const minds = new Map<number, (col: number) => readonly Pull[]>();
  const chancesOf = (q: number): readonly number[] => {
    intentions.weighOne(view, q);
    return Array.from(intentions.chance.subarray(q * MOST_COLUMNS, (q + 1) * MOST_COLUMNS));
  };
  const pullsFor = (q: number): ((col: number) => readonly Pull[]) => {
    const chances = chancesOf(q);
    const visions = visionPulls(view, q, scratch);
    const known = (col: number): readonly Pull[] => [
      ...visions.map(({ vision, gains }) => ({ cause: visionThing(vision), weight: agreement * gains[col] })),
      ...talkPulls(view, q, col, agreement * params.trust),
    ];
    // What is left of the chances is what the joint assignment adds to each psychic alone.
    const left = (col: number): number =>
      Math.log(chances[col]) - known(col).reduce((sum, { weight = 0 }) => sum + weight, 0);
    const possible = bitsOf(candidates(view.open, q)).filter((col) => chances[col] > 0);
    const usual = possible.reduce((sum, col) => sum + left(col), 0) / possible.length;
    return (col) => [
      ...known(col),
      chances[col] > 0
        ? { cause: 'what the others seek', weight: left(col) - usual }
        : { cause: 'somebody else seeks it', weight: undefined },
    ];
  };
  return {
    chancesOf,
    pullsOn(q, col) {
      const pulls = minds.get(q) ?? pullsFor(q);
      minds.set(q, pulls);
      return pulls(col);
    },
    slips: params.temperature > 0,
  };
}

/** By vision before psychic `q`: what it adds to the evidence for each candidate, in nats, above what it adds to them on average. */
function visionPulls(
  view: View,
  q: number,
  scratch: Intentions,
): readonly { readonly vision: number; readonly gains: readonly number[] }[] {
  const { open } = view;
  const field = bitsOf(candidates(open, q));
  const shelf = q * mostGiven(open.config);
  scratch.reset();
  let before: readonly number[] = Array.from({ length: MOST_COLUMNS }, () => 0);
  return Array.from({ length: open.givenCount[q] - open.stageStart[q] }, (_, k) => {
    // Evidence grows vision by vision: what this one adds shows when no later one lies there yet.
    const givenCount = Array.from(open.givenCount).with(q, open.stageStart[q] + k + 1);
    scratch.weighOne({ ...view, open: { ...open, givenCount } }, q);
    const now = Array.from(scratch.evidence.sum.subarray(q * MOST_COLUMNS, (q + 1) * MOST_COLUMNS));
    const added = now.map((nats, col) => nats - before[col]);
    before = now;
    const usual = field.reduce((sum, col) => sum + added[col], 0) / field.length;
    return { vision: open.given[shelf + open.stageStart[q] + k], gains: added.map((nats) => nats - usual) };
  });
}
