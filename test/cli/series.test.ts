import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { humanCurve } from '../../src/cli/calibrate/human.ts';
import { build, rowsOf, seance } from './seance.ts';

/** Games in series, as a person plays them with the built command. */

const home = mkdtempSync(join(tmpdir(), 'seance-series-'));
const at = (...names: readonly string[]): string => join(home, ...names);
const read = (...names: readonly string[]): string => readFileSync(at(...names), 'utf8');
const PARTNERS = ['--psychic.adapt', '--ghost.blur', '0.8', '--psychic.blur', '0.8'].concat(
  ['ghost', 'psychic'].flatMap((role) => [`--${role}.taste`, '1']),
);
const simulate = (out: string, ...more: readonly string[]) =>
  seance('simulate', 'mysterium', '--players', '2', '--difficulty', 'easy', '--no-bounds', '--out', at(out), ...more);

const Estimate = z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.number() });
const Document = z.object({
  series: z.number(),
  curve: z.array(z.object({ won: Estimate, 'first guess right': Estimate })),
  people: z.object({ shares: z.array(z.number()), options: z.literal(12), source: z.string() }),
});

beforeAll(build, 120_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('simulate --series', () => {
  test('shows how people learn, beside people, in a table, in run.json and as a picture', async () => {
    const { code, out, err } = await simulate('curve', '--games', '600', '--series', '6', ...PARTNERS);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Learning: 100 series of 6 games');
    expect(out).toContain('tangram partners, 12 options');
    expect(out).toContain(humanCurve.source);
    const { series, curve, people } = Document.parse(JSON.parse(read('curve', 'run.json')));
    expect([series, curve.length]).toEqual([6, 6]);
    expect(people.shares).toEqual(humanCurve.shares);
    // Wins are means of their rows, and the table says the same.
    const data = rowsOf(read('curve', 'games.csv'));
    expect(data.map((row) => row['game_of_series'])).toEqual(
      Array.from({ length: 600 }, (_, i) => String((i % 6) + 1)),
    );
    curve.forEach(({ won, 'first guess right': right }, place) => {
      const rows = data.filter((_, i) => i % 6 === place);
      expect(won.n).toBe(100);
      expect(won.value).toBe(rows.filter((row) => row['won'] === '1').length / 100);
      expect(out).toContain(`│ ${place + 1}                  │ ${(100 * won.value).toFixed(1)} ±`);
      expect(out).toContain(` ${(100 * right.value).toFixed(1)} ± `);
      expect(out).toContain(` ${(100 * humanCurve.shares[place]).toFixed(1)} %`);
    });
    expect(curve[5]['first guess right'].low).toBeGreaterThan(curve[0]['first guess right'].high);
    const picture = read('curve', 'curve.svg');
    expect(picture.match(/<circle /g)).toHaveLength(18);
    expect(picture).toContain('game of the series');
    expect(picture).toContain('first guess right');
  });

  test('a row replays from the start of its series, and is refused where that does not stand above it', async () => {
    await simulate('rows', '--games', '12', '--series', '6', ...PARTNERS);
    for (const row of ['1', '6', '9']) {
      const { code, out, err } = await seance('replay', '--quiet', '--from', at('rows', 'games.csv'), '--row', row);
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain(`The game ends as row ${row} says.`);
    }
    const lines = read('rows', 'games.csv').split('\n');
    const file = at('part.csv');
    for (const kept of [lines.slice(2), [...lines.slice(1, 3), ...lines.slice(4)]]) {
      writeFileSync(file, [lines[0], ...kept].join('\n'));
      const { code, err } = await seance('replay', '--quiet', '--from', file, '--row', '3');
      expect(code).toBe(1);
      expect(err).toContain(`${file}, line 4: this is game 4 of its series, and follows from those before it`);
    }
    writeFileSync(file, [lines[0], lines[1].replace(/^((?:[^,]*,){5})1,/, '$1one,')].join('\n'));
    expect((await seance('replay', '--quiet', '--from', file, '--row', '1')).err).toContain(
      'game_of_series must be a whole number from 1 on, not "one"',
    );
  });

  test('a run without series has no more columns, files and lines than ever', async () => {
    const { out } = await simulate('plain', '--games', '5');
    expect(out).not.toContain('Learning');
    expect(read('plain', 'games.csv').split('\n')[0]).not.toContain('series');
    expect(readdirSync(at('plain')).toSorted()).toEqual(['games.csv', 'run.json', 'summary.csv']);
    expect(read('plain', 'run.json')).not.toContain('series');
  });

  test('says where nothing can be learned, and what a series may be', async () => {
    expect((await simulate('alone', '--games', '2', '--psychic.adapt')).err).toContain('try --series 6');
    const { err } = await simulate('tasteless', '--games', '6', '--series', '6', '--psychic.adapt');
    expect(err).toContain('try --ghost.taste 1 --psychic.taste 1');
    expect(await simulate('none', '--series', '0')).toMatchObject({
      code: 2,
      err: 'seance: series must be a whole number from 1 to 20, not 0\n',
    });
  });

  test('a run that ends before a place of the series is reached says so by a dash', async () => {
    const { code, out } = await simulate('short', '--games', '2', '--series', '3', ...PARTNERS);
    expect(code).toBe(0);
    expect(out).toMatch(/│ 3 +│ – +│ – +│ 87\.1 % +│/);
    expect(read('short', 'curve.svg')).not.toContain('NaN');
    expect(read('short', 'run.json')).not.toContain('NaN');
  });
});
