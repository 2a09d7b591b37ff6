import type { Backend } from '../../src/embeddings/learning/backend.ts';
import type { Choice } from '../../src/embeddings/learning/picks.ts';
import { cosines } from '../../src/embeddings/learning/score.ts';
import type { Pairs } from '../../src/embeddings/learning/score.ts';
import { USUAL_PLAN, trainHead } from '../../src/embeddings/learning/train.ts';
import type { FrozenCards } from '../../src/embeddings/learning/train.ts';
import { clusteredMean } from '../../src/cli/train/verdict.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import type { Estimate } from '../../src/sim/index.ts';
import { choicesOf } from './picks.ts';
import { CARDS, associationsOf } from './rounds.ts';
import type { Association, Round } from './rounds.ts';

/** Numbers of options that are reported. */
export const OPTIONS = [4, 6, 7, 9] as const;

/** Who chooses the storyteller's card for a card that somebody laid. */
export const CHOOSERS = ['raw', 'centred', 'coPlay', 'head'] as const;
type Chooser = (typeof CHOOSERS)[number];

/** Shares of right choices among so many options, over held-out rounds, with intervals over rounds. */
export interface Line extends Readonly<Record<Chooser, Estimate>> {
  readonly options: number;
  /** The head's share less the others', round by round. */
  readonly headLessRaw: Estimate;
  readonly headLessCoPlay: Estimate;
}

export interface MeasureRequest {
  readonly rounds: readonly Round[];
  readonly cards: FrozenCards;
  readonly backend: Backend;
  readonly seed: number;
  /** Rounds are dealt into so many folds, and each is held out by `held` of them. */
  readonly folds: number;
  /** How many of the folds are held out, one after the other; all for a result over all rounds. */
  readonly held: number;
  /** Options of a row to learn from. */
  readonly learnFrom: number;
  readonly onFold?: (fold: number, spread: number, epochs: number) => void;
}

/**
 * For each fold: the head and the co-play counts learn on the other folds (a sixth of their rounds chooses spread and epochs), and the
 * fold's associations are judged. Shares are exact over all draws of options: no luck of a draw is in them.
 */
export async function measure({
  rounds,
  cards,
  backend,
  seed,
  folds,
  held,
  learnFrom,
  onFold,
}: MeasureRequest): Promise<readonly Line[]> {
  const all = associationsOf(rounds);
  const foldOf = dealt(rounds.length, folds * VALIDATION, new Sfc32(seed, 0));
  const rng = new Sfc32(seed, 1);
  const choices = choicesOf(all, learnFrom, (n) => rng.below(n));
  const raw = cosines(cards.vectors, cards.dim);
  const judged: { readonly row: Choice; readonly shares: Readonly<Record<Chooser, readonly number[]>> }[] = [];
  for (let fold = 0; fold < held; fold++) {
    const isHeld = ({ group }: Choice): boolean => foldOf[group] % folds === fold;
    const rest = choices.filter((row) => !isHeld(row));
    const isValidation = ({ group }: Choice): boolean => Math.floor(foldOf[group] / folds) === 0;
    const start = new Sfc32(seed, 2 + fold);
    const { logits, spread, epochs } = await trainHead({
      cards,
      split: {
        train: rest.filter((row) => !isValidation(row)),
        validation: rest.filter(isValidation),
        heldOut: choices.filter(isHeld),
      },
      backend,
      random: () => start.unit(),
      plan: USUAL_PLAN,
    });
    onFold?.(fold, spread, epochs);
    const scores = {
      raw,
      centred: logits.centred,
      coPlay: coPlay(all.filter(({ round }) => foldOf[round] % folds !== fold)),
      head: logits.head,
    };
    choices.forEach((row, at) => {
      if (!isHeld(row)) return;
      const shares = (chooser: Chooser): readonly number[] =>
        OPTIONS.map((options) => shareRight(scores[chooser], all[at], options));
      judged.push({
        row,
        shares: { raw: shares('raw'), centred: shares('centred'), coPlay: shares('coPlay'), head: shares('head') },
      });
    });
  }
  const rows = judged.map(({ row }) => row);
  return OPTIONS.map((options, k) => {
    const mean = (of: (shares: Readonly<Record<Chooser, readonly number[]>>) => number): Estimate =>
      clusteredMean(
        judged.map(({ shares }) => of(shares)),
        rows,
      );
    return {
      options,
      raw: mean(({ raw }) => raw[k]),
      centred: mean(({ centred }) => centred[k]),
      coPlay: mean(({ coPlay }) => coPlay[k]),
      head: mean(({ head }) => head[k]),
      headLessRaw: mean(({ head, raw }) => head[k] - raw[k]),
      headLessCoPlay: mean(({ head, coPlay }) => head[k] - coPlay[k]),
    };
  });
}

/** One in so many rounds that are not held out chooses spread and epochs. */
const VALIDATION = 6;

/** Places 0 to `piles` - 1, dealt out evenly and at random. */
function dealt(count: number, piles: number, rng: Sfc32): Int32Array {
  const places = Int32Array.from({ length: count }, (_, i) => i % piles);
  for (let i = count - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    [places[i], places[j]] = [places[j], places[i]];
  }
  return places;
}

/** How often two cards met, one as the storyteller's and one as laid on its hint, either way round. */
function coPlay(associations: readonly Association[]): Pairs {
  const cells = new Float64Array(CARDS * CARDS);
  for (const { decoy, target } of associations) {
    cells[(decoy - 1) * CARDS + target - 1]++;
    cells[(target - 1) * CARDS + decoy - 1]++;
  }
  return { n: CARDS, cells };
}

/**
 * The chance that the target scores highest among itself and `options` - 1 cards drawn from all but it and the decoy; among equals each
 * is as likely.
 */
export function shareRight({ n, cells }: Pairs, { decoy, target }: Association, options: number): number {
  const score = (card: number): number => cells[(decoy - 1) * n + card];
  const mark = score(target - 1);
  let lower = 0;
  let equal = 0;
  for (let card = 0; card < n; card++) {
    if (card === decoy - 1 || card === target - 1) continue;
    if (score(card) < mark) lower++;
    else if (score(card) === mark) equal++;
  }
  const drawn = options - 1;
  let share = 0;
  for (let ties = 0; ties <= Math.min(equal, drawn); ties++)
    share += (choose(equal, ties) * choose(lower, drawn - ties)) / choose(n - 2, drawn) / (ties + 1);
  return share;
}

function choose(n: number, k: number): number {
  if (k > n) return 0;
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}
