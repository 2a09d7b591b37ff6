import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { CataloguedGame } from '../engine/kernel/catalog.ts';
import { issueText } from '../files/issue-text.ts';
import { codeOf, reasonOf } from '../files/reason.ts';
import { refuseSpecial } from '../files/refuse-special.ts';
import type { Casting } from '../sim/index.ts';
import { Failure, UsageError } from './errors.ts';

const plan = z.object({ agent: z.string().min(1), params: z.record(z.string(), z.unknown()) });
const casting = z.record(z.string(), plan);

/** A file that says who plays: `tuned.json` of a search, one written by hand, or the run.json of a run, whose line-up counts. */
const schema = z.union([
  z.object({ game: z.string(), casting }),
  z.object({ game: z.string(), lineups: z.object({ asked: casting }) }).transform(({ game, lineups }) => ({
    game,
    casting: lineups.asked,
  })),
]);

/**
 * Reads who plays from a file: a plan for each role that it names, checked.
 * @throws UsageError for a file that is not there or tells of another game, Failure for one that does not hold, ParamError for agents and
 * parameters that do not exist
 */
export async function readCastingFile(game: CataloguedGame, path: string): Promise<Partial<Casting>> {
  const text = await refuseSpecial(path)
    .then(() => readFile(path, 'utf8'))
    .catch((error: unknown) => {
      const why = reasonOf(error, 'there is no such file');
      throw codeOf(error) === 'ENOENT' ? new UsageError(`${path}: ${why}`) : new Failure(`${path}: ${why}`);
    });
  let data: unknown;
  let hasProto = false; // which the check of its form would leave out unseen
  try {
    data = JSON.parse(text, (key, value: unknown) => {
      hasProto ||= key === '__proto__';
      return value;
    });
  } catch {
    throw new Failure(`${path} is no JSON`);
  }
  if (hasProto) throw new Failure(`${path} does not say who plays: nobody, and nothing of theirs, is named __proto__`);
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const why = issue.code === 'invalid_union' ? 'it has no casting {role: {agent, params}}' : issueText(issue);
    throw new Failure(`${path} does not say who plays: ${why}`);
  }
  if (parsed.data.game !== game.id) throw new UsageError(`${path} is about ${parsed.data.game}, not ${game.id}`);
  for (const [role, seat] of Object.entries(parsed.data.casting)) game.check(role, seat);
  return parsed.data.casting;
}
