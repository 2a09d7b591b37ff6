import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build, interrupted, main, seance } from './seance.ts';

const dir = mkdtempSync(join(tmpdir(), 'seance-bots-'));
const at = (name: string): string => join(dir, name);
const path = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const node = (file: string, ...words: readonly string[]): string =>
  `exec:"${process.execPath}" "${path(file)}" ${words.join(' ')}`.trim();
const hostile = (...words: readonly string[]): string => node('test/outside/hostile.mjs', ...words);

const python = ((): string | undefined => {
  for (const name of ['python3', 'python']) {
    try {
      execFileSync(name, ['-c', 'import sys; assert sys.version_info >= (3, 8)'], { stdio: 'ignore' });
      return name;
    } catch {
      // the next
    }
  }
  return undefined;
})();

const NO_PYTHON = 'no Python 3.8 or later here: apt-get install python3';

beforeAll(build, 120_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const table = ['--players', '4', '--difficulty', 'easy', '--no-bounds'];

interface Told {
  readonly checksum: string;
  readonly interrupted: boolean;
  readonly cells: readonly {
    readonly games: number;
    readonly figures: Record<string, { low: number; high: number }>;
  }[];
}
const told = ({ out }: { readonly out: string }): Told => JSON.parse(out) as Told;
const won = (run: Told): { low: number; high: number } => Object.values(run.cells[0].figures)[0];

describe('example bots', () => {
  const nearest = {
    node: node('examples/nearest_bot.mjs'),
    python: `exec:${python} "${path('examples/nearest_bot.py')}"`,
  };

  test('the bot in JavaScript is better than chance in both roles: 95 % intervals apart', async () => {
    const [floor, psychic, ghost] = await Promise.all([
      seance('simulate', 'mysterium', ...table, '--games', '300', '--json', '--psychic', 'random'),
      seance('simulate', 'mysterium', ...table, '--games', '60', '--json', '--psychic', nearest.node),
      seance('simulate', 'mysterium', ...table, '--games', '60', '--json', '--ghost', nearest.node),
    ]);
    expect(won(told(psychic)).low).toBeGreaterThan(won(told(floor)).high);
    const random = await seance('simulate', 'mysterium', ...table, '--games', '300', '--json', '--ghost', 'random');
    expect(won(told(ghost)).low).toBeGreaterThan(won(told(random)).high);
  }, 120_000);

  test('the same bot in Python plays the same games', async ({ skip }) => {
    skip(python === undefined, NO_PYTHON);
    const [a, b] = await Promise.all(
      [nearest.node, nearest.python].map((bot) =>
        seance('simulate', 'mysterium', ...table, '--games', '16', '--json', '--psychic', bot, '--ghost', bot),
      ),
    );
    expect(told(b).checksum).toBe(told(a).checksum);
    expect(told(a).cells[0].games).toBe(16);
  }, 120_000);

  test.skipIf(python === undefined)(
    'the random bot conforms',
    async () => {
      const bot = `exec:${python} "${path('examples/random_bot.py')}"`;
      const { code, out } = await seance('conform', bot, '--games', '8');
      expect(out).not.toMatch(/FAIL|skip/);
      expect([code, out.match(/pass/g)?.length, out.trim().split('\n').at(-1)]).toEqual([0, 12, `${bot} may play.`]);
    },
    120_000,
  );
});

describe('conform', () => {
  test.each([
    [['refuses'], /ghost: not played: .*no ghost am I[^]*psychic: not played: .*no psychic am I/],
    [['gives-up-later'], /FAIL {2}plays legally: .*decision 4: gives up: enough/],
    [['crashes'], /FAIL {2}plays legally: .*ended with code 3: KeyError: "legal" \(.*players 2\)/],
    [['keeps-count'], /FAIL {2}keeps nothing from other games: at seat \d, decision \d+: /],
    [['never-ends'], /FAIL {2}ends when its stdin does/],
    [['hello-noise'], /FAIL {2}starts: .*which is not JSON/],
    [
      ['hangs'],
      /skip {2}plays legally: 0 decisions[^]*FAIL {2}answers in time: .*takes longer than 2 s[^]*skip {2}plays the same again: no question was answered/,
    ],
  ])(
    'finds what is wrong with one that %s',
    async (how, message) => {
      const { code, out } = await seance(
        'conform',
        hostile(...how),
        '--bot-timeout',
        '2',
        '--games',
        '3',
        '--role',
        'psychic',
      );
      const both = how[0] === 'refuses' ? await seance('conform', hostile(...how), '--games', '3') : { out };
      expect(both.out).toMatch(message);
      expect([code, out]).toEqual([1, expect.stringContaining('must not play yet')]);
    },
    60_000,
  );

  test('finds a psychic that reads what the ghost of the same table wrote down', async () => {
    const file = at('secrets');
    const { out, code } = await seance('conform', hostile('reads-a-file', file), '--games', '4', '--json');
    const { findings } = JSON.parse(out) as {
      findings: { role: string; checks: { name: string; status: string; shown?: object }[] }[];
    };
    const psychic = findings.find(({ role }) => role === 'psychic')?.checks ?? [];
    expect(psychic.filter(({ status }) => status === 'fail').map(({ name }) => name)).toContain('plays the same again');
    expect(psychic.find(({ name }) => name === 'plays the same again')?.shown).toHaveProperty('question.view');
    expect(code).toBe(1);
  }, 60_000);

  test.each([
    [['conform'], /conform needs a program/],
    [['conform', 'python3 x.py'], /conform needs a program, such as 'exec:python3 my_bot.py'/],
    [['conform', 'exec:x', '--role', 'gost'], /no role gost; there are ghost, psychic; did you mean ghost\?/],
    [['conform', 'exec:x', '--game', 'mystery'], /no game named "mystery"/],
    [['play', 'mysterium', '--bot-timeout', '0'], /bot-timeout must be a number from 0.01 to 3600, not 0/],
  ])('%j is wrong usage', async (words, message) => {
    const { code, err } = await seance(...words);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe('simulate with programs', () => {
  const bot = hostile('nothing-bad');

  test('the number of workers changes nothing, games.csv names the program, and a row plays again if that is asked for', async () => {
    const runs = await Promise.all(
      ['1', '2'].map((workers) =>
        seance(
          'simulate',
          'mysterium',
          ...table,
          '--games',
          '20',
          '--psychic',
          bot,
          '--workers',
          workers,
          '--out',
          at(workers),
        ),
      ),
    );
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    const csv = readFileSync(at('1/games.csv'), 'utf8');
    expect(readFileSync(at('2/games.csv'), 'utf8')).toBe(csv);
    expect(csv.split('\n')[1]).toContain('hostile.mjs');
    const refused = await seance('replay', '--from', at('1/games.csv'), '--row', '3');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--run-bots starts that program')]);
    const row = ['--from', at('1/games.csv'), '--row', '3', '--run-bots', '--quiet'];
    const again = await seance('replay', ...row, '--bot-timeout', '20');
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('The game ends as row 3 says.')]);
  }, 60_000);

  test('where a program fails, the games before it are kept and told', async () => {
    const crashing = hostile('crashes-at-game-30');
    const words = ['--games', '60', '--psychic', crashing, '--workers', '1', '--out', at('crash')];
    const { code, out, err } = await seance('simulate', 'mysterium', ...table, ...words);
    expect(code).toBe(1);
    expect(err).toBe(
      `seance: psychic at seat 1 (${crashing}), game 31 (players 4, difficulty easy, seed ${seedOfRow(31)}), decision 1: ended with code 5; the games before it count\n`,
    );
    expect(out).toContain('Interrupted: these are the games played until then.');
    expect(readFileSync(at('crash/games.csv'), 'utf8').trim().split('\n').length).toBe(31);
  }, 60_000);

  test('Ctrl-C is heard while a program hangs, and nothing of it stays behind', async () => {
    const pids = at('pids');
    const ended = await interrupted(
      [
        'simulate',
        'mysterium',
        ...table,
        '--games',
        '600',
        '--psychic',
        hostile('busy-for-ever', pids),
        '--bot-timeout',
        '60',
      ],
      () => existsSync(pids),
    );
    expect([ended.code, ended.err]).toEqual([
      130,
      expect.stringContaining('interrupted before the first game was over'),
    ]);
    await gone(pids);
  }, 60_000);

  test('kill -9 leaves no program behind, busy as it may be', async () => {
    const pids = at('more-pids');
    const words = ['play', 'mysterium', '--psychic', hostile('busy-for-ever', pids), '--bot-timeout', '60'];
    await interrupted(words, () => existsSync(pids), 'SIGKILL');
    await gone(pids);
  }, 60_000);

  test('a record of a game with programs plays again without them', async () => {
    await seance('play', 'mysterium', '--psychic', bot, '--quiet', '--record', at('game.json'));
    const record = readFileSync(at('game.json'), 'utf8');
    expect(record).toContain('hostile.mjs');
    const { code, out } = await seance('replay', at('game.json'));
    expect([code, out]).toEqual([0, expect.stringContaining('End: ')]);
  });

  test('help and describe tell of programs', async () => {
    const [help, facts] = await Promise.all([seance('play', 'mysterium', '--help'), seance('describe', 'mysterium')]);
    expect(help.out).toContain('exec:...');
    expect(help.out).toContain('--bot-timeout');
    expect(facts.out).toContain('psychic exec:...');
  });
});

/** The seed of a row of the run that crashed; it kept the rows before 31, and the run of 20 games has the same. */
function seedOfRow(row: number): string {
  const words = ['simulate', 'mysterium', ...table, '--games', '60', '--out', at('all'), '--quiet'];
  const all = execFileSync(process.execPath, [main, ...words]);
  expect(all.length).toBe(0);
  const [head, ...rows] = readFileSync(at('all/games.csv'), 'utf8').split('\n');
  return rows[row - 1].split(',')[head.split(',').indexOf('seed')];
}

/** Waits until none of the processes in a file runs any longer. */
async function gone(file: string): Promise<void> {
  const pids = readFileSync(file, 'utf8').trim().split('\n').map(Number);
  expect(pids.length).toBeGreaterThan(0);
  await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Nobody may ask how an orphan ended; then it keeps its number as a zombie.
  return !/\) [ZX] /.test(existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ') X ');
}
