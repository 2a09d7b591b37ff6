import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Args } from '../../src/cli/command.ts';
import { UsageError } from '../../src/cli/errors.ts';
import { reportCommand } from '../../src/cli/report/command.ts';
import { Paired, wilson } from '../../src/sim/index.ts';
import { PageDocument, figuresOf, tableOf } from '../report/page-document.ts';
import { build, rowsOf, seance } from './seance.ts';

let folder: string;
let run: string;
let other: string;
let document: PageDocument;
let beside: PageDocument;
const GAMES = 120;
const simulate = ['simulate', 'mysterium', '--players', '4-5', '--difficulty', 'easy,hard', '--games', String(GAMES)];

beforeAll(async () => {
  await build();
  folder = mkdtempSync(join(tmpdir(), 'seance-'));
  run = join(folder, 'first & <best>\u0001'); // a name that XML does not take
  other = join(folder, 'second');
  const played = await Promise.all([
    seance(...simulate, '--clues', '--quiet', '--out', run),
    seance(...simulate, '--no-bounds', '--ghost.margin', '0.8', '--quiet', '--out', other),
  ]);
  expect(played.map(({ err }) => err)).toEqual(['', '']);
  const [one, two] = await Promise.all([
    seance('report', run, '--json', '--figures', join(folder, 'figures')),
    seance('report', run, other, run, '--json', '--out', join(folder, 'both.html'), '--figures', join(folder, 'both')),
  ]);
  expect([one.err, two.err, one.code, two.code]).toEqual(['', '', 0, 0]);
  document = PageDocument.parse(JSON.parse(one.out));
  beside = PageDocument.parse(JSON.parse(two.out));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string, file: string): Record<string, string>[] => rowsOf(readFileSync(join(path, file), 'utf8'));
const percent = (share: number): string => (100 * share).toFixed(1);
const thousands = (n: number): string => n.toLocaleString('en-US');
/** What the page says of `hits` out of `n`. */
const rate = (hits: number, n: number): string => {
  const { value, low, high } = wilson(hits, n);
  return `${percent(value)} % (${percent(low)}–${percent(high)} %)`;
};

test('the page says what the rows of the run come to', () => {
  const games = read(run, 'games.csv');
  const won = tableOf(document, 'win-rate').rows.filter(([, lineup]) => lineup === 'this line-up');
  expect(won).toHaveLength(4);
  for (const [place, , n, text] of won) {
    const own = games.filter((row) => place === `players ${row['players']}, difficulty ${row['difficulty']}`);
    expect(n).toBe(String(GAMES));
    expect(text).toBe(rate(own.filter((row) => row['won'] === '1').length, own.length));
  }
  expect(tableOf(document, 'win-rate').rows.map(([, lineup]) => lineup)).toEqual(
    expect.arrayContaining(['floor', 'ceiling']),
  );

  const lengths = tableOf(document, 'length').rows;
  for (const difficulty of ['easy', 'hard']) {
    for (const rounds of ['4', '5', '6', '7']) {
      const found = lengths.filter(([level, length]) => level === difficulty && length === rounds);
      const own = games.filter((row) => row['difficulty'] === difficulty && row['rounds'] === rounds);
      expect(found.reduce((sum, [, , , n]) => sum + Number(n), 0)).toBe(own.length);
      const wonHere = found.find(([, , ending]) => ending === 'won')?.[3] ?? '0';
      expect(Number(wonHere)).toBe(own.filter((row) => row['won'] === '1').length);
    }
  }

  /** Where a game was lost, told from its metrics anew: by how far the last psychic came. */
  const endingOf = (row: Record<string, string>): string => {
    if (row['won'] === '1') return 'won';
    if (row['reached_final'] === '1') return 'lost at the vote';
    const reached = (name: string): boolean => row[`first_${name}_guesses`] === String(Number(row['players']) - 1);
    return reached('object')
      ? 'late at the object'
      : reached('location')
        ? 'late at the location'
        : 'late at the character';
  };
  const lost = tableOf(document, 'lost').rows;
  expect(lost.length).toBeGreaterThan(5);
  for (const [ending, difficulty, share, n] of lost) {
    const own = games.filter((row) => row['difficulty'] === difficulty);
    expect([ending, share]).toEqual([ending, rate(own.filter((row) => endingOf(row) === ending).length, own.length)]);
    expect(n).toBe(String(own.length));
  }
});

test('first guesses, hard cards and mistakes are those of clues.csv', () => {
  const clues = read(run, 'clues.csv').filter((row) => row['retained'] === '0');
  const hits = (rows: readonly Record<string, string>[]): number => rows.filter((row) => row['right'] === '1').length;
  const byOptions = tableOf(document, 'candidates').rows;
  expect(byOptions.length).toBeGreaterThan(3);
  for (const [n, share, chance, choices] of byOptions) {
    const own = clues.filter((row) => row['candidates'] === n);
    expect(share.startsWith(`${percent(hits(own) / own.length)} % (`)).toBe(true);
    expect([chance, choices]).toEqual([`${percent(1 / Number(n))} %`, thousands(own.length)]);
  }
  expect(byOptions.find(([n]) => n === '4')?.[4]).toBe('Dixit 46.9 % (45.4–48.3 %)');

  const cards = tableOf(document, 'cards').rows;
  const shares = cards.map(([, , share]) => Number.parseFloat(share));
  const meant = [...new Set(clues.map((row) => row['target']))]
    .map((card) => clues.filter((row) => row['target'] === card))
    .filter((rows) => rows.length >= 20);
  const expected = meant.map((rows) => Number(percent(hits(rows) / rows.length)));
  const inOrder = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b);
  expect(inOrder(shares)).toEqual(inOrder(expected));

  const groups = document.sections.flatMap(({ blocks }) => blocks).flatMap((block) => block.groups ?? []);
  const pairs = groups.filter((group) => group.cards.length === 2);
  expect(pairs.length).toBeGreaterThan(3);
  for (const pair of pairs) {
    const [one, two] = pair.cards.map(({ card }) => String(card));
    const either = clues.filter((row) => row['target'] === one || row['target'] === two);
    const swapped = either.filter((row) => row['target'] !== row['guess'] && [one, two].includes(row['guess']));
    expect(pair.text).toBe(`${rate(swapped.length, either.length)} of ${thousands(either.length)} choices`);
  }
});

