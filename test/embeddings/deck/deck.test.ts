import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DeckError, findDeck, listDecks, loadDeck, pickCards } from '../../../src/embeddings/deck/deck.ts';
import type { PaperDeck } from '../paper-deck.ts';
import { makePaperDeck, PAPER_NEED } from '../paper-deck.ts';

let paper: PaperDeck;
beforeEach(async () => {
  paper = await makePaperDeck();
});
afterEach(() => paper.remove());

const complaint = async (): Promise<string> => {
  const error: unknown = await loadDeck(paper.dir).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DeckError);
  const message = error instanceof DeckError ? error.message : '';
  expect(message).not.toContain('\n');
  return message;
};

describe('a deck that is fine', () => {
  test('has its cards in order, with absolute paths', async () => {
    const deck = await loadDeck(paper.dir);
    expect(deck.cards.map((card) => card.id)).toEqual(paper.cards.map((card) => card.id));
    expect(deck.cards[0]).toMatchObject({ kind: 'vision', title: 'crescent moon', words: { 'crescent moon': 1 } });
    expect(deck.cards[0].path).toMatch(/^\/.*c0\.webp$/);
  });

  test('may lack words, keep pictures in subfolders and begin with a byte order mark', async () => {
    await mkdir(join(paper.dir, 'art'));
    await writeFile(join(paper.dir, 'art', 'x.webp'), 'x');
    const cards = [{ id: 'x', kind: 'object', title: 'X', file: 'art/x.webp' }];
    await paper.save(`\uFEFF${JSON.stringify({ schema: 1, id: 'paper', title: 'P', license: 'CC0-1.0', cards })}`);
    const deck = await loadDeck(paper.dir);
    expect(deck.cards[0].words).toBeUndefined();
  });
});

test('words are weights, tags or a caption', async () => {
  const [first, second, third, fourth, ...rest] = JSON.parse(JSON.stringify(paper.cards)) as object[];
  const cards = [
    { ...first, words: 'a lighthouse at night ' },
    { ...second, words: ['owl', 'old key'] },
    { ...third, words: { owl: 0.5 } },
    { ...fourth, words: '' },
    ...rest,
  ];
  await paper.save(JSON.stringify({ schema: 1, id: 'paper', title: 'P', license: 'CC0-1.0', cards }));
  const deck = await loadDeck(paper.dir);
  expect(deck.cards.slice(0, 4).map(({ words }) => words)).toEqual([
    { 'a lighthouse at night': 1 },
    { owl: 1, 'old key': 1 },
    { owl: 0.5 },
    undefined,
  ]);
});

describe('a deck that cannot be used says why in one line', () => {
  test('no deck.json', async () => {
    await rm(join(paper.dir, 'deck.json'));
    expect(await complaint()).toMatch(/^no deck at .*deck\.json: a deck is a folder with a deck\.json/);
  });

  test('not JSON', async () => {
    await paper.save('{ "schema": 1,\n');
    expect(await complaint()).toMatch(/deck\.json is not JSON: /);
  });

  test.each([
    ['a list', []],
    ['another schema', { schema: 2, id: 'a', title: 'A', license: 'x', cards: [] }],
    ['an id that is no file name', { schema: 1, id: '../a', title: 'A', license: 'x', cards: [] }],
  ])('%s', async (_, instead) => {
    await paper.save(instead);
    expect(await complaint()).toMatch(/deck\.json: /);
  });

  test.each([
    ['kind', 'ghost', /cards\[3\]\.kind \(card c3\): must be one of vision, character, location, object/],
    ['title', '', /cards\[3\]\.title \(card c3\): /],
    ['words', { moon: 0 }, /cards\[3\]\.words\.moon \(card c3\): must be a number above 0/],
    ['words', 3, /cards\[3\]\.words \(card c3\): must be a caption/],
    ['id', 'a/b', /cards\[3\]\.id \(card a\/b\): must be letters/],
  ])('a wrong %s', async (field, value, message) => {
    await paper.save({
      schema: 1,
      id: 'paper',
      title: 'P',
      license: 'x',
      cards: paper.cards.map((card, i) => (i === 3 ? { ...card, [field]: value } : card)),
    });
    expect(await complaint()).toMatch(message);
  });

  test('two cards with one id', async () => {
    paper.cards[3].id = 'c1';
    await paper.save();
    expect(await complaint()).toMatch(/two cards have the id "c1"/);
  });

  test('a picture that is missing', async () => {
    await rm(join(paper.dir, 'c5.webp'));
    expect(await complaint()).toMatch(/the picture of card c5, "c5\.webp", is missing/);
  });

  test('a picture that is a folder', async () => {
    await mkdir(join(paper.dir, 'd'));
    paper.cards[5].file = 'd';
    await paper.save();
    expect(await complaint()).toMatch(/card c5, "d", is not a file/);
  });

  test.each(['../secret.webp', '/etc/passwd', 'a/../../secret.webp', '.'])(
    'a picture at %s, outside the folder',
    async (file) => {
      paper.cards[5].file = file;
      await paper.save();
      expect(await complaint()).toMatch(/card c5, ".*", is outside the deck's folder/);
    },
  );

  test('a picture that is a link to the outside', async () => {
    await symlink('/etc/passwd', join(paper.dir, 'link.webp'));
    paper.cards[5].file = 'link.webp';
    await paper.save();
    expect(await complaint()).toMatch(/outside the deck's folder/);
  });
});

describe('picking cards', () => {
  test('takes the first of each kind, categories in the order of the need', async () => {
    const picked = pickCards(await loadDeck(paper.dir), {
      visions: 3,
      cards: [
        { kind: 'object', count: 1 },
        { kind: 'character', count: 2 },
      ],
    });
    expect(picked.titles).toEqual({
      visions: ['crescent moon', 'red apple', 'sunflower'],
      cards: ['anchor', 'astronaut', 'artist'],
    });
    expect(picked.groups).toEqual([1, 2]);
  });

  test('says what is needed and what there is', async () => {
    const deck = await loadDeck(paper.dir);
    const need = {
      visions: 84,
      cards: [
        { kind: 'character', count: 18 },
        { kind: 'object', count: 1 },
      ],
    };
    expect(() => pickCards(deck, need)).toThrow(
      new DeckError(
        'a deck for this game needs 84 visions, 18 characters, 1 object; paper has 4 visions and 2 characters',
      ),
    );
    expect(() => pickCards(deck, { visions: 1, cards: [{ kind: 'weapon', count: 2 }] })).toThrow('paper has 0 weapons');
  });

  test('the whole deck is enough', async () => {
    expect(pickCards(await loadDeck(paper.dir), PAPER_NEED).cards).toHaveLength(6);
  });
});

describe('finding decks', () => {
  test('by folder, or by its deck.json', async () => {
    expect(await findDeck(paper.dir)).toBe(paper.dir);
    expect(await findDeck(join(paper.dir, 'deck.json'))).toBe(paper.dir);
  });

  test.each(['', 'no-such-deck', '../starter'])(
    'there is none named "%s", and the bundled ones are listed',
    async (name) => {
      await expect(findDeck(name)).rejects.toThrow(new RegExp(`no deck "${name}": .*bundled decks are: .*starter`));
    },
  );

  test('all bundled decks load', async () => {
    const decks = await listDecks();
    expect(decks.map((deck) => deck.name)).toContain('starter');
    for (const deck of decks) expect(await findDeck(deck.name)).toBe(deck.dir);
  });
});
