import type { Seat } from './agent.ts';
import type { Picture } from './knowledge.ts';
import { oneLine } from './one-line.ts';

/*
 * Players that are programs of somebody else's: what they are told and what they answer. How the messages travel is for whoever makes
 * the `Dialogue`; docs/protocol.md says the same to those who write such programs.
 */

/** The version of the messages. It is raised when a program that keeps to docs/protocol.md would no longer be understood. */
export const PROTOCOL = 1;

/** What a program is told of the table it sits down at. */
export interface Hello {
  readonly type: 'hello';
  readonly protocol: typeof PROTOCOL;
  readonly game: string;
  /** Of the game's rules. */
  readonly rules: number;
  readonly role: string;
  readonly seat: Seat;
  /** The role of each seat. */
  readonly roles: readonly string[];
  /** The game's config, with all that is derived from it; it is left out of every view. */
  readonly config: object;
  /** Seconds that an answer may take. */
  readonly limit: number;
  /** The eyes behind `affinity`; both null where the role looks at nothing. */
  readonly eyes: string | null;
  /** How strongly each vision (row) suggests each card (column), in standard deviations, to four decimals; without any blur. */
  readonly affinity: readonly (readonly number[])[] | null;
  /** The pictures, in the order of the affinity's rows and columns. */
  readonly visions: readonly Picture[];
  readonly cards: readonly Picture[];
}

/** A game begins. */
export interface Reset {
  readonly type: 'reset';
  /** 32 bits of the seat's own stream, and of one that is the same at every seat of the table; never the game's seed. */
  readonly seed: number;
  readonly group: number;
  /** Whether the same group goes on with a series: what was learned of the others since its first game may be used. */
  readonly again: boolean;
}

/** A decision is due. */
export interface Choose {
  readonly type: 'choose';
  /** Of this seat in this game, counted from 1. */
  readonly decision: number;
  readonly view: object;
  /** Every legal move in words; left out for a program that does not want them. */
  readonly legal?: readonly object[];
}

/** A game is over. */
export interface End {
  readonly type: 'end';
  readonly view: object;
}

/** The answer to `Hello`. */
export interface Ready {
  readonly name: string;
  /** Whether it plays the same wherever it is told the same since its last `Reset`. */
  readonly deterministic: boolean;
  /** Whether it wants the legal moves. */
  readonly legal: boolean;
}

/** The answer to `Choose`: a move in words, or the place of one in `legal`, from 0. */
export type Choice = { readonly move: object } | { readonly choose: number };

/** A conversation with the program at one seat. Every method waits, and throws OutsideError where the program fails. */
export interface Dialogue {
  /** Sits it down at a table, unless this is the one it was sat down at last. */
  greet(hello: Hello): Ready;
  tell(message: Reset | End): void;
  ask(question: Choose): Choice;
}

/** Where programs are to be had. */
export interface Outside {
  readonly limits: Limits;
  /** The program that `command` starts, once it is greeted; one for each seat, so that none hears what another is told. */
  at(command: string, seat: Seat): Dialogue;
}

/** Seconds that a program may take. */
export interface Limits {
  readonly hello: number;
  readonly decision: number;
}

/** What went wrong, and as much as is known of where. */
interface Mishap {
  readonly what: string;
  /** The role, the seat and the program. */
  readonly who?: string;
  readonly game?: string;
  readonly decision?: string;
  /** Whether the program itself said that it will not go on. */
  readonly isRefusal?: boolean;
  /** Whether it did not answer in time. */
  readonly isLate?: boolean;
}

/** A program failed: it cannot be started, ended, is too slow, or says what it must not. The message is one line. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';

  constructor(private readonly mishap: Mishap) {
    const { what, who, game, decision } = mishap;
    super([[who, game, decision].filter((part) => part !== undefined).join(', '), what].filter(Boolean).join(': '));
  }

  get isRefusal(): boolean {
    return this.mishap.isRefusal === true;
  }

  get isLate(): boolean {
    return this.mishap.isLate === true;
  }

  /** The same with more said of where. */
  at(where: Partial<Mishap>): OutsideError {
    return new OutsideError({ ...where, ...this.mishap });
  }
}

/** Says of a program that fails in `act` where it did. */
export function blaming<R>(where: Partial<Mishap>, act: () => R): R {
  try {
    return act();
  } catch (error) {
    throw error instanceof OutsideError ? error.at(where) : error;
  }
}

const EXEC = 'exec:';

/** The command of an agent that is a program, such as `exec:python3 my_bot.py`; undefined for any other agent. */
export const commandOf = (agent: string): string | undefined =>
  agent.startsWith(EXEC) ? agent.slice(EXEC.length).trim() : undefined;

/** The longest piece of an answer that a message quotes. */
const MOST_SHOWN = 200;

/** What a program said, as a message can hold it. */
export function shown(said: unknown): string {
  const text = typeof said === 'string' ? said : JSON.stringify(said);
  return `${oneLine(text.slice(0, MOST_SHOWN))}${text.length > MOST_SHOWN ? '…' : ''}`;
}
