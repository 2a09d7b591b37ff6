import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { readAsked } from '../../scripts/bench/asked.ts';
import { readBaseline } from '../../scripts/bench/baseline.ts';
import { openCheckout } from '../../scripts/bench/checkout.ts';
import { LINEUPS, measureBuild } from '../../scripts/bench/speed.ts';
import { interleave, ratioOf } from '../../scripts/bench/versus.ts';
import type { Contender, Loop } from '../../scripts/bench/versus.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'seance-bench-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { signal } = new AbortController();

/** A program of these lines, with `name` for itself in what it tells of its runs. */
function contender(name: string, program: string): Contender {
  const file = join(folder, `${name}.cjs`);
  writeFileSync(
    file,
    `require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'turns'))}, '${name} ');${program}`,
  );
  return { name, file: process.execPath, args: [file] };
}
const printing = (...lines: readonly object[]): string =>
  lines.map((line) => `console.log(${JSON.stringify(JSON.stringify(line))});`).join('');
const loopOf = (contender: string, seconds: readonly number[]): Loop => ({
  contender,
  what: undefined,
  rounds: seconds.map((seconds) => ({ games: 100, seconds, checksum: 'a' })),
});

test('this build plays the games of the baseline: where it is meant to play others, npm run bench -- speed --keep', async () => {
  const { lineups } = await measureBuild(root, 0);
  const stored = readBaseline().lineups;
  expect(stored.map(({ what }) => what)).toEqual(Object.keys(LINEUPS));
  expect(lineups.map(({ what, games, checksum }) => ({ what, games, checksum }))).toEqual(
    stored.map(({ what, games, checksum }) => ({ what, games, checksum })),
  );
  expect(Math.min(...stored.map(({ gamesPerMillionDraws }) => gamesPerMillionDraws))).toBeGreaterThan(0);
});

test('programs take turns, in another order each round', async () => {
  const one = contender('one', printing({ games: 10, seconds: 1, checksum: 'x' }));
  const two = contender('two', printing({ what: 'random', games: 10, seconds: 2, checksum: 'y' }));
  const loops = await interleave([one, two], 3, { signal });
  expect(readFileSync(join(folder, 'turns'), 'utf8')).toBe('one two two one one two ');
  expect(loops.map(({ contender, what, rounds }) => [contender, what, rounds.length])).toEqual([
    ['one', undefined, 3],
    ['two', 'random', 3],
  ]);
  expect(ratioOf(loops[0], loops[1])).toEqual({ mean: { n: 3, value: 2, low: 2, high: 2 }, best: 2 });
});

test('a ratio is the geometric mean of the rounds, and turns over with the two', () => {
  const [slow, fast] = [loopOf('slow', [2, 4, 8]), loopOf('fast', [1, 1, 1])];
  const { mean, best } = ratioOf(fast, slow);
  expect(mean.value).toBeCloseTo(4, 12);
  expect(best).toBe(2);
  const back = ratioOf(slow, fast).mean;
  expect(back.low * mean.high).toBeCloseTo(1, 12);
  expect(back.high * mean.low).toBeCloseTo(1, 12);
});

test('the interval of a ratio covers the true one in 93 to 97 of 100 batches', () => {
  const rng = new Sfc32(1);
  // The sum of twelve uniforms is close to normal.
  const noise = (): number =>
    Math.exp(0.1 * (Array.from({ length: 12 }, () => rng.unit()).reduce((a, b) => a + b) - 6));
  const seconds = (usual: number): readonly number[] => Array.from({ length: 8 }, () => usual * noise());
  let covered = 0;
  for (let batch = 0; batch < 2000; batch++) {
    const { low, high } = ratioOf(loopOf('a', seconds(1)), loopOf('b', seconds(1.25))).mean;
    if (low <= 1.25 && 1.25 <= high) covered++;
  }
  expect(covered / 2000).toBeGreaterThan(0.93);
  expect(covered / 2000).toBeLessThan(0.97);
});

test.each([
  ['prints no JSON', 'console.log("hello")', /no printed hello, which is no \{"games"/],
  ['takes no time', printing({ games: 1, seconds: 0, checksum: 'a' }), /which is no \{"games"/],
  ['prints nothing', '', /no printed nothing/],
  ['fails', 'throw new RangeError("too small")', /^no failed: RangeError: too small$/],
  [
    'plays other games each time',
    'console.log(JSON.stringify({ games: 1, seconds: 1, checksum: String(process.pid) }))',
    /other games each time/,
  ],
  [
    'prints a loop twice',
    printing(...[1, 2].map((seconds) => ({ games: 1, seconds, checksum: 'a' }))),
    /each loop once/,
  ],
])('a program that %s is refused', async (_, program, why) => {
  await expect(interleave([contender('no', program)], 2, { signal })).rejects.toThrow(why);
});

test('a build is a folder that is built', async () => {
  await expect(openCheckout(root, folder, signal)).rejects.toThrow(/is no built checkout/);
  await expect(openCheckout(root, 'no-such-revision', signal)).rejects.toThrow(/neither a folder nor a revision/);
  const { root: found, commit } = await openCheckout(root, root, signal);
  expect([`${found}/`, commit]).toEqual([root, undefined]);
});

const isRepository = existsSync(join(root, '.git'));
test.skipIf(!isRepository)('a revision is built, plays, and leaves nothing behind', async () => {
  const head = execFileSync('git', ['-C', root, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const checkout = await openCheckout(root, 'HEAD', signal);
  try {
    expect(checkout.commit).toBe(head);
    const { lineups } = await measureBuild(checkout.root, 0, 20);
    expect(lineups.map(({ games }) => games)).toEqual([20, 20, 20]);
  } finally {
    checkout.close();
  }
  expect(existsSync(checkout.root)).toBe(false);
});

test('the command lays a build beside another and another engine, and says it in JSON', () => {
  const bench = join(root, 'scripts/bench/bench.ts');
  const { args } = contender('other', printing({ what: 'random', games: 20, seconds: 1000, checksum: 'z' }));
  const asked = [
    'speed',
    '--against',
    root,
    '--engine',
    `other=${args[0]}`,
    '--rounds',
    '2',
    '--games',
    '20',
    '--json',
  ];
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', bench, ...asked], {
    encoding: 'utf8',
    cwd: root,
  });
  expect([stderr, status]).toEqual(['', 0]);
  const { results } = JSON.parse(stdout) as {
    readonly results: readonly { what: string; against: string; isSame: boolean; ratio: { value: number } }[];
  };
  expect(results.map(({ what, against, isSame }) => [what, against, isSame])).toEqual([
    ['random', root, true],
    ['random', 'other', false],
    ['standard', root, true],
    ['minds', root, true],
  ]);
  expect(results[1].ratio.value).toBeGreaterThan(1000); // the other takes 50 seconds a game
});

test.each([
  [['--against', 'HEAD'], /are about speed/],
  [['speed', 'memory', '--keep'], /are about speed/],
  [['speed', '--keep', '--against', 'HEAD'], /leave out/],
  [['speed', '--engine', 'loop.mjs'], /NAME=FILE/],
  [['speed', '--rounds', '4'], /go with/],
  [['speed', '--against', 'HEAD', '--rounds', '1'], /from 2 to/],
  [['speed', '--against', 'HEAD', '--games', 'many'], /whole number/],
])('%j is refused', (args, why) => {
  expect(() => readAsked(args)).toThrow(why);
});
