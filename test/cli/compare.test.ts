import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { gameOf } from '../../src/agents/catalog.ts';
import { Args } from '../../src/cli/command.ts';
import { drawPath } from '../../src/cli/compare/picture.ts';
import { planCompare } from '../../src/cli/compare/plan.ts';
import type { ComparePlan } from '../../src/cli/compare/plan.ts';
import { readSides, withComparedGame } from '../../src/cli/compare/side.ts';
import { sentenceOf } from '../../src/cli/compare/words.ts';
import type { MatchResult } from '../../src/sim/compare.ts';
import { build, interrupted, rowsOf, seance } from './seance.ts';

const game = gameOf('mysterium');
const home = mkdtempSync(join(tmpdir(), 'seance-compare-'));
const at = (...names: readonly string[]): string => join(home, ...names);
const read = (...names: readonly string[]): string => readFileSync(at(...names), 'utf8');

const casting = (agent: string, params: object = {}): object => ({
  game: 'mysterium',
  casting: { ghost: { agent, params } },
});
/** What a run.json says that a comparison reads. */
const runOf = (agent: string, cells: readonly object[], deck = 'starter'): object => ({
  game: 'mysterium',
  config: { refill: 'end' },
  deck: { asked: deck },
  lineups: { asked: { ghost: { agent, params: {} }, psychic: { agent: 'random', params: {} } } },
  cells: cells.map((cell) => ({ lineup: 'asked', ...cell })),
});
const write = (name: string, data: object | string): string => {
  writeFileSync(at(name), typeof data === 'string' ? data : JSON.stringify(data));
  return at(name);
};

const files = {
  plan: write('plan.json', casting('planner')),
  match: write('match.json', casting('match')),
  twin: write('twin.json', casting('planner')),
};

beforeAll(async () => {
  await build();
  await seance('simulate', 'mysterium', '--games', '1', '--quiet'); // looks at the starter deck, if nobody has yet
}, 120_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const Document = z.object({
  verdict: z.string(),
  deals: z.number(),
  fixedDeals: z.number(),
  interrupted: z.boolean(),
  sentence: z.string(),
  difference: z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.number() }),
  outcomes: z.object({ ours: z.number(), theirs: z.number(), both: z.number(), neither: z.number() }),
  sides: z.array(
    z.object({ name: z.string(), rate: z.object({ value: z.number(), low: z.number(), high: z.number() }) }),
  ),
});

const RUN = ['--players', '4', '--difficulty', 'easy', '--resolution', '8', '--seed', '3'];

