import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readRules } from '../../src/cli/compare-rule.ts';
import { pairedDifference } from '../../src/sim/stats.ts';
import { coinsGame } from '../sim/coins.ts';
import { build, interrupted, rowsOf, seance } from './seance.ts';

const home = mkdtempSync(join(tmpdir(), 'seance-rules-'));
const at = (...names: readonly string[]): string => join(home, ...names);
const rowsIn = (...names: readonly string[]): Record<string, string>[] => rowsOf(readFileSync(at(...names), 'utf8'));

const Figure = z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.number() });
const Document = z.object({
  interrupted: z.boolean(),
  cells: z.array(
    z.object({
      lineup: z.string(),
      rule: z.string().optional(),
      games: z.number(),
      figures: z.object({ won: Figure }),
    }),
  ),
  comparisons: z.array(
    z.object({
      rule: z.string(),
      sentence: z.string(),
      cells: z.array(
        z.object({
          players: z.number(),
          difficulty: z.string(),
          deals: z.number(),
          differences: z.object({ won: Figure }),
        }),
      ),
      refused: z.array(z.object({ players: z.number(), difficulty: z.string(), why: z.string() })),
    }),
  ),
});
const documentIn = (text: string): z.infer<typeof Document> => Document.parse(JSON.parse(text));

beforeAll(async () => {
  await build();
  await seance('simulate', 'mysterium', '--games', '1', '--quiet'); // looks at the starter deck, if nobody has yet
}, 120_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a rule is any option of any game but those of its table', () => {
  test('several are read, each once', () => {
    expect(readRules(coinsGame, ['edge=true', 'luck=0.25'], {})).toEqual([
      { name: 'edge=true', config: { edge: true } },
      { name: 'luck=0.25', config: { luck: 0.25 } },
    ]);
    expect(readRules(coinsGame, [' edge=false '], { edge: true })).toEqual([
      { name: 'edge=false', config: { edge: false } },
    ]);
  });

  test.each([
    [['egde=true'], 'coins has no option egde to compare; did you mean edge?'],
    [['colour=red'], 'coins has no option colour to compare; there are edge, luck'],
    [['__proto__=1'], 'coins has no option __proto__ to compare; there are edge, luck'],
    [['coin=loaded'], '--compare-rule cannot take coin, whose values stand beside each other in the table'],
    [['edge=false'], 'edge is false already, so there is nothing to compare it with'],
    [['edge=yes'], 'edge must be true or false, not yes'],
    [['luck=2'], 'luck must be a number from 0 to 1, not 2'],
    [['edge'], '--compare-rule takes NAME=VALUE, not "edge"'],
    [['=1'], '--compare-rule takes NAME=VALUE, not "=1"'],
    [['luck='], '--compare-rule takes NAME=VALUE, not "luck="'],
    [['luck=0.1', 'luck=0.10'], '--compare-rule luck=0.1 is given twice'],
  ])('%j is refused', (texts, message) => {
    expect(() => readRules(coinsGame, texts, {})).toThrow(message);
  });
});

