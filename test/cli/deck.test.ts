import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeScanFolder, paintScan } from '../embeddings/deck/scan-folder.ts';
import type { Ended } from './seance.ts';
import { build, interrupted, main, seanceWith } from './seance.ts';

/** From a folder of scans to a table, as a person does it. */

const folder = makeScanFolder();
const at = (...names: readonly string[]): string => folder.at(...names);
const seance = (...args: readonly string[]): Promise<Ended> => seanceWith({ SEANCE_CACHE: at('cache') }, ...args);
beforeAll(build, 180_000);
afterAll(() => folder.remove());

/** Scans come in every form; each picks its own by its number. */
const FORMS: readonly (readonly [string, (image: Sharp) => Sharp])[] = [
  ['png', (image) => image.png()],
  ['JPG', (image) => image.jpeg()],
  ['webp', (image) => image.webp()],
  ['jpeg', (image) => image.toColourspace('cmyk').jpeg()],
  ['tif', (image) => image.toColourspace('rgb16').tiff()],
  ['jpg', (image) => image.withMetadata({ orientation: 6 }).jpeg()],
  ['png', (image) => image.toColourspace('b-w').png()],
];
const scan = async (file: string, number: number, width = 50 + (number % 30), height = 80): Promise<void> => {
  const [suffix, form] = FORMS[number % FORMS.length];
  folder.write(`${file}.${suffix}`, await form(paintScan(number, width, height)).toBuffer());
};

const NUMBERS = 'character=1-18,location=19-36,object=37-54,vision=202-';

test('138 mixed scans, three commands, a table; and each again', async () => {
  for (let number = 1; number <= 54; number++) await scan(`scans/card_${number}`, number);
  for (let number = 202; number < 286; number++) await scan(`scans/card_${number}`, number);

  const asked = await seance('deck', 'new', 'mine', '--from', at('scans'), '--out', at('mine'));
  expect([asked.code, asked.out]).toEqual([2, '']);
  expect(asked.err).toContain(`add --numbers ${NUMBERS}`);

  const line = ['deck', 'new', 'mine', '--from', at('scans'), '--out', at('mine'), '--numbers', NUMBERS];
  const made = await seance(...line);
  expect([made.code, made.err]).toEqual([0, '']);
  expect(made.out).toMatch(
    /mine: 138 cards \(84 visions, 18 characters, 18 locations, 18 objects\), made in .*mine in \d+\.\d s\n/,
  );
  expect(made.out).toContain('small, under 200 pixels (138)');
  expect(made.out).not.toContain('For mysterium it needs');
  expect(made.out).toContain(`seance deck embed "${at('mine')}"`);
  expect((await seance(...line)).out).toMatch(/138 cards .*, was made before from the same scans, in /);

  const embedded = await seance('deck', 'embed', at('mine'));
  expect([embedded.code, embedded.err]).toEqual([0, '']);
  expect(embedded.out).toMatch(/│ bundled │ 138 +│ \d+ +│ looked at now, \d+\.\d s +│ bundled-/);
  expect((await seance('deck', 'embed', at('mine'))).out).toMatch(/│ seen before, 0\.\d s +│/);

  const played = await seance(
    'simulate',
    'mysterium',
    '--deck',
    at('mine'),
    '--games',
    '20',
    '--players',
    '4',
    '--no-bounds',
  );
  expect([played.code, played.err]).toEqual([0, '']);
  expect(played.out.match(/\d+\.\d ± \d+\.\d %/g)).toHaveLength(3);
  expect(played.out).toContain('mine (');
}, 300_000);

