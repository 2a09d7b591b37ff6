import type { Given } from './params.ts';
import type { Figure } from './spec.ts';

/** What holds of a finished game: a metric equals a number, or is less than another metric. */
export type Condition =
  { readonly metric: string; readonly equals: number } | { readonly metric: string; readonly lessThan: string };

/** A way in which games end. */
export interface Ending {
  readonly name: string;
  readonly doc: string;
  readonly isWon: boolean;
  /** All of them hold. */
  readonly when: readonly Condition[];
}

/** Choices of a card by a clue, a detail row each, by the names of the columns. */
export interface ChoiceColumns {
  /** What a choice is called, such as `first guess`. */
  readonly name: string;
  /** How many cards there were to choose from. */
  readonly options: string;
  /** 1 where the choice was right, and 0 where not. */
  readonly right: string;
  /** The card that was right, and the one that was chosen: their places in `CardTitles.cards`. The second is empty where none was chosen. */
  readonly target: string;
  readonly chosen: string;
  /** 0 in the rows in which somebody chooses by a clue for the first time; only these count. */
  readonly earlier: string;
}

/** What a report shows of a game besides its figures. */
export interface ReportSpec {
  /** The first that holds is a game's; each game has one. */
  readonly endings: readonly Ending[];
  /** The metric that says how long a game was, a whole number. */
  readonly length: string;
  /** Figures that stand together under a title; all but the headline. */
  readonly groups: readonly {
    readonly title: string;
    readonly doc: string;
    readonly figures: readonly string[];
    /** A metric with few values against which the figure named is drawn as well. */
    readonly trend?: { readonly figure: string; readonly by: string };
  }[];
  readonly choices?: ChoiceColumns;
}

/** A game that somebody has told of: the conditions, as far as known, and whether it went as the line counts. */
interface ToldGame {
  readonly config: Given;
  readonly yes: boolean;
}

/** How often whole games of people went one way. */
export interface HumanGames {
  readonly name: string;
  /** The same of ours, made of the game's metrics. */
  readonly figure: Figure;
  readonly reports: readonly ToldGame[];
  readonly source: string;
}
