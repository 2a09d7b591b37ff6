import type { Given } from './params.ts';

/** Where choices in a game can be laid beside those that people make in experiments: a clue, and several options it may mean. */
export interface Calibration<Role extends string = string> {
  /** Somebody helpful who gives the clue, and those who take it at face value; one agent a role. */
  readonly cast: { readonly [R in Role]: string };
  /** The figure, a share, that says how often the choice is right. */
  readonly figure: string;
  /** The figure, a share, that says how often all such choices of a whole game are right: what learning curves show. */
  readonly wholeGame: string;
  /** Tables at which nothing but the clue speaks, with the number of options at each. */
  readonly tables: readonly { readonly options: number; readonly config: Given }[];
}

/** Values that were fitted to people, by a name such as `family`; every agent takes those that it has a parameter for. */
export interface Presets {
  readonly named: Readonly<Record<string, Given>>;
  /** The name of those that the parameters have by default. */
  readonly usual: string;
  /** What they were fitted with: the hash of the deck, and the encoder behind the eyes. */
  readonly deck: string;
  readonly encoder: string;
}
