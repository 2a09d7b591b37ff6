import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DeckError, loadDeck } from '../../../src/embeddings/deck/deck.ts';
import type { DeckRequest, NewDeck } from '../../../src/embeddings/deck/new-deck.ts';
import { newDeck } from '../../../src/embeddings/deck/new-deck.ts';
import { parseNumbers, RuleError } from '../../../src/embeddings/deck/scan-rules.ts';
import type { ScanFolder } from './scan-folder.ts';
import { boast, makeScanFolder, paintScan } from './scan-folder.ts';

let folder: ScanFolder;
beforeEach(async () => {
  folder = makeScanFolder();
  for (const [i, file] of GOOD.entries()) folder.write(`scans/${file}`, await paintScan(i).png().toBuffer());
});
afterEach(() => folder.remove());

const GOOD = [
  'visions/1 sea.png',
  'visions/2.png',
  'visions/4.png',
  'who/baker.png',
  'where/attic.png',
  'what/rope.png',
];
const NUMBERED = { by: 'number', ranges: parseNumbers('vision=1-5') } as const;

const make = (options: Partial<DeckRequest> = {}): Promise<NewDeck> =>
  newDeck({
    name: 'mine',
    from: folder.at('scans'),
    dir: folder.at('mine'),
    rule: { by: 'folder' },
    pictures: { trim: false },
    skipBad: false,
    force: false,
    dryRun: false,
    ...options,
  });

const complaint = async (options: Partial<DeckRequest> = {}): Promise<string> => {
  const error: unknown = await make(options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect([DeckError, RuleError].some((kind) => error instanceof kind)).toBe(true);
  const message = error instanceof Error ? error.message : '';
  expect(message).not.toContain('\n');
  return message;
};

const Written = z.looseObject({
  title: z.string(),
  cards: z.array(z.looseObject({ id: z.string(), title: z.string(), file: z.string() })),
});
type Written = z.infer<typeof Written>;
const written = (): Written => Written.parse(JSON.parse(readFileSync(folder.at('mine/deck.json'), 'utf8')));
const rewrite = (change: (deck: Written) => void): void => {
  const deck = written();
  change(deck);
  writeFileSync(folder.at('mine/deck.json'), JSON.stringify(deck));
};
/** Every file of the deck with its bytes. */
const snapshot = (dir = folder.at('mine')): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((file) => statSync(`${dir}/${file}`).isFile())
      .toSorted()
      .map((file) => [file, readFileSync(`${dir}/${file}`, 'base64')]),
  );

test('a folder for each kind becomes a deck that loads, and the scans stay as they are', async () => {
  const before = snapshot(folder.at('scans'));
  const { status, cards } = await make();
  expect(status).toBe('made');
  expect(cards.map(({ id, scan }) => `${id} ${scan}`)).toEqual([
    'v01 visions/1 sea.png',
    'v02 visions/2.png',
    'v04 visions/4.png',
    'c01 who/baker.png',
    'l01 where/attic.png',
    'o01 what/rope.png',
  ]);
  const deck = await loadDeck(folder.at('mine'));
  expect(deck.id).toBe('mine');
  expect(deck.cards.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
    'vision Sea',
    'vision Vision 2',
    'vision Vision 4',
    'character Baker',
    'location Attic',
    'object Rope',
  ]);
  expect(deck.cards.every(({ words }) => words === undefined)).toBe(true);
  for (const { path } of deck.cards) expect((await sharp(path).metadata()).format).toBe('webp');
  expect(snapshot(folder.at('scans'))).toEqual(before);
  expect(readdirSync(folder.at('mine')).toSorted()).toEqual(['deck.json', 'pictures', 'sources.json']);
});

