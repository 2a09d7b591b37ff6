import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { games } from '../../src/agents/catalog.ts';
import { findDeck, loadDeck, openEyes, pickCards } from '../../src/embeddings/index.ts';
import { Sfc32 } from '../../src/engine/kernel/rng.ts';
import { chooseAmong, makeVillage, toCsv } from '../embeddings/learning/people.ts';
import { build, interrupted, seance, seanceWith } from './seance.ts';

/*
 * The people of these tests choose by the words eyes, with some chance, and the head is trained over the palette eyes, which know nothing
 * of what a card shows: what a head learns from people can be told from what was there before.
 */

const COUNT = 40;
const village = makeVillage(COUNT, 1);
const SOURCE = ['--dim', String(village.cards.dim)];

let dir: string;
let vectors: string;
let ids: string;
let starterPicks: string;
const at = (name: string): string => join(dir, name);

beforeAll(async () => {
  await build();
  dir = await mkdtemp(join(tmpdir(), 'seance-train-'));
  vectors = at('village.f32');
  ids = at('ids.txt');
  starterPicks = at('starter.csv');
  await writeFile(vectors, new Uint8Array(village.cards.vectors.buffer));
  await writeFile(ids, village.ids.join('\n'));
  const choose = (sharpness: number, rows: number): string =>
    toCsv(chooseAmong(village.minds, COUNT, { rows, options: 5, sharpness, seed: 2 }), village.ids);
  await writeFile(at('picks.csv'), choose(6, 1000));
  await writeFile(at('blind.csv'), choose(0, 1000));
  await writeFile(starterPicks, await starterChoices(4000));
}, 120_000);
afterAll(() => rm(dir, { recursive: true, force: true }));

/** The largest game of Mysterium. */
const NEED = games.find(({ id }) => id === 'mysterium')?.deck ?? { visions: 0, cards: [] };
/** Choices among 6 cards of a category for a vision, by the words eyes. */
async function starterChoices(rows: number): Promise<string> {
  const deck = await loadDeck(await findDeck('starter'));
  const { affinity } = await openEyes({ deck, need: NEED, names: ['words'], cacheDir: at('cache') });
  const picked = pickCards(deck, NEED);
  const { cells, columns } = affinity['words'];
  const rng = new Sfc32(8);
  const lines = Array.from({ length: rows }, () => {
    const vision = rng.below(picked.visions.length);
    const group = rng.below(picked.groups.length);
    const start = picked.groups.slice(0, group).reduce((sum, count) => sum + count, 0);
    const category = Array.from({ length: picked.groups[group] }, (_, i) => start + i);
    const among = Array.from({ length: 6 }, () => category.splice(rng.below(category.length), 1)[0]);
    const weights = among.map((card) => Math.exp(2 * cells[vision * columns + card]));
    let lot = rng.unit() * weights.reduce((sum, x) => sum + x, 0);
    const chosen = weights.findIndex((weight) => (lot -= weight) < 0);
    const idOf = (card: number): string => picked.cards[card].id;
    return `${picked.visions[vision].id},${among.map(idOf).join(' ')},${idOf(among[Math.max(0, chosen)])}\n`;
  });
  return `shown,options,chosen\n${lines.join('')}`;
}

/** How often a psychic's first guess is right where the ghost looks through the words eyes; nobody blurs. */
async function firstGuesses(psychic: string): Promise<{ readonly low: number; readonly high: number }> {
  const game = [
    '--players',
    '4',
    '--difficulty',
    'medium',
    '--games',
    '200',
    '--workers',
    '1',
    '--no-bounds',
    '--json',
  ];
  const eyes = ['--ghost.eyes', 'words', '--psychic.eyes', psychic, '--ghost.blur', '0', '--psychic.blur', '0'];
  const { out, err } = await seance('simulate', 'mysterium', ...game, ...eyes);
  expect(err).toBe('');
  const document = JSON.parse(out) as { cells: { figures: Record<string, { low: number; high: number }> }[] };
  return document.cells[0].figures['first guess right'];
}

const trainVillage = (picks: string, ...more: readonly string[]) =>
  seance('train', at(picks), '--vectors', vectors, ...SOURCE, '--ids', ids, ...more);

