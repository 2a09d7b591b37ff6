/** The known names and, if one is near `wrong`, which was probably meant: `; did you mean games?`. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  const near = known
    .map((name) => ({ name, far: distance(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, far }) => far <= Math.max(1, Math.floor(Math.min(wrong.length, name.length) / 3)))
    .toSorted((a, b) => a.far - b.far);
  return near.length === 0 ? '' : `; did you mean ${near[0].name}?`;
}

/** Letters to insert, delete, replace or swap with their neighbour to make one word of the other (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(row[j - 1] + 1, last[j] + 1, last[j - 1] + Number(a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length];
}