describe('said again', () => {
  test('it is at once, looks at nothing and writes nothing', async () => {
    const first = await make();
    const before = snapshot();
    let looked = 0;
    const again = await make({ onProgress: () => looked++ });
    expect([again.status, looked]).toEqual(['unchanged', 0]);
    expect(again.cards).toEqual(first.cards);
    expect(again.findings).toEqual(first.findings);
    expect(snapshot()).toEqual(before);
  });

  test.each<[string, () => unknown, Partial<DeckRequest>, RegExp]>([
    [
      'a scan came',
      async () => folder.write('scans/visions/3.png', await paintScan(30).png().toBuffer()),
      {},
      /\(1 new, 0 changed, 0 gone\)/,
    ],
    [
      'a scan changed',
      async () => folder.write('scans/visions/2.png', await paintScan(31).png().toBuffer()),
      {},
      /\(0 new, 1 changed, 0 gone\)/,
    ],
    ['a scan went', () => rmSync(folder.at('scans/visions/2.png')), {}, /\(0 new, 0 changed, 1 gone\)/],
    ['it is asked for otherwise', () => {}, { pictures: { trim: true } }, /it was made with other options/],
    [
      'a picture of the deck was replaced',
      async () => writeFileSync(folder.at('mine', written().cards[2].file), await paintScan(8).webp().toBuffer()),
      {},
      /its pictures are not as they were made/,
    ],
    [
      'deck.json was broken',
      () => writeFileSync(folder.at('mine/deck.json'), '{'),
      {},
      /its pictures are not as they were made|deck\.json/,
    ],
  ])('when %s, it asks for --force first', async (_, change, options, message) => {
    await make();
    await change();
    const before = snapshot();
    expect(await complaint(options)).toMatch(message);
    expect(await complaint(options)).toMatch(/--force makes it anew and keeps its titles and words$/);
    expect(snapshot()).toEqual(before);
    const forced = await make({ ...options, force: true });
    expect(forced.status).toBe('made');
    expect((await make(options)).status).toBe('unchanged');
    const deck = await loadDeck(folder.at('mine'));
    expect(readdirSync(folder.at('mine/pictures'))).toHaveLength(deck.cards.length);
  });

  test('titles, words and cards that people added are kept', async () => {
    await make();
    folder.write('mine/extra.webp', await paintScan(50).webp().toBuffer());
    rewrite((deck) => {
      deck.title = 'Our cards';
      deck.cards[1].title = 'The lighthouse';
      deck.cards[1]['words'] = { lighthouse: 1 };
      deck.cards[1]['note'] = 'torn';
      deck.cards.push({ id: 'mine-too', kind: 'object', title: 'Extra', file: 'extra.webp' });
    });
    expect((await make()).status).toBe('unchanged');
    folder.write('scans/visions/0 bell.png', await paintScan(30).png().toBuffer());
    renameSync(folder.at('scans/visions/1 sea.png'), folder.at('scans/visions/1 lake.png'));
    await make({ force: true, pictures: { trim: true } });
    const { title, cards } = written();
    expect(title).toBe('Our cards');
    expect(cards.map((card) => `${card.id} ${card.title}`)).toEqual([
      'v00 Bell',
      'v01 Lake', // nobody had given it another title
      'v02 The lighthouse',
      'v04 Vision 4',
      'c01 Baker',
      'l01 Attic',
      'o01 Rope',
      'mine-too Extra',
    ]);
    expect(cards[2]).toMatchObject({ words: { lighthouse: 1 }, note: 'torn' });
    expect((await loadDeck(folder.at('mine'))).cards).toHaveLength(8);
  });

  test('a card taken out of deck.json stays out until the deck is made anew', async () => {
    await make();
    rewrite((deck) => void deck.cards.splice(1, 1));
    expect((await make()).status).toBe('unchanged');
    expect(written().cards).toHaveLength(5);
  });

  test('where a titled card goes with its scan, or deck.json is broken, the old one is kept beside', async () => {
    await make();
    rewrite((deck) => void (deck.cards[1].title = 'The lighthouse'));
    rmSync(folder.at('scans/visions/2.png'));
    await make({ force: true });
    expect(readFileSync(folder.at('mine/deck.json.1'), 'utf8')).toContain('The lighthouse');
    writeFileSync(folder.at('mine/deck.json'), '{ "cards": broken');
    await make({ force: true });
    expect(readFileSync(folder.at('mine/deck.json.2'), 'utf8')).toBe('{ "cards": broken');
    expect(written().cards).toHaveLength(5);
  });
});

