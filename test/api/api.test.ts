import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { compare, encodeDeck, openTable, simulate, tune } from '../../src/api/index.ts';
import { build, seance } from '../cli/seance.ts';

const EASY = { players: 4, difficulty: 'easy' };
const root = fileURLToPath(new URL('../..', import.meta.url));

beforeAll(build, 120_000);

test('simulate plays the games of the command, with the same figures and checksum, on any number of workers', async () => {
  const line = ['--players', '4,5', '--difficulty', 'easy', '--games', '300', '--ghost', 'match', '--seed', '9'];
  const { out } = await seance('simulate', 'mysterium', ...line, '--no-bounds', '--json');
  const told = JSON.parse(out) as { checksum: string; cells: { figures: Record<string, object> }[] };
  const options = { config: { players: [4, 5], difficulty: 'easy' }, people: { ghost: 'match' }, games: 300, seed: 9 };
  const seen: number[] = [];
  const alone = await simulate({ ...options, workers: 1, onProgress: (done) => seen.push(done) });
  expect(alone.checksum).toBe(told.checksum);
  expect(alone.cells.map(({ figures }) => JSON.parse(JSON.stringify(figures)) as unknown)).toEqual(
    told.cells.map(({ figures }) => figures),
  );
  expect(seen.at(-1)).toBe(600);
  expect(await simulate({ ...options, workers: 2 })).toEqual(alone);
}, 60_000);

test('what does not exist or hold is refused by name', async () => {
  await expect(simulate({ game: 'chess' })).rejects.toThrow('chess');
  await expect(simulate({ config: { players: 9 } })).rejects.toThrow('players must be one of 2, 3, 4, 5, 6, 7, not 9');
  await expect(simulate({ config: { tempo: 1 } })).rejects.toThrow('tempo');
  await expect(simulate({ people: { ghost: 'nobody' } })).rejects.toThrow('no ghost named "nobody"');
  await expect(simulate({ people: { host: 'match' } })).rejects.toThrow('no role host; there are ghost, psychic');
  await expect(simulate({ people: { ghost: { agent: 'match', params: { zeal: 1 } } } })).rejects.toThrow('zeal');
  await expect(simulate({ games: 0 })).rejects.toThrow('games');
  await expect(simulate({ workers: 0.5 })).rejects.toThrow('workers must be a whole number');
  await expect(simulate({ encoder: 'crystal' })).rejects.toThrow('crystal');
  await expect(compare({ config: { players: [4, 5] }, ours: {}, theirs: {} })).rejects.toThrow('one cell');
  await expect(tune({ over: ['zeal'] })).rejects.toThrow('zeal');
  await expect(encodeDeck({ deck: 'no-such-deck' })).rejects.toThrow('no-such-deck');
  await expect(openTable({ persons: [4], config: EASY })).rejects.toThrow('no seat 4; the table has 4');
});

test('a signal ends a simulation, and what was played counts', async () => {
  const stop = new AbortController();
  const { interrupted, cells } = await simulate({
    config: EASY,
    people: { ghost: 'random', psychic: 'random' },
    games: 50_000,
    workers: 1,
    signal: stop.signal,
    onProgress: (done) => done > 100 && stop.abort(),
  });
  expect(interrupted).toBe(true);
  expect(cells[0].games).toBeGreaterThan(100);
  expect(cells[0].games).toBeLessThan(50_000);
});

test('a comparison is decided, and an encoded deck has unit vectors', async () => {
  const { verdict, low } = await compare({
    config: EASY,
    ours: {},
    theirs: { ghost: 'random' },
    games: 2000,
    workers: 1,
  });
  expect(verdict).toBe('ours');
  expect(low).toBeGreaterThan(0.1);
  const { ids, dim, vectors } = await encodeDeck();
  expect([ids.length, vectors.length]).toEqual([142, 142 * dim]);
  for (let row = 0; row < ids.length; row++)
    expect(Math.hypot(...vectors.subarray(row * dim, (row + 1) * dim))).toBeCloseTo(1, 4);
});

describe('the examples', () => {
  const folder = join(root, 'examples/api');
  const files = readdirSync(folder).map((file) => join(folder, file));

  test('compile against the package as it is published', () => {
    const checks = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext'];
    const own = ['--ignoreConfig', '--types', 'node', ...files];
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...checks, ...own], { cwd: root });
    expect(files.length).toBe(5);
  }, 60_000);

  test.each([
    ['deck', /^[vcol]\d+ and [vcol]\d+: 0\.\d{3}\n$/],
    ['table', /^roles: ghost, psychic, psychic, psychic\n(seat 2 sees .*\n)+(won|lost)\n$/],
    ['simulate', /^(contrast|planner), [45] people: \d+\.\d % of 400 games won/m],
    ['compare', /^ours: \d+\.\d points \(\d+\.\d to \d+\.\d\) over \d+ deals\n/],
  ])(
    '%s runs',
    (name, prints) => {
      const run = ['--import', 'tsx', join(folder, `${name}.ts`)];
      expect(execFileSync(process.execPath, run, { encoding: 'utf8', cwd: root })).toMatch(prints);
    },
    60_000,
  );
});
