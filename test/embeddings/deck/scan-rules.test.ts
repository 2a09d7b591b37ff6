import { describe, expect, test } from 'vitest';
import { nameCards } from '../../../src/embeddings/deck/card-names.ts';
import type { CardKind } from '../../../src/embeddings/deck/deck.ts';
import {
  kindOf,
  numbersIn,
  parseKinds,
  parseNumbers,
  RuleError,
  sortScans,
} from '../../../src/embeddings/deck/scan-rules.ts';
import type { ScanRule, SortedScan } from '../../../src/embeddings/deck/scan-rules.ts';
import type { FoundScans } from '../../../src/embeddings/deck/scans.ts';

const found = (...files: readonly string[]): FoundScans => ({
  scans: files.map((file) => ({ file, path: `/scans/${file}` })),
  unreadable: [],
  folders: [...new Set(files.flatMap((file) => (file.includes('/') ? [file.split('/')[0]] : [])))],
});
const sort = (files: readonly string[], rule: ScanRule): readonly string[] =>
  sortScans(found(...files), rule, 'scans').sorted.map(({ kind, file, number = '-' }) => `${kind} ${number} ${file}`);
const complaint = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(RuleError);
    return error instanceof Error ? error.message : '';
  }
  return 'nothing';
};

describe('a folder is named for a kind', () => {
  test.each<[string, CardKind | undefined]>([
    ['visions', 'vision'],
    ['Dream', 'vision'],
    ['02 - SUSPECT cards', 'character'],
    ['people', 'character'],
    ['Where', 'location'],
    ['rooms_scans', 'location'],
    ['weapons', 'object'],
    ['what', 'object'],
    ['backs of visions', undefined],
    ['suspects and weapons', undefined],
    ['misc', undefined],
    ['', undefined],
    ['__proto__', undefined],
  ])('%s', (name, kind) => expect(kindOf(name)).toBe(kind));

  test('its pictures are of that kind, those of subfolders as well; the others are left out', () => {
    const files = ['Visions/1.png', 'Visions/late/2.png', 'who/a.jpg', 'backs/1.png', 'lid.png'];
    const { sorted, leftOut } = sortScans(found(...files), { by: 'folder' }, 'scans');
    expect(sorted.map(({ kind, file }) => `${kind} ${file}`)).toEqual([
      'vision Visions/1.png',
      'vision Visions/late/2.png',
      'character who/a.jpg',
    ]);
    expect(leftOut).toEqual([
      { file: 'backs/1.png', why: 'lies in no folder of a kind' },
      { file: 'lid.png', why: 'lies in no folder of a kind' },
    ]);
  });

  test('by names of one’s own', () => {
    const folders = parseKinds('visions=Träume,characters=./people/good/, Who=people/bad');
    expect(
      sort(['Träume/3.png', 'people/good/x.png', 'people/bad/y.png', 'people/z.png'], { by: 'folder', folders }),
    ).toEqual(['vision 3 Träume/3.png', 'character - people/good/x.png', 'character - people/bad/y.png']);
  });

  test.each([
    ['visions', 'kinds: cannot read "visions"; write it like visions=dreams,characters=people'],
    ['visions=', 'kinds: cannot read "visions="; write it like visions=dreams,characters=people'],
    ['ghosts=x', 'kinds: no kind "ghosts"; there are vision, character, location, object'],
    ['vision=a,who=a', 'kinds: the folder a is named twice'],
  ])('--kinds %s is refused', (text, message) => expect(complaint(() => parseKinds(text))).toBe(message));

  test('a folder that is not there is named, with those that are', () => {
    const folders = parseKinds('visions=dreams');
    expect(complaint(() => sort(['a/1.png', 'b/2.png'], { by: 'folder', folders }))).toBe(
      'kinds: scans has no folder dreams with pictures in it; it has a, b',
    );
  });

  test('where none is, the message says which names would be known, and the option that fits', () => {
    const numbered = Array.from({ length: 60 }, (_, i) => `scan ${i + 1}.png`);
    expect(complaint(() => sort(numbered, { by: 'folder' }))).toMatch(
      /visions \(dream, .*; if the numbers in the names say it, add --numbers character=1-18,location=19-36,object=37-54,vision=55-$/,
    );
    expect(complaint(() => sort(['my pics/1.png'], { by: 'folder' }))).toMatch(/--kinds visions="my pics",…$/);
    expect(complaint(() => sort(['a.png'], { by: 'folder' }))).toMatch(
      /make them, or say which numbers are which: --numbers/,
    );
    expect(complaint(() => sort([], { by: 'folder' }))).toBe(
      'scans holds no pictures; PNG, JPEG, WebP, AVIF, TIFF and GIF are read',
    );
  });
});

describe('numbers', () => {
  test('tell kinds, and put cards in order', () => {
    const ranges = parseNumbers('who=1-18, where=19,visions=202-');
    expect(ranges).toEqual([
      { kind: 'character', from: 1, to: 18 },
      { kind: 'location', from: 19, to: 19 },
      { kind: 'vision', from: 202, to: Infinity },
    ]);
    const files = ['210.png', 'img_0202.png', 'IMG-19.png', 'a-18.png', '3.png', '55.png', 'lid.png'];
    const { sorted, leftOut } = sortScans(found(...files), { by: 'number', ranges }, 'scans');
    expect(sorted.map(({ kind, number }) => `${kind} ${number}`)).toEqual([
      'vision 202',
      'vision 210',
      'character 3',
      'character 18',
      'location 19',
    ]);
    expect(leftOut.map(({ file, why }) => `${file} ${why}`)).toEqual([
      '55.png is number 55, in no range',
      'lid.png has no number',
    ]);
  });

  test.each([
    ['scan_2024_017.png', [2024, 17]],
    ['deep/12/017 (2).png', [17]],
    ['17 - Copy.png', [17]],
    ['card.png', []],
    ['1234567890123.png', []],
  ])('in %s', (file, numbers) => expect(numbersIn(file)).toEqual(numbers));

  test('the first number counts where the last is none of a card', () => {
    const ranges = parseNumbers('character=1-18,vision=202-');
    expect(sort(['017_150dpi.png', '018_150dpi.png', '16_dpi.png'], { by: 'number', ranges })).toEqual([
      'character 16 16_dpi.png',
      'character 17 017_150dpi.png',
      'character 18 018_150dpi.png',
    ]);
  });

  test.each([
    ['vision', 'numbers: cannot read "vision"; write it like character=1-18,location=19-36,object=37-54,vision=202-'],
    ['vision=a-b', 'numbers: a-b is no range; write 1-18, or 202- for 202 and all above'],
    ['vision=-5', 'numbers: -5 is no range; write 1-18, or 202- for 202 and all above'],
    ['vision=9-3', 'numbers: 9-3 runs backwards'],
    ['vision=1-9,object=9-12', 'numbers: vision=1-9 and object=9-12 have numbers in common; a number is of one kind'],
    ['vision=1-,object=9', 'numbers: vision=1- and object=9 have numbers in common; a number is of one kind'],
    ['toString=1', 'numbers: no kind "toString"; there are vision, character, location, object'],
  ])('--numbers %s is refused', (text, message) => expect(complaint(() => parseNumbers(text))).toBe(message));

  test('that fit nothing are refused', () => {
    const ranges = parseNumbers('vision=500-');
    expect(complaint(() => sort(['1.png', '2.png'], { by: 'number', ranges }))).toBe(
      'scans holds no picture that fits; 2 pictures are in it',
    );
  });
});

describe('cards are called', () => {
  const scan = (file: string, number?: number, kind: CardKind = 'vision'): SortedScan => ({
    file,
    path: '',
    kind,
    number,
  });
  const name = (scans: readonly SortedScan[], known: Readonly<Record<string, string>> = {}): readonly string[] =>
    nameCards(scans, ({ file }) => known[file]).map(({ id, title }) => `${id} ${title}`);

  test.each([
    ['old_lighthouse-03.jpg', 'v03 Old lighthouse'],
    ['visions/IMG_0003.JPG', 'v03 Vision 3'],
    ['scan003.png', 'v03 Vision 3'],
    ['vision-3.png', 'v03 Vision 3'],
    ['lamp3.png', 'v03 Lamp'],
    ['v3_600dpi.png', 'v03 Vision 3'],
    ['3 - éclair au café.png', 'v03 Éclair au café'],
    ['3.The last train.png', 'v03 The last train'],
    ['夜の庭 3.webp', 'v03 夜の庭'],
    ['3 \u0007bell\n.png', 'v03 Bell'],
  ])('%s', (file, called) => expect(name([scan(file, 3)])).toEqual([called]));

  test('by their numbers, or counted where they have none', () => {
    expect(name([scan('a 7.png', 7), scan('b 12.png', 12), scan('lamp.png', undefined, 'object')])).toEqual([
      'v07 Vision 7',
      'v12 Vision 12',
      'o01 Lamp',
    ]);
    expect(name([scan('20240115.png', 20240115), scan('20240116.png', 20240116)])).toEqual([
      'v01 Vision 1',
      'v02 Vision 2',
    ]);
    expect(name([scan('x 600.png', 600), scan('y 600.png', 600), scan('z 600.png', 600)])).toEqual([
      'v01 Vision 1',
      'v02 Vision 2',
      'v03 Vision 3',
    ]);
  });

  test('with their numbers where several of a kind would be called alike', () => {
    const lamp = scan('karte_2.png', 2, 'object');
    expect(name([scan('karte_1.png', 1), scan('karte_12.png', 12), scan('moon_3.png', 3), lamp])).toEqual([
      'v01 Karte 1',
      'v12 Karte 12',
      'v03 Moon',
      'o02 Karte',
    ]);
  });

  test('never the same; whoever had an id keeps it', () => {
    expect(name([scan('17.png', 17), scan('17.jpg', 17), scan('18.png', 18)])).toEqual([
      'v17 Vision 17',
      'v17-2 Vision 17-2',
      'v18 Vision 18',
    ]);
    expect(name([scan('a lamp.png'), scan('a sea.png')], { 'a sea.png': 'v01' })).toEqual(['v02 A lamp', 'v01 A sea']);
  });
});