describe('the deck’s folder', () => {
  test('with a deck that was not made from scans is left alone, and kept beside under --force', async () => {
    folder.write('mine/deck.json', '{"mine": true}');
    expect(await complaint()).toMatch(
      /mine holds a deck that was not made from scans; choose another name, or --force/,
    );
    await make({ force: true });
    expect(readFileSync(folder.at('mine/deck.json.1'), 'utf8')).toBe('{"mine": true}');
    expect(written().cards).toHaveLength(6);
  });

  test('with other files is left alone', async () => {
    folder.write('mine/letter.txt', 'dear');
    expect(await complaint()).toMatch(/mine holds other files \(letter\.txt\); choose another folder/);
    await make({ force: true });
    expect(readFileSync(folder.at('mine/letter.txt'), 'utf8')).toBe('dear');
  });

  test('may be empty', async () => {
    mkdirSync(folder.at('mine'));
    expect((await make()).status).toBe('made');
  });

  test.each<[string, () => unknown, Partial<DeckRequest>, RegExp]>([
    [
      'a file in its place',
      () => folder.write('mine', 'x'),
      {},
      /^cannot make a deck in .*mine: a part of the path is not a folder$/,
    ],
    [
      'a file above it',
      () => folder.write('mine', 'x'),
      { dir: 'mine/deep' },
      /^cannot make a deck in .*: a part of the path is not a folder$/,
    ],
    ['no folder can be made', () => {}, { dir: '/proc/mine' }, /^cannot write \/proc\/mine: /],
    ['the folder of scans', () => {}, { dir: 'scans' }, /is the folder of scans itself/],
  ])('%s', async (_, prepare, options, message) => {
    await prepare();
    const { dir = 'mine' } = options;
    expect(await complaint({ dir: dir.startsWith('/') ? dir : folder.at(dir) })).toMatch(message);
  });

  test('may lie among the scans, and is no scan then', async () => {
    const dir = folder.at('scans', 'mine');
    await make({ dir });
    expect((await make({ dir })).status).toBe('unchanged');
  });

  test.each([
    ['../mine', /must be letters/],
    ['a/b', /must be letters/],
    ['', /must be letters/],
    ['.hidden', /must be letters/],
    ['a\nb', /must be letters/],
    ['starter', /comes with this package/],
    ['deck.json', /as if it were a file/],
  ])('a deck is not called %j', async (name, message) => {
    const said = await make({ name }).catch((error: unknown) => error);
    expect(said).toBeInstanceOf(RuleError);
    expect(String(said)).toMatch(message);
    expect(existsSync(folder.at('mine'))).toBe(false);
  });
});

describe('what cannot be read', () => {
  let socket: Server | undefined;
  afterEach(() => socket?.close());
  const spoil = async (): Promise<void> => {
    const whole = await paintScan(60, 200, 300).jpeg().toBuffer();
    folder.write('scans/visions/torn.jpg', whole.subarray(0, whole.length >> 1));
    folder.write('scans/visions/empty.png', '');
    folder.write('scans/visions/text.png', 'only words');
    folder.write('scans/visions/huge.png', await boast(30_000, 30_000));
    folder.write('scans/visions/dot.png', await paintScan(61, 8, 12).png().toBuffer());
    folder.write('scans/who/photo.HEIC', 'x');
    folder.write('scans/what/all.pdf', '%PDF');
    symlinkSync('nowhere.png', folder.at('scans/where/lost.png'));
    socket = createServer().listen(folder.at('scans/where/pipe.png'));
    await once(socket, 'listening');
  };
  const WHYS = [
    'visions/dot.png has 8 x 12 pixels; a card needs at least 16 on each side',
    'visions/empty.png is empty',
    'visions/huge.png has 30000 x 30000 pixels; at most 100 million are read',
    'visions/text.png is damaged or no picture at all: …',
    'visions/torn.jpg is damaged or no picture at all: …',
    'what/all.pdf is PDF, which cannot be read; save it as PNG or JPEG',
    'where/lost.png the file it links to is not there',
    'where/pipe.png is no ordinary file',
    'who/photo.HEIC is HEIC, which cannot be read; save it as PNG or JPEG',
  ];
  const whys = ({ findings }: NewDeck): readonly string[] =>
    findings.unreadable.map(({ file, why }) => `${file} ${why.replace(/(at all: ).*/, '$1…')}`).toSorted();

  test('is all listed, and nothing is made', async () => {
    await spoil();
    const deck = await make();
    expect(deck.status).toBe('refused');
    expect(whys(deck)).toEqual(WHYS);
    expect(existsSync(folder.at('mine'))).toBe(false);
  });

  test('is left out with --skip-bad, and not looked at again', async () => {
    await spoil();
    const deck = await make({ skipBad: true });
    expect([deck.status, deck.cards.length]).toEqual(['made', 6]);
    expect(whys(deck)).toEqual(WHYS);
    let looked = 0;
    const again = await make({ skipBad: true, onProgress: () => looked++ });
    expect([again.status, looked, whys(again)]).toEqual(['unchanged', 0, WHYS]);
    expect((await make()).status).toBe('refused');
    await loadDeck(folder.at('mine'));
  });

  test('is in nobody’s way where it would be no card', async () => {
    folder.write('scans/rules.pdf', '%PDF');
    folder.write('scans/backs/torn.png', '');
    const { status, findings } = await make();
    expect([status, findings.unreadable]).toEqual(['made', []]);
    expect(findings.leftOut.map(({ file }) => file)).toEqual(['backs/torn.png', 'rules.pdf']);
  });

  test('a folder of nothing else makes no deck', async () => {
    rmSync(folder.at('scans'), { recursive: true });
    folder.write('scans/visions/text.png', 'only words');
    expect(await complaint({ skipBad: true })).toMatch(/no scan in .* can be read/);
    expect(existsSync(folder.at('mine'))).toBe(false);
  });

  test('a folder that is not there, or is a file', async () => {
    expect(await complaint({ from: folder.at('none') })).toMatch(
      /^cannot read the scans in .*none: there is no such folder$/,
    );
    folder.write('one.png', await paintScan(1).png().toBuffer());
    expect(await complaint({ from: folder.at('one.png') })).toMatch(/it is a file; give the folder it is in$/);
  });
});

