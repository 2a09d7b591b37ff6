import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Args } from '../../src/cli/command.ts';
import { csvOf } from '../../src/cli/crossplay/document.ts';
import { pluralOf } from '../../src/cli/crossplay/entries.ts';
import { drawCrossplay } from '../../src/cli/crossplay/picture.ts';
import { planCrossplay } from '../../src/cli/crossplay/plan.ts';
import { playPairs } from '../../src/cli/crossplay/play.ts';
import { describeCrossplay } from '../../src/cli/crossplay/tables.ts';
import { inlineExecutor } from '../../src/sim/executor.ts';
import { gameSeed } from '../../src/sim/experiment.ts';
import { pairedDifference } from '../../src/sim/stats.ts';
import { coinsGame as coins } from '../sim/coins.ts';
import { build, interrupted, rowsOf, seance } from './seance.ts';

const home = mkdtempSync(join(tmpdir(), 'seance-crossplay-'));
const at = (...names: readonly string[]): string => join(home, ...names);
const read = (...names: readonly string[]): string => readFileSync(at(...names), 'utf8');

beforeAll(async () => {
  await build();
  await seance('simulate', 'mysterium', '--games', '1', '--quiet'); // looks at the starter deck, if nobody has yet
}, 120_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const Figures = z.record(
  z.string(),
  z.object({ value: z.number().nullable(), low: z.number().nullable(), high: z.number().nullable(), n: z.number() }),
);
const Document = z.object({
  interrupted: z.boolean(),
  cells: z.array(
    z.object({
      players: z.number(),
      difficulty: z.string(),
      ghost: z.string(),
      psychic: z.string(),
      games: z.number(),
      checksum: z.string(),
      figures: Figures,
      over: z.array(z.object({ ghost: z.string(), psychic: z.string(), deals: z.number(), figures: Figures })),
    }),
  ),
});
const documentOf = (text: string): z.infer<typeof Document> => Document.parse(JSON.parse(text));

const FEW = ['--games', '40', '--ghosts', 'match,contrast+blur=0.5', '--psychics', 'random,literal'];

describe('seance crossplay', () => {
  test('prints a matrix for each figure, and what each step is worth', async () => {
    const { code, out, err } = await seance('crossplay', ...FEW);
    expect([code, err]).toEqual([0, '']);
    expect(out.match(/│ ghost \\ psychic +│ random +│ literal +│/g)).toHaveLength(4);
    expect(out.match(/\d+\.\d ± \d+\.\d %/g)).toHaveLength(2 * 4);
    expect(out).toContain('contrast+blur=0.5 over match');
    expect(out).toContain('literal over random');
    expect(out).toMatch(/seed +1; all pairs meet the same deals/);
  });

  test('each pair plays the games of simulate', async () => {
    const where = ['--players', '5', '--difficulty', 'hard', '--seed', '3', '--games', '40', '--json'];
    const { cells } = documentOf((await seance('crossplay', 'mysterium', ...FEW, ...where)).out);
    expect(cells.map(({ ghost, psychic }) => [ghost, psychic])).toEqual([
      ['match', 'random'],
      ['match', 'literal'],
      ['contrast+blur=0.5', 'random'],
      ['contrast+blur=0.5', 'literal'],
    ]);
    const line = ['simulate', 'mysterium', ...where, '--no-bounds', '--ghost', 'contrast', '--ghost.blur', '0.5'];
    const alone = z
      .object({ cells: z.array(z.object({ checksum: z.string(), figures: Figures })) })
      .parse(JSON.parse((await seance(...line)).out));
    expect(cells[3]).toMatchObject(alone.cells[0]);
    expect(cells[3].over.map(({ ghost, psychic, deals }) => [ghost, psychic, deals])).toEqual([
      ['match', 'literal', 40],
      ['contrast+blur=0.5', 'random', 40],
    ]);
  });

  test('without names all fair bots meet, and what is given to a role is given to all who can take it', async () => {
    const { cells } = documentOf((await seance('crossplay', '--games', '1', '--json', '--ghost.blur', '0')).out);
    const ghosts = [...new Set(cells.map(({ ghost }) => ghost))];
    expect(ghosts).toEqual(expect.arrayContaining(['random', 'match', 'contrast']));
    expect(ghosts).not.toContain('convention');
    const own = ['--ghosts', 'contrast,contrast+blur=0', '--psychics', 'literal', '--games', '20', '--json'];
    const blurred = documentOf((await seance('crossplay', ...own)).out).cells;
    const sharp = documentOf((await seance('crossplay', ...own, '--ghost.blur', '0')).out).cells;
    expect(sharp.map(({ checksum }) => checksum)).toEqual([blurred[1].checksum, blurred[1].checksum]);
    expect(blurred[0].checksum).not.toBe(blurred[1].checksum);
  });

  test('the same files with one worker and with two, a row for each figure and each difference', async () => {
    const line = ['crossplay', 'mysterium', ...FEW, '--games', '600', '--players', '4,5', '--quiet'];
    for (const workers of ['1', '2']) {
      expect(await seance(...line, '--workers', workers, '--out', at(workers))).toEqual({ code: 0, out: '', err: '' });
      expect(readdirSync(at(workers)).toSorted()).toEqual(['crossplay.csv', 'crossplay.svg', 'run.json']);
    }
    for (const file of ['crossplay.csv', 'crossplay.svg']) expect(read('2', file)).toBe(read('1', file));
    const rows = rowsOf(read('1', 'crossplay.csv')).filter(({ figure }) => figure === 'won');
    expect(rows.filter(({ against }) => against === '')).toHaveLength(2 * 4);
    expect(rows.filter(({ against }) => against !== '')).toHaveLength(2 * 4);
    const [cell] = documentOf(read('1', 'run.json')).cells;
    expect(Number(rows[0]['value'])).toBe(cell.figures['won'].value);
    expect(read('1', 'crossplay.svg').match(/<rect [^>]*rx="4"/g)).toHaveLength(2 * 2 * 4);
  });

  test('a folder with another run is refused without --force, and the same is written anew', async () => {
    const out = ['--out', at('kept'), '--quiet'];
    expect((await seance('crossplay', ...FEW, ...out)).code).toBe(0);
    expect((await seance('crossplay', ...FEW, ...out)).code).toBe(0);
    const other = await seance('crossplay', ...FEW, '--seed', '2', ...out);
    expect(other.code).toBe(1);
    expect(other.err).toMatch(/already holds a run \(crossplay\.csv\); --force replaces it/);
    expect((await seance('simulate', 'mysterium', '--games', '1', ...out)).code).toBe(1);
    expect((await seance('crossplay', ...FEW, '--seed', '2', '--force', ...out)).code).toBe(0);
  });

  test('the picture alone', async () => {
    const { code, out } = await seance('crossplay', ...FEW, '--picture', at('matrix.svg'));
    expect(code).toBe(0);
    expect(out).toContain(`written   ${at('matrix.svg')}`);
    expect(read('matrix.svg')).toMatch(/^<svg xmlns=.*\n[\s\S]*<\/svg>$/);
  });

  test('Ctrl-C keeps what was played, of all pairs alike', async () => {
    const out = at('stopped');
    const line = ['crossplay', 'mysterium', '--ghosts', 'match,contrast', '--psychics', 'literal'];
    const begun = Date.now();
    const ready = (): boolean => existsSync(out) && Date.now() - begun > 3000;
    const { code, err } = await interrupted([...line, '--games', '50000000', '--out', out, '--quiet'], ready);
    expect([code, err]).toEqual([130, '']);
    const { interrupted: isCut, cells } = documentOf(read('stopped', 'run.json'));
    const [less, more] = cells.map(({ games }) => games).toSorted((a, b) => a - b);
    expect(isCut).toBe(true);
    expect(less).toBeGreaterThan(0);
    expect(more - less).toBeLessThanOrEqual(256);
    expect(cells[1].over[0].deals).toBe(less);
    expect(readdirSync(out).toSorted()).toEqual(['crossplay.csv', 'crossplay.svg', 'run.json']);
  }, 30_000);

  test.each([
    [['--ghosts', 'contrst'], /^seance: no ghost named "contrst"; there are .*; did you mean contrast\?\n$/],
    [['--psychics', 'literal,literal'], /--psychics names literal twice/],
    [['--ghosts', 'match,,contrast'], /--ghosts has an empty part/],
    [['--ghosts', 'contrast+mragin=1'], /no parameter ghost\.mragin/],
    [['--ghosts', 'contrast+blur=9'], /ghost\.blur must be a number from 0 to 5, not 9/],
    [['--ghosts', 'contrast+blur=1+blur=2'], /gives blur twice/],
    [
      ['--ghosts', 'match', '--ghost.margin', '1'],
      /nobody in --ghosts has the parameter margin; it belongs to contrast/,
    ],
    [['--ghosts', 'match+eyes=nobodys'], /nobodys/],
    [['--ghost', 'match'], /no option --ghost; did you mean ghosts\?/],
    [['--players', '2', '--difficulty', 'hard'], /2 people play on easy/],
    [['--picture', 'matrix.png'], /must end in \.svg, not be matrix\.png/],
    [['mysteriun'], /no game named "mysteriun".*did you mean mysterium\?/],
  ])('%j is refused in one line', async (words, message) => {
    const { code, out, err } = await seance('crossplay', ...words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err.trimEnd()).not.toContain('\n');
  });

  test('a picture that cannot be written is a failure, before anything is played', async () => {
    const picture = ['--picture', at('no', 'such', 'x.svg')];
    const { code, out, err } = await seance('crossplay', ...FEW, '--games', '100000000', ...picture);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/cannot write .*x\.svg: there is no such folder/);
  });

  test('a folder in which another run is being written is left to that', async () => {
    const out = at('taken');
    const begun = (): boolean =>
      existsSync(out) && readdirSync(out).filter((name) => name.endsWith('.part')).length === 3;
    const line = ['crossplay', 'mysterium', '--games', '100000000', '--ghosts', 'match', '--out', out, '--quiet'];
    let second: ReturnType<typeof seance> | undefined;
    let isRefused = false;
    const ready = (): boolean => {
      if (begun()) second ??= seance(...line).finally(() => (isRefused = true));
      return isRefused;
    };
    const first = await interrupted(line, ready);
    expect((await second)?.err).toMatch(/another run \(process \d+\) is being written to .*; choose another folder/);
    expect([first.code, first.err]).toEqual([130, '']);
    expect(readdirSync(out).toSorted()).toEqual(['crossplay.csv', 'crossplay.svg', 'run.json']);
  }, 30_000);
});

