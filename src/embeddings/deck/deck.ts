import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { CardTitles, DeckNeed } from '../../engine/kernel/knowledge.ts';
import { issueText } from '../../files/issue-text.ts';
import { codeOf, reasonOf } from '../../files/reason.ts';
import { refuseSpecial } from '../../files/refuse-special.ts';

/** What a card can be: a vision the ghost hands out, or a card of one of the three psychic categories. */
export const CARD_KINDS = ['vision', 'character', 'location', 'object'] as const;
export type CardKind = (typeof CARD_KINDS)[number];

export interface Card {
  readonly id: string;
  readonly kind: CardKind;
  readonly title: string;
  /** The picture, relative to the deck's folder, as deck.json spells it. */
  readonly file: string;
  /** The picture, absolute. */
  readonly path: string;
  /** What is on the card: weights above 0 by word, tag or caption; undefined where the deck does not say. */
  readonly words: Readonly<Record<string, number>> | undefined;
}

/** A deck that has been checked: ids are unique, every picture exists inside the folder. */
export interface Deck {
  readonly id: string;
  readonly title: string;
  readonly license: string;
  readonly dir: string;
  readonly cards: readonly Card[];
}

/** The cards a game is played with. */
export interface PickedCards {
  readonly visions: readonly Card[];
  /** Category after category, in the order of the need. */
  readonly cards: readonly Card[];
  /** How many of `cards` belong to each category; they sum to its length. */
  readonly groups: readonly number[];
  readonly titles: CardTitles;
}

/** A deck or one of its pictures cannot be used. The message is one line: what is wrong, where, and what would be right. */
export class DeckError extends Error {
  override readonly name = 'DeckError';
}

/** How a card is named in a message. */
export const nameOf = (card: Card): string => `card ${card.id} (${card.file})`;

/** Ids of decks and of cards. */
export const Id = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, 'must be letters, digits, ".", "_" or "-", the first a letter or digit');
/** A caption, tags, or weights by tag. */
const Words = z.union(
  [
    z.string(),
    z.array(z.string()),
    z.record(z.string().min(1), z.number().positive({ error: 'must be a number above 0' })),
  ],
  {
    error:
      'must be a caption ("a lighthouse at night"), tags (["lighthouse", "night"]) or weights above 0 ({"lighthouse": 2, "night": 1})',
  },
);
const DeckFile = z.object({
  schema: z.literal(1, { error: 'must be 1' }),
  id: Id,
  title: z.string().min(1),
  license: z.string().min(1),
  cards: z.array(
    z.object({
      id: Id,
      kind: z.enum(CARD_KINDS),
      title: z.string().min(1),
      file: z.string().min(1),
      words: Words.optional(),
    }),
  ),
});

/** Words in one form: a caption is one text of weight 1, and so is each tag. Undefined where there are none. */
function weightsOf(words: z.infer<typeof Words> | undefined): Card['words'] {
  if (words === undefined || (typeof words !== 'string' && !Array.isArray(words))) return words;
  const texts = [words].flat().map((text) => text.trim());
  const told = texts.filter((text) => text !== '');
  return told.length === 0 ? undefined : Object.fromEntries(told.map((text) => [text, 1]));
}

/** Reads `<dir>/deck.json` and checks it and that its pictures are there; the pictures themselves are not opened. Throws DeckError. */
export async function loadDeck(dir: string): Promise<Deck> {
  const where = join(dir, 'deck.json');
  const raw = parseJson(await readDeckFile(where), where);
  const parsed = DeckFile.safeParse(raw);
  if (!parsed.success) throw new DeckError(`${where}: ${describeIssue(parsed.error.issues, raw)}`);

  const { id, title, license } = parsed.data;
  const root = await realpath(dir);
  const cards: Card[] = [];
  const seen = new Set<string>();
  for (const { words, ...card } of parsed.data.cards) {
    if (seen.has(card.id))
      throw new DeckError(`${where}: two cards have the id "${card.id}"; every card needs its own`);
    seen.add(card.id);
    cards.push({ ...card, words: weightsOf(words), path: await findPicture(root, card, where) });
  }
  return { id, title, license, dir: root, cards };
}

/** The first `count` cards of each kind, visions and then categories in order; further cards are left out. Throws DeckError if there are too few. */
export function pickCards(deck: Deck, need: DeckNeed): PickedCards {
  const piles = new Map<string, Card[]>();
  for (const card of deck.cards) piles.set(card.kind, [...(piles.get(card.kind) ?? []), card]);

  const wanted = new Map([['vision', need.visions]]);
  for (const { kind, count } of need.cards) wanted.set(kind, (wanted.get(kind) ?? 0) + count);
  const short = [...wanted].filter(([kind, count]) => (piles.get(kind)?.length ?? 0) < count);
  if (short.length > 0) {
    const has = short.map(([kind]) => countOf(piles.get(kind)?.length ?? 0, kind)).join(' and ');
    const needs = [...wanted].map(([kind, count]) => countOf(count, kind)).join(', ');
    throw new DeckError(`a deck for this game needs ${needs}; ${deck.id} has ${has}`);
  }

  const take = (kind: string, count: number): Card[] => piles.get(kind)?.splice(0, count) ?? [];
  const visions = take('vision', need.visions);
  const cards = need.cards.flatMap(({ kind, count }) => take(kind, count));
  return {
    visions,
    cards,
    groups: need.cards.map(({ count }) => count),
    titles: { visions: visions.map((card) => card.title), cards: cards.map((card) => card.title) },
  };
}

