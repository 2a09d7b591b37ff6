import type { IconSet, IconSetName } from './sources.ts';
import { load, loadIconSet } from './sources.ts';

/* Emoji are how the same thing is found in every set; a concept is what one or more of them show. */

/** One emoji. */
export interface Emoji {
  /** Code points in hexadecimal, joined by "-", without the variation selector fe0f. */
  readonly key: string;
  readonly label: string;
  /** Such as "animals-nature". */
  readonly group: string;
  /** What it shows, which several may share ("man detective" and "woman detective"); undefined for signs, which are not things. */
  readonly concept: string | undefined;
  /** Words of the label, and of the keywords of emojibase and emojilib. */
  readonly main: readonly string[];
  readonly keywords: readonly string[];
}

/** Groups of things that can stand on a card; people and faces are left out. */
export const THINGS: ReadonlySet<string> = new Set([
  'animals-nature',
  'food-drink',
  'travel-places',
  'activities',
  'objects',
]);

interface EmojibaseEntry {
  readonly hexcode: string;
  readonly emoji: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly group?: number;
}

const keyOf = (hexcode: string): string =>
  hexcode
    .toLowerCase()
    .split('-')
    .filter((part) => part !== 'fe0f')
    .join('-');

const STOP_WORDS = new Set('with without and the of in on for to at or by from an not is it its as be'.split(' '));

/** Plain words of two letters or more, in lower case. */
export function wordsOf(text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .replaceAll(/[’']s\b/g, '')
    .split(/[^a-z]+/);
  return words.filter((word) => word.length > 1 && !STOP_WORDS.has(word));
}

/** All emoji but flags and parts of others, in the order of Unicode. */
export function allEmoji(): readonly Emoji[] {
  const entries = load('emojibase-data/en/data.json') as readonly EmojibaseEntry[];
  const { groups } = load('emojibase-data/en/messages.json') as {
    readonly groups: readonly { readonly key: string; readonly order: number }[];
  };
  const keywordsOf = load('emojilib') as Readonly<Record<string, readonly string[] | undefined>>;
  const groupNames = new Map(groups.map(({ key, order }) => [order, key]));
  return entries.flatMap(({ hexcode, emoji, label, tags = [], group }) => {
    const name = group === undefined ? undefined : groupNames.get(group);
    if (name === undefined || name === 'flags' || name === 'component') return [];
    const more = keywordsOf[emoji] ?? keywordsOf[emoji.replaceAll('\u{fe0f}', '')] ?? [];
    return [
      {
        key: keyOf(hexcode),
        label,
        group: name,
        concept: conceptOf(label, name),
        main: wordsOf(label),
        keywords: [...tags, ...more].flatMap(wordsOf),
      },
    ];
  });
}

/** One name for all hours of the clock, for both sexes and for all kinds of families. */
function conceptOf(label: string, group: string): string | undefined {
  const name = label.toLowerCase();
  if (group === 'symbols') return undefined;
  if (/o’clock|-thirty/.test(name)) return 'clock face';
  if (/^(family|kiss:|couple with heart:)/.test(name)) return name.split(':')[0];
  if (group !== 'people-body') return name;
  return name
    .replace(/^(man|woman|men|women|person|people|mx|mrs\.)\s+/, '')
    .replace(/^(in|with) /, '')
    .replace(/ facing right$/, '')
    .replace(/^(merman|mermaid)$/, 'merperson');
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** For each set, which icon shows an emoji: by the set's own table of characters, or by name where it has none. */
export class EmojiIcons {
  readonly #keyOfName = new Map<string, string>();

  constructor(emoji: readonly Emoji[], tables: readonly IconSetName[]) {
    for (const set of tables) {
      for (const [hexcode, name] of Object.entries(charactersOf(set))) this.#learn(name, keyOf(hexcode));
    }
    for (const { label, key } of emoji) this.#learn(label, key);
  }

  #learn(name: string, key: string): void {
    if (!this.#keyOfName.has(plain(name))) this.#keyOfName.set(plain(name), key);
  }

  /** Names of the set's icons by the key of the emoji they show. */
  namesIn(setName: IconSetName, set: IconSet = loadIconSet(setName)): ReadonlyMap<string, string> {
    const table = Object.entries(charactersOf(setName)).map(([hexcode, name]) => [keyOf(hexcode), name] as const);
    if (table.length > 0) return new Map(table);
    const names = new Map<string, string>();
    for (const name of Object.keys(set.icons)) {
      const key = this.#keyOfName.get(plain(name));
      if (key !== undefined && !names.has(key)) names.set(key, name);
    }
    return names;
  }
}

function charactersOf(set: IconSetName): Readonly<Record<string, string>> {
  try {
    return load(`@iconify-json/${set}/chars.json`) as Readonly<Record<string, string>>;
  } catch {
    return {};
  }
}
