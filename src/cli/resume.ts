import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { games, gameOf } from '../agents/catalog.ts';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { JOURNAL, Journal, RUN_FILES } from '../sim/index.ts';
import type { Args, OptionTable } from './command.ts';
import { EXIT, Failure, UsageError } from './errors.ts';
import type { ExitCode } from './errors.ts';
import { readHead } from './run-head.ts';
import type { RunHead } from './run-head.ts';
import { readWords, wordsOf } from './run-words.ts';
import { print, thousands } from './screen.ts';

/** What may be said anew when a run goes on. */
const ANEW = ['resume', 'workers', 'quiet', 'json', 'metrics', 'cluster', 'run-bots'];

/** Which game a run is of that is taken from a folder, and how its command reads. */
export interface FoundRun {
  readonly game: CataloguedGame;
  readonly args: Args;
}

/** The command line with the first game's name, where a run is to go on: its folder knows which game it is. */
export function withAnyGame(words: readonly string[]): readonly string[] {
  const [command, next] = words;
  const resumes = words.some((word) => word === '--resume' || word.startsWith('--resume='));
  return command === 'simulate' && resumes && next?.startsWith('-') ? [command, games[0].id, ...words.slice(1)] : words;
}

/**
 * The command of the run that a folder holds unfinished, with what is said anew; the exit code where the run is whole, which is told.
 * @throws UsageError, Failure, JournalError
 */
export async function readResumed(
  args: Args,
  called: CataloguedGame,
  optionsOf: (game: CataloguedGame) => OptionTable,
): Promise<FoundRun | ExitCode> {
  const path = args.text('resume') ?? '';
  const other = wordsOf(optionsOf(called), args, ANEW).find((word) => word !== '--bounds'); // which is so without a word
  if (other !== undefined)
    throw new UsageError(
      `--resume goes on with a run as it is, so there is no place for ${other.split('=')[0]} beside it`,
    );
  const journal = await Journal.open(join(path, JOURNAL), 'read');
  if (!journal) return tellWhole(path, args);
  let head: RunHead;
  try {
    head = readHead(journal);
  } finally {
    await journal.close();
  }
  const at = head.cwd === process.cwd() ? path : resolve(path);
  if (at !== path && (await stat(head.cwd).catch(() => undefined))?.isDirectory()) process.chdir(head.cwd);
  const anew = wordsOf(optionsOf(called), args, ['resume', 'bounds']);
  return readRun(head, [...anew, `--out=${at}`], args.flag('run-bots') ? 'trusted' : 'unknown', path, optionsOf);
}

/**
 * The command of a run by what its journal begins with, and with other words after its own.
 * @throws UsageError, Failure where it would start programs that nobody allowed to
 */
export async function readRun(
  head: RunHead,
  words: readonly string[],
  programs: 'trusted' | 'unknown',
  path: string,
  optionsOf: (game: CataloguedGame) => OptionTable,
): Promise<FoundRun> {
  const game = gameOf(head.game);
  const program = head.words.find((word) => /^[^=]*=\s*exec:/.test(word));
  if (program !== undefined && programs === 'unknown')
    throw new Failure(
      `${path}: ${program.replace(/^[^=]*=/, '')} played; --run-bots starts that program, if you trust it`,
    );
  return { game, args: await readWords(optionsOf(game), [...head.words, ...words]) };
}

const document = z.object({
  game: z.string(),
  interrupted: z.boolean(),
  checksum: z.string(),
  cells: z.array(z.object({ games: z.number() })),
});

/** Tells of a folder whose run needs nothing more. @throws Failure where it holds none, or one that cannot go on */
async function tellWhole(path: string, args: Args): Promise<ExitCode> {
  const text = await readFile(join(path, RUN_FILES.run), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Failure(`${path} holds no run: there is neither ${JOURNAL} nor ${RUN_FILES.run}`);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Failure(`${join(path, RUN_FILES.run)} is no JSON`);
  }
  const read = document.safeParse(data);
  if (!read.success) throw new Failure(`${join(path, RUN_FILES.run)} tells of no run of seance simulate`);
  const { game, interrupted, checksum, cells } = read.data;
  if (interrupted) throw new Failure(`${path} holds a run that was stopped, but no ${JOURNAL} to go on from`);
  if (args.flag('json')) print(text.trimEnd());
  else if (!args.flag('quiet')) {
    const count = cells.reduce((sum, cell) => sum + cell.games, 0);
    print(`${path} is whole: ${thousands(count)} games of ${game}, checksum ${checksum}; nothing is left to play`);
  }
  return EXIT.done;
}
