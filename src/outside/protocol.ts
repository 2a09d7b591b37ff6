import { z } from 'zod';
import type { Choice, Ready } from '../engine/kernel/outside.ts';
import { OutsideError, PROTOCOL, shown } from '../engine/kernel/outside.ts';
import { issueText } from '../files/issue-text.ts';

/*
 * The messages as they travel: one JSON object a line, or a frame of a socket. docs/protocol/*.schema.json are made of what stands here.
 */

const Count = z.int().min(0);
const Bits = Count.max(2 ** 32 - 1);
const Plain = z.record(z.string(), z.unknown());
const View = z
  .looseObject({
    seat: Count,
    open: Plain.describe('what lies open on the table'),
    own: z.looseObject({ role: z.string() }).describe('what this seat alone sees'),
  })
  .describe('all that the seat knows; typed arrays are lists, and the config is left out');
const Picture = z.object({ id: z.string(), title: z.string(), file: z.string().describe('absolute') });
const Id = Count.describe('the number of the question; the answer repeats it');

/** What seance says. A program passes over types and fields that it does not know. */
export const TOLD = {
  hello: z
    .object({
      type: z.literal('hello'),
      id: Id,
      protocol: z.literal(PROTOCOL),
      game: z.string(),
      rules: z.int().describe("version of the game's rules"),
      role: z.string(),
      seat: Count,
      roles: z.array(z.string()).describe('the role of each seat'),
      config: Plain.describe("the game's config with all that is derived from it"),
      limit: z.number().describe('seconds that an answer may take'),
      eyes: z.string().nullable().describe('the eyes behind affinity; null where the role looks at nothing'),
      affinity: z
        .array(z.array(z.number()))
        .nullable()
        .describe('how strongly each vision (row) suggests each card (column), in standard deviations'),
      visions: z.array(Picture).describe("in the order of affinity's rows"),
      cards: z.array(Picture).describe("in the order of affinity's columns"),
    })
    .describe('The program sits down at a table. It answers with ready.'),
  reset: z
    .object({
      type: z.literal('reset'),
      seed: Bits.describe('for all that the program leaves to chance in this game'),
      group: Bits.describe('the same at every seat of the table'),
      again: z.boolean().describe('whether the same group goes on with a series of games'),
    })
    .describe('A game begins. There is no answer.'),
  choose: z
    .object({
      type: z.literal('choose'),
      id: Id,
      decision: z.int().min(1).describe('of this seat in this game'),
      view: View,
      legal: z.array(Plain).optional().describe('every legal move; left out where ready says "legal": false'),
    })
    .describe('A decision is due. The program answers with move.'),
  end: z
    .object({ type: z.literal('end'), view: View })
    .describe('The game is over; the view shows how. There is no answer.'),
} as const;

const ErrorAnswer = z
  .object({ type: z.literal('error'), message: z.string().min(1) })
  .describe('The program gives up: seance ends the run and says why. It may stand for any answer.');

/** What a program answers. */
export const ANSWERS = {
  ready: z
    .object({
      type: z.literal('ready'),
      id: Id,
      name: z.string().min(1).max(200),
      deterministic: z
        .boolean()
        .default(false)
        .describe('whether it plays the same wherever it was told the same since the last reset'),
      legal: z.boolean().default(true).describe('whether it wants the list of legal moves'),
    })
    .describe('The answer to hello.'),
  move: z
    .object({
      type: z.literal('move'),
      id: Id,
      move: Plain.optional().describe('a move, spelled as in legal'),
      choose: Count.optional().describe("a move's place in legal, counted from 0"),
    })
    .describe('The answer to choose: either move or choose is given.'),
  error: ErrorAnswer,
} as const;

/** Longest line that is read of a program, in characters. */
export const LONGEST = 1 << 20;

/** Lists and objects in an answer lie no deeper in one another than this. */
const DEEPEST = 16;

/**
 * Reads an answer to question `id`.
 * @throws OutsideError saying what is wrong with it
 */
export function readReady(line: string, id: number): Ready {
  return readAnswer(line, 'ready', ANSWERS.ready, id);
}

/** The same for the answer to a decision. */
export function readChoice(line: string, id: number): Choice {
  const { move, choose } = readAnswer(line, 'move', ANSWERS.move, id);
  if (move !== undefined && choose === undefined) return { move };
  if (choose !== undefined && move === undefined) return { choose };
  throw new OutsideError({ what: `answers ${shown(line)}, where either move or choose is due` });
}

function readAnswer<T extends { readonly id: number }>(
  line: string,
  type: string,
  schema: z.ZodType<T>,
  id: number,
): T {
  const said = parseJson(line);
  const kind = typeof said === 'object' && said !== null && 'type' in said ? said.type : undefined;
  const fault = ErrorAnswer.safeParse(said);
  if (fault.success) throw new OutsideError({ what: `gives up: ${shown(fault.data.message)}`, isRefusal: true });
  if (kind !== type) throw new OutsideError({ what: `answers ${shown(line)}, where a "${type}" is due` });
  const parsed = schema.safeParse(said);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new OutsideError({
      what: `answers ${shown(line)}: ${[issue.path.map(String).join('.'), issueText(issue)].join(' ').trim()}`,
    });
  }
  if (isDeeper(said, DEEPEST)) throw new OutsideError({ what: `answers ${shown(line)}, which is nested too deeply` });
  if (parsed.data.id !== id)
    throw new OutsideError({ what: `answers question ${parsed.data.id} where question ${id} was asked` });
  return parsed.data;
}

const isDeeper = (value: unknown, most: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some((held) => isDeeper(held, most - 1)));

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new OutsideError({
      what: `says ${shown(line)}, which is not JSON; stdout is for answers, stderr for the rest`,
    });
  }
}