test('several runs: paired differences over the deals that both have played, and the headline by what differs', () => {
  expect(beside.runs).toHaveLength(2); // the first was named twice
  const paired = new Paired({
    metrics: [{ name: 'won', doc: '' }],
    figures: [{ kind: 'rate', name: 'won', doc: '', metric: 'won' }],
  });
  const [ours, theirs] = [read(other, 'games.csv'), read(run, 'games.csv')];
  ours.forEach((row, at) => {
    expect(row['seed']).toBe(theirs[at]['seed']);
    paired.add('ours', Float64Array.of(Number(row['won'])));
    paired.add('theirs', Float64Array.of(Number(theirs[at]['won'])));
  });
  const [gap] = paired.differences();
  const [[name, text, deals]] = tableOf(beside, 'paired').rows;
  expect([name, deals]).toEqual(['second', String(4 * GAMES)]);
  const points = text
    .replaceAll('−', '-')
    .match(/-?[\d.]+/g)
    ?.map(Number);
  for (const [at, value] of [gap.value, gap.low, gap.high].entries()) expect(points?.[at]).toBeCloseTo(100 * value, 0);
  expect(new Set(tableOf(beside, 'sensitivity').rows.map(([value]) => value)).size).toBe(2);
});

test('figures are files as well, and the page is small', () => {
  const ids = figuresOf(document);
  expect(ids.length).toBeGreaterThan(6);
  const files = ids.flatMap((id) => [`${id}.svg`, `${id}.png`]);
  expect(readdirSync(join(folder, 'figures')).toSorted()).toEqual(files.toSorted());
  for (const file of files) {
    const bytes = readFileSync(join(folder, 'figures', file));
    expect(bytes.length).toBeGreaterThan(2000);
    if (file.endsWith('.svg')) expect(bytes.toString()).not.toMatch(/var\(|inherit|NaN|undefined/);
    else expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  }
  expect(statSync(join(run, 'report.html')).size).toBeLessThan(600_000);
});

const failureOf = (folders: readonly string[], options: object = {}): Promise<unknown> =>
  reportCommand.run(new Args({ folders, quiet: true, ...options })).then(
    () => 'none',
    (error: unknown) => error,
  );

/** The run once more, with some of its files otherwise; `undefined` for one that is not there. */
function altered(name: string, files: Readonly<Record<string, ((text: string) => string) | undefined>>): string {
  const copy = join(folder, name);
  cpSync(run, copy, { recursive: true });
  rmSync(join(copy, 'report.html'));
  for (const [file, change] of Object.entries(files)) {
    if (change) writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')));
    else rmSync(join(copy, file));
  }
  return copy;
}

test('report refuses what makes no sense in one line, and writes nothing then', async () => {
  const cases: readonly (readonly [
    string,
    Readonly<Record<string, ((text: string) => string) | undefined>>,
    RegExp,
  ])[] = [
    [
      'no run.json',
      { 'run.json': undefined },
      /no run\.json holds no run: .*there is no such file; seance simulate --out writes one$/,
    ],
    ['cut', { 'run.json': (text) => text.slice(0, 900) }, /run\.json is not JSON, so it is damaged: /],
    [
      'strange',
      { 'run.json': (text) => text.replace('"mysterium"', '"chess"') },
      /there is no game chess; there is mysterium$/,
    ],
    [
      'old rules',
      { 'run.json': (text) => text.replace('"version": 1', '"version": 0') },
      /played under version 0 of the rules of mysterium; this is version 1/,
    ],
    [
      'no cells',
      { 'run.json': (text) => text.replace('"cells"', '"sells"') },
      /run\.json is not of a run of seance simulate: cells /,
    ],
    [
      'a word',
      { 'games.csv': (text) => text.replace(/\n(.*)\n(.*),0\n/, '\n$1\n$2,many\n') },
      /games\.csv, line \d+: shortages must be a number, not "many"$/,
    ],
    [
      'cut rows',
      { 'games.csv': (text) => text.slice(0, 5000) },
      /games\.csv, line \d+: the last line has no end, so the file was cut there$/,
    ],
    [
      'a cell',
      { 'clues.csv': (text) => text.replace('\n', '\n1,2,3\n') },
      /clues\.csv, line 2: 3 cells under 16 columns$/,
    ],
  ];
  for (const [name, files, message] of cases) {
    const copy = altered(name, files);
    const error = await failureOf([copy]);
    expect(error).toHaveProperty('message', expect.stringMatching(message));
    expect(String(error)).not.toContain('\n');
    expect(error).not.toBeInstanceOf(UsageError);
    expect(existsSync(join(copy, 'report.html'))).toBe(false);
  }
  expect(await failureOf([join(folder, 'nowhere')])).toHaveProperty('message', expect.stringMatching(/holds no run/));
  for (const [folders, options] of [
    [[], {}],
    [[''], {}],
    [[run], { out: 'page.pdf' }],
    [[run], { out: join(folder, '.html') }],
  ] as const)
    expect(await failureOf(folders, options)).toBeInstanceOf(UsageError);
  expect(await failureOf([run], { out: join(folder, 'none', 'x.html') })).toHaveProperty(
    'message',
    expect.stringMatching(/^cannot write .*x\.html: /),
  );
  expect(await failureOf([run], { figures: join(run, 'games.csv') })).toHaveProperty(
    'message',
    expect.stringMatching(/^cannot write .*games\.csv: /),
  );
  const { code, out, err } = await seance('report', join(folder, 'a cell'));
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(/^seance: [^\n]*clues\.csv, line 2: [^\n]*\n$/);
}, 60_000);

test('a folder that may not be written to is named', async ({ skip }) => {
  skip(process.getuid?.() === 0, 'root may write anywhere');
  const copy = altered('kept', {});
  chmodSync(copy, 0o555);
  try {
    expect(await failureOf([copy])).toHaveProperty('message', expect.stringMatching(/^cannot write .*report\.html: /));
  } finally {
    chmodSync(copy, 0o755);
  }
});

test('what is missing is said in its place, and a run that was interrupted is shown as such', async () => {
  const bare = altered('bare', {
    'games.csv': undefined,
    'clues.csv': undefined,
    'run.json': (text) =>
      text.replace('"interrupted": false', '"interrupted": true').replace(/"hash": "..../, '"hash": "0000'),
  });
  const early = altered('early', {
    'clues.csv': (text) => text.replaceAll(/,[^,\n]*,[^,\n]*\n/g, '\n'),
  });
  expect([await failureOf([bare]), await failureOf([early])]).toEqual(['none', 'none']);
  const page = readFileSync(join(bare, 'report.html'), 'utf8');
  expect(page).toContain('This run was interrupted');
  expect(page.match(/class="missing"/g)?.length).toBe(3);
  expect(page).toContain('seance simulate --clues --out writes it');
  expect(readFileSync(join(early, 'report.html'), 'utf8')).toMatch(
    /needs the columns target and guess, which .* lacks/,
  );
}, 60_000);
