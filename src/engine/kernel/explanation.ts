import type { Action, Seat, Shape, ViewOf } from './agent.ts';

/** Something that a game has a name for: the kind is the game's own (a card, a word, a seat's talk), and so is the number. */
export interface Thing {
  readonly kind: string;
  readonly id: number;
}

/** What speaks for an option, or against it: something seen, or a reason in words. */
export interface Pull {
  readonly cause: Thing | string;
  /** Above 0 for the option, below 0 against it; undefined where it decides alone. */
  readonly weight: number | undefined;
}

/** Something that could have been done. */
export interface Option {
  /** An action; where an action does several things at once, it may be a part of one (see `Phrases.includes`). */
  readonly action: Action;
  /** In the explanation's unit; undefined where a rule decides and nothing is measured. */
  readonly value: number | undefined;
  readonly pulls: readonly Pull[];
  /** What it is meant to bring out, and the nearest thing that it could be taken for. */
  readonly aim?: Thing;
  readonly rival?: Thing;
}

/** Why an agent chooses as it does, out of its own view: for that seat, and for those who may know everything. */
export interface Explanation {
  /** What the options' values are, such as "chance that it is the card"; empty where none has a value. */
  readonly measure: string;
  /** A share lies in [0, 1]; points may be anything. */
  readonly unit: 'share' | 'points';
  /** What pulls are weighed in: nats add to the logarithm of an option's odds, points to its value. */
  readonly weights: 'nats' | 'points';
  /** Those that were weighed, the agent's favourite first. Empty for a choice by lot. */
  readonly options: readonly Option[];
  /** Whole sentences without their full stop. */
  readonly remarks: readonly string[];
}

/** An option or a thing for people: words within a sentence, and the pictures that belong to it. */
export interface Phrase {
  readonly words: string;
  readonly shows: readonly Thing[];
}

/** What people call seats, actions and things; actions as the acting seat sees them, so that words leak nothing. Made for one deck. */
export interface Phrases<T extends Shape> {
  /** Who sits there, as a sentence begins with it. */
  name(seat: Seat): string;
  option(view: ViewOf<T>, action: Action): Phrase;
  thing(thing: Thing): Phrase;
  /** Whether to play `action` is to take `option`, one of an explanation's: it is that action, or has it for a part. */
  includes(view: ViewOf<T>, action: Action, option: Action): boolean;
}

/** A pull in words. */
export interface ToldPull extends Phrase {
  readonly weight: number | undefined;
}

/** An option in words. */
export interface ToldOption extends Phrase, Pick<Option, 'action' | 'value'> {
  readonly pulls: readonly ToldPull[];
  readonly aim?: Phrase;
  readonly rival?: Phrase;
  /** Whether it was really chosen, whoever chose. */
  readonly chosen: boolean;
}

/** What one seat did at one decision, and what its agent thinks of it. Made from that seat's view alone. */
export interface Thought {
  readonly seat: Seat;
  readonly role: string;
  readonly name: string;
  readonly chosen: Phrase & { readonly action: Action };
  /** Undefined for an agent that does not say why. */
  readonly why: (Omit<Explanation, 'options'> & { readonly options: readonly ToldOption[] }) | undefined;
}

/** A stretch of a told game: a decision with its thoughts, or what was seen before and after it. */
export interface Moment {
  /** Decisions are counted from 1; 0 for what is none. */
  readonly move: number;
  readonly lines: readonly string[];
  readonly thoughts: readonly Thought[];
}
