import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { games } from '../../src/agents/catalog.ts';
import { Args } from '../../src/cli/command.ts';
import { Failure, UsageError } from '../../src/cli/errors.ts';
import { mergeCommand } from '../../src/cli/merge.ts';
import { readHead } from '../../src/cli/run-head.ts';
import type { RunHead } from '../../src/cli/run-head.ts';
import { readWords, wordsOf } from '../../src/cli/run-words.ts';
import { simulateCommand, simulateOptions } from '../../src/cli/simulate.ts';
import { Journal } from '../../src/sim/journal.ts';
import { build, interrupted, main, seance } from './seance.ts';

const home = mkdtempSync(join(tmpdir(), 'seance-resume-'));
const at = (...names: readonly string[]): string => join(home, ...names);
const [game] = games;
const CSV = ['games.csv', 'clues.csv', 'summary.csv'];
const run = ['simulate', 'mysterium', '--players', '4', '--difficulty', 'easy', '--quiet', '--workers', '2'];
const LONG = [...run, '--games', '3000', '--no-bounds', '--clues', '--compare-rule', 'hand=6'];
const SHORT = [...run, '--games', '700', '--no-bounds', '--clues'];

const csvOf = (folder: string): readonly string[] => CSV.map((file) => readFileSync(at(folder, file), 'utf8'));
const journalIn = (folder: string): string => at(folder, 'run.journal');
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
/** Whether some chunks were played into a folder, and more are to come. */
const isUnderWay = (folder: string) => (): boolean => sizeOf(journalIn(folder)) > 150_000;
const filesIn = (folder: string): readonly string[] => readdirSync(at(folder)).toSorted();

beforeAll(async () => {
  await build();
  await seance(...SHORT, '--out', at('short'));
  await seance(...LONG, '--out', at('long'));
}, 120_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a run that was stopped', () => {
  test('by kill -9 twice, with a chunk cut in half, goes on and ends in the same bytes', async () => {
    const killed = await interrupted([...LONG, '--out', at('killed')], isUnderWay('killed'), 'SIGKILL');
    expect(killed.code).toBeNull();
    expect(filesIn('killed')).toEqual(
      ['.lock', ...CSV.map((file) => `.${file}.part`), '.run.json.part', 'run.journal'].toSorted(),
    );
    truncateSync(journalIn('killed'), sizeOf(journalIn('killed')) - 10);
    const before = sizeOf(journalIn('killed'));
    const goOn = ['simulate', '--resume', at('killed')];
    const { code: none, err } = await interrupted(goOn, () => sizeOf(journalIn('killed')) > before + 50_000, 'SIGKILL');
    expect(none).toBeNull();
    expect(err).toMatch(/^seance: warning: the last [\d,]+ bytes of .*run\.journal are damaged or cut off: [^\n]+\n$/);
    // Whatever was asked for at first, other eyes are not played only because every figure is to be shown.
    const { code, out } = await seance(...goOn, '--workers', '1', '--metrics', '--json');
    expect(code).toBe(0);
    const { interrupted: isCut, checksum } = JSON.parse(out) as { interrupted: boolean; checksum: string };
    expect(isCut).toBe(false);
    expect(csvOf('killed')).toEqual(csvOf('long'));
    expect(filesIn('killed')).toEqual([...CSV, 'run.json'].toSorted());
    const again = await seance('simulate', '--resume', at('killed'));
    expect(again).toEqual({
      code: 0,
      out: `${at('killed')} is whole: 6,000 games of mysterium, checksum ${checksum}; nothing is left to play\n`,
      err: '',
    });
    expect(JSON.parse((await seance('simulate', '--resume', at('killed'), '--json')).out)).toMatchObject({ checksum });
  }, 60_000);

  test('by Ctrl-C keeps its results, and goes on by its own command as well; another one is refused', async () => {
    const stopped = await interrupted([...LONG, '--out', at('stopped')], isUnderWay('stopped'));
    expect([stopped.code, stopped.err]).toEqual([130, '']);
    const [part] = csvOf('stopped');
    expect(csvOf('long')[0].startsWith(part)).toBe(true);
    expect(filesIn('stopped')).toEqual([...CSV, 'run.journal', 'run.json'].toSorted());
    const other = await seance(...LONG, '--seed', '2', '--out', at('stopped'));
    expect([other.code, other.err]).toEqual([
      1,
      `seance: ${at('stopped')} already holds a run (run.journal): it is another run (without --seed=2); --force replaces it, or choose another folder\n`,
    ]);
    expect(csvOf('stopped')[0]).toBe(part);
    const loud = LONG.filter((word) => word !== '--quiet');
    const { code, err } = await seance(...loud, '--out', at('stopped'));
    expect([code, err]).toEqual([0, `seance: goes on with the run that ${journalIn('stopped')} keeps\n`]);
    expect(csvOf('stopped')).toEqual(csvOf('long'));
  }, 60_000);
});

