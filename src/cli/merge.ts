import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { JOURNAL, Journal, shardsExecutor } from '../sim/index.ts';
import type { Executor } from '../sim/index.ts';
import { programsIn } from './bots.ts';
import type { Args, Command } from './command.ts';
import { Failure, UsageError } from './errors.ts';
import type { ExitCode } from './errors.ts';
import type { Pictures } from '../api/pictures.ts';
import { withOutFolder } from './out-folder.ts';
import { playRun } from './play-run.ts';
import { readRun } from './resume.ts';
import { differenceOf, headOf, readHead } from './run-head.ts';
import type { RunHead } from './run-head.ts';
import { gamesOf, planRun } from './run-plan.ts';
import type { RunPlan, Shard } from './run-plan.ts';
import { thousands } from './screen.ts';
import { resumeCommand } from './shell.ts';
import { simulateOptions } from './simulate.ts';

export const mergeCommand: Command = {
  command: 'merge [folders..]',
  describe: 'puts the shards of a run together, as if it had been played at once',
  options: {
    out: {
      type: 'string',
      requiresArg: true,
      describe: 'a folder for games.csv, summary.csv and run.json; it must be given',
    },
    force: { type: 'boolean', describe: 'replaces another run that the folder holds' },
    metrics: { type: 'boolean', describe: 'shows every figure, not only the first' },
    json: { type: 'boolean', describe: 'prints one JSON document instead of tables' },
    quiet: { type: 'boolean', describe: 'prints no tables and shows no progress' },
  },
  examples: [
    ['$0 simulate mysterium --shard 1/2 --out runs/s1', 'on one machine'],
    ['$0 simulate mysterium --shard 2/2 --out runs/s2', 'on another'],
    ['$0 merge runs/s1 runs/s2 --out runs/all', 'the whole'],
  ],
  run: merge,
};

/** The journal of a shard. */
interface Part {
  readonly folder: string;
  readonly journal: Journal;
  readonly head: RunHead;
  readonly shard: Shard;
}

async function merge(args: Args): Promise<ExitCode> {
  const folders = args.texts('folders');
  if (folders.length === 0) throw new UsageError('merge needs the folders of all shards of a run, such as runs/s*');
  if (!args.has('out')) throw new UsageError('merge needs --out, the folder for the whole');
  const out = args.text('out') ?? '';
  for (const folder of folders)
    if ((await placeOf(folder)) === (await placeOf(out)))
      throw new UsageError(`--out ${out} is the folder of a shard; choose another`);
  const parts: Part[] = [];
  try {
    for (const folder of folders) parts.push(await openPart(folder));
    const [first] = parts;
    refuseStrangers(parts);
    const beside = ['metrics', 'json', 'quiet'].filter((name) => args.flag(name)).map((name) => `--${name}`);
    const own = first.head.words.filter((word) => !word.startsWith('--shard='));
    const head = { ...first.head, words: own, shard: null };
    const found = await readRun(head, beside, 'trusted', first.folder, simulateOptions);
    const plan = planRun(found.game, found.args, availableParallelism());
    return await withOutFolder(args, (folder, signal) =>
      playRun(plan, found.args, {
        folder,
        signal,
        words: own,
        only: head.run,
        replay: (whole, pictures) => executorOf(parts, whole, pictures),
      }),
    );
  } finally {
    for (const { journal } of parts) await journal.close();
  }
}

/** Where a folder is in truth, be it there already or not. */
const placeOf = (folder: string): Promise<string> => realpath(folder).catch(() => resolve(folder));

async function openPart(folder: string): Promise<Part> {
  const journal = await Journal.open(join(folder, JOURNAL), 'read');
  if (!journal) throw new Failure(`${folder} holds no ${JOURNAL}: is it the folder of a shard?`);
  try {
    const head = readHead(journal);
    if (!head.shard)
      throw new Failure(`${folder} holds no shard, but a run that is not finished; ${resumeCommand(folder)} goes on`);
    return { folder, journal, head, shard: head.shard };
  } catch (error) {
    await journal.close();
    throw error;
  }
}

/** @throws Failure unless these are all the shards of one run, each once */
function refuseStrangers(parts: readonly Part[]): void {
  const [first] = parts;
  const of = first.shard.of;
  const seen = new Map<number, Part>();
  for (const part of parts) {
    const { folder, head, shard } = part;
    const difference =
      shard.of === of
        ? differenceOf(head, { ...first.head, shard })
        : `it is shard ${shard.index} of ${shard.of}, and not of ${of}`;
    if (difference !== undefined) throw new Failure(`${folder} is of another run than ${first.folder}: ${difference}`);
    const twin = seen.get(shard.index);
    if (twin) throw new Failure(`${twin.folder} and ${folder} are both shard ${shard.index} of ${of}; leave one out`);
    seen.set(shard.index, part);
  }
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter((index) => !seen.has(index));
  if (missing.length > 0) {
    const some = missing.slice(0, 10).join(', ') + (missing.length > 10 ? ` and ${missing.length - 10} more` : '');
    throw new Failure(`of ${of} shards ${missing.length === 1 ? 'one is' : `${missing.length} are`} missing: ${some}`);
  }
}

/** @throws Failure where shards are of another run than this machine would play, or unfinished */
async function executorOf(parts: readonly Part[], plan: RunPlan, pictures: Pictures): Promise<Executor> {
  const [{ head, folder }] = parts;
  // Which machine saw the pictures a little differently does not matter, as long as all shards saw them alike.
  const ours = { ...headOf(plan, pictures, head.words), shard: head.shard, affinity: head.affinity };
  const difference = differenceOf(head, ours);
  if (difference !== undefined) throw new Failure(`${folder} cannot be merged here: ${difference}`);
  const unfinished: { readonly folder: string; readonly text: string }[] = [];
  for (const { journal, folder, shard } of parts) {
    let games = 0;
    for await (const entry of journal.entries()) games += entry.games;
    const asked = gamesOf({ ...plan, shard });
    if (games !== asked)
      unfinished.push({ folder, text: `${folder} (${thousands(games)} of ${thousands(asked)} games)` });
  }
  if (unfinished.length > 0) {
    const all = unfinished.map(({ text }) => text).join(', ');
    const hasPrograms = plan.lineups.some(({ casting }) => programsIn(casting).length > 0);
    throw new Failure(`not finished: ${all}; ${resumeCommand(unfinished[0].folder, hasPrograms)} goes on`);
  }
  return shardsExecutor(
    parts.map(({ journal }) => journal),
    plan.trials.map(({ experiment }) => experiment),
  );
}