describe('seance compare', () => {
  test('finds the better of two, says how much of it there is, and keeps it; the same with any number of workers', async () => {
    const [two, one] = await Promise.all([
      seance('compare', files.plan, files.match, ...RUN, '--workers', '2', '--out', at('out')),
      seance('compare', files.plan, files.match, ...RUN, '--workers', '1', '--json'),
    ]);
    expect([two.code, two.err, one.code, one.err]).toEqual([0, '', 0, '']);
    const [sentence] = two.out.split('\n');
    expect(sentence).toMatch(
      /^plan beats match by \d+\.\d ± \d+\.\d points over [\d,]+ deals \(sequential test, 5 %\/5 %; a fixed test would have needed [\d,]+\)$/,
    );
    expect(two.out).toContain('players 4, difficulty easy');
    expect(readdirSync(at('out')).toSorted()).toEqual(['compare.csv', 'compare.svg', 'run.json']);
    const found = Document.parse(JSON.parse(read('out', 'run.json')));
    const other = Document.parse(JSON.parse(one.out));
    expect(other).toEqual(found);
    expect(found).toMatchObject({ verdict: 'ours', interrupted: false, sentence });
    const { ours, theirs, both, neither } = found.outcomes;
    expect(ours + theirs + both + neither).toBe(found.deals);
    expect(found.difference.value).toBeCloseTo((ours - theirs) / found.deals, 12);
    expect(found.sides[0].rate.value - found.sides[1].rate.value).toBeCloseTo(found.difference.value, 12);

    const looks = rowsOf(read('out', 'compare.csv'));
    expect(looks.map(({ deals }) => Number(deals))).toEqual(looks.map((_, i) => 256 * (i + 1)));
    expect(looks.map(({ verdict }) => verdict)).toEqual([...looks.slice(1).map(() => 'undecided'), 'ours']);
    expect(Number(looks.at(-1)?.['low'])).toBe(found.difference.low);
    expect(read('out', 'compare.svg')).toContain('plan over match');
  }, 60_000);

  test('the deals are those that simulate plays: the same games are won', async () => {
    const { deals, outcomes } = Document.parse(JSON.parse(read('out', 'run.json')));
    const place = [
      '--players',
      '4',
      '--difficulty',
      'easy',
      '--seed',
      '3',
      '--ghost',
      'planner',
      '--no-bounds',
      '--json',
    ];
    const { out } = await seance('simulate', 'mysterium', ...place, '--games', String(deals));
    const run = z.object({ cells: z.array(z.object({ figures: z.object({ won: z.object({ value: z.number() }) }) })) });
    const [cell] = run.parse(JSON.parse(out)).cells;
    expect(cell.figures.won.value).toBeCloseTo((outcomes.ours + outcomes.both) / deals, 12);
  });

  test('two that are one are told at once, another in the folder is not replaced, and Ctrl-C keeps what was played', async () => {
    const same = await seance('compare', files.plan, files.twin);
    expect([same.code, same.err]).toEqual([0, '']);
    expect(same.out).toContain('plan and twin are the same line-up with the same pictures');
    const asJson = await seance('compare', files.plan, files.twin, '--json');
    expect(JSON.parse(asJson.out)).toMatchObject({ isSame: true });
    const taken = await seance('compare', files.match, files.plan, '--out', at('out'));
    expect(taken.code).toBe(1);
    expect(taken.err).toContain('already holds a run');

    const near = write('near.json', casting('contrast', { margin: 0.301 })); // hardly another
    const unending = [
      'compare',
      write('usual.json', casting('contrast')),
      near,
      ...RUN,
      '--resolution',
      '0.1',
      '--games',
      '1000000',
    ];
    const part = (): boolean =>
      existsSync(at('part')) && readdirSync(at('part')).some((name) => name.endsWith('.part'));
    let seen = 0;
    const stopped = await interrupted([...unending, '--out', at('part')], () => part() && ++seen > 60);
    expect([stopped.code, stopped.err]).toEqual([130, '']);
    expect(stopped.out).toContain('undecided after');
    const document = Document.parse(JSON.parse(read('part', 'run.json')));
    expect(document).toMatchObject({ verdict: 'undecided', interrupted: true });
    expect(document.deals % 256).toBe(0);
  }, 60_000);

  test('what makes no sense is refused in one line', async () => {
    const runs: readonly (readonly [readonly string[], number, string])[] = [
      [[], 2, 'compare needs two files'],
      [[files.plan, at('none.json')], 2, 'there is no such file'],
      [[files.plan, write('program.json', casting('exec:touch gone'))], 1, '--run-bots starts that program'],
      [[files.plan, files.match, 'third.json'], 2, 'nothing is known to do with "third.json"'],
    ];
    const ended = await Promise.all(runs.map(([words]) => seance('compare', ...words)));
    for (const [i, [, code, message]] of runs.entries()) {
      const { err, out } = ended[i];
      expect(err).toContain(message);
      expect([ended[i].code, err.trimEnd().split('\n').length, out]).toEqual([code, 1, '']);
    }
  }, 60_000);

  test.each([
    ['{', {}, 'is no JSON'],
    [JSON.stringify({ game: 'chess', casting: {} }), {}, 'is about chess, not mysterium'],
    [JSON.stringify({ game: 'mysterium' }), {}, 'does not say who plays'],
    ['{"game": "mysterium", "casting": {"__proto__": {"agent": "match", "params": {}}}}', {}, 'is named __proto__'],
    [JSON.stringify(casting('nobody')), {}, 'no ghost named "nobody"'],
    [JSON.stringify(casting('match')), { resolution: '0' }, 'resolution must be a number from 0.1 to 50, not 0'],
    [JSON.stringify(casting('match')), { players: '4-7' }, 'players must be one of 2, 3'],
    [JSON.stringify(casting('match')), { games: '0' }, 'games must be a whole number from 1'],
  ])('a file that holds %s, with %o, is refused', async (text, given, message) => {
    await expect(planOf(files.plan, write('odd.json', text), given)).rejects.toThrow(message);
  });
});

const planOf = async (a: string, b: string, given: Readonly<Record<string, string>> = {}): Promise<ComparePlan> =>
  planCompare(game, await readSides(game, [a, b]), new Args(given), 1);

