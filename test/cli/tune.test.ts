import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gameOf } from '../../src/agents/catalog.ts';
import { Args } from '../../src/cli/command.ts';
import { readCasting, withRoleFiles } from '../../src/cli/options.ts';
import { filesFor, readGames } from '../../src/cli/tune/games-files.ts';
import { TuneJournal } from '../../src/cli/tune/journal.ts';
import { planTune } from '../../src/cli/tune/plan.ts';
import type { GamesRow } from '../../src/sim/games-row.ts';
import { build, interrupted, rowsOf, seance } from './seance.ts';

const mysterium = gameOf('mysterium');
const folder = mkdtempSync(join(tmpdir(), 'seance-tune-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (...names: readonly string[]): string => join(folder, ...names);
const textAt = (...names: readonly string[]): string => readFileSync(at(...names), 'utf8');

/** A search that takes a second or two. */
const SEARCH = [
  'tune',
  'mysterium',
  '--ghost',
  'planner',
  '--over',
  'pace,maxCards',
  '--players',
  '4',
  '--difficulty',
  'hard',
];
const small = (...more: readonly string[]): readonly string[] => [...SEARCH, '--budget', '3000', ...more];

describe('the command', () => {
  beforeAll(build, 120_000);

  test('writes what it found, whatever the workers and whether it was killed', { timeout: 90_000 }, async () => {
    const whole = await seance(...small('--workers', '1', '--out', at('whole')));
    expect([whole.code, whole.err]).toEqual([0, '']);
    expect(whole.out).toMatch(
      /^(tuned beats the default by \d+\.\d+ ± \d+\.\d+|no setting in this space is shown to beat the default: [+−]?\d+\.\d+ ± \d+\.\d+) points on \d+ fresh deals \(search said −?\d+\.\d+; \d+ settings tried\)\n/,
    );
    const tuned = JSON.parse(textAt('whole', 'tuned.json'));
    expect(tuned.tuning.games).toBeLessThanOrEqual(3000);
    expect(tuned.tuning.command).toBe(
      'seance tune mysterium --over=pace,maxCards --budget=3000 --players=4 --difficulty=hard --ghost=planner',
    );
    const rows = rowsOf(textAt('whole', 'tuning.csv'));
    expect(rows).toHaveLength(tuned.tuning.settings);
    const [first] = rows;
    expect([first['is'], first['ghost.pace'], first['ghost.maxCards']]).toEqual(['default', '0.45', '7']);
    const winner = rows.filter(({ is }) => is === 'winner');
    expect(winner.map((row) => Number(row['ghost.pace']))).toEqual([tuned.tuning.winner['ghost.pace']]);
    expect(tuned.casting.ghost.params.pace).toBe(tuned.tuning.isShown ? tuned.tuning.winner['ghost.pace'] : 0.45);
    expect(textAt('whole', 'tuning.svg')).toMatch(/^<svg [^]*ghost\.maxCards[^]*<\/svg>\n$/);
    expect(existsSync(at('whole', 'run.journal'))).toBe(false);

    // Killed in the middle, with half a line at the end of the journal: the same command goes on, here with two workers.
    const journal = at('killed', 'run.journal');
    const isUnderWay = (): boolean => (statSync(journal, { throwIfNoEntry: false })?.size ?? 0) > 2000;
    const killed = await interrupted(small('--workers', '1', '--out', at('killed')), isUnderWay, 'SIGKILL');
    expect(killed.code).not.toBe(0);
    expect(existsSync(at('killed', 'tuned.json'))).toBe(false);
    appendFileSync(journal, '{"seed":1,"setting":[0.4');
    const other = await seance(...small('--seed', '2', '--out', at('killed')));
    expect([other.code, other.err]).toEqual([
      2,
      `seance: ${at('killed')} holds another search, unfinished; --force replaces it, or choose another folder\n`,
    ]);
    const again = await seance(...small('--workers', '2', '--out', at('killed')));
    expect([again.code, again.err]).toEqual([0, '']);
    expect(again.out).toMatch(/kept +\d+ games of these were played before/);
    for (const file of ['tuning.csv', 'tuning.svg']) expect(textAt('killed', file)).toBe(textAt('whole', file));
    expect(existsSync(journal)).toBe(false);
    const { timing: _, ...second } = JSON.parse(textAt('killed', 'tuned.json')).tuning;
    const { timing: __, ...about } = tuned.tuning;
    expect(second).toEqual(about);

    const taken = await seance(...small('--out', at('whole')));
    expect([taken.code, taken.err]).toEqual([
      1,
      `seance: ${at('whole')} already holds a run (tuned.json); --force replaces it, or choose another folder\n`,
    ]);
  });

  test(
    'keeps what was tried where it is interrupted, and what was found can be played with',
    { timeout: 60_000 },
    async () => {
      const journal = at('stopped', 'run.journal');
      const isUnderWay = (): boolean => (statSync(journal, { throwIfNoEntry: false })?.size ?? 0) > 2000;
      const stopped = await interrupted([...SEARCH, '--budget', '100000', '--out', at('stopped')], isUnderWay);
      expect(stopped.code).toBe(130);
      expect(stopped.out).toMatch(
        /^Interrupted: the same command goes on from here\.\n\nthe search is not over: \d+ settings tried so far\n/,
      );
      expect(rowsOf(textAt('stopped', 'tuning.csv')).length).toBeGreaterThan(10);
      expect(existsSync(at('stopped', 'tuned.json'))).toBe(false);
      expect(existsSync(journal)).toBe(true);

      writeFileSync(
        at('tuned.json'),
        JSON.stringify({
          game: 'mysterium',
          casting: { ghost: { agent: 'planner', params: { pace: 0.3, maxCards: 3 } } },
        }),
      );
      const args = ['simulate', 'mysterium', '--players', '4', '--difficulty', 'easy', '--games', '20', '--no-bounds'];
      const played = await seance(
        ...args,
        '--ghost',
        `@${at('tuned.json')}`,
        '--ghost.pace',
        '0.5',
        '--out',
        at('played'),
      );
      expect([played.code, played.err]).toEqual([0, '']);
      expect(rowsOf(textAt('played', 'games.csv'))[0]['params']).toContain('ghost.pace=0.5;ghost.maxCards=3');
    },
  );
});

const argsOf = (given: Readonly<Record<string, string>>): Args => new Args(given);

describe('--ROLE @file', () => {
  test('is the agent and the parameters of a file, but for those that are given', async () => {
    writeFileSync(
      at('who.json'),
      JSON.stringify({
        game: 'mysterium',
        casting: { ghost: { agent: 'planner', params: { pace: 0.3, maxCards: 3 } } },
      }),
    );
    const args = await withRoleFiles(mysterium, argsOf({ ghost: `@${at('who.json')}`, 'ghost.maxCards': '5' }));
    expect(readCasting(mysterium, args)['ghost']).toEqual({ agent: 'planner', params: { pace: 0.3, maxCards: 5 } });
    expect(readCasting(mysterium, args)['psychic'].agent).toBe(mysterium.casts.standard['psychic']);
    const untouched = argsOf({ ghost: 'planner' });
    expect(readCasting(mysterium, await withRoleFiles(mysterium, untouched))).toEqual(
      readCasting(mysterium, untouched),
    );
  });

  test.each([
    ['@', '--ghost @ needs the name of a file after it, such as @tuned.json'],
    ['@none.json', 'none.json: there is no such file'],
    ['@psychic.json', 'does not say who plays the ghost'],
    ['@other.json', 'other.json is about chess, not mysterium'],
    ['@broken.json', 'broken.json is no JSON'],
    ['@wrong.json', 'ghost.maxCards must be a whole number from 1 to 7, not 9'],
  ])('%s is refused', async (text, message) => {
    const casting = { psychic: { agent: 'literal', params: {} } };
    writeFileSync(at('psychic.json'), JSON.stringify({ game: 'mysterium', casting }));
    writeFileSync(at('other.json'), JSON.stringify({ game: 'chess', casting }));
    writeFileSync(at('broken.json'), '{');
    const wrong = { ghost: { agent: 'planner', params: { maxCards: 9 } } };
    writeFileSync(at('wrong.json'), JSON.stringify({ game: 'mysterium', casting: wrong }));
    const asked = text.length > 1 ? `@${at(text.slice(1))}` : text;
    await expect(withRoleFiles(mysterium, argsOf({ ghost: asked }))).rejects.toThrow(message);
  });
});

describe('what is asked for', () => {
  test.each([
    [{}, 'tune needs --over'],
    [{ over: 'pace,,hurry' }, 'a part of "pace,,hurry" is empty'],
    [{ over: 'margin', ghost: 'planner' }, 'no parameter margin to search; the ghost planner has blur'],
    [{ over: 'pace', ghost: 'planner', objective: 'luck' }, 'no figure "luck" to tune for; there are win, won'],
    [{ over: 'pace', ghost: 'planner', budget: '10' }, 'budget must be a whole number from 1000 to 10000000, not 10'],
    [{ over: 'pace', ghost: 'planner', players: '9' }, 'players must be a whole number from 2 to 7, not 9'],
  ])('%j is refused', (given, message) => {
    expect(() => planTune(mysterium, argsOf(given), 2)).toThrow(message);
  });

  test('cells, people, knobs and objective are those of the command line', () => {
    const given = {
      over: 'ghost.pace,psychic.trust',
      ghost: 'planner',
      psychic: 'pragmatic',
      players: '4-5',
      difficulty: 'hard',
    };
    const { task, workers } = planTune(mysterium, argsOf({ ...given, objective: '-rounds' }), 2);
    expect(task.cells.map(({ row, column }) => [row, column])).toEqual([
      [4, 'hard'],
      [5, 'hard'],
    ]);
    expect(task.space.map(({ role, name }) => `${role} ${name}`)).toEqual(['ghost pace', 'psychic trust']);
    expect([task.objective.figure.name, task.objective.sign, task.budget, workers]).toEqual(['rounds', -1, 200_000, 2]);
  });
});

describe('--from', () => {
  const columns = 'game,version,players,difficulty,seed,deck,ghost,psychic,ghost.eyes,psychic.eyes,params';
  const metrics = mysterium.metrics.map(({ name }) => name);
  const header = `${columns},${metrics.join(',')}`;
  const row = (seed: number): string =>
    `mysterium,${mysterium.version},4,hard,${seed},starter,planner,pragmatic,bundled,bundled,ghost.pace=0.3,${metrics.map(() => 1).join(',')}`;
  const read = async (text: string): Promise<readonly GamesRow[]> => {
    writeFileSync(at('from.csv'), text);
    const rows: GamesRow[] = [];
    await readGames(mysterium, at('from.csv'), (one) => rows.push(one));
    return rows;
  };

  test('reads games, with or without the mark that spreadsheets write and an empty line', async () => {
    const rows = await read(`\uFEFF${header}\n${row(1)}\n\n${row(2)}\n`);
    expect(rows.map(({ seed, casting }) => [seed, casting['ghost'].params['pace']])).toEqual([
      [1, 0.3],
      [2, 0.3],
    ]);
  });

  test.each([
    [`${header}\n${row(1)}\n${row(-1)}\n`, 'from.csv, line 3: seed must be a whole number'],
    [`${header}\n${row(1)}\nmysterium,1\n`, `from.csv, line 3: 2 cells under ${header.split(',').length} columns`],
    [`${header}\n${row(1).replace('mysterium', 'chess')}\n`, 'from.csv, line 2: a game of chess, not of mysterium'],
    [
      `${header}\n${row(1).replace('pace=0.3', 'pace=7')}\n`,
      'from.csv, line 2: ghost.pace must be a number from 0.05 to 0.95, not 7',
    ],
    ['game_row,seed,round\n1,1,1\n', 'from.csv holds clues, not games'],
    ['a,b\n1,2\n', 'from.csv is no games.csv of a run'],
    ['', 'from.csv is empty'],
  ])('%j is refused: %s', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  test('patterns name files: * in a name, ** for folders', async () => {
    for (const place of ['a', 'b/c', 'b/c.d']) {
      mkdirSync(at('runs', place), { recursive: true });
      writeFileSync(at('runs', place, 'games.csv'), '');
    }
    writeFileSync(at('runs', 'a', 'other.csv'), '');
    const found = async (pattern: string): Promise<readonly string[]> =>
      (await filesFor([at('runs', pattern)])).map((file) => file.slice(at('runs').length + 1));
    expect(await found('**/games.csv')).toEqual(['a/games.csv', 'b/c.d/games.csv', 'b/c/games.csv']);
    expect(await found('*/games.csv')).toEqual(['a/games.csv']);
    expect(await found('b/c.*/*.csv')).toEqual(['b/c.d/games.csv']);
    expect(await found('a/other.csv')).toEqual(['a/other.csv']);
    await expect(filesFor([at('nowhere', '*', 'games.csv')])).rejects.toThrow('no file is called so');
    await expect(readGames(mysterium, at('nowhere.csv'), () => {})).rejects.toThrow(
      'nowhere.csv: there is no such file',
    );
  });
});

test('a journal knows what was added, up to the first line that is damaged', async () => {
  const path = at('some.journal');
  const lap = { seed: 1, setting: [0.5, 'a', true], cell: 2, from: 0, tops: [1, 0], bottoms: [1, 1] };
  const first = await TuneJournal.open(path, 'x', false);
  await first.add(lap);
  await first.add({ ...lap, from: 2 });
  await first.close();
  appendFileSync(path, '{"seed":1,"set');
  const second = await TuneJournal.open(path, 'x', false);
  expect(second.recall({ ...lap, from: 0 }, 2)).toEqual(lap);
  expect(second.recall({ ...lap, from: 2 }, 2)?.tops).toEqual([1, 0]);
  expect(second.recall({ ...lap, from: 2 }, 3)).toBeUndefined();
  expect(second.recall({ ...lap, seed: 2 }, 2)).toBeUndefined();
  await second.add({ ...lap, from: 4 });
  await second.close();
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(4);
  expect(await TuneJournal.identityAt(path)).toBe('x');
  const other = await TuneJournal.open(path, 'y', false);
  expect(other.recall(lap, 2)).toBeUndefined();
  await other.close();
  writeFileSync(path, 'seance journal 1\n');
  expect(await TuneJournal.identityAt(path)).toBe('');
  expect(await TuneJournal.identityAt(at('no.journal'))).toBeUndefined();
});
