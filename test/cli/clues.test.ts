import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build, seance } from './seance.ts';

let dir: string;
let model: string;
const at = (name: string): string => join(dir, name);
const TABLE = ['--players', '4', '--difficulty', 'easy', '--no-bounds', '--quiet'];

interface Report {
  readonly written: string | null;
  readonly refusal: string | null;
  readonly hash: string;
}
interface RunFile {
  readonly run: string;
  readonly clueModels?: Readonly<Record<string, string>>;
  readonly cells: readonly { readonly experiment: string; readonly checksum: string }[];
}
const runOf = async (folder: string): Promise<RunFile> =>
  JSON.parse(await readFile(join(at(folder), 'run.json'), 'utf8')) as RunFile;

/** The clues of the run: the header, the cells of each row, and which of them is the outcome. */
async function clues(): Promise<{
  readonly head: string;
  readonly cells: readonly (readonly string[])[];
  readonly right: number;
}> {
  const [head, ...lines] = (await readFile(at('run/clues.csv'), 'utf8')).trimEnd().split('\n');
  return { head, cells: lines.map((line) => line.split(',')), right: head.split(',').indexOf('right') };
}

beforeAll(async () => {
  await build();
  dir = await mkdtemp(join(tmpdir(), 'seance-clues-'));
  model = at('model.json');
  await seance('simulate', 'mysterium', ...TABLE, '--games', '500', '--clues', '--out', at('run'), '--seed', '5');
}, 120_000);
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('what is learned from clues', () => {
  test('is told with its worth, and written, twice the same', async () => {
    const first = await seance('train', at('run/clues.csv'), '--out', model, '--backend', 'wasm');
    expect(first.err).toBe(`seance: the clue model is in ${model}; a ghost goes by it as learned:${model}\n`);
    expect(first.out).toMatch(
      /deliveries to learn from, .* to choose by, .* held out \(100 deals\), .* left out; seed 1, .*, wasm \(tfjs 4/,
    );
    expect(first.out).toMatch(/base rate +│ 0\.6\d+ ± 0\.\d+ +│ 0\.2\d+ ± 0\.\d+ +│ 0\.500 ± 0\.000/);
    expect(first.out).toMatch(/model less base rate +│ -0\.\d+ ± 0\.\d+ +│ -0\.\d+ ± 0\.\d+/);
    expect(first.out).toMatch(/50 to 60 % +│ [\d,]+ +│ 5\d\.\d % +│ \d+\.\d ± \d+\.\d %/);
    expect(first.code).toBe(0);
    const text = await readFile(model, 'utf8');
    const again = await seance('train', at('run/clues.csv'), '--out', model, '--backend', 'wasm', '--json');
    expect(await readFile(model, 'utf8')).toBe(text);
    const { schema: _, kind: __, trained, ...core } = JSON.parse(text) as Record<string, object>;
    expect(JSON.parse(again.out)).toEqual({ written: model, refusal: null, ...core, ...trained });
    expect(trained).toMatchObject({
      runs: [
        { file: 'clues.csv', seed: 5, cast: { ghost: { agent: 'contrast', params: { eyes: 'bundled', blur: 1.5 } } } },
      ],
    });
  }, 60_000);

  test('is not written where guesses have nothing to do with clues: exit code 1, with the figures', async () => {
    const { head, cells, right } = await clues();
    // Each row has the outcome of another game's.
    const blind = cells.map((row, i) => row.with(right, cells[(i + 1009) % cells.length][right]).join(','));
    await writeFile(at('clues-blind.csv'), [head, ...blind, ''].join('\n'));
    await copyFile(at('run/run.json'), at('run.json'));
    const ended = await seance('train', at('clues-blind.csv'), '--out', at('blind.json'), '--json');
    expect(ended.err).toMatch(
      /^seance: no clue model is written: on held-out games the model does not beat the rate at which guesses are right: it saves -?0\.\d+ \(-0\.\d+ to -?0\.\d+\) of log-loss\n$/,
    );
    expect(JSON.parse(ended.out) as Report).toMatchObject({ written: null, refusal: expect.any(String) as string });
    expect([ended.code, existsSync(at('blind.json'))]).toEqual([1, false]);
  }, 60_000);
});

test('rows that do not hold are told by file and line, and nothing is learned', async () => {
  const { head, cells, right } = await clues();
  const rows = cells.slice(0, 40);
  rows[3] = rows[3].with(right, '2');
  rows[6] = rows[6].slice(0, 9);
  await writeFile(at('clues-wrong.csv'), [head, ...rows.map((row) => row.join(','))].join('\n'));
  await copyFile(at('run/run.json'), at('run.json'));
  const file = at('clues-wrong.csv');
  const ended = await seance('train', file, '--out', at('wrong.json'));
  expect(ended.err.split('\n')).toEqual([
    `seance: ${file}, line 5: its right must be 0 or 1, not "2"`,
    `seance: ${file}, line 8: it has 9 cells where the header has ${head.split(',').length}`,
    `seance: 2 rows of ${file} cannot be used; nothing was learned`,
    '',
  ]);
  expect([ended.code, existsSync(at('wrong.json'))]).toEqual([1, false]);
});

describe('a ghost that goes by it', () => {
  const simulate = (ghost: readonly string[], folder: string, workers = '1') =>
    seance('simulate', 'mysterium', ...TABLE, ...ghost, '--games', '300', '--workers', workers, '--out', at(folder));

  test('plays the same in threads, however it is named, and other games than by another model', async () => {
    const ours = at('ours.json');
    await copyFile(model, ours);
    expect((await simulate(['--ghost', `learned:${ours}`], 'short', '2')).err).toBe('');
    expect((await simulate(['--ghost', 'learned', '--ghost.model', ours], 'long')).err).toBe('');
    expect((await simulate(['--ghost', 'learned'], 'starter')).err).toBe('');
    expect(await readFile(at('long/games.csv'), 'utf8')).toBe(await readFile(at('short/games.csv'), 'utf8'));
    const [short, long, starter] = await Promise.all(['short', 'long', 'starter'].map(runOf));
    expect(long.run).toBe(short.run);
    const { hash } = JSON.parse(await readFile(ours, 'utf8')) as Report;
    expect(short.clueModels).toEqual({ [ours]: hash });
    expect(starter.clueModels).toEqual({ starter: expect.stringMatching(/^[0-9a-f]{16}$/) as string });
    expect(starter.cells[0].checksum).not.toBe(short.cells[0].checksum);

    const replayed = await seance('replay', '--from', at('short/games.csv'), '--row', '7');
    expect([replayed.code, replayed.err]).toEqual([0, '']);
    expect(replayed.out).toMatch(/The game ends as row 7 says\.\n$/);

    // The same name, another model: another run, and whoever replays is told.
    await copyFile(fileOfStarter, ours);
    expect((await simulate(['--ghost', `learned:${ours}`], 'other')).err).toBe('');
    const other = await runOf('other');
    expect(other.run).not.toBe(short.run);
    expect(other.cells[0].experiment).not.toBe(short.cells[0].experiment);
    expect(other.cells[0].checksum).toBe(starter.cells[0].checksum);
    const changed = await seance('replay', '--from', at('short/games.csv'), '--row', '7');
    expect(changed.err).toContain(
      `warning: the clue model ${ours} is not what it was when ${at('short/run.json')} was written`,
    );
    expect(changed.code).toBe(1);
  }, 90_000);

  test('explains itself from a record, and stands in a matrix', async () => {
    await seance('play', 'mysterium', '--ghost', `learned:${model}`, '--record', at('game.json'), '--quiet');
    const explained = await seance('explain', at('game.json'));
    expect([explained.code, explained.err]).toEqual([0, '']);
    expect(explained.out).toMatch(/ghost: chance that the psychic finds its card, by what the model learned/);
    const crossed = await seance(
      'crossplay',
      'mysterium',
      '--ghosts',
      `contrast,learned:${model}+maxCards=2`,
      '--psychics',
      'literal',
      '--games',
      '20',
      '--json',
    );
    expect([crossed.code, crossed.err]).toEqual([0, '']);
    expect(JSON.parse(crossed.out)).toMatchObject({ clueModels: { [model]: expect.any(String) as string } });
  }, 60_000);
});

const fileOfStarter = new URL('../../data/models/starter-clues.json', import.meta.url).pathname;

test.each([
  [
    ['play', 'mysterium', '--ghost', 'learned:nowhere.json'],
    1,
    /^seance: cannot read nowhere\.json: there is no such file\n$/,
  ],
  [
    ['play', 'mysterium', '--ghost', 'learned:package.json'],
    1,
    /^seance: package\.json is not the file of a clue model/,
  ],
  [['play', 'mysterium', '--ghost', 'learned:'], 2, /^seance: no ghost named "learned:"; there are planner/],
  [['play', 'mysterium', '--ghost', 'contrast:a.json'], 2, /^seance: no ghost named "contrast:a\.json"/],
  [
    ['play', 'mysterium', '--ghost', 'learned:a.json', '--ghost.model', 'b.json'],
    2,
    /^seance: --ghost and --ghost\.model both give the model\n$/,
  ],
  [['train', 'CLUES', '--rank', '3'], 2, /--rank belongs to picks, and .*clues\.csv holds clues\n$/],
  [['train', 'CLUES', 'CLUES'], 2, /clues\.csv is named twice\n$/],
  [['train', 'CLUES', 'package.json'], 2, /clues\.csv holds clues, and package\.json does not; train on one kind\n$/],
  [['train', 'a.csv', 'b.csv'], 2, /train takes one file of picks; b\.csv is one too many\n$/],
  [['train', 'CLUES', '--out', 'model.txt'], 2, /--out must end in \.json/],
  [
    ['train', 'CLUES', '--out', 'package.json'],
    1,
    /package\.json is there already and is not a clue model that can be replaced/,
  ],
])('%j is refused', async (words, code, message) => {
  const ended = await seance(...words.map((word) => (word === 'CLUES' ? at('run/clues.csv') : word)));
  expect(ended.err).toMatch(message);
  expect([ended.code, ended.out]).toEqual([code, '']);
});

test('clues without their run.json, of another game version, or of too few deals are refused', async () => {
  const run = JSON.parse(await readFile(at('run/run.json'), 'utf8')) as object;
  const few = (await readFile(at('run/clues.csv'), 'utf8')).split('\n').slice(0, 30).join('\n');
  await writeFile(at('few.csv'), few);
  await rm(at('run.json'), { force: true });
  const alone = await seance('train', at('few.csv'));
  expect(alone.err).toBe(
    `seance: cannot read ${at('run.json')}, which says what the clues beside it were played with: there is no such file\n`,
  );
  await writeFile(at('run.json'), JSON.stringify({ ...run, version: 99 }));
  expect((await seance('train', at('few.csv'))).err).toMatch(/was played under version 99 of the rules of mysterium/);
  await writeFile(at('run.json'), JSON.stringify(run));
  expect((await seance('train', at('few.csv'))).err).toMatch(
    /^seance: there are \d deals, .* it takes at least 20; play more\n$/,
  );
});
