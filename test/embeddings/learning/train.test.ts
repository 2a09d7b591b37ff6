import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/cli/train/verdict.ts';
import { openBackend } from '../../../src/embeddings/learning/backend.ts';
import { spanOf } from '../../../src/embeddings/learning/basis.ts';
import { project } from '../../../src/embeddings/learning/head.ts';
import {
  centredCosines,
  cosines,
  fitTemperature,
  meanLoss,
  outcomeOf,
  scaled,
} from '../../../src/embeddings/learning/score.ts';
import { splitPicks } from '../../../src/embeddings/learning/split.ts';
import type { Split } from '../../../src/embeddings/learning/split.ts';
import { USUAL_PLAN, trainHead } from '../../../src/embeddings/learning/train.ts';
import type { Training } from '../../../src/embeddings/learning/train.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import { chooseAmong, makeVillage } from './people.ts';

const COUNT = 40;
const { cards, minds } = makeVillage(COUNT, 1);
const pairs = cosines(cards.vectors, cards.dim);
const PLAN = { ...USUAL_PLAN, epochs: 120, spreads: [0.3, 1] };

function splitOf(sharpness: number, rows = 1500): Split {
  const picked = chooseAmong(minds, COUNT, { rows, options: 5, sharpness, seed: 2 });
  const rng = new Sfc32(3);
  return splitPicks({ file: 'picks.csv', rows: picked, groups: rows }, () => rng.unit());
}

async function trainOn(split: Split, backendName: 'wasm' | 'cpu' = 'wasm', seed = 4): Promise<Training> {
  const rng = new Sfc32(seed);
  const backend = await openBackend(backendName);
  return trainHead({ cards, split, backend, random: () => rng.unit(), plan: PLAN });
}

describe('scores', () => {
  const rows = chooseAmong(minds, COUNT, { rows: 200, options: 4, sharpness: 3, seed: 5 }).map((row, i) => ({
    ...row,
    shown: i % 2 === 0 ? row.shown : [...row.shown, (row.shown[0] + 1) % COUNT],
    weight: 1 + (i % 3),
  }));

  test('the gradient of the loss is its slope, cell by cell', () => {
    const cells = Float64Array.from(pairs.cells, (cell) => 3 * cell);
    const gradient = new Float32Array(COUNT * COUNT);
    meanLoss({ n: COUNT, cells }, rows, gradient);
    const rng = new Sfc32(6);
    for (let i = 0; i < 100; i++) {
      const at = rng.below(cells.length);
      const moved = (by: number): number => meanLoss({ n: COUNT, cells: cells.with(at, cells[at] + by) }, rows);
      expect(gradient[at]).toBeCloseTo((moved(1e-4) - moved(-1e-4)) / 2e-4, 6);
    }
  });

  test('the temperature has the least loss of all near it', () => {
    const best = fitTemperature(pairs, rows);
    const loss = (scale: number): number => meanLoss(scaled(pairs, scale), rows);
    expect(best).toBeGreaterThan(0);
    for (const other of [0, best * 0.9, best * 1.1]) expect(loss(other)).toBeGreaterThan(loss(best));
  });

  test('the temperature is 0 where people choose against the cosine', () => {
    const contrary = { n: COUNT, cells: pairs.cells.map((cell) => -cell) };
    expect(fitTemperature(contrary, rows)).toBe(0);
  });

  test('an equal share of the highest score is an equal share of a hit', () => {
    const row = { shown: [0], options: [1, 2, 3], chosen: 1, weight: 1, group: 0 };
    const cells = new Float64Array(16);
    expect([...outcomeOf({ n: 4, cells }, [row]).hit]).toEqual([1 / 3]);
    expect(outcomeOf({ n: 4, cells }, [row]).loss[0]).toBeCloseTo(Math.log(3), 12);
    expect([...outcomeOf({ n: 4, cells: cells.with(3, 1) }, [row]).hit]).toEqual([0]);
    expect([...outcomeOf({ n: 4, cells: cells.with(2, 1) }, [row]).hit]).toEqual([1]);
  });

  test('centred rows of a kind have mean 0, so a kind of one card has no cosine with any', () => {
    const { cells } = centredCosines(
      cards.vectors,
      cards.dim,
      cards.kinds.map((_, i) => Math.min(i, 1)),
    );
    expect([...cells.subarray(0, COUNT)].every((cell) => cell === 0)).toBe(true);
    expect(cells[COUNT + 1]).toBeCloseTo(1, 6);
  });

  test('the span of some vectors holds them all', () => {
    const few = cards.vectors.slice(0, 5 * cards.dim);
    const { size, directions, coordinates } = spanOf(Float32Array.from([...few, ...few]), cards.dim);
    expect(size).toBe(5);
    few.forEach((x, at) => {
      const [card, i] = [Math.floor(at / cards.dim), at % cards.dim];
      let sum = 0;
      for (let j = 0; j < size; j++) sum += coordinates[card * size + j] * directions[j * cards.dim + i];
      expect(sum).toBeCloseTo(x, 6);
    });
  });
});

