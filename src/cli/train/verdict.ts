import type { Choice, Outcome, Training } from '../../embeddings/index.ts';
import type { Estimate } from '../../sim/index.ts';
import { Moments, Ratio } from '../../sim/index.ts';

/** A row of those that hang together in groups; `weight` is how many such rows it stands for. */
export interface Clustered {
  readonly group: number;
  readonly weight: number;
}

/** Log-loss in nats a row, and the share of rows in which the chosen card scored highest, with intervals over groups. */
export interface Standing {
  readonly logLoss: Estimate;
  readonly accuracy: Estimate;
}

/** What a training is worth on its held-out rows. */
export interface Verdict {
  readonly groups: number;
  /** What somebody who chooses blindly has. */
  readonly chance: { readonly logLoss: number; readonly accuracy: number };
  readonly heldOut: { readonly head: Standing; readonly centred: Standing; readonly raw: Standing };
  /** Row by row against the cosines: log-loss that the head saves, accuracy that it adds. */
  readonly ahead: { readonly ofCentred: Standing; readonly ofRaw: Standing };
  /** Undefined where the head may be shipped; or why it may not. */
  readonly refusal: string | undefined;
}

/**
 * A head is ahead of a cosine if it saves log-loss, by more than chance (the interval of the paired difference is above 0), and loses no
 * accuracy. It must be ahead of the raw cosine, and of the centred one too, which is what the game uses without a head.
 */
export function judge(heldOut: Training['heldOut'], rows: readonly Choice[]): Verdict {
  const { head, centred, raw } = heldOut;
  const ahead = { ofCentred: aheadOf(head, centred, rows), ofRaw: aheadOf(head, raw, rows) };
  return {
    groups: new Set(rows.map(({ group }) => group)).size,
    chance: {
      logLoss: clusteredMean(
        rows.map(({ options }) => Math.log(options.length)),
        rows,
      ).value,
      accuracy: clusteredMean(
        rows.map(({ options }) => 1 / options.length),
        rows,
      ).value,
    },
    heldOut: { head: standing(head, rows), centred: standing(centred, rows), raw: standing(raw, rows) },
    ahead,
    refusal: refusalOf('raw', ahead.ofRaw) ?? refusalOf('centred', ahead.ofCentred),
  };
}

function refusalOf(cosine: string, { logLoss, accuracy }: Standing): string | undefined {
  if (logLoss.low > 0 && accuracy.value >= 0) return undefined;
  const saved = `${logLoss.value.toFixed(4)} (${logLoss.low.toFixed(4)} to ${logLoss.high.toFixed(4)})`;
  const added = `${(accuracy.value * 100).toFixed(1)} points (${(accuracy.low * 100).toFixed(1)} to ${(accuracy.high * 100).toFixed(1)})`;
  return `on held-out rows the head does not beat the ${cosine} cosine: it saves ${saved} of log-loss and adds ${added} of accuracy`;
}

export const standing = ({ loss, hit }: Outcome, rows: readonly Choice[]): Standing => ({
  logLoss: clusteredMean(loss, rows),
  accuracy: clusteredShare(hit, rows),
});

export const aheadOf = (head: Outcome, cosine: Outcome, rows: readonly Choice[]): Standing => ({
  logLoss: clusteredMean(
    cosine.loss.map((loss, at) => loss - head.loss[at]),
    rows,
  ),
  accuracy: clusteredMean(
    head.hit.map((hit, at) => hit - cosine.hit[at]),
    rows,
  ),
});

/** A share of rows, by weight; groups are the sample, since rows of one hang together. */
export function clusteredShare(hits: ArrayLike<number>, rows: readonly Clustered[]): Estimate {
  const ratio = new Ratio();
  for (const { top, bottom } of groupSums(hits, rows)) ratio.add(top, bottom);
  return ratio.estimate();
}

/**
 * A mean over rows, by weight, with the interval of a ratio of group sums (delta method; W. G. Cochran, "Sampling Techniques", 3rd ed. 1977,
 * section 6.4), for figures that may be negative and so are no `Ratio` of a part to its whole.
 */
export function clusteredMean(values: ArrayLike<number>, rows: readonly Clustered[]): Estimate {
  const sums = groupSums(values, rows);
  const whole = sums.reduce((sum, { bottom }) => sum + bottom, 0);
  const value = sums.reduce((sum, { top }) => sum + top, 0) / whole;
  const linear = new Moments();
  for (const { top, bottom } of sums) linear.add(value + ((top - value * bottom) * sums.length) / whole);
  return linear.estimate();
}

function groupSums(
  values: ArrayLike<number>,
  rows: readonly Clustered[],
): readonly { readonly top: number; readonly bottom: number }[] {
  const sums = new Map<number, { top: number; bottom: number }>();
  rows.forEach(({ group, weight }, at) => {
    const sum = sums.get(group) ?? { top: 0, bottom: 0 };
    sum.top += weight * values[at];
    sum.bottom += weight;
    sums.set(group, sum);
  });
  return [...sums.values()];
}
