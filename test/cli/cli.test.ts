import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { build, interrupted, main, rowsOf, seance, seanceWith } from './seance.ts';

/** The built command, as a person or a script uses it. */

const home = mkdtempSync(join(tmpdir(), 'seance-cli-'));
const at = (...names: readonly string[]): string => join(home, ...names);
const read = (...names: readonly string[]): string => readFileSync(at(...names), 'utf8');

beforeAll(async () => {
  await build();
  await seance('simulate', 'mysterium', '--games', '1', '--quiet'); // looks at the starter deck, if nobody has yet
}, 120_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const Document = z.object({
  game: z.literal('mysterium'),
  games: z.number(),
  seed: z.number(),
  interrupted: z.boolean(),
  checksum: z.string().regex(/^[0-9a-f]{8}$/),
  deck: z.object({ asked: z.string(), hash: z.string().length(64) }),
  encoders: z.record(z.string(), z.string()),
  lineups: z.record(z.string(), z.unknown()),
  refused: z.array(z.object({ players: z.number(), difficulty: z.string(), why: z.string() })),
  cells: z.array(
    z.object({
      lineup: z.enum(['asked', 'cross', 'floor', 'ceiling']),
      players: z.number(),
      difficulty: z.string(),
      games: z.number(),
      checksum: z.string(),
      figures: z.record(
        z.string(),
        z.object({
          value: z.number().nullable(),
          low: z.number().nullable(),
          high: z.number().nullable(),
          n: z.number(),
        }),
      ),
    }),
  ),
  timing: z.object({ seconds: z.number(), gamesPerSecond: z.number() }),
});
const documentOf = (text: string): z.infer<typeof Document> => Document.parse(JSON.parse(text));

describe('simulate', () => {
  test('prints the whole grid, its bounds, both sides’ eyes and the checksum', async () => {
    const { code, out, err } = await seance('simulate', 'mysterium', '--games', '20');
    expect([code, err]).toEqual([0, '']);
    expect(out).not.toContain('\u001B'); // no colours in a pipe
    const heads = out.split('\n').filter((line) => /players/.test(line));
    expect(heads).toHaveLength(3);
    for (const head of heads)
      expect(head.replaceAll('│', ' ').trim().split(/\s+/)).toEqual(['players', 'easy', 'medium', 'hard']);
    const cells = out.match(/\d+\.\d ± \d+\.\d %/g);
    expect(cells).toHaveLength(3 * 14);
    expect(out.match(/ – /g)?.length).toBe(3 * 4); // two and three people on medium and hard
    for (const part of [
      'Floor, ghost random, psychic random',
      'Ceiling, ghost convention, psychic convention',
      'ghost bundled, psychic bundled',
      'starter (',
      'games a second',
    ]) {
      expect(out).toContain(part);
    }
    expect(out).toMatch(/checksum {2}[0-9a-f]{8}\n/);
  });

  test('--json is one document, and equal command lines play equal games', async () => {
    const line = [
      'simulate',
      'mysterium',
      '--games',
      '50',
      '--players',
      '3-4',
      '--json',
      '--no-bounds',
      '--ghost',
      'match',
      '--psychic.blur',
      '0.5',
    ];
    const { code, out, err } = await seance(...line);
    expect([code, err]).toEqual([0, '']);
    const document = documentOf(out);
    expect(document.cells.map(({ players, difficulty }) => `${players} ${difficulty}`)).toEqual([
      '3 easy',
      '4 easy',
      '4 medium',
      '4 hard',
    ]);
    expect(document.refused.map(({ difficulty }) => difficulty)).toEqual(['medium', 'hard']);
    for (const { games, figures } of document.cells) {
      expect(games).toBe(50);
      expect(figures['won'].n).toBe(50);
    }
    const again = documentOf((await seance(...line)).out);
    expect(again.checksum).toBe(document.checksum);
    expect(again.cells).toEqual(document.cells);
    expect(documentOf((await seance(...line, '--seed', '2')).out).checksum).not.toBe(document.checksum);
  });

  test('a cell plays the same games alone as within the grid', async () => {
    const one = documentOf(
      (
        await seance(
          'simulate',
          'mysterium',
          '--games',
          '30',
          '--players',
          '5',
          '--difficulty',
          'hard',
          '--json',
          '--no-bounds',
        )
      ).out,
    );
    const all = documentOf((await seance('simulate', 'mysterium', '--games', '30', '--json', '--no-bounds')).out);
    const cell = all.cells.find(({ players, difficulty }) => players === 5 && difficulty === 'hard');
    expect(cell).toEqual(one.cells[0]);
  });

  test('the same bytes with one worker, with two, and again', async () => {
    const line = [
      'simulate',
      'mysterium',
      '--players',
      '4',
      '--difficulty',
      'easy',
      '--games',
      '2000',
      '--seed',
      '7',
      '--clues',
      '--quiet',
    ];
    for (const [out, workers] of [
      ['A', '1'],
      ['B', '2'],
      ['C', '2'],
    ]) {
      expect(await seance(...line, '--out', at(out), '--workers', workers)).toEqual({ code: 0, out: '', err: '' });
      expect(readdirSync(at(out)).toSorted()).toEqual(['clues.csv', 'games.csv', 'run.json', 'summary.csv']);
    }
    for (const file of ['games.csv', 'clues.csv', 'summary.csv']) {
      expect(read('B', file)).toBe(read('A', file));
      expect(read('C', file)).toBe(read('A', file));
    }
    expect(rowsOf(read('A', 'games.csv'))).toHaveLength(2000);
    expect(documentOf(read('A', 'run.json')).checksum).toBe(documentOf(read('B', 'run.json')).checksum);
  });

  test('the same run is written anew into its folder, and stays as it was until that is whole', async () => {
    const out = at('again');
    const line = ['simulate', 'mysterium', '--players', '4', '--difficulty', 'easy', '--seed', '7', '--out', out];
    const first = [...line, '--games', '2000', '--quiet', '--no-bounds'];
    const files = ['games.csv', 'summary.csv'].map((file) => ['again', file] as const);
    expect(await seance(...first, '--workers', '1')).toEqual({ code: 0, out: '', err: '' });
    const before = files.map((names) => read(...names));
    const started = z.object({ timing: z.object({ started: z.string() }) });
    const when = (): string => started.parse(JSON.parse(read('again', 'run.json'))).timing.started;
    const then = when();
    writeFileSync(join(out, 'games.csv'), 'spoilt\n');
    for (const workers of ['2', '2']) {
      expect(await seance(...first, '--workers', workers)).toEqual({ code: 0, out: '', err: '' });
      expect(files.map((names) => read(...names))).toEqual(before);
    }
    expect(when()).not.toBe(then);
    const others = [
      [...line, '--games', '2001', '--quiet', '--no-bounds'],
      [...first, '--clues'],
      [...first, '--encoder', 'words'],
      [...line, '--games', '2000', '--quiet'],
    ];
    for (const other of others) {
      const { code, err } = await seance(...other);
      expect([code, err]).toEqual([1, expect.stringContaining('already holds a run (games.csv); --force replaces it')]);
    }
    expect(files.map((names) => read(...names))).toEqual(before);
    rmSync(join(out, 'run.json'));
    expect((await seance(...first)).err).toContain('already holds a run (games.csv)');
  });

  test('of two runs that are one the beginning of the other, both stopped, the longer stays', async () => {
    const out = at('kept');
    const line = ['simulate', 'mysterium', '--games', '10000000', '--players', '4', '--no-bounds', '--out', out];
    const stoppedAt = (size: number) =>
      interrupted(
        line,
        () =>
          existsSync(out) &&
          readdirSync(out).some((file) => file.startsWith('.games.csv') && statSync(join(out, file)).size > size),
      );
    expect((await stoppedAt(3_000_000)).code).toBe(130);
    const first = read('kept', 'games.csv');
    rmSync(join(out, 'run.journal')); // with which the next would go on where this one stopped
    const { code, err } = await stoppedAt(100_000);
    expect([code, err]).toEqual([
      130,
      `seance: warning: interrupted; ${out} keeps the same run as it was, with more games\n`,
    ]);
    expect(read('kept', 'games.csv')).toBe(first);
    expect((await stoppedAt(6_000_000)).code).toBe(130);
    const longer = read('kept', 'games.csv');
    expect(longer.length).toBeGreaterThan(first.length);
    expect(longer.startsWith(first)).toBe(true);
    expect(readdirSync(out).toSorted()).toEqual(['games.csv', 'run.journal', 'run.json', 'summary.csv']);
  });

  test('--metrics shows every figure, --encoder gives all seats other eyes', async () => {
    const { out } = await seance(
      'simulate',
      'mysterium',
      '--games',
      '5',
      '--players',
      '4',
      '--metrics',
      '--no-bounds',
      '--encoder',
      'words',
      '--psychic.eyes',
      'palette',
    );
    for (const name of ['reached finale', 'rounds', 'first guess right', 'votes right', 'ghost words, psychic palette'])
      expect(out).toContain(name);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  test.each([
    ['bundled', 'words'],
    ['words', 'bundled'],
  ])('where all look with the %s eyes, --metrics shows what the %s eyes make of it', async (same, other) => {
    const line = ['simulate', 'mysterium', '--games', '5', '--players', '4', '--difficulty', 'easy', '--encoder', same];
    const plain = await seance(...line);
    expect(plain.out).toContain(`the same on all sides; --psychic.eyes ${other} would show`);
    expect(plain.out).not.toContain('Other eyes');
    const { code, out, err } = await seance(...line, '--metrics');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`Other eyes, psychic ${other} \\(5 games a cell\\)\n[^]*Every figure:[^]*Floor`));
    expect(out).toContain(`eyes      ghost ${same}, psychic ${same}`);
    expect(out).not.toContain('would show');
    for (const apart of [['--no-bounds'], ['--psychic.eyes', 'palette'], ['--ghost', 'random']])
      expect((await seance(...line, '--metrics', ...apart)).out).not.toContain('Other eyes');
  });

  test('other eyes are in --json and summary.csv beside the bounds, and change nothing of what was asked', async () => {
    const line = ['simulate', 'mysterium', '--games', '20', '--players', '4', '--difficulty', 'easy', '--json'];
    const { cells, lineups, checksum } = documentOf((await seance(...line, '--metrics', '--out', at('other'))).out);
    expect(cells.map(({ lineup }) => lineup)).toEqual(['asked', 'cross', 'floor', 'ceiling']);
    expect(lineups['cross']).toMatchObject({ ghost: { params: {} }, psychic: { params: { eyes: 'words' } } });
    const plain = documentOf((await seance(...line)).out);
    expect([checksum, ...cells.filter(({ lineup }) => lineup !== 'cross')]).toEqual([plain.checksum, ...plain.cells]);
    const summary = rowsOf(read('other', 'summary.csv')).filter(({ lineup }) => lineup === 'cross');
    expect(new Set(summary.map((row) => row['psychic.eyes']))).toEqual(new Set(['words']));
    expect(rowsOf(read('other', 'games.csv'))).toHaveLength(20);
  });

  test('a deck without words is played without other eyes, and nothing is said of it', async () => {
    const deck = at('wordless');
    cpSync(fileURLToPath(new URL('../../data/decks/starter', import.meta.url)), deck, { recursive: true });
    const Deck = z.looseObject({ cards: z.array(z.looseObject({ words: z.unknown().optional() })) });
    const { cards, ...rest } = Deck.parse(JSON.parse(read('wordless', 'deck.json')));
    const [{ words: _words, ...first }, ...others] = cards;
    writeFileSync(join(deck, 'deck.json'), JSON.stringify({ ...rest, cards: [first, ...others] }));
    const line = ['simulate', 'mysterium', '--games', '2', '--players', '4', '--difficulty', 'easy', '--deck', deck];
    const { code, out, err } = await seance(...line, '--metrics');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Every figure:');
    expect(out).not.toContain('Other eyes');
    expect(out).toContain('--psychic.eyes palette would show');
  });

  test('starts and plays a game with little work', () => {
    // Processor time and not the clock, since tests share their machine: under 0.6 s of both where it is quiet.
    const line = `"${process.execPath}" "${main}" simulate mysterium --games 1 --players 4 --difficulty easy --no-bounds`;
    const shell = `LC_ALL=C; TIMEFORMAT='%U %S'; time ${line} >/dev/null`;
    const times = [1, 2, 3].map(() => {
      const spent = execFileSync('bash', ['-c', `{ ${shell}; } 2>&1`], { encoding: 'utf8' });
      return spent
        .trim()
        .split(' ')
        .reduce((sum, part) => sum + Number(part), 0);
    });
    expect(Math.min(...times)).toBeLessThan(0.9);
  });

  test('NO_COLOR and LANG change nothing in a pipe', async () => {
    const strip = (out: string): string => out.replace(/^speed.*$/m, '');
    const line = ['simulate', 'mysterium', '--games', '2', '--players', '4', '--no-bounds'];
    const plain = await seanceWith({ NO_COLOR: '1' }, ...line);
    const other = await seanceWith({ CI: '1', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' }, ...line);
    expect(strip(other.out)).toBe(strip(plain.out));
  });

  test('a reader that leaves early ends it quietly', () => {
    const shell = `"${process.execPath}" "${main}" describe mysterium 2>&1 | head -n 1; "${process.execPath}" "${main}" simulate mysterium --games 3 --json 2>&1 | head -n 1`;
    expect(execFileSync('bash', ['-c', shell], { encoding: 'utf8' })).toBe(
      'Mysterium (2015) (mysterium, rules version 1)\n{\n',
    );
  });

  test.each([
    ['1', undefined],
    ['2', undefined],
    ['1', 20], // GNU timeout signals its child, and then the child's group
    ['2', 20],
  ])('Ctrl-C keeps what was played, with %s worker(s), and is heard twice after %s ms', async (workers, echo) => {
    const out = at(`stopped-${workers}-${echo}`);
    const line = [
      'simulate',
      'mysterium',
      '--games',
      '10000000',
      '--players',
      '4',
      '--difficulty',
      'easy',
      '--no-bounds',
      '--workers',
      workers,
      '--out',
      out,
    ];
    const isPlaying = (): boolean =>
      existsSync(out) &&
      readdirSync(out).some((file) => file.startsWith('.games.csv') && statSync(join(out, file)).size > 100_000);
    const { code, err, out: said } = await interrupted(line, isPlaying, 'SIGINT', echo);
    expect([code, err]).toEqual([130, '']);
    expect(said).toContain('Interrupted');
    expect(said).toContain(`seance simulate --resume ${out}`);
    expect(readdirSync(out).toSorted()).toEqual(['games.csv', 'run.journal', 'run.json', 'summary.csv']);
    const text = readFileSync(join(out, 'games.csv'), 'utf8');
    expect(text.endsWith('\n')).toBe(true);
    const document = documentOf(readFileSync(join(out, 'run.json'), 'utf8'));
    expect(document.interrupted).toBe(true);
    expect(document.cells[0].games).toBe(rowsOf(text).length);
    expect(document.cells[0].games).toBeGreaterThan(100);
    const last = await seance(
      'replay',
      '--from',
      join(out, 'games.csv'),
      '--row',
      String(document.cells[0].games),
      '--quiet',
    );
    expect(last.code).toBe(0);
  });
});

describe('play and replay', () => {
  test('a game is told, kept, and told again from its record', async () => {
    const played = await seance('play', 'mysterium', '--seed', '7', '--players', '5', '--record', at('game.json'));
    expect([played.code, played.err]).toEqual([0, '']);
    expect(played.out.split('\n').length).toBeGreaterThan(20);
    const again = await seance('replay', at('game.json'));
    expect([again.code, again.err]).toEqual([0, '']);
    expect(again.out.startsWith(played.out)).toBe(true);
    expect(again.out).toMatch(/\nEnd: won [01], reached_final [01], /);
    expect((await seance('play', 'mysterium', '--seed', '8', '--players', '5')).out).not.toBe(played.out);
  });

  test('a record says so where its deck has changed since', async () => {
    const deck = at('renamed');
    cpSync(fileURLToPath(new URL('../../data/decks/starter', import.meta.url)), deck, { recursive: true });
    const file = at('renamed.json');
    await seance('play', 'mysterium', '--quiet', '--deck', deck, '--record', file);
    expect((await seance('replay', '--quiet', file)).err).toBe('');
    writeFileSync(join(deck, 'deck.json'), read('renamed', 'deck.json').replace('The Cat That', 'The Dog That'));
    const { code, err } = await seance('replay', '--quiet', file);
    const warning = `seance: warning: the deck ${deck} is not what it was when ${file} was written\n`;
    expect([code, err]).toEqual([0, warning]);
    const Old = z.looseObject({ deckHash: z.string().length(64) });
    const { deckHash: _hash, ...old } = Old.parse(JSON.parse(readFileSync(file, 'utf8')));
    writeFileSync(file, JSON.stringify(old));
    expect(await seance('replay', '--quiet', file)).toMatchObject({ code: 0, err: '' });
  });

  test('a row of games.csv is told and ends as it says', async () => {
    const line = [
      'simulate',
      'mysterium',
      '--games',
      '10',
      '--players',
      '2,6',
      '--difficulty',
      'easy',
      '--out',
      at('rows'),
      '--quiet',
      '--talkRounds',
      '2',
      '--ghost',
      'match',
      '--psychic.temperature',
      '0.5',
      '--encoder',
      'words',
    ];
    expect((await seance(...line)).code).toBe(0);
    const [, second] = rowsOf(read('rows', 'games.csv'));
    expect(second['params']).toBe('talkRounds=2;psychic.temperature=0.5');
    for (const row of ['1', '17']) {
      const { code, out, err } = await seance('replay', '--from', at('rows', 'games.csv'), '--row', row);
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain(`The game ends as row ${row} says.`);
      expect(out.split('\n').length).toBeGreaterThan(20);
    }
  });

  test('a games.csv that a spreadsheet saved still replays; eyes nobody has are told with their place', async () => {
    const out = at('saved');
    await seance('simulate', 'mysterium', '--games', '1', '--players', '4', '--no-bounds', '--quiet', '--out', out);
    const file = join(out, 'games.csv');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `\uFEFF${text.replaceAll('\n', '\r\n')}`);
    expect((await seance('replay', '--quiet', '--from', file, '--row', '2')).code).toBe(0);
    writeFileSync(file, text.replaceAll(',bundled,bundled,', ',closed,bundled,'));
    const { code, err } = await seance('replay', '--quiet', '--from', file, '--row', '2');
    expect([code, err]).toEqual([1, expect.stringContaining(`${file}, line 3: no eyes named "closed"; there are `)]);
    writeFileSync(file, text.replaceAll(',bundled,bundled,', ',gone.json,bundled,'));
    const gone = await seance('replay', '--quiet', '--from', file, '--row', '2');
    expect([gone.code, gone.err]).toEqual([
      1,
      `seance: ${file}, line 3: cannot read gone.json: there is no such file\n`,
    ]);
  });

  test('an action that is no 32-bit number is not taken for another', async () => {
    const file = at('wide.json');
    await seance('play', 'mysterium', '--quiet', '--record', file);
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace(/"actions":\[(\d+)/, (_, first) => `"actions":[${Number(first) + 2 ** 32}`),
    );
    const { code, err } = await seance('replay', '--quiet', file);
    expect([code, err]).toEqual([1, expect.stringContaining(`${file} is not a record of a game: record.actions.0: `)]);
  });

  test('a row that was tampered with is told apart', async () => {
    await seance(
      'simulate',
      'mysterium',
      '--games',
      '3',
      '--players',
      '4',
      '--difficulty',
      'easy',
      '--out',
      at('bent'),
      '--quiet',
      '--no-bounds',
    );
    const [header, ...rows] = read('bent', 'games.csv').trimEnd().split('\n');
    const rounds = header.split(',').indexOf('rounds');
    const cells = rows[1].split(',');
    writeFileSync(
      at('bent', 'games.csv'),
      `${[header, rows[0], cells.with(rounds, '99').join(','), rows[2].replace('literal', 'lateral')].join('\n')}\n`,
    );
    const bent = await seance('replay', '--from', at('bent', 'games.csv'), '--row', '2', '--quiet');
    expect(bent.code).toBe(1);
    expect(bent.err).toBe(
      `seance: ${at('bent', 'games.csv')}, line 3: this game ends otherwise than its row says: rounds is ${cells[rounds]}, not 99\n`,
    );
    const unknown = await seance('replay', '--from', at('bent', 'games.csv'), '--row', '3', '--quiet');
    expect([unknown.code, unknown.err]).toEqual([
      1,
      `seance: ${at('bent', 'games.csv')}, line 4: no psychic named "lateral"; there are pragmatic, literal, random, convention\n`,
    ]);
    const beyond = await seance('replay', '--from', at('bent', 'games.csv'), '--row', '4');
    expect([beyond.code, beyond.err]).toEqual([
      1,
      `seance: ${at('bent', 'games.csv')} has 3 games, so there is no row 4\n`,
    ]);
  });
});

describe('the rest', () => {
  test('describe lists games, and all that can be set', async () => {
    expect((await seance('describe')).out).toContain('mysterium');
    const { out } = await seance('describe', 'mysterium');
    for (const part of ['--players', '--ghost.margin', '--psychic.blur', 'ghost convention', 'first_right'])
      expect(out).toContain(part);
    const facts = z
      .object({ id: z.string(), params: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse((await seance('describe', 'mysterium', '--json')).out));
    expect(Object.keys(facts.params)).toContain('difficulty');
  });

  test.each([[['describe', 'mysterium']], [['deck', 'list']], [['deck', 'show', 'starter']]])(
    'the tables of %j stay within 120 characters a line',
    async (args) => {
      const { out } = await seance(...args);
      expect(out.split('\n').filter((line) => line.startsWith('│') && line.length > 120)).toEqual([]);
      expect(out).not.toContain('…'); // wrapped, not cut
    },
  );

  test('decks are listed, shown and drawn', async () => {
    expect((await seance('deck', 'list')).out).toContain('starter');
    expect((await seance('deck', 'show', 'starter')).out).toMatch(/84|v01/);
    expect((await seance('deck', 'show', 'starter', '--out', at('sheet.png'))).code).toBe(0);
    expect(readFileSync(at('sheet.png')).subarray(1, 4).toString()).toBe('PNG');
  });

  test('help, version and completion', async () => {
    const help = await seance('simulate', 'mysterium', '--help');
    expect(help.code).toBe(0);
    for (const part of ['--players', '--ghost.margin', '--workers', 'Examples:']) expect(help.out).toContain(part);
    expect((await seance('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await seance()).out).toContain('seance simulate');
    expect((await seance('completion')).out).toContain('complete');
    expect((await seance('--get-yargs-completions', 'seance', 'simulate', '')).out).toContain('mysterium');
    expect((await seance('--get-yargs-completions', 'seance', 'simulate', 'mysterium', '--gh')).out).toContain(
      '--ghost.margin',
    );
  });
});

describe('bad input is one clear line', () => {
  const starter = fileURLToPath(new URL('../../data/decks/starter', import.meta.url));
  const Deck = z.looseObject({ cards: z.array(z.looseObject({ id: z.string(), kind: z.string(), file: z.string() })) });
  type Deck = z.infer<typeof Deck>;
  /** A copy of the starter deck, spoilt. */
  const spoiltDeck = (name: string, spoil: (deck: Deck, dir: string) => void): string => {
    cpSync(starter, at(name), { recursive: true });
    const deck = Deck.parse(JSON.parse(read(name, 'deck.json')));
    spoil(deck, at(name));
    writeFileSync(at(name, 'deck.json'), JSON.stringify(deck));
    return at(name);
  };
  const m = ['simulate', 'mysterium'];

  test.each<[readonly string[], number, string]>([
    [['simulate', 'chess'], 2, 'no game named "chess"; there is mysterium'],
    [['simulate'], 2, 'simulate needs a game: mysterium'],
    [['simulat', 'mysterium'], 2, 'did you mean simulate?'],
    [['describe', 'chess'], 2, 'no game named "chess"'],
    [['--loud'], 2, 'no option --loud'],
    [[...m, '--ghost', 'nobody'], 2, 'no ghost named "nobody"; there are '],
    [[...m, '--psychic', 'nobody'], 2, 'no psychic named "nobody"; there are '],
    [[...m, '--ghost.marign', '1'], 2, 'no option --ghost.marign; did you mean ghost.margin?'],
    [[...m, '--ghost.margin', '99'], 2, 'ghost.margin must be a number from 0 to 5, not 99'],
    [[...m, '--ghost.margin', 'wide'], 2, 'ghost.margin must be a number from 0 to 5, not wide'],
    [[...m, '--ghost.margin'], 2, 'ghost.margin'],
    [
      [...m, '--ghost', 'random', '--ghost.margin', '1'],
      2,
      'the ghost random has no parameter margin; it belongs to contrast',
    ],
    [[...m, '--ghost.retained=perhaps'], 2, 'ghost.retained must be true or false, not perhaps'],
    [[...m, '--ghost.eyes', 'closed', '--games', '1'], 2, 'no eyes named "closed"; there are '],
    [[...m, '--players', '1'], 2, 'players must be a whole number from 2 to 7, not 1'],
    [[...m, '--players', '8'], 2, 'players must be a whole number from 2 to 7, not 8'],
    [
      [...m, '--players', '2', '--difficulty', 'hard'],
      2,
      '2 people play on easy; allowHarderSmallGroup lets them play on hard',
    ],
    [[...m, '--difficulty', 'harsh'], 2, 'difficulty must be one of easy, medium, hard, not harsh'],
    [[...m, '--middleFrom45', '9'], 2, 'middleFrom45 (9) must not be above highFrom45 (7)'],
    [[...m, '--games', '0'], 2, 'games must be a whole number from 1 to 100000000, not 0'],
    [[...m, '--games', '-5'], 2, 'games must be a whole number from 1 to 100000000, not -5'],
    [[...m, '--games', '1e99'], 2, 'games must be a whole number from 1 to 100000000, not 1e+99'],
    [[...m, '--games', 'ten'], 2, 'games must be a whole number from 1 to 100000000, not ten'],
    [[...m, '--seed', '-1'], 2, 'seed must be a whole number from 0 to 4294967295, not -1'],
    [[...m, '--workers', '0'], 2, 'workers must be a whole number from 1 to 64, not 0'],
    [[...m, '--workers', '65'], 2, 'workers must be a whole number from 1 to 64, not 65'],
    [[...m, 'now'], 2, 'nothing is known to do with "now"'],
    [[...m, '--clues'], 2, '--clues needs --out'],
    [
      [...m, '--games', '1', '--out', '/dev/null/runs'],
      1,
      'cannot make the folder /dev/null/runs: a part of the path is not a folder',
    ],
    [
      [...m, '--games', '1', '--out', '/proc/runs'],
      1,
      'cannot make the folder /proc/runs: no folder can be made there',
    ],
    [[...m, '--games', '1', '--deck', 'no-such-deck'], 1, 'no deck "no-such-deck"'],
    [['play', 'mysterium', '--players', '4-5'], 2, 'players must be a whole number from 2 to 7, not 4-5'],
    [['play', 'mysterium', '--record', '/dev/null/game.json'], 1, 'cannot write /dev/null/game.json: '],
    [['replay'], 2, 'replay needs the file of a record'],
    [['replay', 'no-such-file'], 1, 'cannot read no-such-file: there is no such file'],
    [['replay', main], 1, 'is not JSON'],
    [['replay', join(starter, 'deck.json')], 1, 'is not a record of a game'],
    [['replay', '--from', 'no-such.csv', '--row', '1'], 1, 'cannot read no-such.csv: there is no such file'],
    [['replay', '--from', 'no-such.csv'], 2, '--from needs --row'],
    [['replay', '--from', 'no-such.csv', '--row', '0'], 2, 'row must be a whole number'],
    [['replay', '--from', join(starter, 'deck.json'), '--row', '1'], 1, 'is this a games.csv?'],
    [[...m, '--games'], 2, '--games needs a value'],
    [[...m, '--no-out'], 2, '--out needs a value, so there is no --no-out'],
    [['play', 'mysterium', '--no-record'], 2, '--record needs a value, so there is no --no-record'],
    [[...m, '--quiet=maybe'], 2, 'quiet must be true or false, not maybe'],
    [[...m, '--constructor', '1'], 2, 'no option --constructor'],
    [['describe', '--toString'], 2, 'no option --toString'],
    [[...m, '--__proto__', '1'], 2, 'no option --__proto__'],
    [['deck'], 2, 'deck needs a form: new, embed, list, show'],
    [['deck', 'show', 'no-such-deck'], 1, 'no deck "no-such-deck"'],
    [['deck', 'show', 'starter', '--out', '/dev/null/sheet.png'], 1, 'cannot write /dev/null/sheet.png: '],
  ])('%j', async (args, code, message) => {
    const ended = await seance(...args);
    expect(ended.err).toMatch(/^seance: [^\n]+\n$/);
    expect(ended.err).toContain(message);
    expect(ended.code).toBe(code);
    if (!args.includes('play')) expect(ended.out).toBe('');
  });

  test('a folder that holds a run is not written over', async () => {
    const line = [...m, '--games', '1', '--players', '4', '--no-bounds', '--quiet', '--out', at('taken')];
    expect((await seance(...line)).code).toBe(0);
    const before = read('taken', 'games.csv');
    const again = await seance(...line, '--seed', '2');
    expect(again).toEqual({
      code: 1,
      out: '',
      err: `seance: ${at('taken')} already holds a run (games.csv); --force replaces it, or choose another folder\n`,
    });
    expect(read('taken', 'games.csv')).toBe(before);
    expect((await seance(...line, '--seed', '2', '--force')).code).toBe(0);
    expect(read('taken', 'games.csv')).not.toBe(before);
  });

  test.each<[string, (deck: Deck, dir: string) => void, string]>([
    [
      'six visions',
      (deck) => void (deck.cards = deck.cards.filter(({ kind }, i) => kind !== 'vision' || i < 6)),
      'needs 84 visions',
    ],
    ['two equal ids', (deck) => void (deck.cards[1].id = deck.cards[0].id), 'two cards have the id'],
    ['a missing picture', (deck, dir) => rmSync(join(dir, deck.cards[3].file)), 'is missing'],
    ['a broken picture', (deck, dir) => writeFileSync(join(dir, deck.cards[3].file), 'not a picture'), 'v04'],
    ['no list of cards', (deck) => void Object.assign(deck, { cards: 7 }), 'deck.json'],
  ])('a deck with %s', async (name, spoil, message) => {
    const ended = await seance(
      ...m,
      '--games',
      '1',
      '--players',
      '4',
      '--deck',
      spoiltDeck(name.replaceAll(' ', '-'), spoil),
    );
    expect(ended.err).toMatch(/^seance: [^\n]+\n$/);
    expect(ended.err).toContain(message);
    expect([ended.code, ended.out]).toEqual([1, '']);
  });

  test('Ctrl-C is heard while pictures are looked at, and nothing is left', async () => {
    const child = spawn(process.execPath, [main, ...m, '--games', '1', '--quiet', '--out', at('early')], {
      env: { ...process.env, SEANCE_CACHE: at('empty-cache') },
    });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    const timer = setTimeout(() => child.kill('SIGINT'), 1500);
    const code = await new Promise((resolve) => child.on('close', resolve));
    clearTimeout(timer);
    expect([code, err]).toEqual([
      130,
      'seance: warning: interrupted before the first game was over; nothing is kept\n',
    ]);
    expect(existsSync(at('empty-cache'))).toBe(false);
    expect(readdirSync(at('early'))).toEqual([]);
  });

  test('a terminal that closes ends a run as Ctrl-C does', async () => {
    const ended = await interrupted(
      [...m, '--games', '1000000', '--quiet', '--out', at('hung-up')],
      () =>
        existsSync(at('hung-up')) &&
        readdirSync(at('hung-up')).some((name) => name.startsWith('.games') && statSync(at('hung-up', name)).size > 0),
      'SIGHUP',
    );
    expect(ended.code).toBe(130);
    expect(readdirSync(at('hung-up')).toSorted()).toEqual(['games.csv', 'run.journal', 'run.json', 'summary.csv']);
  });

  test('a cache that no folder can be made for does not stop anything', async () => {
    const line = [...m, '--games', '1', '--players', '4', '--difficulty', 'easy', '--encoder', 'palette', '--quiet'];
    const { code, err } = await seanceWith({ SEANCE_CACHE: '/proc/no/such' }, ...line);
    expect(code).toBe(0);
    expect(err).toMatch(/^seance: warning: cannot keep what the palette eyes saw in [^\n]+\n$/);
  });

  test('a pipe in the place of a file is written to, not replaced', async () => {
    execFileSync('sh', ['-c', 'mkfifo "$0"', at('pipe')]);
    const reading = readFile(at('pipe'), 'utf8');
    const { code } = await seance('play', 'mysterium', '--quiet', '--record', at('pipe'));
    expect([code, statSync(at('pipe')).isFIFO()]).toEqual([0, true]);
    expect(await reading).toMatch(/^\{"schema":1,.*\}\n$/);
  });

  test.runIf(existsSync('/dev/full'))('output that cannot be written is said in a line', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [main, 'describe', 'mysterium'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect([status, stderr]).toEqual([1, 'seance: cannot write the output: no space is left on the device\n']);
  });

  test('SEANCE_DEBUG shows where', async () => {
    expect((await seanceWith({ SEANCE_DEBUG: '1' }, 'simulate', 'chess')).err).toContain('\n    at ');
  });
});
