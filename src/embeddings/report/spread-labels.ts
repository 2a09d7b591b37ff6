/** Pixels from one label to the next. */
const LINE = 17;

/** Moves labels at `at` pixels from above apart that would lie over each other. */
export function spreadLabels<T extends { readonly at: number }>(labels: readonly T[]): readonly T[] {
  let above = -Infinity;
  return labels
    .toSorted((a, b) => a.at - b.at)
    .map((label) => {
      above = Math.max(label.at, above + LINE);
      return { ...label, at: above };
    });
}
