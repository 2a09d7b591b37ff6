import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBackend } from '../../../src/embeddings/learning/backend.ts';
import { named, readClueModel, writeClueModel } from '../../../src/embeddings/learning/clue-model.ts';
import type { ClueFacts } from '../../../src/embeddings/learning/clue-model.ts';
import { trainClueModel } from '../../../src/embeddings/learning/clue-training.ts';
import { isOfClues, parseClues } from '../../../src/embeddings/learning/clues.ts';
import type { Clue } from '../../../src/embeddings/learning/clues.ts';
import { splitByGroup } from '../../../src/embeddings/learning/split.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';

const COLUMNS = { outcome: 'right', features: ['given', 'margin'] };
const HEAD = 'game_row,seed,given,margin,other,right\n';
const random = (seed: number): (() => number) => {
  const rng = new Sfc32(seed);
  return () => rng.unit();
};

describe('a file of clues', () => {
  test('is told from picks by its header', () => {
    expect(isOfClues('game_row,seed,round,right')).toBe(true);
    expect(isOfClues('seed;game_row')).toBe(true);
    expect(isOfClues('shown,options,chosen')).toBe(false);
    expect(isOfClues('')).toBe(false);
  });

  test('gives its numbers and games; rows to which a feature does not apply are counted and left out', () => {
    const { rows, leftOut } = parseClues(
      `\uFEFF${HEAD}1,77,2,-0.5,x,1\n1,77,1,,x,0\n2,78,1,3e-2,,0\n`,
      'c.csv',
      COLUMNS,
    );
    expect(leftOut).toBe(1);
    expect(rows).toEqual([
      { x: Float64Array.of(2, -0.5), right: 1, group: 77, weight: 1 },
      { x: Float64Array.of(1, 0.03), right: 0, group: 78, weight: 1 },
    ]);
  });

  test.each([
    ['1,77,2,0.5,x\n', 'c.csv, line 2: it has 5 cells where the header has 6'],
    ['1,77,2,0.5,x,1\n1,-7,2,0.5,x,1\n', 'c.csv, line 3: its seed must be a whole number, not "-7"'],
    ['1,77,2,0.5,x,maybe\n', 'c.csv, line 2: its right must be 0 or 1, not "maybe"'],
    ['1,77,two,0.5,x,1\n', 'c.csv, line 2: its given must be a number, not "two"'],
    [
      '1,77,2,Infinity,x,1\n1,77,2,NaN,x,1\n',
      'c.csv, line 2: its margin must be a number, not "Infinity" (and 1 more wrong rows)',
    ],
    ['1,77,2,"0.5,x,1\n', 'c.csv, line 2: its quotes do not match'],
  ])('with %j is refused by file and line', (lines, message) => {
    expect(() => parseClues(HEAD + lines, 'c.csv', COLUMNS)).toThrow(message);
  });

  test.each([
    ['', 'c.csv has no column seed'],
    ['game_row,seed,given,right\n', 'c.csv has no column margin; is it the clues.csv of a run with --clues?'],
  ])('that begins with %j is refused', (text, message) => {
    expect(() => parseClues(text, 'c.csv', COLUMNS)).toThrow(message);
  });
});

test('no game is in two parts of a split, and every row is in one', () => {
  const rows = Array.from({ length: 500 }, (_, at) => ({ at, group: (at * 7919) % 100 }));
  const { train, validation, heldOut } = splitByGroup(rows, random(1));
  const parts = [train, validation, heldOut].map((part) => new Set(part.map(({ group }) => group)));
  expect(parts.map(({ size }) => size)).toEqual([65, 15, 20]);
  expect(new Set(parts.flatMap((part) => [...part])).size).toBe(100);
  expect([...train, ...validation, ...heldOut].map(({ at }) => at).toSorted((a, b) => a - b)).toEqual(
    rows.map(({ at }) => at),
  );
});

/** Rows whose logit is what `logitOf` makes of two uniform numbers from -2 to 2. */
function worldOf(count: number, seed: number, logitOf: (a: number, b: number) => number): readonly Clue[] {
  const draw = random(seed);
  return Array.from({ length: count }, (_, group) => {
    const x = Float64Array.of(4 * draw() - 2, 4 * draw() - 2);
    const right = draw() < 1 / (1 + Math.exp(-logitOf(x[0], x[1]))) ? 1 : 0;
    return { x, right, group, weight: 1 };
  });
}

