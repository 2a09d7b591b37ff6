import type { Seat } from '../engine/kernel/agent.ts';
import { OutsideError } from '../engine/kernel/outside.ts';
import type { Choice, Choose, Dialogue, End, Hello, Limits, Outside, Ready, Reset } from '../engine/kernel/outside.ts';
import { Keeper } from './keeper.ts';
import { readChoice, readReady } from './protocol.ts';

/** So many programs a thread at most: one for each seat of a large table, and as many more for other line-ups. */
const MOST = 16;
/** Milliseconds that a program has to end once its stdin did. */
const PATIENCE = 2000;

/** What a program may take where nobody says otherwise. */
export const USUAL_LIMITS: Limits = { hello: 30, decision: 5 };

/** The limits where a decision may take so many seconds. */
export const limitsOf = (decision: number): Limits => ({ decision, hello: Math.max(USUAL_LIMITS.hello, decision) });

/** Programs on this machine. They are started when they are first asked, and end with this thread at the latest. */
export class Programs implements Outside {
  private readonly seated = new Map<string, Program>();
  /** Those that run, the one that was not sat down for longest first. */
  private readonly running = new Set<Program>();
  private keeper: Keeper | undefined;

  /** Where `isStopped` comes to hold, whoever waits for a program gives up. */
  constructor(
    readonly limits: Limits = USUAL_LIMITS,
    private readonly isStopped: () => boolean = () => false,
  ) {}

  at(command: string, seat: Seat): Program {
    const key = `${seat} ${command}`;
    const known = this.seated.get(key);
    if (known) return known;
    const program = new Program(key, command, this.limits, () => this.keep(program));
    this.seated.set(key, program);
    return program;
  }

  /** Ends all programs, and kills those that do not end by themselves; whether there were none of these. */
  async close(): Promise<boolean> {
    const keys = [...this.running].map((program) => program.leave());
    const isPolite = this.keeper?.close(keys, PATIENCE) ?? true;
    this.running.clear();
    await this.keeper?.end();
    this.keeper = undefined;
    return isPolite;
  }

  /** The thread that keeps a program which is about to be sat down at a table. */
  private keep(program: Program): Keeper {
    this.running.delete(program);
    this.running.add(program);
    for (const oldest of this.running) {
      if (this.running.size <= MOST) break;
      this.keeper?.close([oldest.leave()], PATIENCE);
      this.running.delete(oldest);
    }
    return (this.keeper ??= new Keeper(this.isStopped));
  }
}

/** One program at one seat. */
export class Program implements Dialogue {
  private keeper: Keeper | undefined;
  private table: Hello | undefined;
  private ready: Ready = { name: '', deterministic: false, legal: true };
  private asked = 0;

  constructor(
    private readonly key: string,
    private readonly command: string,
    private readonly limits: Limits,
    private readonly keep: () => Keeper,
  ) {}

  greet(hello: Hello): Ready {
    if (this.table === hello) return this.ready;
    this.keeper = this.keep();
    this.ready = this.question(this.keeper, hello, this.limits.hello, readReady);
    this.table = hello;
    return this.ready;
  }

  tell(message: Reset | End): void {
    this.keeper?.say(this.key, this.command, JSON.stringify(message));
  }

  ask(question: Choose): Choice {
    if (!this.keeper) throw new TypeError('a program is greeted before it is asked');
    return this.question(this.keeper, question, this.limits.decision, readChoice);
  }

  /** Forgets the table it sat at; the key of the program that is to be closed. */
  leave(): string {
    this.keeper = undefined;
    this.table = undefined;
    return this.key;
  }

  private question<A>(
    keeper: Keeper,
    message: Hello | Choose,
    seconds: number,
    read: (line: string, id: number) => A,
  ): A {
    const { type, ...rest } = message;
    const id = ++this.asked;
    try {
      const line = keeper.ask(this.key, this.command, JSON.stringify({ type, id, ...rest }), seconds);
      if (line !== undefined) return read(line, id);
      const what = `takes longer than ${seconds} s${type === 'hello' ? ' to be ready' : ''}`;
      throw new OutsideError({ what, isLate: true });
    } catch (error) {
      keeper.kill(this.key);
      this.table = undefined;
      throw error;
    }
  }
}
