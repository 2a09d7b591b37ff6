import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { OutsideError } from '../engine/kernel/outside.ts';

/** What the keeper of programs is asked for. A program is known by its key, and started by the first line that is said to it. */
export type Order =
  | {
      readonly kind: 'say';
      readonly key: string;
      readonly command: string;
      readonly line: string;
      readonly turn: number;
    }
  /** Closes their stdin and waits for them to end, for so many milliseconds; then they are killed. */
  | { readonly kind: 'close'; readonly keys: readonly string[]; readonly patience: number; readonly turn: number }
  | { readonly kind: 'kill'; readonly key: string };

/** What comes back of an order with a turn other than 0, once. */
export type Heard =
  | { readonly kind: 'line'; readonly turn: number; readonly line: string }
  | { readonly kind: 'failure'; readonly turn: number; readonly why: string };

/** What the keeper's thread is started with. */
export interface Workplace {
  readonly port: MessagePort;
  /** One cell, shared: how often something was heard. */
  readonly bell: Int32Array;
}

/** Milliseconds between two looks at whether waiting is still wanted. */
const LOOK = 100;

/**
 * A thread that keeps programs and their pipes, so that whoever asks one can wait for it without an event loop. It ends with the thread
 * that made it, and so do its programs: their stdin ends.
 */
export class Keeper {
  private readonly bell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  private readonly port: MessagePort;
  private readonly thread: Worker;
  private turns = 0;

  /** Where `isStopped` comes to hold, whoever waits gives up. */
  constructor(private readonly isStopped: () => boolean) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const workplace: Workplace = { port: port2, bell: this.bell };
    const fromSource = import.meta.url.endsWith('.ts');
    const file = new URL(fromSource ? './keeper-thread.ts' : './keeper-thread.js', import.meta.url);
    // A thread does not start with a TypeScript file, but it may import one.
    const start = `import('tsx/esm/api').then((tsx) => { tsx.register(); return import(${JSON.stringify(file.href)}); })`;
    this.thread = new Worker(fromSource ? start : file, {
      name: 'keeper',
      eval: fromSource,
      execArgv: [],
      workerData: workplace,
      transferList: [port2],
    });
    this.thread.unref();
  }

  /** Says a line for which there is no answer. */
  say(key: string, command: string, line: string): void {
    this.send({ kind: 'say', key, command, line, turn: 0 });
  }

  /**
   * Says a line and waits for the answer; undefined where none comes in time.
   * @throws OutsideError where the program fails, or waiting is no longer wanted
   */
  ask(key: string, command: string, line: string, seconds: number): string | undefined {
    const turn = ++this.turns;
    this.send({ kind: 'say', key, command, line, turn });
    const heard = this.wait(turn, 1000 * seconds);
    if (heard?.kind === 'failure') throw new OutsideError({ what: heard.why });
    return heard?.line;
  }

  kill(key: string): void {
    this.send({ kind: 'kill', key });
  }

  /** Whether all these programs ended by themselves within so many milliseconds of their stdin. */
  close(keys: readonly string[], patience: number): boolean {
    const turn = ++this.turns;
    this.send({ kind: 'close', keys, patience, turn });
    return this.wait(turn, 2 * patience)?.kind === 'line';
  }

  async end(): Promise<void> {
    await this.thread.terminate();
  }

  private send(order: Order): void {
    const { port } = this;
    port.postMessage(order);
  }

  private wait(turn: number, milliseconds: number): Heard | undefined {
    const until = performance.now() + milliseconds;
    for (;;) {
      const rung = Atomics.load(this.bell, 0);
      // Answers of earlier turns came too late; nobody waits for them any longer.
      for (let got = receiveMessageOnPort(this.port); got; got = receiveMessageOnPort(this.port)) {
        const heard = got.message as Heard; // only keeper-thread.ts holds the other end
        if (heard.turn === turn) return heard;
      }
      if (this.isStopped()) throw new OutsideError({ what: 'nobody waits for it any longer' });
      const left = until - performance.now();
      if (left <= 0) return undefined;
      Atomics.wait(this.bell, 0, rung, Math.min(LOOK, left));
    }
  }
}
