import { describe, expect, test } from 'vitest';
import { areaOf, judgeClues } from '../../src/cli/train/clue-verdict.ts';
import type { Clue } from '../../src/embeddings/index.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';

const clue = (right: 0 | 1, group: number): Clue => ({ x: new Float64Array(0), right, group, weight: 1 });

/** Games of 4 clues each that hang together: a game is easy or hard, and what is told knows a part of that. */
function gamesOf(count: number, seed: number): { readonly rows: readonly Clue[]; readonly told: Float64Array } {
  const rng = new Sfc32(seed);
  const noise = (): number => rng.unit() + rng.unit() + rng.unit() + rng.unit() - 2;
  const logits: number[] = [];
  const rows: Clue[] = [];
  for (let group = 0; group < count; group++) {
    const ease = 2 * noise();
    for (let i = 0; i < 4; i++) {
      const own = 2 * noise();
      logits.push(ease + own);
      rows.push(clue(rng.unit() < 1 / (1 + Math.exp(-ease - own)) ? 1 : 0, group));
    }
  }
  return { rows, told: Float64Array.from(logits, (logit) => 1 / (1 + Math.exp(-logit))) };
}

test('the area under the curve is the share of pairs that stand in order, ties counted half', () => {
  const { rows, told: exact } = gamesOf(30, 1);
  const told = exact.map((chance) => Math.round(chance * 8) / 8); // with ties
  let pairs = 0;
  let ordered = 0;
  for (const [i, a] of rows.entries()) {
    for (const [j, b] of rows.entries()) {
      if (a.right !== 1 || b.right !== 0) continue;
      pairs++;
      ordered += told[i] > told[j] ? 1 : told[i] === told[j] ? 0.5 : 0;
    }
  }
  expect(areaOf(told, rows).value).toBeCloseTo(ordered / pairs, 12);
  expect(areaOf(new Float64Array(rows.length).fill(0.4), rows)).toMatchObject({ value: 0.5, low: 0.5, high: 0.5 });
  expect(areaOf(told.slice(0, 2), [clue(1, 0), clue(1, 1)]).value).toBeNaN();
});

test('its interval holds the truth about as often as it says, though clues of a game hang together', () => {
  const whole = gamesOf(60_000, 2);
  const { value: truth } = areaOf(whole.told, whole.rows);
  let held = 0;
  for (let batch = 0; batch < 500; batch++) {
    const { rows, told } = gamesOf(100, 100 + batch);
    const { low, high } = areaOf(told, rows);
    if (low <= truth && truth <= high) held++;
  }
  // 95 % of 500 is 475, with a standard error of 4.9; three of them, and a point for a hundred games not being endless.
  expect(held).toBeGreaterThan(455);
  expect(held).toBeLessThan(491);
});

describe('a verdict', () => {
  const { rows, told } = gamesOf(500, 3);
  const right = rows.reduce((sum, row) => sum + row.right, 0) / rows.length;
  const base = new Float64Array(rows.length).fill(right);

  test('lets a model pass that knows more than the rate, and finds true chances true', () => {
    const verdict = judgeClues(rows, { model: told, plain: base, base });
    expect(verdict.refusal).toBeUndefined();
    expect(verdict.games).toBe(500);
    expect(verdict.heldOut.base.logLoss.value).toBeCloseTo(
      -right * Math.log(right) - (1 - right) * Math.log(1 - right),
      10,
    );
    expect(verdict.heldOut.base.brier.value).toBeCloseTo(right * (1 - right), 10);
    expect(verdict.ahead.ofBase.logLoss.value).toBeCloseTo(
      verdict.heldOut.base.logLoss.value - verdict.heldOut.model.logLoss.value,
      10,
    );
    expect(verdict.calibration.reduce((sum, tenth) => sum + tenth.rows, 0)).toBe(rows.length);
    // Ten tenths at 95 %: one may miss, and a second one time in ten.
    expect(
      verdict.calibration.filter(({ told, right }) => told < right.low || told > right.high).length,
    ).toBeLessThanOrEqual(2);
  });

  test('refuses one that knows the rate alone, and one that is sure and wrong', () => {
    expect(judgeClues(rows, { model: base, plain: base, base }).refusal).toBe(
      'on held-out games the model does not beat the rate at which guesses are right: it saves 0.0000 (0.0000 to 0.0000) of log-loss',
    );
    const wrong = judgeClues(rows, { model: told.map((chance) => 1 - chance), plain: base, base });
    expect(wrong.refusal).toMatch(/it saves -0\.\d+ \(-0\.\d+ to -0\.\d+\) of log-loss$/);
    expect(wrong.heldOut.model.auc.high).toBeLessThan(0.5);
    const never = new Float64Array(rows.length);
    expect(judgeClues(rows, { model: never, plain: base, base }).heldOut.model.logLoss.value).toBeLessThan(40);
  });
});
