import type {
  Choice,
  Choose,
  Dialogue,
  End,
  Hello,
  Limits,
  Outside,
  Ready,
  Reset,
} from '../../engine/kernel/outside.ts';
import type { Programs } from '../../outside/programs.ts';

/** A question that a program answered. */
export interface Asked {
  readonly question: Choose;
  readonly choice: Choice;
  readonly milliseconds: number;
}

/** All that one seat was told of a game, and what it answered. */
export interface Hearing {
  readonly hello: Hello;
  readonly reset: Reset;
  readonly asked: Asked[];
  end: End | undefined;
}

/** Listens to what is said to programs and what they answer. */
export class Witness implements Outside {
  readonly hearings: Hearing[] = [];
  /** By role: what the program answered to its first greeting. */
  readonly ready = new Map<string, Ready>();
  readonly limits: Limits;

  constructor(private readonly programs: Programs) {
    this.limits = programs.limits;
  }

  at(command: string, seat: number): Dialogue {
    const dialogue = this.programs.at(command, seat);
    let table: Hello | undefined;
    let current: Hearing | undefined;
    return {
      greet: (hello) => {
        const ready = dialogue.greet(hello);
        table = hello;
        if (!this.ready.has(hello.role)) this.ready.set(hello.role, ready);
        return ready;
      },
      tell: (message) => {
        dialogue.tell(message);
        if (message.type === 'end' && current) current.end = message;
        if (message.type !== 'reset' || !table) return;
        current = { hello: table, reset: message, asked: [], end: undefined };
        this.hearings.push(current);
      },
      ask: (question) => {
        const since = performance.now();
        const choice = dialogue.ask(question);
        current?.asked.push({ question, choice, milliseconds: performance.now() - since });
        return choice;
      },
    };
  }
}

/** An answer that was another one before. */
export interface Difference {
  readonly hello: Hello;
  readonly question: Choose;
  readonly first: Choice;
  readonly now: Choice;
}

/**
 * Says the first `most` questions of a hearing to a program once more, as if it sat at that table: there is no game behind it now, so
 * nothing but what is said can be known. Returns the first answer that differs.
 * @throws OutsideError
 */
export function sayAgain(dialogue: Dialogue, hearing: Hearing, most = hearing.asked.length): Difference | undefined {
  let difference: Difference | undefined;
  const { hello, reset, asked, end } = hearing;
  dialogue.greet(hello);
  dialogue.tell(reset);
  for (const { question, choice } of asked.slice(0, most)) {
    const now = dialogue.ask(question);
    if (JSON.stringify(now) !== JSON.stringify(choice)) difference ??= { hello, question, first: choice, now };
  }
  if (end && most >= asked.length) dialogue.tell(end);
  return difference;
}
