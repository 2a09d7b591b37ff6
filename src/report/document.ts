import type { Spec } from './chart.ts';

/** A table of words and numbers as text. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A picture of numbers, with the numbers. */
export interface ReportFigure {
  /** Its name as a file, without the ending. */
  readonly id: string;
  readonly title: string;
  /** How it is to be read, and where lines beside ours come from. */
  readonly caption: string;
  /** What it shows, in a sentence, for who does not see it. */
  readonly alt: string;
  readonly spec: Spec;
  readonly table: Table;
}

/** One card, or two that are mistaken for each other. */
export interface ShownCards {
  /** By their places in `CardTitles.cards`. */
  readonly cards: readonly { readonly card: number; readonly title: string; readonly kind: string }[];
  readonly text: string;
}

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  /** What is missing, and how to get it. */
  | { readonly kind: 'missing'; readonly text: string }
  | { readonly kind: 'numbers'; readonly numbers: readonly HeadNumber[] }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, text: string])[] }
  | { readonly kind: 'figure'; readonly figure: ReportFigure }
  /** Folded up unless it says that it is open. */
  | { readonly kind: 'table'; readonly title: string; readonly table: Table; readonly isOpen?: boolean }
  | { readonly kind: 'cards'; readonly title: string; readonly groups: readonly ShownCards[] };

/** A figure in large type. */
export interface HeadNumber {
  readonly name: string;
  readonly value: string;
  readonly interval: string;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** All that a page shows, before it is drawn. */
export interface Report {
  readonly title: string;
  readonly subtitle: string;
  readonly sections: readonly Section[];
  readonly footer: string;
}

/** Pictures of cards for the page, and what they are called; all by place in `CardTitles.cards`. */
export interface CardPictures {
  readonly titles: readonly string[];
  /** Data URLs. */
  readonly drawn: ReadonlyMap<number, string>;
  readonly credit: string;
}

/** Every figure of a report, in order. */
export const figuresOf = ({ sections }: Report): readonly ReportFigure[] =>
  sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'figure' ? [block.figure] : [])));
