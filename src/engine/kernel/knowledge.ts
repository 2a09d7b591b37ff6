import type { Outside } from './outside.ts';

/** A deck as one encoder sees it. Row i of `vectors`, of unit length, is card `ids[i]`. */
export interface EncodedDeck {
  readonly deck: string;
  /** Encoder, model hash and preprocessing: two decks compare only where this is the same. */
  readonly encoder: string;
  readonly ids: readonly string[];
  readonly dim: number;
  /** ids.length rows of `dim`. */
  readonly vectors: Float32Array;
}

/**
 * How strongly each vision suggests each card to one pair of eyes: cell (row, column) at row * columns + column.
 * Rows are a game's visions, columns its cards, category after category. Centred per category and standardised: mean 0, standard deviation 1.
 */
export interface Affinity {
  readonly rows: number;
  readonly columns: number;
  readonly cells: Float32Array;
}

/**
 * What was learned of when a clue is understood: the chance that the guess which follows is right, from numbers that whoever gives the clue
 * knows. Each becomes z = (x - mean) / scale. The logit is `bias`, plus the sum of direct * z, plus out * max(0, bias + sum of weights * z)
 * of every hidden unit; without units it is a logistic regression.
 */
export interface ClueModel {
  readonly game: string;
  /** Of the game's rules. */
  readonly version: number;
  /** Of all that decides what it says, in 16 hex digits. */
  readonly hash: string;
  /** Names of the numbers; all lists below that are a number a feature have their order. */
  readonly features: readonly string[];
  readonly means: readonly number[];
  /** Above 0. */
  readonly scales: readonly number[];
  readonly bias: number;
  readonly direct: readonly number[];
  readonly units: readonly { readonly bias: number; readonly weights: readonly number[]; readonly out: number }[];
}

/** A picture in play: its id in the deck, its title, and its file, absolute. */
export interface Picture {
  readonly id: string;
  readonly title: string;
  readonly file: string;
}

/** What agents may know besides their view. Read-only, shared by all games of a worker. */
export interface Knowledge {
  /** By the name of the eyes: an encoder's, a mix's, a trained head's. */
  readonly affinity: Readonly<Record<string, Affinity | undefined>>;
  /** In the order of an affinity's rows and columns. */
  readonly pictures?: { readonly visions: readonly Picture[]; readonly cards: readonly Picture[] };
  /** By the name under which an agent's parameters ask for it. */
  readonly clueModels?: Readonly<Record<string, ClueModel | undefined>>;
  /** Where programs that play are to be had; undefined where none can be started. */
  readonly outside?: Outside;
}

/** The pictures a game is played with. `cards` lists its categories in the order of the affinity's columns. */
export interface DeckNeed {
  readonly visions: number;
  readonly cards: readonly { readonly kind: string; readonly count: number }[];
}

/** The titles of the pictures in play, in the order of an affinity's rows and columns. */
export interface CardTitles {
  readonly visions: readonly string[];
  readonly cards: readonly string[];
}
