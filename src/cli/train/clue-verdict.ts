import { ClueChance } from '../../agents/clue-chance.ts';
import type { Clue, ClueFacts } from '../../embeddings/index.ts';
import type { ClueModel } from '../../engine/kernel/knowledge.ts';
import type { Estimate } from '../../sim/index.ts';
import { Moments } from '../../sim/index.ts';
import { clusteredMean, clusteredShare } from './verdict.ts';

/** What chances are worth on held-out rows, with intervals over games. */
interface Standing {
  /** Nats a row. */
  readonly logLoss: Estimate;
  /** Mean square of chance less outcome. */
  readonly brier: Estimate;
  /** How often a right guess was given more chance than a wrong one. */
  readonly auc: Estimate;
}
type Ahead = Pick<Standing, 'logLoss' | 'brier'>;

/** What a clue model is worth on its held-out rows. */
export interface ClueVerdict {
  readonly games: number;
  readonly heldOut: { readonly model: Standing; readonly plain: Standing; readonly base: Standing };
  /** Row by row: what the model saves. */
  readonly ahead: { readonly ofPlain: Ahead; readonly ofBase: Ahead };
  readonly calibration: ClueFacts['calibration'];
  /** Why the model may not be written; undefined where it may. */
  readonly refusal: string | undefined;
}

/** A model's chances on rows, by the arithmetic that ghosts play by. */
export function chancesOf(model: ClueModel, features: readonly string[], rows: readonly Clue[]): Float64Array {
  const chance = new ClueChance(model, features);
  const told = new Float64Array(rows.length);
  rows.forEach(({ x }, at) => {
    chance.x.set(x);
    chance.write(told, at);
  });
  return told.map((logit) => 1 / (1 + Math.exp(-logit)));
}

/** A model may be written if it saves log-loss over the base rate, by more than chance. */
export function judgeClues(
  rows: readonly Clue[],
  told: { readonly model: Float64Array; readonly plain: Float64Array; readonly base: Float64Array },
): ClueVerdict {
  const ofBase = aheadOf(told.model, told.base, rows);
  const { value, low, high } = ofBase.logLoss;
  return {
    games: new Set(rows.map(({ group }) => group)).size,
    heldOut: { model: standing(told.model, rows), plain: standing(told.plain, rows), base: standing(told.base, rows) },
    ahead: { ofPlain: aheadOf(told.model, told.plain, rows), ofBase },
    calibration: calibrationOf(told.model, rows),
    refusal:
      low > 0
        ? undefined
        : `on held-out games the model does not beat the rate at which guesses are right: it saves ${value.toFixed(4)} (${low.toFixed(4)} to ${high.toFixed(4)}) of log-loss`,
  };
}

const lossesOf = (told: Float64Array, rows: readonly Clue[]): Float64Array =>
  told.map((chance, at) => -Math.log(Math.max(LEAST_CHANCE, rows[at].right === 1 ? chance : 1 - chance)));
const squaresOf = (told: Float64Array, rows: readonly Clue[]): Float64Array =>
  told.map((chance, at) => (chance - rows[at].right) ** 2);

/** Below this a chance is 0 to a 64-bit float near 1. */
const LEAST_CHANCE = 1e-16;

const standing = (told: Float64Array, rows: readonly Clue[]): Standing => ({
  logLoss: clusteredMean(lossesOf(told, rows), rows),
  brier: clusteredMean(squaresOf(told, rows), rows),
  auc: areaOf(told, rows),
});

function aheadOf(model: Float64Array, other: Float64Array, rows: readonly Clue[]): Ahead {
  const saved = (of: typeof lossesOf): Estimate => {
    const [ours, theirs] = [of(model, rows), of(other, rows)];
    return clusteredMean(
      ours.map((cost, at) => theirs[at] - cost),
      rows,
    );
  };
  return { logLoss: saved(lossesOf), brier: saved(squaresOf) };
}

/** Held-out rows by tenths of the chance that was told; tenths without rows are left out. */
function calibrationOf(told: Float64Array, rows: readonly Clue[]): ClueVerdict['calibration'] {
  return Array.from({ length: 10 }, (_, tenth) => tenth).flatMap((tenth) => {
    const places = [...told.keys()].filter((at) => Math.min(9, Math.floor(told[at] * 10)) === tenth);
    if (places.length === 0) return [];
    const own = places.map((at) => rows[at]);
    const { value, low, high } = clusteredShare(
      own.map(({ right }) => right),
      own,
    );
    const sum = places.reduce((all, at) => all + told[at], 0);
    return [{ from: tenth / 10, rows: own.length, told: sum / own.length, right: { value, low, high } }];
  });
}

/**
 * The area under the ROC curve: how often a right guess was given more chance than a wrong one, ties counted half. The interval is from
 * each game's influence on it (N. A. Obuchowski, "Nonparametric analysis of clustered ROC curve data", Biometrics 53, 1997).
 */
export function areaOf(told: Float64Array, rows: readonly Clue[]): Estimate {
  const order = [...told.keys()].toSorted((a, b) => told[a] - told[b]);
  const right = rows.reduce((sum, row) => sum + row.right, 0);
  const wrong = rows.length - right;
  const groups = new Map<number, number>();
  if (right === 0 || wrong === 0) return { n: 0, value: Number.NaN, low: 0, high: 1 };
  /** By row: the share of rows of the other kind that it is on the right side of. */
  const placed = new Float64Array(rows.length);
  let rightBelow = 0;
  let wrongBelow = 0;
  for (let from = 0; from < order.length;) {
    let end = from;
    let rightHere = 0;
    while (end < order.length && told[order[end]] === told[order[from]]) rightHere += rows[order[end++]].right;
    const wrongHere = end - from - rightHere;
    for (; from < end; from++) {
      const at = order[from];
      placed[at] =
        rows[at].right === 1 ? (wrongBelow + wrongHere / 2) / wrong : 1 - (rightBelow + rightHere / 2) / right;
    }
    rightBelow += rightHere;
    wrongBelow += wrongHere;
  }
  const value = placed.reduce((sum, share, at) => sum + (rows[at].right === 1 ? share : 0), 0) / right;
  rows.forEach((row, at) => {
    const pull = (placed[at] - value) / (row.right === 1 ? right : wrong);
    groups.set(row.group, (groups.get(row.group) ?? 0) + pull);
  });
  const linear = new Moments();
  for (const pull of groups.values()) linear.add(value + pull * groups.size);
  const { low, high } = linear.estimate();
  return { n: groups.size, value, low: Math.max(0, low), high: Math.min(1, high) };
}