describe('a run that compares rules', () => {
  const command = ['simulate', 'mysterium', '--players', '4', '--difficulty', 'easy,hard', '--games', '600'];
  const rules = ['--compare-rule', 'refill=end', '--compare-rule', 'hand=6'];

  test('plays the same deals both ways, says what each costs, and keeps every game', async () => {
    const { code, out } = await seance(...command, ...rules, '--out', at('two'), '--json');
    expect(code).toBe(0);
    const document = documentIn(out);
    expect(readFileSync(at('two', 'run.json'), 'utf8').trim()).toBe(out.trim());
    expect(document.comparisons.map(({ rule }) => rule)).toEqual(['refill=end', 'hand=6']);
    const games = rowsIn('two', 'games.csv');
    expect(games).toHaveLength(600 * 2 * 3);
    for (const { rule, cells, sentence } of document.comparisons) {
      expect(sentence).toMatch(new RegExp(`^${rule} .* over 1,200 deals at 2 tables`));
      expect(cells).toHaveLength(2);
      for (const { difficulty, deals, differences } of cells) {
        const of = (params: string): Record<string, string>[] =>
          games.filter((row) => row['difficulty'] === difficulty && row['params'] === params);
        const [ours, theirs] = [of(rule), of('')];
        expect(ours.map((row) => row['seed'])).toEqual(theirs.map((row) => row['seed']));
        expect(deals).toBe(600);
        const won = (rows: Record<string, string>[]): number[] => rows.map((row) => Number(row['won']));
        const expected = pairedDifference(won(ours), won(theirs));
        expect(differences.won.value).toBeCloseTo(expected.value, 12);
        expect(differences.won.low).toBeCloseTo(expected.low, 12);
      }
    }
    const summary = rowsIn('two', 'summary.csv').filter((row) => row['figure'] === 'won');
    expect([...new Set(summary.map((row) => row['lineup']))]).toEqual([
      'asked',
      'refill=end',
      'hand=6',
      'floor',
      'ceiling',
    ]);
  }, 60_000);

  test('is the same to the byte on any number of workers', async () => {
    for (const workers of ['1', '2'])
      await seance(
        ...command,
        ...rules,
        '--workers',
        workers,
        '--no-bounds',
        '--clues',
        '--out',
        at(workers),
        '--quiet',
      );
    for (const file of ['games.csv', 'summary.csv', 'clues.csv'])
      expect(readFileSync(at('1', file), 'utf8')).toBe(readFileSync(at('2', file), 'utf8'));
    // Clues lead back to their own game, though games of three kinds stand in turns.
    const [games, clues] = [rowsIn('1', 'games.csv'), rowsIn('1', 'clues.csv')];
    for (const clue of clues) expect(games[Number(clue['game_row']) - 1]['seed']).toBe(clue['seed']);
  }, 60_000);

  test('a game with the rule plays again from its row', async () => {
    const { code, out } = await seance('replay', '--from', at('1', 'games.csv'), '--row', '300');
    expect(rowsIn('1', 'games.csv')[299]['params']).toBe('refill=end');
    expect(code).toBe(0);
    expect(out).toContain('Round I');
  });

  test('tables say it in words: both rates, the difference, and a sentence', async () => {
    const { out } = await seance(...command, '--no-bounds', '--compare-rule', 'clairvoyancy=false', '--metrics');
    expect(out).toMatch(
      /clairvoyancy=false (costs|brings) [\d.]+ ± [\d.]+ points over 1,200 deals at 2 tables|no difference/,
    );
    expect(out).toMatch(/4 +│ hard +│ [\d.]+ ± [\d.]+ % │ [\d.]+ ± [\d.]+ % │ [+−]?[\d.]+ ± [\d.]+ points/);
    expect(out).toContain('Every figure, on average over these tables, with clairvoyancy=false:');
  });

  test('a table at which the rule cannot be played is left out, and why is said; a rule for no table is refused', async () => {
    const few = ['simulate', 'mysterium', '--difficulty', 'easy', '--games', '20', '--hand', '5', '--no-bounds'];
    const { code, out } = await seance(...few, '--players', '6,7', '--compare-rule', 'refill=end');
    expect(code).toBe(0);
    expect(out).toContain('not offered: a hand of 5 does not go round 6 psychics with refill end; hand 6 does');
    expect(out).toMatch(/refill=end .* over 20 deals/);
    const none = await seance(...few, '--players', '7', '--compare-rule', 'refill=end');
    expect([none.code, none.err]).toEqual([
      2,
      'seance: a hand of 5 does not go round 6 psychics with refill end; hand 6 does\n',
    ]);
  });

  test('Ctrl-C keeps the deals that were played both ways', async () => {
    const parts = at('long');
    const { code } = await interrupted(
      [
        'simulate',
        'mysterium',
        '--players',
        '4',
        '--difficulty',
        'easy',
        '--games',
        '2000000',
        '--no-bounds',
        '--compare-rule',
        'hand=6',
        '--out',
        parts,
        '--quiet',
      ],
      () => sizeOf(parts) > 200_000,
    );
    expect(code).toBe(130);
    const document = documentIn(readFileSync(join(parts, 'run.json'), 'utf8'));
    expect(document.interrupted).toBe(true);
    const [{ cells }] = document.comparisons;
    const [{ deals }] = cells;
    const [base, rule] = document.cells;
    expect(deals).toBe(Math.min(base.games, rule.games));
    expect(deals).toBeGreaterThan(0);
    expect(Math.abs(base.games - rule.games)).toBeLessThanOrEqual(256);
  }, 60_000);

  test('of any other option that is given twice the last counts, as ever', async () => {
    const twice = ['--games', '10', '--games', '20', '--difficulty', 'hard', '--json', '--json', '--no-bounds'];
    const { out } = await seance(...command, ...twice, '--compare-rule', 'hand=6');
    const { cells } = documentIn(out);
    expect(cells.map(({ games, rule }) => [games, rule])).toEqual([
      [20, undefined],
      [20, 'hand=6'],
    ]);
  });

  test.each([
    ['refil=end', 'did you mean refill?'],
    ['refill=ende', 'did you mean end?'],
    ['refill=each', 'refill is each already'],
    ['players=5', 'cannot take players'],
  ])('%s is refused in one line', async (rule, message) => {
    const { code, err } = await seance('simulate', 'mysterium', '--compare-rule', rule);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});

/** Bytes of the games written so far, while the file has another name. */
function sizeOf(folder: string): number {
  const files = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
  const games = files.find((name) => name.includes('games.csv'));
  return games === undefined ? 0 : (statSync(join(folder, games), { throwIfNoEntry: false })?.size ?? 0);
}
