import { expect, test } from 'vitest';
import { presets } from '../../src/agents/presets.ts';
import { presetTargets } from '../../src/cli/calibrate/human.ts';
import { openEyes } from '../../src/embeddings/eyes/eyes.ts';
import { faceOf } from '../../src/engine/kernel/face.ts';
import { MYSTERIUM_DECK } from '../../src/engine/mysterium/shape.ts';
import { logOddsOf, meanOf } from '../../src/sim/calibrate.ts';
import { runChunk } from '../../src/sim/chunk.ts';
import { lineupOf } from '../../src/sim/experiment.ts';
import { Tally } from '../../src/sim/summary.ts';
import { game } from './table.ts';

const opened = await openEyes({ deck: 'starter', need: MYSTERIUM_DECK, names: ['bundled'] });

test('the presets belong to the starter deck and the bundled encoder; npm run presets fits them anew', () => {
  expect([presets.deck, presets.encoder]).toEqual([opened.deck.hash, opened.encoders['bundled']]);
});

test('they are people’s targets, sharper from one to the next, and the usual one is the default', () => {
  expect(Object.keys(presets.named)).toEqual(presetTargets().map(({ name }) => name));
  const { strangers, family, partners } = presets.named;
  expect(strangers.blur).toBeGreaterThan(family.blur);
  expect(family.blur).toBeGreaterThan(partners.blur);
  const defaults = Object.values(game.agents)
    .flat()
    .flatMap(({ params }) => params['blur']?.default ?? []);
  expect(new Set(defaults)).toEqual(new Set([presets.named[presets.usual].blur]));
});

/** Games a table: an eighth of those of the fit. */
const GAMES = 250;

test.each(presetTargets())('on other games $name tell cards apart at the odds of $odds', ({ name, odds }) => {
  const { calibration } = game;
  const values = game.presets?.named[name];
  if (!calibration || !values) throw new Error(`no preset ${name}`);
  const casting = Object.fromEntries(
    Object.entries(calibration.cast).map(([role, agent]) => {
      const takes = faceOf(game.agents[role], { agent })?.params ?? {};
      const params = Object.fromEntries(Object.entries(values).filter(([value]) => Object.hasOwn(takes, value)));
      expect(params).toHaveProperty('blur');
      return [role, { agent, params }];
    }),
  );
  const readings = calibration.tables.map(({ options, config }, cell) => {
    const lineup = lineupOf(game, config, casting);
    const experiment = { game: game.id, config, lineup, games: GAMES, seed: 2, cell };
    const tally = new Tally(game);
    const knowledge = { affinity: opened.affinity };
    tally.add(runChunk(game, knowledge, { experiment, from: 0, to: GAMES, details: false }).rows);
    const found = tally.findings().find(({ figure }) => figure === calibration.figure);
    if (!found) throw new Error(`no figure ${calibration.figure}`);
    return logOddsOf(found, options);
  });
  const { value, error } = meanOf(readings);
  // Four standard errors, that of the fit among them, and what the rounding of blur to two digits makes of the odds.
  const allowed = 4 * error * Math.sqrt(1 + 1 / 8) + 0.03;
  expect(value - Math.log(odds)).toBeLessThan(allowed);
  if (values['blur'] !== 0) expect(Math.log(odds) - value).toBeLessThan(allowed); // 0 may be too much for weak eyes
});

test.each([
  [2, 4],
  [4, 5],
])('%i people on easy choose among %i cards', (players, options) => {
  const table = game.calibration?.tables.find(({ config }) => config['players'] === players);
  expect(table).toMatchObject({ options, config: { difficulty: 'easy', talkRounds: 0 } });
});
