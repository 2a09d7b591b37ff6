import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ClueModel } from '../../engine/kernel/knowledge.ts';
import { issueText } from '../../files/issue-text.ts';
import { reasonOf } from '../../files/reason.ts';
import { refuseSpecial } from '../../files/refuse-special.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { EyesError } from '../encoders/encoder.ts';

/** Raised when what a clue model's file says changes. */
const SCHEMA = 1;

const Count = z.int().nonnegative();
const Numbers = z.array(z.number());
const Interval = z.object({ value: z.number(), low: z.number(), high: z.number() });
/** What chances are worth on held-out rows: nats and squares a row, and how often of a right and a wrong guess the right one had more. */
const Standing = z.object({ logLoss: Interval, brier: Interval, auc: Interval });
const Ahead = z.object({ logLoss: Interval, brier: Interval });

const ClueFacts = z.object({
  /** The runs whose clues it learned from, and who played there with what. */
  runs: z.array(
    z.object({
      file: z.string(),
      sha256: z.string(),
      run: z.string(),
      seed: Count,
      rows: Count,
      cast: z.record(z.string(), z.object({ agent: z.string(), params: z.record(z.string(), z.unknown()) })),
      encoders: z.record(z.string(), z.string()),
    }),
  ),
  seed: Count,
  backend: z.string().min(1),
  epochs: Count,
  /** The feature that says most by itself. */
  plain: z.string(),
  /** Rows in each part, and those that teach nothing; the parts share no game. */
  rows: z.object({ train: Count, validation: Count, heldOut: Count, leftOut: Count }),
  heldOutDeals: Count,
  /** All on the same held-out rows: the model, its plainest feature alone, and the rate at which guesses are right. */
  heldOut: z.object({ model: Standing, plain: Standing, base: Standing }),
  /** What the model saves, row by row. */
  ahead: z.object({ ofPlain: Ahead, ofBase: Ahead }),
  /** Held-out rows by tenths of the chance that was told. */
  calibration: z.array(z.object({ from: z.number(), rows: Count, told: z.number(), right: Interval })),
});

/** How a clue model came to be, and what it is worth. */
export type ClueFacts = z.infer<typeof ClueFacts>;

const ClueModelFile = z.object({
  schema: z.literal(SCHEMA, { error: `must be ${SCHEMA}` }),
  kind: z.literal('clue model', { error: 'must be "clue model"' }),
  game: z.string().min(1),
  version: Count,
  hash: z.string(),
  features: z.array(z.string()).min(1),
  means: Numbers,
  scales: z.array(z.number().positive()),
  bias: z.number(),
  direct: Numbers,
  units: z.array(z.object({ bias: z.number(), weights: Numbers, out: z.number() })),
  trained: ClueFacts,
});

/** For which game's clues a model is wanted. */
export interface ClueNeed {
  readonly game: string;
  /** Of its rules. */
  readonly version: number;
  /** The features that agents of the game know. */
  readonly features: readonly string[];
}

/** The same model under its hash. */
export const named = (model: Omit<ClueModel, 'hash'>): ClueModel => ({ ...model, hash: hashOf(model) });

/** Reads and checks a clue model's file; with `need`, also whether it is for that game. Throws EyesError, in one line that names the file. */
export async function readClueModel(
  file: string,
  need?: ClueNeed,
): Promise<{ readonly model: ClueModel; readonly trained: ClueFacts }> {
  const { trained, hash, ...read } = parse(await readText(file), file);
  const model = { ...coreOf(read), hash };
  const size = model.features.length;
  const lists = [model.means, model.scales, model.direct, ...model.units.map(({ weights }) => weights)];
  if (lists.some(({ length }) => length !== size))
    throw new EyesError(
      `${file} is damaged: it has ${size} features, and not as many numbers for each; train it again`,
    );
  if (hashOf(model) !== model.hash)
    throw new EyesError(`${file} is damaged: its numbers are not those it was written with; train it again`);
  if (need) refuseOther(model, file, need);
  return { model, trained };
}

function refuseOther(model: ClueModel, file: string, need: ClueNeed): void {
  if (model.game !== need.game)
    throw new EyesError(`${file} is a clue model of ${model.game}, and this is ${need.game}`);
  if (model.version !== need.version)
    throw new EyesError(
      `${file} was learned under version ${model.version} of the rules of ${need.game}, and this is version ${need.version}; train it again`,
    );
  const unknown = model.features.find((feature) => !need.features.includes(feature));
  if (unknown !== undefined)
    throw new EyesError(`${file} asks for ${unknown}, which nobody knows when a clue is given; train it again`);
}

/** Writes a clue model, whole or not at all. */
export async function writeClueModel(file: string, model: ClueModel, trained: ClueFacts): Promise<void> {
  const written: z.infer<typeof ClueModelFile> = {
    schema: SCHEMA,
    kind: 'clue model',
    ...coreOf(model),
    hash: model.hash,
    trained,
  };
  await writeWhole(file, `${JSON.stringify(written, null, 2)}\n`);
}

/** What decides what a model says, in lists of its own, always in one order. */
function coreOf({ game, version, features, means, scales, bias, direct, units }: Omit<ClueModel, 'hash'>) {
  return {
    game,
    version,
    features: [...features],
    means: [...means],
    scales: [...scales],
    bias,
    direct: [...direct],
    units: units.map(({ bias, weights, out }) => ({ bias, weights: [...weights], out })),
  };
}

const hashOf = (model: Omit<ClueModel, 'hash'>): string =>
  createHash('sha256')
    .update(JSON.stringify(coreOf(model)))
    .digest('hex')
    .slice(0, 16);

async function readText(file: string): Promise<string> {
  try {
    await refuseSpecial(file);
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new EyesError(`cannot read ${file}: ${reasonOf(error, 'there is no such file')}`, { cause: error });
  }
}

function parse(text: string, file: string): z.infer<typeof ClueModelFile> {
  const refused = `${file} is not the file of a clue model, which seance train makes of clues.csv`;
  let raw: unknown;
  try {
    raw = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new EyesError(`${refused}: it is no JSON, or cut short`, { cause: error });
  }
  const parsed = ClueModelFile.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
  throw new EyesError(`${refused}: ${where}${issueText(issue)}`);
}
