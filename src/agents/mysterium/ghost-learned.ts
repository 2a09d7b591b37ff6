import type { Action, Agent, ViewOf } from '../../engine/kernel/agent.ts';
import type { Explanation } from '../../engine/kernel/explanation.ts';
import type { ClueModel } from '../../engine/kernel/knowledge.ts';
import { name } from '../../engine/kernel/params.ts';
import type { ValuesOf } from '../../engine/kernel/params.ts';
import type { Rng } from '../../engine/kernel/rng.ts';
import { deliverAction, isRedraw } from '../../engine/mysterium/actions.ts';
import { largestDelivery } from '../../engine/mysterium/shape.ts';
import type { Mysterium } from '../../engine/mysterium/shape.ts';
import { ClueChance } from '../clue-chance.ts';
import { eyesParams } from '../eyes.ts';
import type { Eyes } from '../eyes.ts';
import { nthBit } from './candidates.ts';
import { CLUE_FEATURES, ClueSets } from './clue-sets.ts';
import { Gaps } from './gaps.ts';
import { ContrastGhost, contrastGhostParams } from './ghost-contrast.ts';
import { explainLearned } from './learned-reasons.ts';
import { SharedHand } from './shared-hand.ts';

const { maxCards, crowThreshold, crowThrift } = contrastGhostParams;

export const learnedGhostParams = {
  ...eyesParams,
  model: name('starter', 'what it judges clues by: starter, or a file that seance train made from clues.csv'),
  maxCards,
  crowThreshold,
  crowThrift,
};

type View = ViewOf<Mysterium, 'ghost'>;

/**
 * Gives each psychic the set of visions that a model, learned from played games, says is likeliest to be found. In all else, crows and the
 * finale, it is the ghost `contrast`.
 */
export class LearnedGhost implements Agent<View> {
  private readonly contrast: ContrastGhost;
  private readonly sets: ClueSets;
  private readonly shared: SharedHand;

  constructor(
    private readonly params: ValuesOf<typeof learnedGhostParams>,
    private readonly eyes: Eyes,
    model: ClueModel,
  ) {
    this.contrast = new ContrastGhost({ ...params, margin: MARGIN, rivalWeight: RIVAL_WEIGHT, retained: true }, eyes);
    this.sets = new ClueSets(eyes, new ClueChance(model, CLUE_FEATURES), regardOf(params));
    this.shared = new SharedHand(new Gaps(eyes, RIVAL_WEIGHT));
  }

  readonly reset = (own: Rng, group: Rng): void => this.eyes.reset(own, group);

  readonly choose = (view: View): Action => {
    const usual = this.contrast.choose(view);
    if (view.open.phase !== 'deliver' || isRedraw(usual)) return usual;
    const p = this.weigh(view);
    return this.sets.best === 0 ? usual : deliverAction(p, this.sets.best);
  };

  readonly explain = (view: View): Explanation => {
    const isRule = view.open.phase !== 'deliver' || isRedraw(this.choose(view)) || this.sets.best === 0;
    return isRule ? this.contrast.explain(view) : explainLearned(view, this.sets);
  };

  /** Weighs what the next psychic could be given, and returns whom that is. */
  private weigh(view: View): number {
    const { open } = view;
    const p = nthBit(open.unfinished & ~open.served, 0);
    const hand = ((1 << open.handCount) - 1) & ~this.shared.kept(view, true);
    this.sets.weigh(view, p, hand, Math.min(this.params.maxCards, largestDelivery(open)));
    return p;
  }
}

const MARGIN = contrastGhostParams.margin.default;
const RIVAL_WEIGHT = contrastGhostParams.rivalWeight.default;

/**
 * A model is learned from what eyes without blur see, and these blur: of what they see, so much is there for others on average (regression to
 * the mean: the affinity has variance 1, the blur that all have in common `kinship` of blur squared, and one's own the rest).
 */
const regardOf = ({ blur, kinship }: { readonly blur: number; readonly kinship: number }): number =>
  (1 + kinship * blur * blur) / (1 + blur * blur);