describe('a head', () => {
  test('beats the cosines where people go by part of what the encoder sees, and comes near to what they see', async () => {
    const split = splitOf(6);
    const training = await trainOn(split);
    const verdict = judge(training.heldOut, split.heldOut);
    expect(verdict.refusal).toBeUndefined();
    expect(verdict.ahead.ofRaw.logLoss.low).toBeGreaterThan(0.05);
    expect(verdict.ahead.ofRaw.accuracy.low).toBeGreaterThan(0.05);
    // The truth's own loss is a bound: nobody can know more than how people choose.
    const truth = meanLoss(scaled({ n: COUNT, cells: minds }, 6), split.heldOut);
    const { raw, head } = verdict.heldOut;
    expect(head.logLoss.value).toBeGreaterThan(truth - 0.05);
    expect((raw.logLoss.value - head.logLoss.value) / (raw.logLoss.value - truth)).toBeGreaterThan(0.6);
  });

  test('is refused where people chose blindly, at any seed', async () => {
    for (const seed of [1, 2, 3]) {
      const split = splitOf(0);
      const { heldOut } = await trainOn(split, 'wasm', seed);
      expect(judge(heldOut, split.heldOut).refusal).toMatch(
        /^on held-out rows the head does not beat the raw cosine: it saves /,
      );
    }
  });

  test('is the same head from the same seed, and another from another', async () => {
    const split = splitOf(6, 400);
    const [one, again, other] = [await trainOn(split), await trainOn(split), await trainOn(split, 'wasm', 5)];
    expect(again.projection).toEqual(one.projection);
    expect(again.heldOut).toEqual(one.heldOut);
    expect(other.projection).not.toEqual(one.projection);
  });

  test('is the same to rounding on the cpu backend, which says so', async () => {
    const split = splitOf(6, 400);
    const [wasm, cpu] = [await trainOn(split), await trainOn(split, 'cpu')];
    expect(cpu.spread).toBe(wasm.spread);
    const loss = ({ heldOut }: Training): number =>
      heldOut.head.loss.reduce((sum, x) => sum + x, 0) / split.heldOut.length;
    expect(loss(cpu)).toBeCloseTo(loss(wasm), 2);
    expect((await openBackend('cpu')).title).toMatch(/^cpu \(tfjs 4\./);
  });

  test('that learned nothing changes nothing', () => {
    const nothing = {
      dim: cards.dim,
      rank: 2,
      down: new Float32Array(cards.dim * 2).fill(1),
      up: new Float32Array(cards.dim * 2),
    };
    const seen = project(cards.vectors, nothing);
    seen.forEach((x, i) => expect(x).toBeCloseTo(cards.vectors[i], 6));
  });

  test('is not trained on once its signal aborts', async () => {
    const stop = new AbortController();
    const rng = new Sfc32(1);
    const split = splitOf(6, 200);
    const training = trainHead({
      cards,
      split,
      backend: await openBackend('wasm'),
      random: () => rng.unit(),
      signal: stop.signal,
      onEpoch: ({ epoch }) => epoch === 3 && stop.abort(),
    });
    await expect(training).rejects.toThrow(/abort/i);
  });
});

test('without the native package the backend is wasm, by name; asked for, its absence is told', async () => {
  expect((await openBackend()).title).toMatch(/^wasm \(tfjs 4\./);
  await expect(openBackend('node')).rejects.toThrow(
    'the backend node needs the package @tensorflow/tfjs-node: it is not installed; wasm needs none',
  );
});
