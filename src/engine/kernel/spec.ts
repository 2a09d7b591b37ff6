import type { Agent, RoleOf, Shape, ViewOf } from './agent.ts';
import type { Calibration, Presets } from './calibration.ts';
import type { Phrases } from './explanation.ts';
import type { Affinity, CardTitles, ClueModel, DeckNeed, Knowledge } from './knowledge.ts';
import { resolve } from './params.ts';
import type { Given, Params, ValuesOf } from './params.ts';
import type { HumanGames, ReportSpec } from './report-spec.ts';
import type { Metric, Notation, Rules, State } from './rules.ts';

/** An agent on offer for one role of one game; its parameter type stays inside `create`. */
export interface AgentEntry<T extends Shape, Role extends RoleOf<T>> {
  readonly id: string;
  readonly doc: string;
  readonly params: Params;
  /** The rung of its role's ladder that it stands beside, where it is not on the ladder itself. */
  readonly beside?: string;
  readonly create: (given: Given, knowledge: Knowledge) => Agent<ViewOf<T, Role>>;
}

/** Declares an agent of `Role` in game `T`. */
export const defineAgent =
  <T extends Shape, Role extends RoleOf<T>>(role: Role) =>
  <P extends Params>(spec: {
    readonly id: string;
    readonly doc: string;
    readonly params: P;
    readonly beside?: string;
    readonly create: (values: ValuesOf<P>, knowledge: Knowledge) => Agent<ViewOf<T, Role>>;
  }): AgentEntry<T, Role> => ({
    ...spec,
    create: (given, knowledge) => spec.create(resolve(spec.params, given, role), knowledge),
  });

/**
 * A figure that summaries report, made from metric columns over many games: `rate` for a metric that is 0 or 1,
 * `mean` for any other, `ratio` for the sum of one column over the sum of another.
 */
export type Figure =
  | { readonly kind: 'rate' | 'mean'; readonly name: string; readonly doc: string; readonly metric: string }
  | {
      readonly kind: 'ratio';
      readonly name: string;
      readonly doc: string;
      readonly metric: string;
      readonly per: string;
    };

/** Tells one game in words, reading the state as it changes; made anew for each game. */
export interface Narrator {
  opening(): readonly string[];
  /** Called with a joint action before it is applied. */
  chosen(joint: Int32Array): readonly string[];
  /** Called after it has been applied. */
  outcome(): readonly string[];
}

/** Detail rows of a finished game, such as one for each delivery of visions: what tuning reads. */
export interface Ledger<T extends Shape> {
  readonly columns: readonly string[];
  /** Calls `write` with one value a column; `eyes` are those of the agent whose choices the rows describe. */
  rows(state: State<T>, eyes: Affinity | undefined, write: (row: readonly number[]) => void): void;
  /** The role whose `eyes` parameter names the eyes handed to `rows`. */
  readonly role: RoleOf<T>;
}

/** What can be learned from a game's detail rows: when a clue is understood. */
export interface ClueLesson {
  /** The column that is 1 where the guess was right, and 0 where not. */
  readonly outcome: string;
  /** Columns that whoever gives the clue knows beforehand; a row in which one is empty teaches nothing. */
  readonly features: readonly string[];
  /** The feature that says most by itself: what is learned must be worth more. */
  readonly plain: string;
  /** Models that come with the game, by name. */
  readonly models: Readonly<Record<string, ClueModel>>;
}

/** An agent for each role. */
export type Cast<Role extends string = string> = { readonly [R in Role]: string };

export interface GameSpec<T extends Shape, P extends Params> {
  readonly id: string;
  readonly title: string;
  /** Raised when a rules change makes old records or seeds play differently. A refactor or a speed-up does not raise it. */
  readonly version: number;
  readonly params: P;
  /** @throws ParamError where values that are each in range do not go together. */
  readonly toConfig: (values: ValuesOf<P>) => T['Config'];
  /** The parameters that span the table of results. */
  readonly grid: { readonly rows: keyof P & string; readonly columns?: keyof P & string };
  readonly deck?: DeckNeed;
  readonly rules: Rules<T>;
  readonly notation: Notation<T>;
  readonly narrator: (state: State<T>, titles: CardTitles) => Narrator;
  readonly phrases: (titles: CardTitles) => Phrases<T>;
  readonly metrics: readonly Metric<T>[];
  /** The first is the headline of every table. */
  readonly figures: readonly Figure[];
  /** Names of the figures that a matrix of pairs shows; the headline alone where none are named. */
  readonly matrix?: readonly string[];
  readonly ledger?: Ledger<T>;
  /** Of games with a ledger of clues. */
  readonly clues?: ClueLesson;
  /** A missing role does not compile. */
  readonly agents: { readonly [Role in RoleOf<T>]: readonly AgentEntry<T, Role>[] };
  /** Who plays where nothing else is asked for, and the two line-ups between which every result is read. */
  readonly casts: {
    readonly standard: Cast<RoleOf<T>>;
    readonly floor: Cast<RoleOf<T>>;
    readonly ceiling: Cast<RoleOf<T>>;
  };
  /** The fair agents of each role from the floor up: each beats the one before it, with the others of the standard cast. */
  readonly ladders: { readonly [Role in RoleOf<T>]: readonly string[] };
  /** Of games that can be laid beside people's choices. */
  readonly calibration?: Calibration<RoleOf<T>>;
  readonly presets?: Presets;
  readonly report?: ReportSpec;
  /** How whole games of people went, as far as known. */
  readonly people?: readonly HumanGames[];
}