describe('files that are no scans, and odd names', () => {
  test('notes, hidden files and those of the system are passed over', async () => {
    for (const file of [
      '.DS_Store',
      'Thumbs.db',
      'notes.txt',
      'visions/._1.png',
      '__MACOSX/visions/1.png',
      '.git/x.png',
    ])
      folder.write(`scans/${file}`, 'x');
    const { cards, findings } = await make();
    expect([cards.length, findings.unreadable, findings.leftOut]).toEqual([6, [], []]);
  });

  test('links are followed, but not in a circle', async () => {
    renameSync(folder.at('scans/visions'), folder.at('elsewhere'));
    symlinkSync(folder.at('elsewhere'), folder.at('scans/visions'));
    symlinkSync(folder.at('scans'), folder.at('elsewhere/round'));
    symlinkSync(folder.at('elsewhere/1 sea.png'), folder.at('scans/who/sea.png'));
    const { cards } = await make();
    expect(cards.map(({ scan }) => scan).toSorted()).toEqual([...GOOD, 'who/sea.png'].toSorted());
  });

  test.each([
    'ünï çødé 夜.png',
    '-rf.png',
    '$(touch x).png',
    'a\'b"c.png',
    'line\nbreak.png',
    '%s%n.png',
    '__proto__.png',
    'a\\b.png',
  ])('%j', async (name) => {
    folder.write(`scans/what/${name}`, await paintScan(70).png().toBuffer());
    await make();
    const deck = await loadDeck(folder.at('mine'));
    expect(deck.cards).toHaveLength(7);
    for (const { file, title } of deck.cards) {
      expect(file).toMatch(/^pictures\/[vclo]\d\d-[0-9a-f]{8}\.webp$/);
      expect(title).toMatch(/^[^\p{Cc}]+$/u);
    }
  });

  test('a name that is not UTF-8 is told', async () => {
    const strange = Buffer.concat([Buffer.from(folder.at('scans/what/')), Buffer.from([0xe9, 0x2e, 0x70, 0x6e, 0x67])]);
    writeFileSync(strange, await paintScan(71).png().toBuffer());
    const { status, findings } = await make();
    expect(status).toBe('refused');
    expect(findings.unreadable[0].why).toBe('has a name that is not UTF-8; give it another name');
  });
});

