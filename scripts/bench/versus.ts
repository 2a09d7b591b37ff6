import { Moments } from 'seance/sim';
import type { Estimate } from 'seance/sim';
import { z } from 'zod';
import { outputOf } from './child.ts';
import type { Timed } from './speed.ts';

/*
 * Which of several programs is faster. Their processes take turns, in another order each round, so that whatever else the machine does
 * falls on all of them; the ratios of each round are the sample. One program after the other, on a busy machine, gives no number.
 */

/** A program that times its loops and prints a line of JSON for each. */
export interface Contender {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
}

const lineSchema = z.object({
  /** What was timed; a program with a single loop need not say. */
  what: z.string().optional(),
  games: z.int().positive(),
  seconds: z.number().positive(),
  checksum: z.string(),
});

/** A loop of a program, with what each round said of it. */
export interface Loop {
  readonly contender: string;
  /** Undefined where the program has no name for it. */
  readonly what: string | undefined;
  readonly rounds: readonly Timed[];
}

/** How much faster one loop is than another. */
export interface Ratio {
  /** Games a second of the first over those of the second: geometric mean of the rounds, with Student's 95 % interval of its logarithm. */
  readonly mean: Estimate;
  /** The same of the best round of each. */
  readonly best: number;
}

/** @throws Error for a program that fails, or prints what is no line of results */
async function timedBy(
  { name, file, args }: Contender,
  signal: AbortSignal,
): Promise<readonly z.infer<typeof lineSchema>[]> {
  const printed = await outputOf(file, args, { signal }).catch((error: unknown) => {
    throw new Error(`${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });
  const lines = printed.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0)
    throw new Error(`${name} printed nothing; it must print lines of {"games", "seconds", "checksum"}`);
  return lines.map((line) => {
    try {
      return lineSchema.parse(JSON.parse(line));
    } catch (error) {
      throw new Error(`${name} printed ${line.slice(0, 80)}, which is no {"games", "seconds", "checksum"}`, {
        cause: error,
      });
    }
  });
}

/**
 * Runs all contenders once a round, one at a time.
 * @throws Error for a program that fails, and for one that prints other loops, games or checksums in one round than in another
 */
export async function interleave(
  contenders: readonly Contender[],
  rounds: number,
  { signal, onRound }: { readonly signal: AbortSignal; readonly onRound?: (done: number) => void },
): Promise<readonly Loop[]> {
  const loops = new Map<string, Loop & { readonly rounds: Timed[] }>();
  for (let round = 0; round < rounds; round++) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const lines = await timedBy(contender, signal);
      for (const { what, ...timed } of lines) {
        const key = JSON.stringify([contender.name, what]);
        const loop = loops.get(key) ?? { contender: contender.name, what, rounds: [] };
        const first = loop.rounds.at(0);
        if (loop.rounds.length !== round)
          throw new Error(`${contender.name} does not print each loop once in every round`);
        if (first && (first.games !== timed.games || first.checksum !== timed.checksum))
          throw new Error(`${contender.name} plays other games each time: ${first.checksum}, then ${timed.checksum}`);
        loop.rounds.push(timed);
        loops.set(key, loop);
      }
    }
    for (const { contender, rounds } of loops.values())
      if (rounds.length !== round + 1) throw new Error(`${contender} does not print each loop once in every round`);
    onRound?.(round + 1);
  }
  return [...loops.values()];
}

const rateOf = ({ games, seconds }: Timed): number => games / seconds;

/** Games a second in the best round. */
export const bestRate = ({ rounds }: Loop): number => Math.max(...rounds.map(rateOf));

/** How much faster `ours` is than `theirs`, which ran in the same rounds. */
export function ratioOf(ours: Loop, theirs: Loop): Ratio {
  const logs = new Moments();
  ours.rounds.forEach((timed, round) => logs.add(Math.log(rateOf(timed) / rateOf(theirs.rounds[round]))));
  const { n, value, low, high } = logs.estimate();
  const mean = { n, value: Math.exp(value), low: Math.exp(low), high: Math.exp(high) };
  return { mean, best: bestRate(ours) / bestRate(theirs) };
}
