import type { CardKind } from './deck.ts';
import { CARD_KINDS } from './deck.ts';
import { alike } from './likeness.ts';
import type { NumberRange, ScanRule } from './scan-rules.ts';
import type { LeftOut } from './scans.ts';
import type { SourceCard } from './sources.ts';

/** What is worth knowing of a folder of scans. Scans are named by their files. */
export interface Findings {
  readonly counts: Readonly<Record<CardKind, number>>;
  readonly unreadable: readonly LeftOut[];
  readonly leftOut: readonly LeftOut[];
  /** Groups of the same file, byte for byte. */
  readonly copies: readonly (readonly string[])[];
  /** Groups of pictures that look the same. */
  readonly alike: readonly (readonly string[])[];
  readonly blank: readonly string[];
  /** Fewer pixels on a side than an encoder likes to look at. */
  readonly tiny: readonly string[];
  readonly missing: readonly { readonly kind: CardKind; readonly numbers: readonly number[] }[];
  readonly twice: readonly { readonly kind: CardKind; readonly number: number; readonly scans: readonly string[] }[];
  /** Wider than high where most of their kind are not, or higher than wide where most are. */
  readonly lying: readonly string[];
  /** Turned by a quarter, as was asked. */
  readonly turned: readonly string[];
  /** What was cut off: the largest share of a side, 0 to 1. */
  readonly trimmed: readonly { readonly scan: string; readonly share: number }[];
  /** Left whole, as the border would have been most of the scan. */
  readonly untrimmed: readonly string[];
}

/** A standard deviation of brightness below this, of 255, is paper and noise. */
const BLANK = 4;
const TINY = 200;

export function findingsOf(
  cards: readonly SourceCard[],
  rule: ScanRule,
  rest: { readonly unreadable: readonly LeftOut[]; readonly leftOut: readonly LeftOut[] },
): Findings {
  const scansOf = (some: readonly SourceCard[]): readonly string[] => some.map(({ scan }) => scan);
  const isBlank = ({ look }: SourceCard): boolean => look.contrast < BLANK;
  const same = groups(cards, ({ sha256 }) => sha256);
  const shown = same.map(([first]) => first).filter((card) => !isBlank(card));
  return {
    counts: countsOf(cards),
    ...rest,
    copies: same.filter((group) => group.length > 1).map(scansOf),
    alike: alike(shown, ({ look }) => look.likeness).map(scansOf),
    blank: scansOf(cards.filter(isBlank)),
    tiny: scansOf(cards.filter(({ look }) => Math.min(look.width, look.height) < TINY)),
    missing: missingOf(cards, rule.by === 'number' ? rule.ranges : seriesOf(cards)),
    twice: CARD_KINDS.flatMap((kind) => twiceOf(cards, kind)),
    lying: CARD_KINDS.flatMap((kind) => scansOf(lyingOf(cards.filter((card) => card.kind === kind)))),
    turned: scansOf(cards.filter(({ look }) => look.turned)),
    trimmed: cards.flatMap(({ scan, look: { trimmed } }) =>
      trimmed === undefined ? [] : [{ scan, share: Math.max(...Object.values(trimmed)) }],
    ),
    untrimmed: scansOf(cards.filter(({ look }) => look.tooLittleCard)),
  };
}

function countsOf(cards: readonly { readonly kind: CardKind }[]): Readonly<Record<CardKind, number>> {
  const counts = { vision: 0, character: 0, location: 0, object: 0 };
  for (const { kind } of cards) counts[kind]++;
  return counts;
}

/** From the first number of each kind that has some. */
const seriesOf = (cards: readonly SourceCard[]): readonly NumberRange[] =>
  CARD_KINDS.flatMap((kind) => {
    const numbers = numbersOf(cards, kind);
    return numbers.length === 0 ? [] : [{ kind, from: Math.min(...numbers), to: Infinity }];
  });

const numbersOf = (cards: readonly SourceCard[], kind: CardKind): readonly number[] =>
  cards.flatMap((card) => (card.kind === kind && card.number !== undefined ? [card.number] : []));

/** More numbers than a deck has cards are a slip of the hand. */
const MOST_MISSING = 1000;

/** The numbers of each range that no card has, up to the last there is where the range is open; that with more gaps than cards is no series. */
function missingOf(cards: readonly SourceCard[], ranges: readonly NumberRange[]): Findings['missing'] {
  return ranges.flatMap(({ kind, from, to }) => {
    const present = new Set(numbersOf(cards, kind).filter((number) => from <= number && number <= to));
    const last = to === Infinity ? Math.max(...present) : to;
    const gaps = last - from + 1 - present.size;
    if (!(gaps > 0) || gaps > (to === Infinity ? present.size : MOST_MISSING)) return [];
    const all = Array.from({ length: last - from + 1 }, (_, i) => from + i);
    return [{ kind, numbers: all.filter((number) => !present.has(number)) }];
  });
}

const twiceOf = (cards: readonly SourceCard[], kind: CardKind): Findings['twice'] =>
  groups(
    cards.filter((card) => card.kind === kind && card.number !== undefined),
    ({ number }) => number,
  ).flatMap((group) =>
    group.length < 2 || group[0].number === undefined
      ? []
      : [{ kind, number: group[0].number, scans: group.map(({ scan }) => scan) }],
  );

function groups<T>(all: readonly T[], key: (one: T) => unknown): readonly (readonly T[])[] {
  const found = new Map<unknown, T[]>();
  for (const one of all) found.set(key(one), [...(found.get(key(one)) ?? []), one]);
  return [...found.values()];
}

function lyingOf(ofKind: readonly SourceCard[]): readonly SourceCard[] {
  const wide = ofKind.filter(({ look }) => look.width > look.height && !look.turned);
  const high = ofKind.filter((card) => !wide.includes(card));
  return wide.length <= high.length ? wide : high.filter(({ look }) => look.width < look.height);
}
