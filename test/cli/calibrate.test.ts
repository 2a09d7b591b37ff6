import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { presets } from '../../src/agents/presets.ts';
import { fitPresets, tablesOf } from '../../src/cli/calibrate/fit.ts';
import { presetTargets } from '../../src/cli/calibrate/human.ts';
import { verdictOf } from '../../src/cli/calibrate/results.ts';
import { describeCalibration } from '../../src/cli/calibrate/tables.ts';
import { castingOf } from '../../src/cli/options.ts';
import { gridOf, inlineExecutor } from '../../src/sim/index.ts';
import { affinityOf, game, starterKnowledge } from '../agents/table.ts';
import { build, interrupted, seance } from './seance.ts';

const folder = mkdtempSync(join(tmpdir(), 'seance-calibrate-'));
beforeAll(build, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

interface Document {
  readonly presets: Readonly<
    Record<string, { readonly blur: number; readonly reached: boolean; readonly interval: readonly [number, number] }>
  >;
  readonly choices: readonly {
    readonly name: string;
    readonly converted: boolean;
    readonly ours: Readonly<Record<string, { readonly value: number; readonly verdict: string | null }>>;
  }[];
  readonly told: readonly { readonly name: string; readonly people: { readonly interval: readonly number[] } }[];
}
const few = ['--games', '40'];

describe('calibrate', () => {
  test('prints the presets, what people do beside ours, where that is from, and how to use it', async () => {
    const { code, out, err } = await seance('calibrate', ...few);
    expect([code, err]).toEqual([0, '']);
    for (const part of [
      /strangers +│ 2\.6 \(2\.2 to 2\.9\)/,
      /family +│ 8\.8 \(2\.6 to 30\.0\)/,
      /Dixit, 5 options +│ 41\.\d % \(40\.2 to 42\.1\) │ \d+\.\d ± \d+\.\d % (inside|edge|outside)/,
      /73\.2 % \(no interval\) +│ \d+\.\d ± \d+\.\d %\* +│/,
      /games won, 4 of 13 +│ 30\.8 % \(12\.7 to 57\.6\)/,
      /last votes won, 4 of 6 +│ 66\.7 % \(30\.0 to 90\.3\)/,
      /Dixit: A\. Vatsakis/,
      /Tangrams: R\. D\. Hawkins/,
      /Simulations start from strangers/,
      /seance simulate mysterium --preset family/,
    ])
      expect(out).toMatch(part);
    for (const line of out.split('\n').filter((text) => /[│┌]/.test(text)))
      expect(line.length).toBeLessThanOrEqual(120);
  }, 60_000);

  test('says the same with any number of workers, in JSON and in a file', async () => {
    const file = join(folder, 'fit.json');
    const [one, two] = await Promise.all([
      seance('calibrate', 'mysterium', ...few, '--workers', '1', '--json'),
      seance('calibrate', 'mysterium', ...few, '--workers', '2', '--quiet', '--out', file),
    ]);
    expect([one.code, two.code, two.out]).toEqual([0, 0, '']);
    expect(readFileSync(file, 'utf8')).toBe(one.out);
    const document = JSON.parse(one.out) as Document;
    expect(Object.keys(document.presets)).toEqual(['strangers', 'family', 'partners']);
    for (const { blur, interval } of Object.values(document.presets)) {
      expect(blur).toBeGreaterThanOrEqual(interval[0] - 0.005);
      expect(blur).toBeLessThanOrEqual(interval[1] + 0.005);
    }
    const [three, four, five] = document.choices;
    expect([three, four, five].map(({ converted }) => converted)).toEqual([true, false, false]);
    expect(document.choices.map(({ ours }) => ours['strangers'].verdict).slice(3)).toEqual([null, null]);
    expect(document.told.map(({ people }) => people.interval.map((end) => Math.round(end * 100)))).toEqual([
      [13, 58],
      [30, 90],
    ]);
  }, 60_000);

  test('for other eyes it says what to give instead of a preset', async () => {
    const { code, out } = await seance('calibrate', ...few, '--encoder', 'palette');
    expect(code).toBe(0);
    expect(out).toMatch(/strangers {2}--ghost\.blur 1\.\d+ --psychic\.blur 1\.\d+/);
    expect(out).not.toContain('--preset');
  }, 60_000);

  test('Ctrl-C ends it, and says that nothing is kept', async () => {
    const started = performance.now();
    const words = ['calibrate', '--games', '1000000', '--json'];
    const { code, out, err } = await interrupted(words, () => performance.now() - started > 2500);
    expect([code, out]).toEqual([130, '']);
    expect(err).toBe('seance: warning: interrupted before the presets were fitted; nothing is kept\n');
  }, 30_000);

  test.each([
    [['misterium'], 2, 'no game "misterium" that can be calibrated; there is mysterium; did you mean mysterium?'],
    [['--games', '3'], 2, 'games must be a whole number from 10 to 1000000, not 3'],
    [['--quiet'], 2, 'with --quiet and neither --json nor --out, nobody hears of the result'],
    [['--encoder', 'nobody'], 2, 'nobody'],
    [['--deck', 'nowhere'], 1, 'nowhere'],
    [['--preset', 'family'], 2, 'no option --preset'],
    [[...few, '--quiet', '--out', join('/proc', 'fit.json')], 1, 'cannot write /proc/fit.json'],
  ] as const)(
    '%j is refused',
    async (words, code, said) => {
      const ended = await seance('calibrate', ...words);
      expect(ended.err).toContain(said);
      expect([ended.code, ended.out, ended.err.trim().split('\n').length]).toEqual([code, '', 1]);
    },
    60_000,
  );
});

test('eyes too weak for partners are told so: blur 0, and the odds that they come to', async () => {
  const knowledge = await starterKnowledge();
  const bundled = affinityOf(knowledge, 'bundled');
  // So faint that no second vision is worth the margin, and so coarse that one vision does not say as much as partners do.
  const faint = { ...bundled, cells: bundled.cells.map((cell) => Math.round(cell) / 20) };
  const { calibration } = game;
  if (!calibration) throw new Error('nothing to calibrate');
  const bench = {
    game,
    calibration,
    casting: castingOf(game, calibration.cast, undefined),
    executor: inlineExecutor(game, { affinity: { bundled: faint } }),
    games: 40,
    seed: 1,
    signal: new AbortController().signal,
    onGames: () => {},
  };
  const fits = await fitPresets(bench, presetTargets(), [0, 5]);
  const [strangers, , partners] = fits;
  expect([strangers.fit.isReached, partners.fit.isReached, partners.blur]).toEqual([true, false, 0]);
  expect(Math.exp(partners.fit.reading.value)).toBeLessThan(30);
  const pictures = { knowledge, titles: { visions: [], cards: [] }, deck: undefined, worded: false, encoders: {} };
  const found = { fits, plays: [], choices: [], games: [] };
  const text = await describeCalibration(bench, pictures, found, true);
  expect(text).toMatch(/partners +│ 30\.0 .*│ 0 +│ not reached/);
  expect(text).toMatch(/Not reached: with these eyes our bots come to odds of \d+\.\d at most, with a blur of 0\./);
  expect(text).toMatch(/^Interrupted: what was not yet played is left out\./);
});

test('reports that leave open how many or how hard are played at every table it may have been', () => {
  const [won] = game.people;
  const tables = [...tablesOf(game, won, gridOf(game)).values()];
  // Every report counts once, however many tables it is spread over.
  expect(tables.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(won.reports.length, 12);
  const at = (players: number, difficulty: string): number | undefined =>
    tables.find(({ config }) => config['players'] === players && config['difficulty'] === difficulty)?.weight;
  expect(at(3, 'hard')).toBe(2);
  expect(at(6, 'medium')).toBeCloseTo(1 + 1 / 3 + 2 / 14, 12); // one that says so, one of 6 people, two that say nothing
});

test('ours lie inside, at the edge of or outside people’s interval', () => {
  const people = { value: 0.4, interval: [0.3, 0.5] } as const;
  const ours = (low: number, value: number, high: number) => verdictOf(people, { n: 9, low, value, high });
  expect(ours(0.2, 0.35, 0.6)).toBe('inside');
  expect(ours(0.45, 0.55, 0.6)).toBe('edge');
  expect(ours(0.1, 0.2, 0.31)).toBe('edge');
  expect(ours(0.51, 0.55, 0.6)).toBe('outside');
  expect(ours(0, Number.NaN, 1)).toBeUndefined();
  expect(verdictOf({ value: 0.4, interval: undefined }, { n: 9, low: 0, value: 0.4, high: 1 })).toBeUndefined();
});

interface Casting {
  readonly [role: string]: { readonly agent: string; readonly params: Readonly<Record<string, unknown>> };
}

/** The line-up that was asked for, as run.json holds it. */
async function askedFor(...words: readonly string[]): Promise<{ readonly asked: Casting; readonly err: string }> {
  const rest = ['--games', '2', '--players', '4', '--difficulty', 'easy', '--no-bounds', '--json', '--quiet'];
  const { code, out, err } = await seance('simulate', 'mysterium', ...words, ...rest);
  expect(code).toBe(0);
  return { asked: (JSON.parse(out) as { lineups: { asked: Casting } }).lineups.asked, err };
}

describe('--preset', () => {
  const { family, partners } = presets.named;

  test('becomes the numbers of everybody who looks', async () => {
    const { asked, err } = await askedFor('--preset', 'family');
    expect(asked).toEqual({
      ghost: { agent: 'contrast', params: { blur: family.blur } },
      psychic: { agent: 'literal', params: { blur: family.blur } },
    });
    expect(err).toBe('');
    expect((await askedFor('--preset', 'family', '--psychic', 'random')).asked['psychic'].params).toEqual({});
  });

  test('own numbers come first', async () => {
    const { asked } = await askedFor('--preset', 'partners', '--ghost.blur', '0.5', '--psychic.kinship', '0.1');
    expect(asked['ghost'].params).toEqual({ blur: 0.5 });
    expect(asked['psychic'].params).toEqual({ kinship: 0.1, blur: partners.blur });
  });

  test('the record of a game holds the numbers', async () => {
    const file = join(folder, 'game.json');
    const words = ['--preset', 'family', '--seed', '3', '--record', file, '--quiet'];
    expect((await seance('play', 'mysterium', ...words)).code).toBe(0);
    const { casting } = JSON.parse(readFileSync(file, 'utf8')) as { casting: Casting };
    expect(casting['ghost'].params).toEqual({ blur: family.blur });
  });

  test('is said not to fit other eyes', async () => {
    const { err } = await askedFor('--preset', 'family', '--encoder', 'words');
    expect(err).toBe(
      'seance: warning: the preset family was fitted to another deck or other eyes; seance calibrate mysterium, with --deck and --encoder, fits it to these\n',
    );
  });

  test.each(['simulate', 'play'])('%s knows what was meant', async (command) => {
    const { code, err } = await seance(command, 'mysterium', '--preset', 'famly');
    expect([code, err]).toEqual([
      2,
      'seance: no preset named "famly"; there are strangers, family, partners; did you mean family?\n',
    ]);
  });
});
