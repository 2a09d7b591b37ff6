import type { ViewOf } from '../../engine/kernel/agent.ts';
import { bitsOf } from '../../engine/kernel/cards.ts';
import type { Pull } from '../../engine/kernel/explanation.ts';
import { mostGiven } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import type { Eyes } from '../eyes.ts';
import { candidates, cardAt } from './candidates.ts';
import { talkPulls } from './psychic-reasons.ts';
import type { Reading } from './psychic-reasons.ts';
import { visionThing } from './reasons.ts';

type View = ViewOf<Mysterium, 'psychic'>;

/** What a psychic goes by who takes visions at face value. */
interface Mind {
  readonly eyes: Eyes;
  readonly params: { readonly sharpness: number; readonly trust: number; readonly temperature: number };
  /** The log-weight of each column being psychic `q`'s card. */
  readonly weigh: (q: number) => { readonly [col: number]: number };
}

/** How the psychic `literal` reads cards: by its beliefs, normalised. */
export function literalReading(view: View, mind: Mind): Reading {
  return {
    chancesOf: (q) => softmax(mind.weigh(q), candidates(view.open, q)),
    pullsOn: (q, col) => [...visionPulls(view, q, col, mind), ...talkPulls(view, q, col, mind.params.trust)],
    slips: mind.params.temperature > 0,
  };
}

function softmax(belief: { readonly [col: number]: number }, field: number): readonly number[] {
  const cols = bitsOf(field);
  const top = Math.max(...cols.map((col) => belief[col]));
  const total = cols.reduce((sum, col) => sum + Math.exp(belief[col] - top), 0);
  return Array.from({ length: 32 - Math.clz32(field) }, (_, col) => Math.exp(belief[col] - top) / total);
}

/** A vision counts by how much more it suggests this card than the candidates on average. */
function visionPulls({ open }: View, q: number, col: number, { eyes, params }: Mind): readonly Pull[] {
  const field = bitsOf(candidates(open, q));
  const shelf = q * mostGiven(open.config);
  return Array.from({ length: open.givenCount[q] - open.stageStart[q] }, (_, k) => {
    const vision = open.given[shelf + open.stageStart[q] + k];
    const usual = field.reduce((sum, c) => sum + eyes.see(vision, cardAt(open, q, c)), 0) / field.length;
    return {
      cause: visionThing(vision),
      weight: params.sharpness * (eyes.see(vision, cardAt(open, q, col)) - usual),
    };
  });
}