describe('one folder', () => {
  test('is written by one run at a time, with --force too', async () => {
    const first = spawn(process.execPath, [main, ...LONG, '--games', '1000000', '--out', at('shared')]);
    const ended = new Promise<number | null>((resolve) => first.on('close', resolve));
    await expect.poll(isUnderWay('shared'), { interval: 10, timeout: 20_000 }).toBe(true);
    first.kill('SIGSTOP'); // so that it is still there when the others are
    const others = await Promise.all([
      seance(...LONG, '--out', at('shared')),
      seance(...LONG, '--force', '--out', at('shared')),
      seance('simulate', '--resume', at('shared')),
    ]);
    first.kill('SIGCONT');
    first.kill('SIGINT');
    for (const { code, err } of others)
      expect([code, err]).toEqual([
        1,
        `seance: another run (process ${first.pid}) is being written to ${at('shared')}; choose another folder\n`,
      ]);
    expect(await ended).toBe(130);
    expect(filesIn('shared')).toEqual([...CSV, 'run.journal', 'run.json'].toSorted());
  }, 60_000);

  test('of two that begin with --force at once one writes, and its files are whole', async () => {
    const both = await Promise.all([1, 2].map(() => seance(...SHORT, '--force', '--out', at('forced'))));
    expect(both.map(({ code }) => code)).toContain(0);
    for (const { code, err } of both)
      if (code !== 0) expect(err).toMatch(/another run \(process \d+\) is being written/);
    expect(csvOf('forced')).toEqual(csvOf('short'));
    expect(filesIn('forced')).toEqual([...CSV, 'run.json'].toSorted());
  });
});

