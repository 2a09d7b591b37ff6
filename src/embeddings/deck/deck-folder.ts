import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { constants } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../../files/make-folder.ts';
import { oneAtATime } from '../../files/one-at-a-time.ts';
import { codeOf, reasonOf } from '../../files/reason.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { DeckError } from './deck.ts';
import type { SourceCard, Sources } from './sources.ts';
import { hashOf, parseSources, SOURCES_FILE, sourcesText, textOf } from './sources.ts';

const DECK_FILE = 'deck.json';
const PICTURES = 'pictures';
/** What `keep` calls a picture: its card's id, and the beginning of its sha256. */
const PICTURE_NAME = /^[vclo]\d[\d-]*-[0-9a-f]{8}\.webp$/;
/** Where pictures wait until they belong to a deck, and after how many milliseconds without a new one their command is dead. */
const STAGE = '.making-';
const FORSAKEN = 3_600_000;
const LICENSE = 'private: scans of cards that I own, not to be passed on';

/** As much of a deck.json as is kept when it is written anew, with all that people may have added. */
const WrittenDeck = z.looseObject({
  cards: z.array(z.looseObject({ id: z.string(), file: z.string() })),
});
type WrittenDeck = z.infer<typeof WrittenDeck>;

/**
 * The folder of a deck that is made from scans. Pictures are named by what is in them and come first, deck.json last: whatever happens
 * in between, a deck that was there stays whole, and there is none where there was none.
 */
export class DeckFolder {
  private stage = '';

  private constructor(
    readonly dir: string,
    /** What the folder held when it was opened. */
    private readonly entries: readonly string[] | undefined,
    private readonly sourcesBefore: string | undefined,
    readonly earlier: Sources | undefined,
  ) {}

