import { MOST_COLUMNS, MOST_PSYCHICS } from './candidates.ts';

/** Subsets of the columns that an assignment is summed over: the widest row has nine. */
const MOST_SUBSETS = 1 << 9;

/**
 * Who seeks which card, where no two seek the same one: from a weight for each psychic and column, the chance of each pair over all
 * assignments, exactly. A sum over assignments is a permanent; it is built up column set by column set, psychic by psychic (Ryser 1963
 * has the definition, the recursion over subsets is that of Bellman 1962), and once more from the other end.
 */
export class Assignment {
  /** Weight, at least 0, of the i-th psychic's card being at `col`, at i * MOST_COLUMNS + col; and the chance that comes of it. */
  readonly weight = new Float64Array(MOST_PSYCHICS * MOST_COLUMNS);
  readonly chance = new Float64Array(MOST_PSYCHICS * MOST_COLUMNS);
  /** By column set S: assignments of the first |S| psychics to S, and of the others to columns outside S, as sums of weight products. */
  private readonly before = new Float64Array(MOST_SUBSETS);
  private readonly after = new Float64Array(MOST_SUBSETS);
  private readonly size = Uint8Array.from(
    { length: MOST_SUBSETS },
    (_, set) => set.toString(2).replaceAll('0', '').length,
  );

  /** Works out `chance` for `count` psychics over `width` columns, 9 at most. Where no assignment has weight, each psychic is taken alone. */
  solve(count: number, width: number): void {
    const { weight, chance, before, after, size } = this;
    const full = (1 << width) - 1;
    chance.fill(0, 0, count * MOST_COLUMNS);
    this.build(count - 1, width);
    for (let set = full; set >= 0; set--) {
      const i = size[set];
      if (i >= count) {
        after[set] = 1;
        continue;
      }
      const row = i * MOST_COLUMNS;
      let sum = 0;
      for (let rest = full & ~set; rest !== 0; rest &= rest - 1) {
        const bit = rest & -rest;
        const at = row + 31 - Math.clz32(bit);
        const pair = weight[at] * after[set | bit];
        sum += pair;
        chance[at] += pair * before[set];
      }
      after[set] = sum;
    }
    for (let i = 0; i < count; i++) this.normalise(i * MOST_COLUMNS, width, !(after[0] > 0));
  }

  /** Works out the chances of the last of `count` psychics alone, in less time. */
  solveLast(count: number, width: number): void {
    const { weight, chance, before, size } = this;
    const full = (1 << width) - 1;
    const row = (count - 1) * MOST_COLUMNS;
    chance.fill(0, row, row + width);
    this.build(count - 1, width);
    let total = 0;
    for (let set = 0; set <= full; set++) {
      if (size[set] !== count - 1 || before[set] === 0) continue;
      for (let rest = full & ~set; rest !== 0; rest &= rest - 1) {
        const at = row + 31 - Math.clz32(rest & -rest);
        chance[at] += weight[at] * before[set];
        total += weight[at] * before[set];
      }
    }
    this.normalise(row, width, !(total > 0));
  }

  /** Fills `before` for sets of up to `most` columns. */
  private build(most: number, width: number): void {
    const { weight, before, size } = this;
    before[0] = 1;
    for (let set = 1; set < 1 << width; set++) {
      if (size[set] > most) continue;
      const row = (size[set] - 1) * MOST_COLUMNS;
      let sum = 0;
      for (let rest = set; rest !== 0; rest &= rest - 1) {
        const bit = rest & -rest;
        sum += before[set ^ bit] * weight[row + 31 - Math.clz32(bit)];
      }
      before[set] = sum;
    }
  }

  private normalise(row: number, width: number, alone: boolean): void {
    const { weight, chance } = this;
    let total = 0;
    for (let col = 0; col < width; col++) {
      if (alone) chance[row + col] = weight[row + col];
      total += chance[row + col];
    }
    for (let col = 0; col < width; col++) chance[row + col] = total > 0 ? chance[row + col] / total : 0;
  }
}