/** A small disk at `path`, where this process may make one; says whether it did. */
function mounted(path: string, options: string): boolean {
  mkdirSync(path);
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const unmount = (path: string): void => void execFileSync('/bin/umount', ['-l', path]);

describe('a disk', () => {
  test('that is full ends the run in a line that says how to go on, and nothing that was written is lost', async ({
    skip,
  }) => {
    const disk = at('disk');
    skip(!mounted(disk, 'size=2m'), 'needs the right to mount a tmpfs');
    try {
      const full = await seance(...LONG, '--out', join(disk, 'run'));
      expect([full.code, full.out]).toEqual([1, '']);
      expect(full.err).toMatch(
        /^seance: cannot write \S+: no space is left on the device; what was played before is kept: make room, then seance simulate --resume \S+\/run\n$/,
      );
      expect(readdirSync(join(disk, 'run'))).toEqual(['run.journal']);
      const kept = sizeOf(join(disk, 'run/run.journal'));
      expect(kept).toBeGreaterThan(150_000);
      const again = await seance('simulate', '--resume', join(disk, 'run'));
      expect([again.code, again.err]).toEqual([1, full.err]);
      execFileSync('/bin/mount', ['-o', 'remount,size=64m', disk]);
      expect(await seance('simulate', '--resume', join(disk, 'run'), '--quiet')).toEqual({ code: 0, out: '', err: '' });
      expect(csvOf('disk/run')).toEqual(csvOf('long'));
    } finally {
      unmount(disk);
    }
  }, 60_000);

  test('that is read-only is told before anything is played', async ({ skip }) => {
    const disk = at('read-only');
    skip(!mounted(disk, 'ro'), 'needs the right to mount a tmpfs');
    try {
      expect(await seance(...run, '--games', '100000000', '--out', disk)).toEqual({
        code: 1,
        out: '',
        err: `seance: cannot write to the folder ${disk}: the file system is read-only\n`,
      });
    } finally {
      unmount(disk);
    }
  });
});

describe('shards', () => {
  beforeAll(async () => {
    for (const index of [1, 2, 3])
      expect((await seance(...SHORT, '--shard', `${index}/3`, '--out', at(`s${index}`))).err).toBe('');
  });
  const merged = (...folders: readonly string[]): ReturnType<typeof seance> =>
    seance('merge', ...folders.map((folder) => at(folder)), '--out', at('all'), '--quiet');

  test('come together in the bytes of the whole, in any order, and of any line-ups and rules', async () => {
    const told = await seance(...SHORT.filter((word) => word !== '--quiet'), '--shard', '1/3', '--out', at('s1'));
    expect(told.out).toContain(`Shard 1 of 3: 256 of its 256 games are in ${journalIn('s1')}`);
    expect(await merged('s3', 's1', 's2')).toEqual({ code: 0, out: '', err: '' });
    expect(csvOf('all')).toEqual(csvOf('short'));
    expect(filesIn('all')).toEqual([...CSV, 'run.json'].toSorted());
    await Promise.all([1, 2].map((index) => seance(...LONG, '--shard', `${index}/2`, '--out', at(`l${index}`))));
    expect(await merged('l1', 'l2')).toMatchObject({ code: 1, err: expect.stringContaining('already holds a run') });
    expect((await seance('merge', at('l1'), at('l2'), '--out', at('all-long'), '--quiet')).code).toBe(0);
    expect(csvOf('all-long')).toEqual(csvOf('long'));
  }, 60_000);

  test('are refused where they are not all there, each once and of one run', async () => {
    await seance(...SHORT, '--seed', '2', '--shard', '2/3', '--out', at('other-seed'));
    await seance(...SHORT, '--shard', '2/2', '--out', at('of-2'));
    cpSync(at('s2'), at('half'), { recursive: true });
    truncateSync(journalIn('half'), sizeOf(journalIn('half')) - 10);
    const refused: readonly (readonly [readonly string[], string])[] = [
      [['s1', 's3'], 'of 3 shards one is missing: 2'],
      [['s3'], 'of 3 shards 2 are missing: 1, 2'],
      [['s1', 's2', 's3', 's2'], `${at('s2')} and ${at('s2')} are both shard 2 of 3; leave one out`],
      [
        ['s1', 'other-seed', 's3'],
        `${at('other-seed')} is of another run than ${at('s1')}: it is another run (with --seed=2)`,
      ],
      [['s1', 'of-2'], `${at('of-2')} is of another run than ${at('s1')}: it is shard 2 of 2, and not of 3`],
      [
        ['s1', 'half', 's3'],
        `not finished: ${at('half')} (0 of 256 games); seance simulate --resume ${at('half')} goes on`,
      ],
      [['s1', 'short'], `${at('short')} holds no run.journal: is it the folder of a shard?`],
    ];
    rmSync(at('all'), { recursive: true, force: true });
    for (const [folders, message] of refused) {
      const args = new Args({ folders: folders.map((folder) => at(folder)), out: at('all'), quiet: true });
      await expect(mergeCommand.run(args)).rejects.toThrow(new Failure(message));
    }
    symlinkSync(at('s1'), at('link'));
    for (const out of [at('s1'), at('link')]) {
      const into = new Args({ folders: [at('s2'), at('s1'), at('s3')], out, force: true });
      await expect(mergeCommand.run(into)).rejects.toThrow(
        new UsageError(`--out ${out} is the folder of a shard; choose another`),
      );
    }
    expect((await seance('simulate', '--resume', at('half'), '--quiet')).code).toBe(0);
    expect((await merged('s1', 'half', 's3')).code).toBe(0);
    expect(csvOf('all')).toEqual(csvOf('short'));
  }, 60_000);
});

describe('what a journal says of its run', () => {
  /** An unfinished run whose journal says something else. */
  async function withHead(name: string, change: (head: RunHead) => object): Promise<string> {
    const journal = await Journal.open(journalIn('one'), 'read');
    if (!journal) throw new Error('there is no journal');
    mkdirSync(at(name));
    await (await Journal.create(journalIn(name), change(readHead(journal)))).close();
    await journal.close();
    return at(name);
  }
  beforeAll(async () => {
    expect((await seance(...SHORT, '--shard', '1/1', '--out', at('one'))).code).toBe(0);
  });

  /** The same command in this process: what it throws. */
  const refusalOf = async (...words: readonly string[]): Promise<unknown> => {
    const args = await readWords(simulateOptions(game), words);
    return simulateCommand(game)
      .run(args)
      .catch((error: unknown) => error);
  };

  test.each<[string, (head: RunHead) => object, RegExp]>([
    [
      'version',
      (head) => ({ ...head, seance: '0.0.1' }),
      /cannot go on with .*: seance 0\.0\.1 played it, and this is /,
    ],
    [
      'rules',
      (head) => ({ ...head, version: 99 }),
      /it was played under version 99 of the rules, and this is version /,
    ],
    [
      'deck',
      ({ deck, ...head }) => ({ ...head, deck: { ...deck, hash: 'f'.repeat(64) } }),
      /its deck is starter \(ffffffffffff\), and not starter/,
    ],
    [
      'encoder',
      (head) => ({ ...head, encoders: { bundled: 'older' } }),
      /the bundled eyes were older, and are bundled-/,
    ],
    [
      'affinity',
      (head) => ({ ...head, affinity: '0' }),
      /the same eyes saw the same pictures a little differently there/,
    ],
    [
      'run',
      (head) => ({ ...head, run: '0' }),
      /it is another run \(of the same command, with other files or defaults\)/,
    ],
    ['words', (head) => ({ ...head, words: [...head.words, '--nonsense=1'] }), /no option --nonsense/],
    ['game', (head) => ({ ...head, game: 'chess' }), /no game named "chess"/],
    [
      'program',
      (head) => ({ ...head, words: [...head.words, '--ghost=exec:touch x'] }),
      /exec:touch x played; --run-bots starts that program, if you trust it/,
    ],
    ['nothing', () => ({ schema: 1 }), /run\.journal does not say of which run it is: words is missing/],
  ])('%s is checked before anything is played', async (name, change, message) => {
    const folder = await withHead(`head-${name}`, change);
    const refusal = await refusalOf(`--resume=${folder}`, '--quiet');
    expect(refusal).toBeInstanceOf(Error);
    expect(String(refusal)).toMatch(message);
    expect(String(refusal)).not.toContain('\n');
    expect(filesIn(`head-${name}`)).toEqual(['run.journal']);
  });

  test.each([
    [['--resume=/no/such/folder'], Failure, '/no/such/folder holds no run: there is neither run.journal nor run.json'],
    [['--resume=.', '--games=5'], UsageError, 'there is no place for --games beside it'],
    [['--resume=.', '--no-bounds'], UsageError, 'there is no place for --no-bounds beside it'],
    [['--shard=4/3', '--out=x'], UsageError, '--shard takes I/N, such as 3/16'],
    [['--shard=0/3', '--out=x'], UsageError, '--shard takes I/N, such as 3/16'],
    [['--shard=1/2', '--games=1000'], UsageError, '--shard needs --out'],
    [
      ['--shard=1/99', '--games=600', '--players=4', '--out=x'],
      UsageError,
      'the run is 27 chunks of games, too few for 99',
    ],
  ])('%j is refused', async (words, kind, message) => {
    const refusal = await refusalOf(...words);
    expect(refusal).toBeInstanceOf(kind);
    expect(String(refusal)).toContain(message);
  });
});

test('words of a command are read back as they were', async () => {
  const options = simulateOptions(game);
  const words = [
    '--games=5',
    '--no-bounds',
    '--clues',
    '--ghost=exec:python3 -c "a = 1"',
    '--compare-rule=hand=6',
    '--compare-rule=refill=end',
    '--workers=2',
  ];
  const args = await readWords(options, words);
  const back = wordsOf(options, args, ['workers']);
  expect(back.toSorted()).toEqual(words.filter((word) => word !== '--workers=2').toSorted());
  expect(wordsOf(options, await readWords(options, back), [])).toEqual(back);
  await expect(readWords(options, ['--nonsense=1'])).rejects.toThrow('no option --nonsense');
});
