import { open, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { gameOf } from '../../agents/catalog.ts';
import type { Clue, ClueFacts } from '../../embeddings/index.ts';
import type { CataloguedGame } from '../../engine/kernel/catalog.ts';
import type { ClueModel } from '../../engine/kernel/knowledge.ts';
import type { ClueLesson } from '../../engine/kernel/spec.ts';
import { issueText } from '../../files/issue-text.ts';
import { reasonOf } from '../../files/reason.ts';
import { RUN_FILES } from '../../sim/index.ts';
import { Failure, UsageError } from '../errors.ts';
import { at } from '../recorded-game.ts';
import { progressBars } from '../screen.ts';
import { describeClues } from './clue-report.ts';
import { chancesOf, judgeClues } from './clue-verdict.ts';
import { SPLIT, START, streamOf, withBar } from './lessons.ts';
import type { Lesson, LessonPlan, Product } from './lessons.ts';

/** Numbers of hidden units that are tried: a logistic regression, and a small net. */
const UNITS = [0, 8];

/** Bytes in which the header of a CSV ends, with room to spare. */
const HEADER = 4096;

/** The files that hold clues. */
export async function cluesAmong(files: readonly string[]): Promise<readonly string[]> {
  const held = await Promise.all(files.map(holdsClues));
  return files.filter((_, i) => held[i]);
}

/** Whether a file holds clues. What is no ordinary file, such as a pipe, is read but once and holds picks. */
async function holdsClues(file: string): Promise<boolean> {
  const { isOfClues } = await import('../../embeddings/index.ts');
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return false;
  const handle = await open(file).catch(() => undefined);
  if (!handle) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER), 0, HEADER, 0);
    return isOfClues(buffer.toString('utf8', 0, bytesRead).split(/[\r\n]/, 1)[0]);
  } finally {
    await handle.close();
  }
}

/** What is read of the run.json beside a clues.csv. */
const runSchema = z.object({
  run: z.string(),
  game: z.string(),
  version: z.int(),
  seed: z.int(),
  lineups: z.object({
    asked: z.record(z.string(), z.object({ agent: z.string(), params: z.record(z.string(), z.unknown()) })),
  }),
  encoders: z.record(z.string(), z.string()),
});

interface Source {
  readonly game: CataloguedGame;
  readonly lesson: ClueLesson;
  readonly rows: readonly Clue[];
  readonly leftOut: number;
  readonly runs: ClueFacts['runs'];
}

/** A lesson in the clues.csv of runs of one game. */
export const clueLesson = (files: readonly string[], plan: LessonPlan): Lesson => ({
  makes: 'clue model',
  recognise: async (out) => (await import('../../embeddings/index.ts')).readClueModel(out),
  learn: (signal) => learnClues(files, plan, signal),
});

async function learnClues(
  files: readonly string[],
  { out, seed, epochs, backend: wanted, quiet }: LessonPlan,
  signal: AbortSignal,
): Promise<Product> {
  const { LEAST_GROUPS, named, openBackend, splitByGroup, trainClueModel, writeClueModel } =
    await import('../../embeddings/index.ts');
  const { game, lesson, rows, leftOut, runs } = await readSource(files);
  const deals = new Set(rows.map(({ group }) => group)).size;
  if (rows.length === 0) throw new Failure(`${files[0]} has no row to learn from; whoever gives its clues must look`);
  if (deals < LEAST_GROUPS)
    throw new Failure(
      `there are ${deals} deals, and a fifth of them must be held out: it takes at least ${LEAST_GROUPS}; play more`,
    );
  const split = splitByGroup(rows, streamOf(seed, SPLIT));
  const backend = await openBackend(wanted);
  const startBar = await progressBars({ quiet });
  const { train, validation, heldOut } = split;
  const { features, plain } = lesson;
  const shared = { train, validation, backend, epochs, signal };
  const modelOf = (weights: Pick<ClueModel, 'means' | 'scales' | 'bias' | 'direct' | 'units'>, of: readonly string[]) =>
    named({ game: game.id, version: game.version, features: of, ...weights });
  const learned = await withBar(startBar, epochs, (onEpoch) =>
    trainClueModel({ ...shared, places: [...features.keys()], units: UNITS, random: streamOf(seed, START), onEpoch }),
  );
  const alone = await trainClueModel({
    ...shared,
    places: [features.indexOf(plain)],
    units: [0],
    random: streamOf(seed, START),
  });
  const model = modelOf(learned.weights, features);
  const known = [...train, ...validation];
  const rate = known.reduce((sum, { right }) => sum + right, 0) / known.length;
  const verdict = judgeClues(heldOut, {
    model: chancesOf(model, features, heldOut),
    plain: chancesOf(modelOf(alone.weights, [plain]), features, heldOut),
    base: new Float64Array(heldOut.length).fill(rate),
  });
  const facts: ClueFacts = {
    runs,
    seed,
    backend: backend.title,
    epochs: learned.epochs,
    plain,
    rows: { train: train.length, validation: validation.length, heldOut: heldOut.length, leftOut },
    heldOutDeals: verdict.games,
    heldOut: verdict.heldOut,
    ahead: verdict.ahead,
    calibration: verdict.calibration,
  };
  return {
    write: (path) => writeClueModel(path, model, facts),
    document: { ...model, ...facts },
    describe: () => describeClues(model, facts, verdict),
    use: `a ghost goes by it as learned:${out}`,
    refusal: verdict.refusal,
  };
}

async function readSource(files: readonly string[]): Promise<Source> {
  const { readClues } = await import('../../embeddings/index.ts');
  const twice = files.find((file, i) => files.indexOf(file) < i);
  if (twice !== undefined) throw new UsageError(`${twice} is named twice`);
  let game: CataloguedGame | undefined;
  const rows: Clue[] = [];
  const runs: ClueFacts['runs'] = [];
  let leftOut = 0;
  for (const file of files) {
    const path = join(dirname(file), RUN_FILES.run);
    const run = await readRun(path);
    const own = at(path, () => gameOf(run.game));
    game ??= own;
    if (own !== game) throw new Failure(`${path} is a run of ${own.id}, and ${files[0]} is of ${game.id}`);
    if (run.version !== game.version)
      throw new Failure(
        `${path} was played under version ${run.version} of the rules of ${game.id}, and this is version ${game.version}`,
      );
    if (!game.clues) throw new Failure(`${game.id} has no clues to learn from`);
    const { rows: read, leftOut: out, ...bytes } = await readClues(file, game.clues);
    for (const row of read) rows.push(row);
    leftOut += out;
    const cast = Object.fromEntries(
      Object.entries(run.lineups.asked).map(([role, plan]) => {
        return [role, { agent: plan.agent, params: at(path, () => own.check(role, plan)) }];
      }),
    );
    runs.push({ ...bytes, run: run.run, seed: run.seed, rows: read.length, cast, encoders: run.encoders });
  }
  if (!game?.clues) throw new UsageError('train needs the file of some clues');
  return { game, lesson: game.clues, rows, leftOut, runs };
}

/** @throws Failure */
async function readRun(path: string): Promise<z.infer<typeof runSchema>> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Failure(
      `cannot read ${path}, which says what the clues beside it were played with: ${reasonOf(error, 'there is no such file')}`,
      { cause: error },
    );
  });
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    throw new Failure(`${path} is no JSON, or cut short`, { cause: error });
  }
  const read = runSchema.safeParse(raw);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Failure(`${path} is not the run.json of a run: ${issue.path.map(String).join('.')} ${issueText(issue)}`);
}
