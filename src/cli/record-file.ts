import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { GameRecord } from '../engine/kernel/record.ts';
import { writeWhole } from '../files/write-whole.ts';
import { issueText } from '../files/issue-text.ts';
import { reasonOf } from '../files/reason.ts';
import type { Casting } from '../sim/index.ts';
import { packageVersion } from './about.ts';
import { Failure } from './errors.ts';
import type { Pictures } from '../api/pictures.ts';

/** A game as it was played, with who played it and on which pictures. */
const RecordFile = z.object({
  schema: z.literal(1),
  seance: z.string(),
  deck: z.string().nullable(),
  /** Of all that is in the deck; records of before have none. */
  deckHash: z.string().nullish(),
  /** Behind each pair of eyes; records of before have none. */
  encoders: z.record(z.string(), z.string()).nullish(),
  /** The hashes of the clue models that were gone by; left out where none were. */
  clueModels: z.record(z.string(), z.string()).optional(),
  casting: z.record(z.string(), z.object({ agent: z.string(), params: z.record(z.string(), z.unknown()) })),
  record: z.object({
    game: z.string(),
    version: z.int(),
    config: z.record(z.string(), z.unknown()),
    seed: z
      .int()
      .min(0)
      .max(2 ** 32 - 1),
    actions: z.array(z.int32()),
  }),
});
export type RecordFile = z.infer<typeof RecordFile>;

/** @throws Failure where the file cannot be written. */
export async function writeRecord(
  path: string,
  record: GameRecord,
  casting: Casting,
  { deck, encoders, clueModels }: Pictures,
): Promise<void> {
  const { asked = null, hash = null } = deck ?? {};
  const file: RecordFile = {
    schema: 1,
    seance: packageVersion(),
    deck: asked,
    deckHash: hash,
    encoders,
    ...(clueModels && { clueModels }),
    casting,
    record: { ...record, actions: [...record.actions] },
  };
  try {
    await writeWhole(path, `${JSON.stringify(file)}\n`);
  } catch (error) {
    throw new Failure(`cannot write ${path}: ${reasonOf(error)}`, { cause: error });
  }
}

/** @throws Failure where the file cannot be read or holds no record. */
export async function readRecord(path: string): Promise<RecordFile> {
  const parsed = RecordFile.safeParse(await readJson(path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const { path: at } = issue;
  throw new Failure(
    `${path} is not a record of a game: ${at.length === 0 ? '' : `${at.map(String).join('.')}: `}${issueText(issue)}`,
  );
}

/** What a file says of the pictures that were played with. */
export interface PictureNotes {
  readonly deck: { readonly hash: string } | null;
  readonly encoders: Readonly<Record<string, string>>;
  readonly clueModels?: Readonly<Record<string, string>> | undefined;
}

/** What is compared of the run.json beside a games.csv. */
const RunFile = z.object({
  deck: z.object({ hash: z.string() }).nullable(),
  encoders: z.record(z.string(), z.string()),
  clueModels: z.record(z.string(), z.string()).optional(),
});

/** The notes of a run; undefined where there are none that can be read. */
export async function readRunNotes(path: string): Promise<PictureNotes | undefined> {
  const raw = await readJson(path).catch(() => undefined);
  return RunFile.safeParse(raw).data;
}

async function readJson(path: string): Promise<unknown> {
  let text;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new Failure(`cannot read ${path}: ${reasonOf(error, 'there is no such file')}`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