describe('the table of a comparison', () => {
  const cell = { players: 5, difficulty: 'hard' };

  test('is that of both runs where it is one, and else the usual one; options go before', async () => {
    const a = write('a.json', runOf('planner', [cell]));
    const b = write('b.json', runOf('match', [cell]));
    const both = await planOf(a, b);
    expect(both.config).toEqual({ refill: 'end', ...cell });
    expect(both.match.ours.lineup).toHaveLength(5);
    expect(both.match.theirs.cell).toBe(both.match.ours.cell);
    expect((await planOf(a, b, { players: '6' })).config).toEqual({ refill: 'end', players: 6, difficulty: 'hard' });
    const elsewhere = write('elsewhere.json', runOf('match', [{ players: 4, difficulty: 'hard' }]));
    const many = write('many.json', runOf('match', [cell, { players: 4, difficulty: 'hard' }]));
    for (const other of [elsewhere, many, files.match]) {
      expect((await planOf(a, other)).config).toEqual({});
      expect((await planOf(other, a)).config).toEqual({});
    }
  });

  test('each side looks at the deck of its run, or both at --deck', async () => {
    const a = write('a.json', runOf('planner', [cell], 'decks/mine'));
    expect((await planOf(a, files.match)).decks).toEqual(['decks/mine', 'starter']);
    expect((await planOf(a, files.match, { deck: 'decks/other' })).decks).toEqual(['decks/other', 'decks/other']);
  });

  test('a role that a file leaves out is played as usual, and files of one name are told apart by their paths', async () => {
    mkdirSync(at('more'), { recursive: true });
    const twin = write('more/plan.json', casting('match'));
    const { sides } = await planOf(files.plan, twin);
    expect(sides.map(({ name }) => name)).toEqual([files.plan, twin]);
    expect(sides[0].casting['psychic']).toEqual({ agent: game.casts.standard['psychic'], params: {} });
  });

  test('the game is that of the first file that names one', async () => {
    expect(await withComparedGame(['compare', '--players', '4', files.plan, files.match])).toEqual([
      'compare',
      'mysterium',
      '--players',
      '4',
      files.plan,
      files.match,
    ]);
    for (const words of [
      ['compare', '--help'],
      ['compare', 'mysterium', files.plan],
      ['play', files.plan],
    ])
      expect(await withComparedGame(words)).toEqual(words);
  });
});

describe('words and picture', () => {
  const look = { n: 4352, value: 0.031, low: 0.023, high: 0.039, verdict: 'ours' } as const;
  const result: MatchResult = {
    ...look,
    path: [{ n: 2048, value: 0.02, low: -0.9, high: 0.94, verdict: 'undecided' }, look],
    outcomes: { ours: 1000, theirs: 865, both: 1000, neither: 1487 },
    fixedDeals: 9100,
    interrupted: false,
  };

  test('say who beats whom, that there is no difference, or that it is not known', async () => {
    const plan = await planOf(files.plan, files.match);
    const how = '(sequential test, 5 %/5 %; a fixed test would have needed 9,100)';
    expect(sentenceOf(plan, result)).toBe(`plan beats match by 3.1 ± 0.8 points over 4,352 deals ${how}`);
    const turned = { ...result, value: -0.031, low: -0.039, high: -0.023 };
    expect(sentenceOf(plan, { ...turned, verdict: 'theirs' })).toBe(
      `match beats plan by 3.1 ± 0.8 points over 4,352 deals ${how}`,
    );
    expect(sentenceOf(plan, { ...result, value: 0.001, low: -0.028, high: 0.03, verdict: 'none' })).toBe(
      `no difference of 3 points or more between plan and match: +0.1 ± 2.9 points over 4,352 deals ${how}`,
    );
    expect(sentenceOf(plan, { ...turned, fixedDeals: Number.NaN, verdict: 'undecided' })).toBe(
      'undecided after 4,352 deals: plan over match −3.1 ± 0.8 points (sequential test, 5 %/5 %)',
    );
  });

  test('the picture shows every look, and stays in its frame where early looks know nothing', async () => {
    const plan = await planOf(files.plan, write('odd<&.json', casting('match')));
    const svg = drawPath(plan, result);
    expect(svg).toContain('plan over odd&lt;&amp;');
    const [, line] = / d="(M[^Z"]*)" fill="none"/.exec(svg) ?? [];
    expect(line.split('L')).toHaveLength(2);
    const heights = [...svg.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, , y]) => Number(y));
    expect(heights).toHaveLength(2 + 4);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(88);
    expect(Math.max(...heights)).toBeLessThanOrEqual(356);
    expect(svg).not.toContain('NaN');
  });
});
