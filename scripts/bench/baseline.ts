import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { writeWhole } from '../../src/files/write-whole.ts';
import type { BuildSpeed } from './speed.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const file = fileURLToPath(new URL('baseline.json', import.meta.url));

const schema = z.object({
  commit: z.string(),
  machine: z.string(),
  node: z.string(),
  date: z.string(),
  lineups: z.array(
    z.object({
      what: z.string(),
      games: z.int(),
      checksum: z.string(),
      /** The machine's speed falls out, as far as it is of one kind. */
      gamesPerMillionDraws: z.number(),
    }),
  ),
});

/** The speed that was stored, and what it was measured on. */
export type Baseline = z.infer<typeof schema>;

/** Games while sfc32 draws a million times. */
export const relativeSpeed = (games: number, seconds: number, draws: number): number => games / seconds / (draws / 1e6);

/** @throws ZodError, or a system error where there is none */
export const readBaseline = (): Baseline => schema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** Stores how fast this build is, with the commit it is of. */
export async function writeBaseline({ draws, lineups }: BuildSpeed): Promise<void> {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', 'src', 'data') !== '';
  const baseline: Baseline = {
    commit: git('rev-parse', 'HEAD') + (isChanged ? ' and changes' : ''),
    machine: cpus()[0]?.model.trim() ?? 'unknown',
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
    lineups: lineups.map(({ what, games, seconds, checksum }) => ({
      what,
      games,
      checksum,
      gamesPerMillionDraws: Number(relativeSpeed(games, seconds, draws).toPrecision(4)),
    })),
  };
  await writeWhole(file, `${JSON.stringify(baseline, null, 2)}\n`);
}
