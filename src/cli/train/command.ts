import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Sfc32 } from '../../engine/kernel/rng.ts';
import { whole } from '../../engine/kernel/params.ts';
import type { BackendName, Head, Picks, Training } from '../../embeddings/index.ts';
import { reasonOf } from '../../files/reason.ts';
import type { Args, Command } from '../command.ts';
import { EXIT, Failure, UsageError, note, report, warn } from '../errors.ts';
import type { ExitCode } from '../errors.ts';
import { interruptible } from '../interrupt.ts';
import { optionOf } from '../options.ts';
import { print, progressBars, thousands } from '../screen.ts';
import type { ProgressBars } from '../screen.ts';
import { didYouMean } from '../suggest.ts';
import { describeTraining } from './report.ts';
import { openSource, readSource, sourceOptions } from './source.ts';
import type { Source, SourcePlan } from './source.ts';
import { judge } from './verdict.ts';
import type { Verdict } from './verdict.ts';

const params = {
  seed: whole(0, 2 ** 32 - 1, 1, 'of the split and the start'),
  epochs: whole(1, 100_000, 300, 'the most epochs of a lesson; most stop far earlier'),
  rank: whole(1, 4096, 64, 'numbers a vector passes through on its way through the head'),
};

/** Streams of the seed. */
const SPLIT = 0;
const START = 1;

/** Wrong rows that are told line by line. */
const MOST_TOLD = 20;

export const trainCommand: Command = {
  command: 'train [picks]',
  describe: 'learns from people which cards belong together, on top of an encoder',
  options: {
    ...sourceOptions,
    seed: optionOf(params.seed, 'The training:'),
    epochs: optionOf(params.epochs, 'The training:'),
    rank: optionOf(params.rank, 'The training:'),
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
        'the file for the head, eyes.json; nothing is written without it, nor for a head that does not beat the encoder',
    },
    json: { type: 'boolean', group: 'Results:', describe: 'prints JSON' },
    quiet: { type: 'boolean', group: 'Results:', describe: 'prints no table and shows no progress' },
  },
  examples: [
    ['$0 train picks.csv --deck mine --encoder bundled --out eyes.json', 'a head over what bundled sees'],
    ['$0 simulate mysterium --deck mine --encoder eyes.json', 'plays with it'],
    ['$0 train picks.csv --vectors cards.f32 --dim 512 --out eyes.json', 'over vectors of your own'],
  ],
  run: (args) => train(args),
};

interface Plan {
  readonly picks: string;
  readonly source: SourcePlan;
  readonly out: string | undefined;
  readonly seed: number;
  readonly epochs: number;
  readonly rank: number;
  readonly backend: BackendName | undefined;
  readonly quiet: boolean;
}

function readPlan(args: Args, backends: readonly BackendName[]): Plan {
  const picks = args.text('picks');
  if (picks === undefined)
    throw new UsageError('train needs a CSV of what people chose, with the columns shown, options and chosen');
  const out = args.text('out');
  if (out !== undefined && !out.toLowerCase().endsWith('.json'))
    throw new UsageError(`--out must end in .json, by which eyes know a head's file: ${out}.json, not ${out}`);
  const wanted = args.text('backend');
  const backend = backends.find((name) => name === wanted);
  if (wanted !== undefined && backend === undefined)
    throw new UsageError(`no backend "${wanted}"; there are ${backends.join(', ')}${didYouMean(wanted, backends)}`);
  const [seed, epochs, rank] = [
    args.number('seed', params.seed),
    args.number('epochs', params.epochs),
    args.number('rank', params.rank),
  ];
  return { picks, source: readSource(args), out, seed, epochs, rank, backend, quiet: args.flag('quiet') };
}

async function train(args: Args): Promise<ExitCode> {
  const { BACKENDS } = await import('../../embeddings/index.ts');
  const plan = readPlan(args, BACKENDS);
  return interruptible(
    async (signal) => {
      try {
        const trained = await trainFrom(plan, signal);
        return await deliver(plan, trained, args.flag('json'));
      } catch (error) {
        const { PicksError } = await import('../../embeddings/index.ts');
        if (error instanceof PicksError) return tellWrongRows(error);
        if (!signal.aborted) throw error;
        warn('interrupted before the end; no head is written');
        return EXIT.interrupted;
      }
    },
    () => {},
  );
}

interface Trained {
  readonly head: Head;
  readonly verdict: Verdict;
}