/** A bundled deck, as a list shows it. */
export interface DeckListing {
  /** What `findDeck` takes. */
  readonly name: string;
  readonly title: string;
  readonly license: string;
  readonly dir: string;
  readonly counts: Readonly<Record<CardKind, number>>;
}

// The same three steps up lead from src/embeddings/deck and from dist/embeddings/deck to the package.
const bundledDecks = (): string => fileURLToPath(new URL('../../../data/decks/', import.meta.url));

/** The folder of a deck given by the name of a bundled one or by a path; a bundled name wins over a folder of that name (say `./starter`). */
export async function findDeck(name: string): Promise<string> {
  const names = await bundledNames();
  if (names.includes(name)) return join(bundledDecks(), name);
  const dir = resolve(basename(name) === 'deck.json' ? join(name, '..') : name);
  const found = await stat(dir).catch(() => undefined);
  if (name !== '' && found?.isDirectory()) return dir;
  throw new DeckError(
    `no deck "${name}": there is no such folder, and the bundled decks are: ${names.join(', ') || 'none'}`,
  );
}

/** The decks that come with the package. */
export async function listDecks(): Promise<readonly DeckListing[]> {
  const names = await bundledNames();
  return Promise.all(
    names.map(async (name) => {
      const { title, license, dir, cards } = await loadDeck(join(bundledDecks(), name));
      const counts = { vision: 0, character: 0, location: 0, object: 0 };
      for (const card of cards) counts[card.kind]++;
      return { name, title, license, dir, counts };
    }),
  );
}

/** What the decks that come with the package are called. */
export async function bundledNames(): Promise<readonly string[]> {
  const entries = await readdir(bundledDecks()).catch(() => []);
  const decks = await Promise.all(
    entries.map((entry) =>
      stat(join(bundledDecks(), entry, 'deck.json')).then(
        (found) => found.isFile(),
        () => false,
      ),
    ),
  );
  return entries.filter((_, i) => decks[i]).toSorted();
}

async function readDeckFile(where: string): Promise<string> {
  try {
    await refuseSpecial(where);
    return await readFile(where, 'utf8');
  } catch (error) {
    const missing = codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
    throw new DeckError(
      missing
        ? `no deck at ${where}: a deck is a folder with a deck.json and its pictures`
        : `cannot read ${where}: ${reasonOf(error)}`,
      { cause: error },
    );
  }
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const why = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
    throw new DeckError(`${where} is not JSON: ${why}`, { cause: error });
  }
}

/** The first of zod's issues in one line, with the id of the card it is in, and how many more there are. */
function describeIssue(issues: readonly z.core.$ZodIssue[], raw: unknown): string {
  const [first] = issues;
  const path = first.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  const at = path === '' ? '' : `${path.replace(/^\./, '')}${cardIdAt(first.path, raw)}: `;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return `${at}${issueText(first)}${more}`;
}

function cardIdAt([list, at]: readonly PropertyKey[], raw: unknown): string {
  const found = z.object({ cards: z.array(z.unknown()) }).safeParse(raw);
  if (list !== 'cards' || typeof at !== 'number' || !found.success) return '';
  const card = z.object({ id: z.string() }).safeParse(found.data.cards[at]);
  return card.success ? ` (card ${card.data.id})` : '';
}

/** The absolute path of a card's picture. Links are followed before asking whether it is inside, so a deck cannot show other files of the machine. */
async function findPicture(
  root: string,
  card: { readonly id: string; readonly file: string },
  where: string,
): Promise<string> {
  const escape = new DeckError(
    `${where}: the picture of card ${card.id}, "${card.file}", is outside the deck's folder; it must be a file inside`,
  );
  const wanted = resolve(root, card.file);
  if (!isInside(root, wanted)) throw escape;
  let path;
  try {
    path = await realpath(wanted);
    if (!(await stat(path)).isFile())
      throw new DeckError(`${where}: the picture of card ${card.id}, "${card.file}", is not a file`);
  } catch (error) {
    if (error instanceof DeckError) throw error;
    throw new DeckError(`${where}: the picture of card ${card.id}, "${card.file}", is missing`, { cause: error });
  }
  if (!isInside(root, path)) throw escape;
  return path;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

const countOf = (count: number, kind: string): string => `${count} ${kind}${count === 1 ? '' : 's'}`;