describe('findings', () => {
  test('copies, look-alikes, blanks, small ones and numbers that are missing or double', async () => {
    const page = sharp({ create: { width: 240, height: 360, channels: 3, background: '#f4f4f0' } });
    const first = await paintScan(80, 240, 360).png().toBuffer();
    rmSync(folder.at('scans'), { recursive: true });
    folder.write('scans/1.png', first);
    folder.write('scans/1 copy.png', first);
    folder.write(
      'scans/2.jpg',
      await sharp(first).resize(220, 330).modulate({ brightness: 1.2 }).jpeg({ quality: 70 }).toBuffer(),
    );
    folder.write('scans/3.png', await page.clone().png().toBuffer());
    folder.write('scans/4.png', await page.clone().jpeg().toBuffer()); // another blank one, and no PNG in spite of its name
    folder.write('scans/9.png', await paintScan(81, 240, 360).png().toBuffer());
    folder.write('scans/lid.png', await paintScan(82, 240, 360).png().toBuffer());
    folder.write('scans/6.png', await paintScan(83, 100, 150).png().toBuffer());
    folder.write('scans/7.png', await paintScan(84, 360, 240).png().toBuffer());
    const { findings } = await make({ rule: { by: 'number', ranges: parseNumbers('vision=1-8') } });
    expect(findings.copies).toEqual([['1 copy.png', '1.png']]);
    expect(findings.alike).toEqual([['1 copy.png', '2.jpg']]);
    expect(findings.blank).toEqual(['3.png', '4.png']);
    expect(findings.tiny).toEqual(['6.png']);
    expect(findings.lying).toEqual(['7.png']);
    expect(findings.missing).toEqual([{ kind: 'vision', numbers: [5, 8] }]);
    expect(findings.twice).toEqual([{ kind: 'vision', number: 1, scans: ['1 copy.png', '1.png'] }]);
    expect(findings.leftOut).toEqual([
      { file: '9.png', why: 'is number 9, in no range' },
      { file: 'lid.png', why: 'has no number' },
    ]);
    expect(findings.counts).toEqual({ vision: 7, character: 0, location: 0, object: 0 });
  });

  test('a gap in a folder’s numbers is told, one in its dates is not', async () => {
    expect((await make()).findings.missing).toEqual([{ kind: 'vision', numbers: [3] }]);
    folder.write('scans/visions/900.png', await paintScan(90).png().toBuffer());
    expect((await make({ dir: folder.at('other') })).findings.missing).toEqual([]);
  });
});

describe('in the middle of it', () => {
  test('--dry-run says the same, and writes nothing', async () => {
    const planned = await make({ dryRun: true });
    expect(planned.status).toBe('planned');
    expect(existsSync(folder.at('mine'))).toBe(false);
    expect((await make()).cards).toEqual(planned.cards);
  });

  test('a stop leaves nothing, and the deck that was there as it was', async () => {
    const stopped = async (): Promise<unknown> => {
      const stop = new AbortController();
      const { signal } = stop;
      return make({
        force: true,
        pictures: { trim: true },
        signal,
        onProgress: (done) => done === 3 && stop.abort(),
      }).catch((error: unknown) => error);
    };
    expect(await stopped()).toMatchObject({ name: 'AbortError' });
    expect(existsSync(folder.at('mine'))).toBe(false);
    await make();
    const before = snapshot();
    expect(await stopped()).toMatchObject({ name: 'AbortError' });
    expect(snapshot()).toEqual(before);
  });

  test('two at once make one deck', async () => {
    const both = await Promise.all([make(), make()]);
    expect(both.map(({ status }) => status)).toEqual(['made', 'made']);
    expect((await loadDeck(folder.at('mine'))).cards).toHaveLength(6);
    expect(readdirSync(folder.at('mine')).toSorted()).toEqual(['deck.json', 'pictures', 'sources.json']);
    expect((await make()).status).toBe('unchanged');
  });

  test('one that is stopped takes nothing from another that makes the same', async () => {
    const stop = new AbortController();
    const [made, stopped] = await Promise.allSettled([
      make(),
      make({ signal: stop.signal, onProgress: (done) => done === 5 && stop.abort() }),
    ]);
    expect(stopped.status).toBe('rejected');
    expect(made.status).toBe('fulfilled');
    expect((await loadDeck(folder.at('mine'))).cards).toHaveLength(6);
    expect((await make()).status).toBe('unchanged');
  });

  test('what a killed command left is no deck, and goes in time', async () => {
    folder.write('mine/.making-dead/v01-00000000.webp', 'x');
    folder.write('mine/.making-alive/v01-00000000.webp', 'x');
    utimesSync(folder.at('mine/.making-dead'), 0, 0);
    await expect(loadDeck(folder.at('mine'))).rejects.toThrow(/^no deck at /);
    await make();
    expect(readdirSync(folder.at('mine')).toSorted()).toEqual([
      '.making-alive',
      'deck.json',
      'pictures',
      'sources.json',
    ]);
  });

  test('of two that differ one is told', async () => {
    folder.write('other/1.png', await paintScan(40).png().toBuffer());
    const both = await Promise.allSettled([make(), make({ from: folder.at('other'), rule: NUMBERED })]);
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const one of both) {
      if (one.status === 'rejected') expect(String(one.reason)).toMatch(/was made by another command in the meantime/);
    }
    const deck = await loadDeck(folder.at('mine')); // whole, whichever it is
    expect(readdirSync(folder.at('mine/pictures'))).toHaveLength(deck.cards.length);
  });
});
