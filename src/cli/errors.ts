import { oneLine } from '../engine/kernel/one-line.ts';
import { ParamError } from '../engine/kernel/params.ts';

/** What was asked for makes no sense; exit code 2. The message is one line and says what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was asked for could not be done; exit code 1. The message is one line. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** What a command ends with. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Says what went wrong in one line on stderr (SEANCE_DEBUG=1 shows where), and returns the exit code. */
export function report(error: unknown): ExitCode {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`seance: ${oneLine(message)}\n`);
  if (process.env['SEANCE_DEBUG'] === '1' && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  return error instanceof UsageError || error instanceof ParamError ? EXIT.usage : EXIT.failed;
}

/** Says what was done, where the output itself goes elsewhere. */
export const note = (line: string): void => void process.stderr.write(`seance: ${oneLine(line)}\n`);

/** Says what is worth knowing, though nothing stops for it. */
export const warn = (line: string): void => void process.stderr.write(`seance: warning: ${oneLine(line)}\n`);
