import { expect, test } from 'vitest';
import { eyesFrom } from '../../src/agents/eyes.ts';
import { ContrastGhost, contrastGhostParams } from '../../src/agents/mysterium/ghost-contrast.ts';
import { LiteralPsychic, literalPsychicParams } from '../../src/agents/mysterium/psychic-literal.ts';
import { checked } from '../../src/engine/kernel/checked.ts';
import { resolve } from '../../src/engine/kernel/params.ts';
import { play, sit } from '../../src/engine/kernel/play.ts';
import { recorder } from '../../src/engine/kernel/rewind.ts';
import { Sfc32, seedOf } from '../../src/engine/kernel/rng.ts';
import type { State } from '../../src/engine/kernel/rules.ts';
import { mysteriumParams, toConfig } from '../../src/engine/mysterium/params.ts';
import { mysterium } from '../../src/engine/mysterium/rules.ts';
import type { Mysterium } from '../../src/engine/mysterium/shape.ts';
import { starterKnowledge } from './table.ts';

const knowledge = await starterKnowledge();
const rules = checked(mysterium);
const config = toConfig(resolve(mysteriumParams, { players: 4 }));
const EYES = { blur: 1, taste: 1 };
const SEATS = [1, 2, 3];

const ghostValues = resolve(contrastGhostParams, EYES);
const psychic = (adapt: boolean): LiteralPsychic => {
  const values = resolve(literalPsychicParams, { ...EYES, adapt });
  return new LiteralPsychic(values, eyesFrom(knowledge, values));
};

/** The end of the third game of a series, before which others took over the psychics of `replaced`. */
function thirdGame(series: number, adapt: boolean, replaced: readonly number[] = []): State<Mysterium> {
  const state = rules.create(config);
  const ghost = new ContrastGhost(ghostValues, eyesFrom(knowledge, ghostValues));
  const sat = SEATS.map(() => psychic(adapt));
  const rewind = recorder(state);
  for (let index = 0; index < 3; index++) {
    if (index === 2) for (const seat of replaced) sat[seat - 1] = psychic(adapt);
    const chairs = [
      sit<Mysterium, 'ghost'>(rules, state, 0, 'ghost', ghost),
      ...SEATS.map((seat) => sit<Mysterium, 'psychic'>(rules, state, seat, 'psychic', sat[seat - 1])),
    ];
    play(rules, state, rewind, chairs, seedOf(series, index), new Sfc32(0), new Int32Array(4), seedOf(series, 0));
  }
  return state;
}

test('whoever takes over a seat in mid-series plays with its eyes, by the rules, and knows nothing of the games before', () => {
  let other = 0;
  for (let series = 0; series < 10; series++) {
    // Everybody new: as if nobody had learned.
    expect(thirdGame(series, true, SEATS)).toEqual(thirdGame(series, false));
    // One new: legal all the way, as `checked` would say.
    const one = thirdGame(series, true, [2]);
    expect(one.open.phase).toBe('over');
    if (JSON.stringify(one.open) !== JSON.stringify(thirdGame(series, true).open)) other++;
  }
  expect(other).toBeGreaterThan(0);
});