test.each([
  ['ghost', 'ghosts'],
  ['witness', 'witnesses'],
  ['spy', 'spies'],
  ['guy', 'guys'],
])('several of a %s are %s', (role, plural) => {
  expect(pluralOf(role)).toBe(plural);
});

describe('any game', () => {
  const BLIND = { affinity: {} };
  const pictures = {
    knowledge: BLIND,
    deck: undefined,
    worded: false,
    encoders: {},
    titles: { visions: [], cards: [] },
  };
  const timing = { started: '', seconds: 1, gamesPerSecond: 1, threads: 1 };
  const never = new AbortController().signal;

  test('steps are the paired differences of the games themselves', async () => {
    const plan = planCrossplay(coins, new Args({ games: '300', tossers: 'honest,bent', callers: 'heads' }), 1);
    await playPairs(plan.matrices, inlineExecutor(coins, BLIND), never, () => {});
    const [{ steps }] = plan.matrices;
    const wonBy = (at: number): Float64Array => {
      const { experiment } = plan.matrices[0].pairs[at];
      const session = coins.open(experiment.config, experiment.lineup, BLIND);
      const row = new Float64Array(coins.metrics.length);
      return Float64Array.from({ length: 300 }, (_, i) => {
        session.play(gameSeed(experiment, i));
        session.measure(row);
        return row[0];
      });
    };
    const { value, low, high } = pairedDifference(wonBy(1), wonBy(0));
    const [found] = steps[0].paired.differences();
    expect(steps).toHaveLength(1);
    expect([found.value, found.low, found.high].map((one) => one.toFixed(9))).toEqual(
      [value, low, high].map((one) => one.toFixed(9)),
    );
  });

  test('a game of one role is a list', async () => {
    const single = { ...coins, agents: { tosser: coins.agents['tosser'] } };
    const plan = planCrossplay(single, new Args({ games: '50' }), 1);
    await playPairs(plan.matrices, inlineExecutor(coins, BLIND), never, () => {});
    const text = await describeCrossplay(plan, pictures, timing, { interrupted: false, written: [] });
    expect(text).toMatch(/│ tosser +│ won +│\n/);
    expect(text).toMatch(/│ bent over honest +│/);
    expect(rowsOf(csvOf(plan, pictures)).map(({ lineup }) => lineup)).toContain('bent');
    expect(drawCrossplay(plan).match(/<rect [^>]*rx="4"/g)).toHaveLength(2);
  });
});