describe('deck embed', () => {
  const Seen = z.array(
    z.object({
      eyes: z.string(),
      encoder: z.string(),
      cards: z.number(),
      cached: z.boolean(),
      file: z.string().nullable(),
    }),
  );
  const embed = async (...args: readonly string[]): Promise<z.infer<typeof Seen>> => {
    const { code, out, err } = await seance('deck', 'embed', ...args, '--json');
    expect([code, err]).toEqual([0, '']);
    return Seen.parse(JSON.parse(out));
  };

  test('looks anew at a picture that was replaced, and says where what it saw is kept', async () => {
    for (const number of [0, 1, 2]) await scan(`few/visions/${number}`, number);
    expect((await seance('deck', 'new', 'few', '--from', at('few'), '--out', at('few-deck'))).code).toBe(0);
    const [first] = await embed(at('few-deck'), '--eyes', 'palette');
    expect(first).toMatchObject({ eyes: 'palette', cards: 3, cached: false });
    expect(existsSync(first.file ?? '')).toBe(true);
    expect((await embed(at('few-deck'), '--eyes', 'palette'))[0].cached).toBe(true);

    const [picture] = readdirSync(at('few-deck/pictures'));
    writeFileSync(at('few-deck/pictures', picture), await paintScan(77, 60, 90).webp().toBuffer());
    const [again] = await embed(at('few-deck'), '--encoder', 'palette');
    expect(again.cached).toBe(false);
    expect(again.file).not.toBe(first.file);
    const vectors = z.object({ vectors: z.string() });
    const read = (file: string | null): string => vectors.parse(JSON.parse(readFileSync(file ?? '', 'utf8'))).vectors;
    expect(read(again.file)).not.toBe(read(first.file));
  }, 60_000);

  test('looks through every encoder of a mix', async () => {
    const seen = await embed('starter', '--encoder', 'mix:words+palette*0.5');
    expect(seen.map(({ eyes, cards }) => `${eyes} ${cards}`)).toEqual(['words 142', 'palette 142']);
  }, 60_000);

  test('says where nothing can be kept, and is done all the same', async () => {
    writeFileSync(at('no-folder'), '');
    const { code, out, err } = await seanceWith(
      { SEANCE_CACHE: at('no-folder') },
      'deck',
      'embed',
      'starter',
      '--encoder',
      'words',
    );
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^seance: warning: cannot keep what the words eyes saw in .*\n$/),
    ]);
    expect(out).not.toContain('kept in');
  });

  test.each([
    [['deck', 'embed'], 2, /needs a deck/],
    [['deck', 'embed', 'starter', '--encoder', 'third'], 2, /no eyes named "third"/],
    [['deck', 'embed', 'starter', '--encoder', 'mix:words*0'], 2, /weight of words must be one number above 0/],
    [['deck', 'embed', 'nowhere'], 1, /no deck "nowhere"/],
  ])('%j ends with %i', async (line, code, message) => {
    const ended = await seance(...line);
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err).toMatch(message);
    expect(ended.err.trim()).not.toContain('\n');
  });
});