describe('a head that beats the cosines', () => {
  test('is written, with its table and its backend, and twice the same', async () => {
    const [one, again] = [at('one.json'), at('again.json')];
    const first = await trainVillage('picks.csv', '--out', one);
    expect(first.err).toBe(`seance: the head is in ${one}; it is for these vectors\n`);
    expect(first.out).toMatch(
      /650 rows to learn from, 150 to choose by, 200 held out \(200 groups\); seed 1, spread [\d.]+, \d+ epochs, wasm \(tfjs 4/,
    );
    expect(first.out).toMatch(/chance +│ 1\.6094 +│ 20\.0 %/);
    expect(first.out).toMatch(/raw cosine +│ 1\.\d+ ± 0\.\d+ +│ \d+\.\d ± \d+\.\d %/);
    expect(first.out).toMatch(/head less raw cosine +│ -0\.\d+ ± 0\.\d+ +│ \+\d+\.\d ± \d+\.\d %/);
    expect(first.code).toBe(0);
    expect((await trainVillage('picks.csv', '--out', again, '--quiet')).out).toBe('');
    expect(await readFile(again, 'utf8')).toBe(await readFile(one, 'utf8'));
    const looking = await seance('simulate', 'mysterium', '--encoder', one);
    expect(looking.err).toBe(
      `seance: ${one} was trained on vectors from elsewhere, and no encoder makes such of a deck; train a head with --deck and --encoder\n`,
    );
    expect(looking.code).toBe(1);
  }, 180_000);

  test('is trained on the native package where that is installed, and says so', async () => {
    // In its place stands the plain backend under the native one's name, in a CommonJS module as the native one is.
    const require = `require('module').createRequire(${JSON.stringify(import.meta.url)})`;
    await writeFile(
      at('native.cjs'),
      `const load = ${require};
       const tf = load('@tensorflow/tfjs-core');
       load('@tensorflow/tfjs-layers');
       load('@tensorflow/tfjs-backend-cpu');
       tf.registerBackend('tensorflow', tf.findBackendFactory('cpu'));
       tf.copyRegisteredKernels('cpu', 'tensorflow');
       module.exports = { ...tf };`,
    );
    const native = JSON.stringify(pathToFileURL(at('native.cjs')).href);
    const hooks = `export const resolve = (name, context, next) =>
      name === '@tensorflow/tfjs-node' ? { url: ${native}, shortCircuit: true } : next(name, context);`;
    const address = JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`);
    await writeFile(at('installed.mjs'), `import { register } from 'node:module';\nregister(${address});\n`);
    const installed = { NODE_OPTIONS: `--import ${pathToFileURL(at('installed.mjs')).href}` };
    const words = ['--vectors', vectors, ...SOURCE, '--ids', ids, '--epochs', '20', '--json'];
    const usual = await seanceWith(installed, 'train', at('picks.csv'), ...words);
    expect(JSON.parse(usual.out)).toMatchObject({ backend: expect.stringMatching(/^node \(tfjs 4/) as string });
    const asked = await seanceWith(installed, 'train', at('picks.csv'), ...words, '--backend', 'wasm');
    expect(JSON.parse(asked.out)).toMatchObject({ backend: expect.stringMatching(/^wasm \(tfjs 4/) as string });
  }, 180_000);

  test('over palette eyes brings a psychic nearer to a ghost that sees as those people do', async () => {
    const out = at('eyes.json');
    const trained = await seance(
      'train',
      starterPicks,
      '--encoder',
      'palette',
      '--epochs',
      '60',
      '--out',
      out,
      '--json',
    );
    expect([trained.code, trained.err]).toEqual([
      0,
      `seance: the head is in ${out}; --encoder ${out} looks through it\n`,
    ]);
    const report = JSON.parse(trained.out) as { written: string; encoder: { name: string }; backend: string };
    expect(report).toMatchObject({ written: out, refusal: null, encoder: { name: 'palette' } });
    expect(report.backend).toMatch(/^wasm/);
    const [before, after] = [await firstGuesses('palette'), await firstGuesses(out)];
    expect(after.low).toBeGreaterThan(before.high + 0.05);
    expect((await readdir(dir)).filter((name) => /eyes/.test(name))).toEqual(['eyes.json']);
  }, 300_000);
});

describe('nothing is written', () => {
  test('where people chose blindly: exit code 1, with the figures', async () => {
    const ended = await trainVillage('blind.csv', '--out', at('blind.json'));
    expect(ended.err).toMatch(
      /^seance: no head is written: on held-out rows the head does not beat the raw cosine: it saves -?0\.\d+ \(.* to .*\) of log-loss and adds -?\d+\.\d points \(.*\) of accuracy\n$/,
    );
    expect(ended.out).toMatch(/learned head/);
    expect(ended.code).toBe(1);
    expect(existsSync(at('blind.json'))).toBe(false);
    const asJson = await trainVillage('blind.csv', '--out', at('blind.json'), '--json');
    expect(JSON.parse(asJson.out)).toMatchObject({
      written: null,
      refusal: expect.stringMatching(/does not beat/) as string,
    });
    expect(existsSync(at('blind.json'))).toBe(false);
  }, 120_000);

  test('without --out, which is told', async () => {
    const ended = await trainVillage('picks.csv', '--epochs', '30');
    expect([ended.code, ended.err]).toEqual([0, 'seance: nothing is written without --out\n']);
  }, 120_000);

  test('where it is interrupted', async () => {
    const before = (await readdir(dir)).length;
    // A pipe in place of the file: once it has been read, the command hears signals.
    execFileSync('sh', ['-c', 'mkfifo "$0"', at('pipe.csv')]);
    let isRead = false;
    const feeding = readFile(at('picks.csv')).then((picks) => writeFile(at('pipe.csv'), picks));
    void feeding.then(() => (isRead = true));
    const words = ['--vectors', vectors, ...SOURCE, '--ids', ids, '--out', at('never.json'), '--epochs', '100000'];
    const ended = await interrupted(['train', at('pipe.csv'), ...words], () => isRead);
    await rm(at('pipe.csv'));
    expect([ended.code, ended.err]).toEqual([130, 'seance: warning: interrupted before the end; no head is written\n']);
    expect((await readdir(dir)).length).toBe(before);
  }, 120_000);

  test('over a file that is no head', async () => {
    await writeFile(at('mine.json'), '{"mine": true}');
    const ended = await trainVillage('picks.csv', '--out', at('mine.json'));
    expect([ended.code, ended.err]).toEqual([
      1,
      `seance: ${at('mine.json')} is there already and is not a head that can be replaced; take another name\n`,
    ]);
    expect(await readFile(at('mine.json'), 'utf8')).toBe('{"mine": true}');
  });
});

test('every wrong row is told on a line, with file, line and what was meant', async () => {
  const file = at('wrong.csv');
  await writeFile(file, 'shown,options,chosen\nv01,c01 c02,c01\nv0l,c01 c02,c01\nv01,c01 c02,c03\n');
  const ended = await seance('train', file, '--encoder', 'palette', '--out', at('wrong.json'));
  expect(ended.err.split('\n')).toEqual([
    expect.stringMatching(/wrong\.csv, line 3: there is no card "v0l"; did you mean v0\d\?$/),
    `seance: ${file}, line 4: the chosen card c03 is not among the options`,
    `seance: 2 rows of ${file} cannot be used; nothing was learned`,
    '',
  ]);
  expect(ended.code).toBe(1);
});

test.each([
  [['train'], /train needs a CSV of what people chose/],
  [['train', 'picks.csv', '--out', 'eyes.txt'], /--out must end in \.json/],
  [['train', 'picks.csv', '--backend', 'gpu'], /no backend "gpu"; there are wasm, cpu, node/],
  [['train', 'picks.csv', '--encoder', 'pallette'], /no eyes named "pallette"/],
  [['train', 'picks.csv', '--vectors', 'x.f32'], /--vectors needs --dim/],
  [['train', 'picks.csv', '--vectors', 'x.f32', '--dim', '0'], /dim must be a whole number from 1/],
  [
    ['train', 'picks.csv', '--vectors', 'x.f32', '--dim', '8', '--deck', 'starter'],
    /--deck and --vectors are two sources/,
  ],
  [['train', 'picks.csv', '--ids', 'ids.txt'], /--ids says what is in --vectors, which is missing/],
  [['train', 'picks.csv', '--rank', 'many'], /rank must be/],
])('%j is refused as wrong usage', async (words, message) => {
  const ended = await seance(...words);
  expect(ended.err).toMatch(message);
  expect([ended.code, ended.out]).toEqual([2, '']);
});