async function trainFrom(plan: Plan, signal: AbortSignal): Promise<Trained> {
  const { USUAL_PLAN, openBackend, readPicks, splitPicks, trainHead } = await import('../../embeddings/index.ts');
  if (plan.out !== undefined) await refuseForeign(plan.out);
  const startBar = await progressBars({ quiet: plan.quiet });
  const source = await openSource(plan.source, startBar, signal);
  const picks = await readPicks(plan.picks, source.encoded.ids, { didYouMean });
  if (picks.ignored.length > 0)
    warn(`${plan.picks}: nothing is known to do with the column ${picks.ignored.join(', ')}`);
  const split = splitPicks(picks, streamOf(plan.seed, SPLIT));
  const backend = await openBackend(plan.backend);
  const training = await withBar(startBar, plan.epochs, (onEpoch) =>
    trainHead({
      cards: source.cards,
      split,
      backend,
      random: streamOf(plan.seed, START),
      plan: { ...USUAL_PLAN, rank: plan.rank, epochs: plan.epochs },
      signal,
      onEpoch,
    }),
  );
  const verdict = judge(training.heldOut, split.heldOut);
  const rows = { train: split.train.length, validation: split.validation.length, heldOut: split.heldOut.length };
  return { head: headOf(plan, source, picks, { training, verdict, rows, backend: backend.title }), verdict };
}

type OnEpoch = (at: {
  readonly lesson: number;
  readonly lessons: number;
  readonly epoch: number;
  readonly loss: number;
}) => void;

/** Runs a training under a bar of all epochs it may take; a lesson that stops early skips its share of them. */
async function withBar<T>(startBar: ProgressBars, epochs: number, work: (onEpoch: OnEpoch) => Promise<T>): Promise<T> {
  let bar: ReturnType<ProgressBars> | undefined;
  try {
    return await work(({ lesson, lessons, epoch, loss }) => {
      bar ??= startBar('learns', lessons * epochs, 'epochs');
      const remark = Number.isNaN(loss) ? '' : `, validation loss ${loss.toFixed(4)}`;
      bar.update((lesson - 1) * epochs + epoch, `, lesson ${lesson} of ${lessons}${remark}`);
    });
  } finally {
    bar?.stop();
  }
}

function streamOf(seed: number, stream: number): () => number {
  const rng = new Sfc32(seed, stream);
  return () => rng.unit();
}

function headOf(
  { out = '', seed }: Plan,
  { encoded, encoder }: Source,
  { file, sha256 }: Picks,
  made: {
    readonly training: Training;
    readonly verdict: Verdict;
    readonly rows: Head['trained']['rows'];
    readonly backend: string;
  },
): Head {
  const { projection, spread, epochs } = made.training;
  const { heldOut, ahead, groups } = made.verdict;
  const trained = {
    picks: { file, sha256 },
    seed,
    backend: made.backend,
    rows: made.rows,
    heldOutGroups: groups,
    spread,
    epochs,
  };
  return { file: out, encoder, deck: encoded.deck, ...projection, trained: { ...trained, heldOut, ahead } };
}

/** Prints what came of a training and, if the head is worth it, writes its file. */
async function deliver({ out, quiet, source }: Plan, { head, verdict }: Trained, asJson: boolean): Promise<ExitCode> {
  const { writeHead } = await import('../../embeddings/index.ts');
  const { refusal } = verdict;
  const isWritten = out !== undefined && refusal === undefined;
  if (isWritten) {
    try {
      await writeHead(head);
    } catch (error) {
      throw new Failure(`cannot write ${out}: ${reasonOf(error)}`, { cause: error });
    }
  }
  if (asJson) {
    const { encoder, deck, dim, rank, trained } = head;
    const { chance } = verdict;
    print(
      JSON.stringify(
        { written: isWritten ? out : null, refusal: refusal ?? null, encoder, deck, dim, rank, ...trained, chance },
        null,
        2,
      ),
    );
  } else if (!quiet) print(await describeTraining(head.trained, verdict));
  if (refusal !== undefined) throw new Failure(`no head is written: ${refusal}`);
  const use = source.from === 'deck' ? `--encoder ${out} looks through it` : 'it is for these vectors';
  note(isWritten ? `the head is in ${out}; ${use}` : 'nothing is written without --out');
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

/** @throws Failure before any work where the head could not be written in the end, or would replace a file that is no head. */
async function refuseForeign(out: string): Promise<void> {
  const { readHead } = await import('../../embeddings/index.ts');
  const folder = await stat(dirname(out)).catch(() => undefined);
  if (!folder?.isDirectory()) throw new Failure(`cannot write ${out}: there is no such folder`);
  if ((await stat(out).catch(() => undefined)) === undefined) return;
  await readHead(out).catch((error: unknown) => {
    throw new Failure(`${out} is there already and is not a head that can be replaced; take another name`, {
      cause: error,
    });
  });
}