  /** Throws DeckError if a file is in its place. */
  static async open(dir: string): Promise<DeckFolder> {
    const entries = await readdir(dir).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw new DeckError(`cannot make a deck in ${dir}: ${reasonOf(error)}`, { cause: error });
    });
    const text = await textOf(join(dir, SOURCES_FILE));
    return new DeckFolder(dir, entries, text, parseSources(text));
  }

  /** Whether deck.json and all pictures are as they were made; cards may have been taken out, and everything but `file` changed. */
  async isWhole(): Promise<boolean> {
    const deck = await this.readDeck();
    if (!deck || !this.earlier) return false;
    const fileOf = new Map(deck.cards.map(({ id, file }) => [id, file]));
    for (const { id, file, made } of this.earlier.cards) {
      if (!fileOf.has(id)) continue;
      if (fileOf.get(id) !== file || (await hashOf(join(this.dir, file))) !== made) return false;
    }
    return true;
  }

  /** Throws DeckError if something is in the folder that was not made here; `differing` says what has changed since, if it was. */
  refuseTaken(differing: string): void {
    if (this.entries === undefined) return;
    if (!this.entries.includes(DECK_FILE)) {
      const others = this.entries.filter((name) => !/^(\.|(deck|sources)\.json|pictures$)/.test(name));
      if (others.length > 0)
        throw new DeckError(
          `${this.dir} holds other files (${others[0]}); choose another folder, or --force makes the deck among them`,
        );
    } else if (!this.earlier) {
      throw new DeckError(
        `${this.dir} holds a deck that was not made from scans; choose another name, or --force puts this one in its place and keeps the old deck.json beside it`,
      );
    } else {
      throw new DeckError(
        `${this.dir} holds a deck already, and ${differing}; --force makes it anew and keeps its titles and words`,
      );
    }
  }

  /** Makes the folder, and one in it for pictures that belong to no deck yet. Throws DeckError. */
  async make(): Promise<void> {
    await this.explained('', async () => {
      await makeFolder(this.dir);
      this.stage = await mkdtemp(join(this.dir, STAGE));
    });
  }

  /** The earlier card of the same scan, if its picture is still as it was made. */
  async reuse(sha256: string, id: string): Promise<SourceCard | undefined> {
    const card = this.earlier?.cards.find((one) => one.sha256 === sha256 && one.id === id);
    return card && (await hashOf(join(this.dir, card.file))) === card.made ? card : undefined;
  }

  /** Writes a card's picture, if it is not there already. Throws DeckError. */
  async keep(id: string, picture: Uint8Array): Promise<Pick<SourceCard, 'file' | 'made'>> {
    const { file, made } = placeOf(id, picture);
    if ((await hashOf(join(this.dir, file))) !== made)
      await this.explained(file, () => writeWhole(join(this.stage, basename(file)), picture));
    return { file, made };
  }

  /** Makes a deck of the pictures, and removes those that no card has any longer. Throws DeckError. */
  async commit(name: string, sources: Sources): Promise<void> {
    const text = sourcesText(sources);
    await this.alone(async () => {
      const now = await textOf(join(this.dir, SOURCES_FILE));
      if (now !== this.sourcesBefore) {
        if (now === text) return; // the same, by somebody who was faster
        throw new DeckError(`${this.dir} was made by another command in the meantime; say again what is to be done`);
      }
      await this.explained(PICTURES, () => this.unstage());
      const old = this.earlier && (await this.readDeck());
      const deck = merge(name, old, this.earlier, sources);
      if (deck.losing || old === undefined) await this.setAside();
      await this.explained(SOURCES_FILE, () => writeWhole(join(this.dir, SOURCES_FILE), text));
      const json = `${JSON.stringify(deck.file, null, 2)}\n`;
      await this.explained(DECK_FILE, () => writeWhole(join(this.dir, DECK_FILE), json));
      await this.clear(new Set(deck.file.cards.map(({ file }) => file)));
    });
  }

  /** Removes what belongs to no deck. */
  async drop(): Promise<void> {
    if (this.stage !== '') await rm(this.stage, { recursive: true, force: true }).catch(() => {});
    if (this.entries === undefined) await rmdir(this.dir).catch(() => {}); // only when it is empty
  }

  private async unstage(): Promise<void> {
    await makeFolder(join(this.dir, PICTURES));
    for (const picture of await readdir(this.stage))
      await rename(join(this.stage, picture), join(this.dir, PICTURES, picture));
  }

  /** Removes pictures that no card has, and what commands that were killed have left. */
  private async clear(used: ReadonlySet<string>): Promise<void> {
    for (const picture of await readdir(join(this.dir, PICTURES))) {
      if (PICTURE_NAME.test(picture) && !used.has(`${PICTURES}/${picture}`))
        await rm(join(this.dir, PICTURES, picture), { force: true }).catch(() => {});
    }
    for (const entry of await readdir(this.dir)) {
      const path = join(this.dir, entry);
      if (!entry.startsWith(STAGE) || path === this.stage) continue;
      const since = await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (since > FORSAKEN) await rm(path, { recursive: true, force: true }).catch(() => {});
    }
  }

  private async alone(act: () => Promise<void>): Promise<void> {
    await this.explained('', () => oneAtATime(join(this.dir, '.lock'), act));
  }

  private async readDeck(): Promise<WrittenDeck | undefined> {
    const text = await textOf(join(this.dir, DECK_FILE));
    try {
      return text === undefined ? undefined : WrittenDeck.parse(JSON.parse(text.replace(/^\uFEFF/, '')));
    } catch {
      return undefined;
    }
  }

  /** Keeps deck.json, if there is one, under the first free name of deck.json.1, deck.json.2, ... */
  private async setAside(): Promise<void> {
    const from = join(this.dir, DECK_FILE);
    for (let copy = 1; ; copy++) {
      try {
        return await copyFile(from, `${from}.${copy}`, constants.COPYFILE_EXCL);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return;
        if (codeOf(error) !== 'EEXIST')
          throw new DeckError(`cannot keep ${from} beside the new one: ${reasonOf(error)}`, { cause: error });
      }
    }
  }

  private async explained(file: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (error instanceof DeckError) throw error;
      throw new DeckError(`cannot write ${join(this.dir, file)}: ${reasonOf(error)}`, { cause: error });
    }
  }
}

/** Where a picture belongs, named by what is in it, and its sha256. */
export function placeOf(id: string, picture: Uint8Array): Pick<SourceCard, 'file' | 'made'> {
  const made = createHash('sha256').update(picture).digest('hex');
  return { file: `${PICTURES}/${id}-${made.slice(0, 8)}.webp`, made };
}

/**
 * A deck.json of these cards with all that people have written into the old one: its head, titles that are not those a scan gave, words,
 * and cards of their own. `losing` where a card goes, as its scan has gone, that somebody had written on.
 */
function merge(
  name: string,
  old: WrittenDeck | undefined,
  earlier: Sources | undefined,
  { cards }: Sources,
): { readonly file: WrittenDeck; readonly losing: boolean } {
  const before = new Map(old?.cards.map((card) => [card.id, card]));
  const titles = new Map(earlier?.cards.map(({ id, title }) => [id, title]));
  const ids = new Set(cards.map(({ id }) => id));
  const made = cards.map(({ id, kind, title, file }) => {
    const written = before.get(id);
    const own = written?.['title'] === titles.get(id) ? undefined : written?.['title'];
    return { ...written, id, kind, title: own ?? title, file };
  });
  const rest = old?.cards.filter(({ id }) => !ids.has(id)) ?? [];
  const isOurs = ({ id }: { readonly id: string }): boolean => titles.has(id);
  const losing = rest.some(
    (card) => isOurs(card) && (card['title'] !== titles.get(card.id) || card['words'] !== undefined),
  );
  const file = {
    schema: 1,
    id: name,
    title: name,
    license: LICENSE,
    ...old,
    cards: [...made, ...rest.filter((card) => !isOurs(card))],
  };
  return { file, losing };
}
