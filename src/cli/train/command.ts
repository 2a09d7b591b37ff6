import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { whole } from '../../engine/kernel/params.ts';
import type { BackendName } from '../../embeddings/index.ts';
import { reasonOf } from '../../files/reason.ts';
import type { Args, Command } from '../command.ts';
import { EXIT, Failure, UsageError, note, report, warn } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { interruptible } from '../interrupt.ts';
import { optionOf } from '../options.ts';
import { print, thousands } from '../screen.ts';
import { didYouMean } from '../suggest.ts';
import type { Lesson, LessonPlan, Product } from './lessons.ts';
import { readSource, sourceOptions } from './source.ts';

const params = {
  seed: whole(0, 2 ** 32 - 1, 1, 'of the split and the start'),
  epochs: whole(1, 100_000, 300, 'the most epochs of a lesson; most stop far earlier'),
  rank: whole(1, 4096, 64, 'numbers a vector passes through on its way through the head'),
};

/** Wrong rows that are told line by line. */
const MOST_TOLD = 20;

export const trainCommand: Command = {
  command: 'train [files..]',
  describe: 'learns from people which cards belong together, or from played games which clues are understood',
  options: {
    ...sourceOptions,
    seed: optionOf(params.seed, 'The training:'),
    epochs: optionOf(params.epochs, 'The training:'),
    rank: optionOf(params.rank, 'The cards:'),
    backend: {
      type: 'string',
      requiresArg: true,
      group: 'The training:',
      describe: 'wasm, cpu, or node (@tensorflow/tfjs-node) [usually node if it is installed, else wasm]',
    },
    out: {
      type: 'string',
      requiresArg: true,
      group: 'Results:',
      describe:
        'the file for what is learned, such as eyes.json or model.json; nothing is written without it, nor for what does not beat what was there before',
    },
    json: { type: 'boolean', group: 'Results:', describe: 'prints JSON' },
    quiet: { type: 'boolean', group: 'Results:', describe: 'prints no table and shows no progress' },
  },
  examples: [
    ['$0 train picks.csv --deck mine --encoder bundled --out eyes.json', 'a head over what bundled sees'],
    ['$0 simulate mysterium --deck mine --encoder eyes.json', 'plays with it'],
    ['$0 train picks.csv --vectors cards.f32 --dim 512 --out eyes.json', 'over vectors of your own'],
    ['$0 train runs/mine/clues.csv --out model.json', 'when a clue is understood, from a run with --clues'],
    ['$0 simulate mysterium --ghost learned:model.json', 'plays with it'],
  ],
  run: (args) => train(args),
};

function readPlan(args: Args, backends: readonly BackendName[]): LessonPlan {
  const out = args.text('out');
  if (out !== undefined && !out.toLowerCase().endsWith('.json'))
    throw new UsageError(`--out must end in .json, by which eyes know a head's file: ${out}.json, not ${out}`);
  const wanted = args.text('backend');
  const backend = backends.find((name) => name === wanted);
  if (wanted !== undefined && backend === undefined)
    throw new UsageError(`no backend "${wanted}"; there are ${backends.join(', ')}${didYouMean(wanted, backends)}`);
  const [seed, epochs] = [args.number('seed', params.seed), args.number('epochs', params.epochs)];
  return { out, seed, epochs, backend, quiet: args.flag('quiet') };
}

/** What is to be learned from some files: their first line tells. */
async function lessonFrom(files: readonly string[], plan: LessonPlan, args: Args): Promise<Lesson> {
  const { cluesAmong, clueLesson } = await import('./clues.ts');
  const clues = await cluesAmong(files);
  if (clues.length > 0) {
    const stray = [...Object.keys(sourceOptions), 'rank'].find((name) => args.has(name));
    if (stray !== undefined) throw new UsageError(`--${stray} belongs to picks, and ${clues[0]} holds clues`);
    const other = files.find((file) => !clues.includes(file));
    if (other !== undefined) throw new UsageError(`${clues[0]} holds clues, and ${other} does not; train on one kind`);
    return clueLesson(files, plan);
  }
  const [picks] = files;
  if (picks === undefined)
    throw new UsageError(
      'train needs a CSV of what people chose, with the columns shown, options and chosen, or the clues.csv of a run',
    );
  if (files.length > 1) throw new UsageError(`train takes one file of picks; ${files[1]} is one too many`);
  const { headLesson } = await import('./heads.ts');
  return headLesson(picks, readSource(args), args.number('rank', params.rank), plan);
}

async function train(args: Args): Promise<ExitCode> {
  const { BACKENDS, PicksError } = await import('../../embeddings/index.ts');
  const plan = readPlan(args, BACKENDS);
  const lesson = await lessonFrom(args.texts('files'), plan, args);
  return interruptible(
    async (signal) => {
      try {
        if (plan.out !== undefined) await refuseForeign(plan.out, lesson);
        return await deliver(plan, lesson, await lesson.learn(signal), args.flag('json'));
      } catch (error) {
        if (error instanceof PicksError) return tellWrongRows(error);
        if (!signal.aborted) throw error;
        warn(`interrupted before the end; no ${lesson.makes} is written`);
        return EXIT.interrupted;
      }
    },
    () => {},
  );
}

/** Prints what came of a training and, if it is worth it, writes its file. */
async function deliver(
  { out, quiet }: LessonPlan,
  { makes }: Lesson,
  { write, document, describe, use, refusal }: Product,
  asJson: boolean,
): Promise<ExitCode> {
  const isWritten = out !== undefined && refusal === undefined;
  if (isWritten) {
    try {
      await write(out);
    } catch (error) {
      throw new Failure(`cannot write ${out}: ${reasonOf(error)}`, { cause: error });
    }
  }
  if (asJson)
    print(JSON.stringify({ written: isWritten ? out : null, refusal: refusal ?? null, ...document }, null, 2));
  else if (!quiet) print(await describe());
  if (refusal !== undefined) throw new Failure(`no ${makes} is written: ${refusal}`);
  note(isWritten ? `the ${makes} is in ${out}; ${use}` : 'nothing is written without --out');
  return EXIT.done;
}

function tellWrongRows({
  file,
  wrong,
}: {
  readonly file: string;
  readonly wrong: readonly { readonly line: number; readonly what: string }[];
}): ExitCode {
  for (const { line, what } of wrong.slice(0, MOST_TOLD)) note(`${file}, line ${line}: ${what}`);
  const rest = wrong.length > MOST_TOLD ? ` (the first ${MOST_TOLD} are above)` : '';
  return report(
    new Failure(
      `${thousands(wrong.length)} ${wrong.length === 1 ? 'row' : 'rows'} of ${file} cannot be used${rest}; nothing was learned`,
    ),
  );
}

/** @throws Failure before any work where a file could not be written in the end, or would replace one of another kind. */
async function refuseForeign(out: string, { makes, recognise }: Lesson): Promise<void> {
  const folder = await stat(dirname(out)).catch(() => undefined);
  if (!folder?.isDirectory()) throw new Failure(`cannot write ${out}: there is no such folder`);
  if ((await stat(out).catch(() => undefined)) === undefined) return;
  await recognise(out).catch((error: unknown) => {
    throw new Failure(`${out} is there already and is not a ${makes} that can be replaced; take another name`, {
      cause: error,
    });
  });
}