describe('deck new', () => {
  test('lists all that cannot be read and makes nothing, or leaves it out', async () => {
    await scan('torn/visions/1', 1);
    await scan('torn/visions/2', 2);
    folder.write('torn/visions/3.png', 'text');
    folder.write('torn/visions/4.jpg', '');
    const line = ['deck', 'new', 'torn-deck', '--from', at('torn'), '--out', at('torn-deck')];
    const refused = await seance(...line);
    expect(refused.err).toMatch(/^seance: 2 of 4 scans in .* cannot be read, so no deck was made; .*--skip-bad\n$/);
    expect(refused.code).toBe(1);
    for (const part of ['Cannot be read', 'visions/3.png', 'visions/4.jpg', 'is empty'])
      expect(refused.out).toContain(part);
    expect(existsSync(at('torn-deck'))).toBe(false);

    const skipped = await seance(...line, '--skip-bad', '--json');
    expect([skipped.code, skipped.err]).toEqual([0, '']);
    expect(JSON.parse(skipped.out)).toMatchObject({
      status: 'made',
      deck: { id: 'torn-deck', dir: at('torn-deck') },
      cards: [{ id: 'v01', kind: 'vision', title: 'Vision 1', scan: 'visions/1.JPG', trimmed: null }, { id: 'v02' }],
      findings: {
        counts: { vision: 2 },
        unreadable: [{ file: 'visions/4.jpg', why: 'is empty' }, { file: 'visions/3.png' }],
      },
    });
    const table = await seance(...line, '--skip-bad');
    expect(table.out).toContain('Cannot be read, and left out');
    expect(table.out).toContain(
      'For mysterium it needs 82 more visions, 18 more characters, 18 more locations, 18 more objects.',
    );
  }, 60_000);

  test.each([
    [['deck', 'new'], /needs a name and a folder of scans/],
    [['deck', 'new', 'x'], /needs a name and a folder of scans/],
    [['deck', 'new', 'x', '--from', '.', '--numbers', 'vision=1-', '--kinds', 'vision=a'], /not by both/],
    [['deck', 'new', 'x', '--from', '.', '--upright', 'down'], /upright must be left or right/],
    [['deck', 'new', '../x', '--from', '.'], /a deck cannot be called "\.\.\/x": a name must be letters/],
    [['deck', 'new', 'starter', '--from', '.'], /comes with this package/],
    [['deck', 'new', 'x', '--from', '.', '--numbers', 'vision=9-1'], /runs backwards/],
    [['deck', 'new', 'x', '--from', '.', '--out'], /--out needs a value/],
    [['deck', 'new', 'x', '--from='], /--from needs a value, and got an empty one/],
    [['deck', 'new', '..', '--from', '.'], /the first a letter or digit/],
    [
      ['deck', 'show', 'starter', '--out', 'sheet.jpg'],
      /out must be a file that ends in \.png or \.webp, not sheet\.jpg/,
    ],
    [['deck', 'embed', 'starter', '--deck', 'other'], /no option --deck: the deck is given by itself/],
    [['deck', 'new', 'x', '--form', '.'], /no option --form; did you mean from\?/],
  ])('%j is wrong usage', async (line, message) => {
    const ended = await seance(...line);
    expect([ended.code, ended.out]).toEqual([2, '']);
    expect(ended.err).toMatch(message);
    expect(ended.err.trim()).not.toContain('\n');
  });

  describe('that takes its time', () => {
    const LINE = ['deck', 'new', 'slow', '--from', at('slow'), '--out', at('slow-deck')];
    const staged = (): number =>
      readdirSync(at('slow-deck'), { recursive: true, encoding: 'utf8' }).filter((file) =>
        /\.making-.*\.webp$/.test(file),
      ).length;
    const isBusy = (): boolean => existsSync(at('slow-deck')) && staged() > 0;
    beforeAll(async () => {
      mkdirSync(at('slow'));
      const large = await paintScan(1, 1200, 800).png().toBuffer();
      for (let i = 10; i < 26; i++) folder.write(`slow/visions/${i}.png`, large);
    });

    test('leaves nothing when it is interrupted', async () => {
      const { code, out, err } = await interrupted(LINE, isBusy);
      expect([code, out, err]).toEqual([130, '', 'seance: warning: interrupted; nothing was made\n']);
      expect(existsSync(at('slow-deck'))).toBe(false);
    }, 60_000);

    test('leaves nothing that looks like a deck when it is killed, and the next run makes it', async () => {
      const child = spawn(process.execPath, [main, ...LINE]);
      const closed = once(child, 'close');
      while (!isBusy()) await setTimeout(10);
      child.kill('SIGKILL');
      await closed;
      expect(existsSync(at('slow-deck/deck.json'))).toBe(false);
      const none = await seance('deck', 'embed', at('slow-deck'));
      expect([none.code, none.err]).toEqual([
        1,
        expect.stringMatching(/no deck at .*: a deck is a folder with a deck\.json/),
      ]);

      const made = await seance(...LINE);
      expect([made.code, made.err]).toEqual([0, '']);
      expect(made.out).toContain('the same file (1)');
      expect(readdirSync(at('slow-deck/pictures'))).toHaveLength(16);

      const before = readFileSync(at('slow-deck/deck.json'), 'utf8');
      const again = spawn(process.execPath, [main, ...LINE, '--trim', '--upright', 'left', '--force']);
      const ended = once(again, 'close');
      const leftBehind = staged();
      while (staged() === leftBehind) await setTimeout(10);
      again.kill('SIGKILL');
      await ended;
      expect(readFileSync(at('slow-deck/deck.json'), 'utf8')).toBe(before);
      expect((await seance('deck', 'embed', at('slow-deck'), '--encoder', 'palette')).code).toBe(0);
    }, 120_000);
  });
});
