import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { shown } from '../engine/kernel/outside.ts';
import type { Heard } from './keeper.ts';
import { LONGEST } from './protocol.ts';

/**
 * Runs a command in a process group of its own. Descriptor 3 is a pipe that seance holds: when it closes, because seance closed it or
 * ended in whatever way, the group has a second to end by itself, and is killed.
 */
const GUARDED = `(read -r _ <&3; sleep 1; kill -9 0) >/dev/null 2>&1 </dev/null & guard=$!
exec 3<&-; eval "$1"; code=$?; kill $guard 2>/dev/null; exit $code`;

/** A shell says so where it cannot start a command. */
const NOT_STARTED: ReadonlySet<number | null> = new Set([126, 127]);

/** A shell adds this to the number of the signal that ended a command. */
const BY_SIGNAL = 128;

function endText(code: number): string {
  const [name] = Object.entries(constants.signals).find(([, number]) => number === code - BY_SIGNAL) ?? [];
  return name === undefined ? `ended with code ${code}` : `was ended by ${name}`;
}

/** Milliseconds in which the last words of a program that ended may still arrive. */
const LAST_WORDS = 100;
/** Milliseconds until a program that closed a pipe, and has not ended since, is said to have closed it. */
const DOUBT = 500;
/** So much of what a program wrote to stderr is kept, in characters. */
const KEPT = 4096;

/** A program with its pipes. It is started at once; whatever goes wrong is told when it is next asked for a line. */
export class Child {
  private readonly process: ChildProcess;
  private broken: string | undefined;
  /** The turn whose line is awaited; 0 where none is. */
  private turn = 0;
  private unread = '';
  private murmured = '';
  private hasSpoken = false;

  constructor(
    command: string,
    private readonly answer: (heard: Heard) => void,
  ) {
    this.process =
      process.platform === 'win32'
        ? spawn(command, { shell: true, windowsHide: true })
        : spawn('/bin/sh', ['-c', GUARDED, 'sh', command], { detached: true, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
    const { stdin, stdout, stderr } = this.process;
    this.process.on('error', (error) => this.fail(`cannot be started: ${error.message}`));
    this.process.on('exit', (code, signal) => void this.ended(code, signal));
    stdin?.on('error', () => void this.doubt('does not read its stdin'));
    stdout?.setEncoding('utf8');
    stdout?.on('data', (text: string) => this.read(text));
    stdout?.on('end', () => void this.doubt('closed its stdout'));
    stderr?.setEncoding('utf8');
    stderr?.on('data', (text: string) => {
      this.murmured = (this.murmured + text).slice(-KEPT);
    });
  }

  /** Writes a line; the next line that is read answers `turn`, unless that is 0. */
  say(line: string, turn: number): void {
    if (turn !== 0) this.turn = turn;
    if (this.broken === undefined) this.process.stdin?.write(`${line}\n`);
    else this.report();
  }

  /** Closes its stdin; whether it ended by itself within so many milliseconds. */
  async close(patience: number): Promise<boolean> {
    const { exitCode, signalCode, stdin } = this.process;
    if (exitCode !== null || signalCode !== null) return true;
    const ended = new Promise<boolean>((resolve) => this.process.once('exit', () => resolve(true)));
    stdin?.end();
    const isPolite = await Promise.race([ended, sleep(patience, false)]);
    this.kill();
    return isPolite;
  }

  /** Kills it with all that it has started. */
  kill(): void {
    this.broken ??= 'was ended';
    const { pid } = this.process;
    try {
      if (pid !== undefined && process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
      else this.process.kill('SIGKILL');
    } catch {
      // it has ended already
    }
    // Whoever took its pipes along and left the group may keep them.
    for (const pipe of this.process.stdio) pipe?.destroy();
  }

  private read(text: string): void {
    const lines = (this.unread + text).split('\n');
    this.unread = lines.pop() ?? '';
    if (Math.max(this.unread.length, ...lines.map(({ length }) => length)) > LONGEST)
      return this.fail(`writes a line of more than ${LONGEST} characters`);
    for (const line of lines) if (line.trim() !== '') this.hear(line.trim());
  }

  private hear(line: string): void {
    if (this.broken !== undefined) return;
    if (this.turn === 0) return this.fail(`says ${shown(line)} without being asked`);
    this.hasSpoken = true;
    const { turn } = this;
    this.turn = 0;
    this.answer({ kind: 'line', turn, line });
  }

  private async ended(code: number | null, signal: string | null): Promise<void> {
    await sleep(LAST_WORDS);
    const last = this.murmured.trimEnd().split('\n').at(-1)?.trim();
    const words = last ? `: ${shown(last)}` : '';
    if (!this.hasSpoken && NOT_STARTED.has(code)) this.fail(`cannot be started${words}`);
    else this.fail(`${signal === null ? endText(code ?? 0) : `was ended by ${signal}`}${words}`);
  }

  private async doubt(why: string): Promise<void> {
    await sleep(DOUBT);
    this.fail(why);
  }

  private fail(why: string): void {
    this.broken ??= why;
    this.report();
  }

  private report(): void {
    if (this.turn === 0 || this.broken === undefined) return;
    const { turn } = this;
    this.turn = 0;
    this.answer({ kind: 'failure', turn, why: this.broken });
  }
}
