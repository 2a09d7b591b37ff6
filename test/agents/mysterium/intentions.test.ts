import { describe, expect, test } from 'vitest';
import { Eyes } from '../../../src/agents/eyes.ts';
import { MOST_COLUMNS, candidates, cardAt } from '../../../src/agents/mysterium/candidates.ts';
import { Intentions } from '../../../src/agents/mysterium/intentions.ts';
import type { ViewOf } from '../../../src/engine/kernel/agent.ts';
import type { Affinity } from '../../../src/engine/kernel/knowledge.ts';
import { resolve } from '../../../src/engine/kernel/params.ts';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';
import { viewOf } from '../../../src/engine/kernel/rules.ts';
import { mysteriumParams, toConfig } from '../../../src/engine/mysterium/params.ts';
import { mysterium } from '../../../src/engine/mysterium/rules.ts';
import { mostGiven, psychicOf } from '../../../src/engine/mysterium/shape.ts';
import type { Mysterium } from '../../../src/engine/mysterium/shape.ts';
import { walk } from '../../kit/walk.ts';

const READING = { blur: 1, sharpness: 1.2, trust: 0.8 };

/** Affinities by lot: what is tested is arithmetic. */
function affinityByLot(seed: number): Affinity {
  const rng = new Sfc32(seed);
  return { rows: 84, columns: 54, cells: Float32Array.from({ length: 84 * 54 }, () => 3.4 * (rng.unit() - 0.5)) };
}

function eyesByLot(seed: number): Eyes {
  const eyes = new Eyes(affinityByLot(seed), { eyes: '', blur: READING.blur, kinship: 0 });
  eyes.reset(new Sfc32(seed, 1), new Sfc32(seed, 2));
  return eyes;
}

/** P(visions, talk | psychic q seeks col), from the definition. */
function likelihood(view: ViewOf<Mysterium, 'psychic'>, eyes: Eyes, q: number, col: number): number {
  const { open, seat } = view;
  const { width, psychics } = open.config;
  const field = candidates(open, q);
  if (!((field >> col) & 1)) return 0;
  const sharpness = READING.sharpness / (1 + READING.blur ** 2);
  let product = 1;
  for (let k = open.stageStart[q]; k < open.givenCount[q]; k++) {
    const vision = open.given[q * mostGiven(open.config) + k];
    const rivals = Array.from({ length: width }, (_, c) => c);
    const even =
      rivals.reduce((sum, c) => sum + Math.exp(sharpness * eyes.see(vision, cardAt(open, q, c))), 0) / rivals.length;
    const own = Math.exp(sharpness * eyes.see(vision, cardAt(open, q, col))) / even;
    product *= own / (own + 6);
  }
  for (let speaker = 0; speaker < psychics; speaker++) {
    if (speaker !== psychicOf(seat) && open.said[speaker * psychics + q] === col) product *= Math.exp(READING.trust);
  }
  return product;
}

/** What psychic `p` most likely seeks, over every way in which those at its row can seek different cards. */
function bruteForce(view: ViewOf<Mysterium, 'psychic'>, eyes: Eyes, p: number): number[] {
  const { open } = view;
  const { width, psychics } = open.config;
  const there = Array.from({ length: psychics }, (_, q) => q).filter((q) => open.stage[q] === open.stage[p]);
  const table = there.map((q) => Array.from({ length: width }, (_, col) => likelihood(view, eyes, q, col)));
  const sums = Array.from({ length: width }, () => 0);
  const chosen: number[] = [];
  const go = (product: number): void => {
    if (chosen.length === there.length) {
      sums[chosen[there.indexOf(p)]] += product;
      return;
    }
    for (let col = 0; col < width; col++) {
      const own = chosen.includes(col) ? 0 : table[chosen.length][col];
      if (own === 0) continue;
      chosen.push(col);
      go(product * own);
      chosen.pop();
    }
  };
  go(1);
  // Whoever talks errs together with the others: each further one levels the chances by a fifth.
  const levelled = sums.map((sum) => sum ** (1 / (1 + 0.2 * (psychics - 2))));
  const total = levelled.reduce((a, b) => a + b, 0);
  return levelled.map((sum) => sum / total);
}

describe.each([
  [4, 'hard'],
  [5, 'medium'],
  [7, 'hard'],
] as const)('%i people, %s', (players, difficulty) => {
  const config = toConfig(resolve(mysteriumParams, { players, difficulty }));

  test('beliefs are those of every joint assignment, one by one', () => {
    let compared = 0;
    for (let seed = 0; seed < 3; seed++) {
      const eyes = eyesByLot(seed);
      const minds = Array.from({ length: config.psychics }, () => {
        const mind = new Intentions(eyes, READING);
        mind.reset();
        return mind;
      });
      walk(mysterium, config, seed, (state) => {
        const { phase } = state.open;
        if (phase !== 'talk' && phase !== 'guess') return;
        for (let p = 0; p < config.psychics; p++) {
          const view = viewOf(state, p + 1) as ViewOf<Mysterium, 'psychic'>;
          if (!((view.open.unfinished >> p) & 1) || (compared > 40 && compared % 7 !== 0)) continue;
          minds[p].weighOne(view, p);
          const one = Array.from(minds[p].chance.subarray(p * MOST_COLUMNS, p * MOST_COLUMNS + config.width));
          minds[p].weigh(view, view.open.stage[p]);
          const expected = bruteForce(view, eyes, p);
          expected.forEach((chance, col) => {
            expect(minds[p].chance[p * MOST_COLUMNS + col]).toBeCloseTo(chance, 9);
            expect(one[col]).toBeCloseTo(chance, 9);
          });
          compared++;
        }
        compared++;
      });
    }
    expect(compared).toBeGreaterThan(40);
  }, 60_000);
});

test('a wrong guess of somebody else makes its card likelier for everybody else at the row', () => {
  const config = toConfig(resolve(mysteriumParams, { players: 5, difficulty: 'hard' }));
  const eyes = eyesByLot(9);
  let compared = 0;
  walk(mysterium, config, 3, (state) => {
    const { open } = state;
    if (open.phase !== 'guess' || compared > 0 || open.round > 1) return;
    const view = viewOf(state, 1) as ViewOf<Mysterium, 'psychic'>;
    const before = new Intentions(eyes, READING);
    before.reset();
    before.weighOne(view, 0);
    for (let col = 0; col < config.width; col++) {
      state.open.wrong[1] = 1 << col;
      const after = new Intentions(eyes, READING);
      after.reset();
      after.weighOne(view, 0);
      expect(after.chance[col]).toBeGreaterThan(before.chance[col]);
      state.open.wrong[1] = 0;
      compared++;
    }
  });
  expect(compared).toBe(config.width);
});