describe('a training', () => {
  const lesson = async (logitOf: (a: number, b: number) => number, places = [0, 1]) => ({
    train: worldOf(6000, 1, logitOf),
    validation: worldOf(3000, 2, logitOf),
    places,
    units: [0, 8],
    backend: await openBackend('wasm'),
    random: random(3),
    epochs: 400,
  });

  test('finds the logistic regression that made the rows, to its standard error', async () => {
    const { weights } = await trainClueModel({ ...(await lesson((a, b) => 0.5 + 1.5 * a - b)), units: [0] });
    const slopes = weights.direct.map((slope, i) => slope / weights.scales[i]);
    const start = weights.bias - slopes.reduce((sum, slope, i) => sum + slope * weights.means[i], 0);
    // Standard errors of 6,000 such rows are about 0.04; three of them.
    expect(slopes[0]).toBeGreaterThan(1.38);
    expect(slopes[0]).toBeLessThan(1.62);
    expect(slopes[1]).toBeGreaterThan(-1.12);
    expect(slopes[1]).toBeLessThan(-0.88);
    expect(Math.abs(start - 0.5)).toBeLessThan(0.12);
  });

  test('takes the net where features work together, and the same twice', async () => {
    const together = (a: number, b: number): number => 3 * Math.abs(a) - 3 * Math.abs(b);
    const learned = await trainClueModel(await lesson(together));
    expect(learned.weights.units).toHaveLength(8);
    expect(await trainClueModel(await lesson(together))).toEqual(learned);
  });

  test('learns nothing of a feature that never changes, and from what is told alone', async () => {
    const base = await lesson((a) => a, [1]);
    const still = { ...base, train: base.train.map((row) => ({ ...row, x: Float64Array.of(row.x[0], 5) })) };
    const { weights } = await trainClueModel({ ...still, units: [0], epochs: 30 });
    expect(weights.scales).toEqual([1]);
    expect(weights.direct).toEqual([0]);
  });

  test('ends where it is told to', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(trainClueModel({ ...(await lesson((a) => a)), signal })).rejects.toThrow('enough');
  });
});

describe('the file of a model', () => {
  let dir: string;
  let file: string;
  let text: string;
  const NEED = { game: 'toy', version: 3, features: ['given', 'margin'] };
  const model = named({
    game: 'toy',
    version: 3,
    features: ['margin', 'given'],
    means: [0.1, 2],
    scales: [1, 0.5],
    bias: 0.25,
    direct: [1, -1],
    units: [{ bias: 1, weights: [0.5, 0.25], out: 2 }],
  });
  const interval = { value: 0.5, low: 0.4, high: 0.6 };
  const standing = { logLoss: interval, brier: interval, auc: interval };
  const ahead = { logLoss: interval, brier: interval };
  const facts: ClueFacts = {
    runs: [{ file: 'clues.csv', sha256: '00', run: 'ab', seed: 1, rows: 9, cast: {}, encoders: {} }],
    seed: 1,
    backend: 'wasm',
    epochs: 3,
    plain: 'margin',
    rows: { train: 5, validation: 2, heldOut: 2, leftOut: 0 },
    heldOutDeals: 2,
    heldOut: { model: standing, plain: standing, base: standing },
    ahead: { ofPlain: ahead, ofBase: ahead },
    calibration: [{ from: 0.1, rows: 2, told: 0.15, right: interval }],
  };
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'clue-model-'));
    file = join(dir, 'model.json');
    await writeClueModel(file, model, facts);
    text = await readFile(file, 'utf8');
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  test('gives it back as it was', async () => {
    expect(await readClueModel(file, NEED)).toEqual({ model, trained: facts });
  });

  test.each([
    ['cut short', (it: string) => it.slice(0, 300), /it is no JSON, or cut short$/],
    ['that is empty', () => '', /it is no JSON, or cut short$/],
    ['of something else', () => '{"kind": "head"}', /is not the file of a clue model, which seance train makes/],
    ['of another form', (it: string) => it.replace('"schema": 1', '"schema": 9'), /schema: must be 1$/],
    [
      'with a number changed',
      (it: string) => it.replace('"bias": 0.25', '"bias": 0.26'),
      /is damaged: its numbers are/,
    ],
    [
      'with a number lost',
      (it: string) => it.replace(/"means": \[\s*0.1,/, '"means": ['),
      /not as many numbers for each/,
    ],
    [
      'with a scale of 0',
      (it: string) => it.replace(/"scales": \[\s*1,/, '"scales": [0,'),
      /scales.0: must be above 0$/,
    ],
    ['without a list', (it: string) => it.replace('"direct"', '"indirect"'), /direct: is missing$/],
  ])('%s is refused by name', async (_, change, message) => {
    const other = join(dir, 'other.json');
    expect(change(text)).not.toBe(text);
    await writeFile(other, change(text));
    await expect(readClueModel(other, NEED)).rejects.toThrow(message);
    await expect(readClueModel(other, NEED)).rejects.toThrow(other);
  });

  test.each([
    [{ game: 'chess' }, 'is a clue model of toy, and this is chess'],
    [{ version: 4 }, 'was learned under version 3 of the rules of toy, and this is version 4; train it again'],
    [{ features: ['margin'] }, 'asks for given, which nobody knows when a clue is given; train it again'],
  ])('of another game, other rules or other features is refused: %o', async (other, message) => {
    await expect(readClueModel(file, { ...NEED, ...other })).rejects.toThrow(`${file} ${message}`);
  });

  test('that is not there is named', async () => {
    await expect(readClueModel('nowhere.json', NEED)).rejects.toThrow(
      'cannot read nowhere.json: there is no such file',
    );
  });
});
