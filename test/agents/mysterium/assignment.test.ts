import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { Assignment } from '../../../src/agents/mysterium/assignment.ts';
import { MOST_COLUMNS } from '../../../src/agents/mysterium/candidates.ts';

/** Chances by going through every assignment of psychics to different columns, one after the other. */
function bruteForce(weights: readonly (readonly number[])[]): readonly (readonly number[])[] | undefined {
  const sums = weights.map((row) => row.map(() => 0));
  let total = 0;
  const chosen: number[] = [];
  const go = (product: number): void => {
    if (product === 0) return;
    if (chosen.length === weights.length) {
      total += product;
      chosen.forEach((col, i) => (sums[i][col] += product));
      return;
    }
    weights[chosen.length].forEach((weight, col) => {
      if (chosen.includes(col)) return;
      chosen.push(col);
      go(product * weight);
      chosen.pop();
    });
  };
  go(1);
  return total === 0 ? undefined : sums.map((row) => row.map((sum) => sum / total));
}

function solved(weights: readonly (readonly number[])[], how: 'solve' | 'solveLast'): readonly (readonly number[])[] {
  const assignment = new Assignment();
  assignment.chance.fill(0.123); // of an earlier question
  weights.forEach((row, i) => row.forEach((weight, col) => (assignment.weight[i * MOST_COLUMNS + col] = weight)));
  assignment[how](weights.length, weights[0].length);
  return weights.map((row, i) => row.map((_, col) => assignment.chance[i * MOST_COLUMNS + col]));
}

const flat = (rows: readonly (readonly number[])[]): Float64Array => Float64Array.from(rows.flat());

/** One to six psychics over as many columns or more, nine at most; some pairs are impossible. */
const tables = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 5 }))
  .map(([count, more]) => [count, Math.min(9, count + more)] as const)
  .chain(([count, width]) =>
    fc.array(
      fc.array(fc.oneof({ weight: 4, arbitrary: fc.double({ min: 1e-6, max: 1, noNaN: true }) }, fc.constant(0)), {
        minLength: width,
        maxLength: width,
      }),
      { minLength: count, maxLength: count },
    ),
  );

test.prop([tables], { numRuns: 150, seed: 4 })('chances are those of all assignments, one by one', (weights) => {
  const expected = bruteForce(weights);
  fc.pre(expected !== undefined);
  const found = solved(weights, 'solve');
  flat(expected ?? []).forEach((chance, at) => expect(flat(found)[at]).toBeCloseTo(chance, 10));
});

test.prop([tables], { numRuns: 150, seed: 5 })('the last one alone has the chances it has among all', (weights) => {
  fc.pre(bruteForce(weights) !== undefined);
  const last = weights.length - 1;
  const all = solved(weights, 'solve')[last];
  solved(weights, 'solveLast')[last].forEach((chance, col) => expect(chance).toBeCloseTo(all[col], 10));
});

test('the largest table there is: six psychics, nine columns', () => {
  const weights = Array.from({ length: 6 }, (_, i) =>
    Array.from({ length: 9 }, (_, col) => 1 / (1 + ((i * 7 + col * 5) % 11))),
  );
  const expected = flat(bruteForce(weights) ?? []);
  flat(solved(weights, 'solve')).forEach((chance, at) => expect(chance).toBeCloseTo(expected[at], 12));
});

test('where no assignment is possible, each psychic is taken alone', () => {
  const weights = [
    [1, 0, 0],
    [3, 0, 1],
    [0.5, 0, 0],
  ];
  for (const how of ['solve', 'solveLast'] as const) {
    const found = solved(weights, how);
    expect(found[2]).toEqual([1, 0, 0]);
    if (how === 'solve') expect(found[1]).toEqual([0.75, 0, 0.25]);
  }
});
