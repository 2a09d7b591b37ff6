import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Knowledge } from '../engine/kernel/knowledge.ts';
import { issueText } from '../files/issue-text.ts';
import type { Journal } from '../sim/index.ts';
import { packageVersion } from './about.ts';
import { Failure } from './errors.ts';
import { eyesOfAll } from '../api/pictures.ts';
import type { Pictures } from '../api/pictures.ts';
import { runIdentity } from './run-document.ts';
import type { RunPlan, Shard } from './run-plan.ts';

const text = z.string().max(1 << 16);

/** What a journal says at its beginning of the run that it keeps: all it takes to go on with it, and to see that it is the same. */
const schema = z.object({
  schema: z.literal(1),
  /** The options of the command, as words, but for those that say where and how fast it is played. */
  words: z.array(text),
  /** The folder in which the command was given: files in its words are meant from there. */
  cwd: text,
  run: text,
  seance: text,
  game: text,
  version: z.number(),
  deck: z.object({ asked: text, hash: text }).nullable(),
  encoders: z.record(text, text),
  /** The hash of the affinities that its eyes see: another machine may see the same pictures a little differently. */
  affinity: text,
  shard: z.object({ index: z.number(), of: z.number() }).nullable(),
});
export type RunHead = z.infer<typeof schema>;

/** What a plan's journal begins with. */
export const headOf = (plan: RunPlan, pictures: Pictures, words: readonly string[]): RunHead => ({
  schema: 1,
  words: [...words],
  cwd: process.cwd(),
  run: runIdentity(plan, pictures),
  seance: packageVersion(),
  game: plan.game.id,
  version: plan.game.version,
  deck: pictures.deck ? { asked: pictures.deck.asked, hash: pictures.deck.hash } : null,
  encoders: { ...pictures.encoders },
  affinity: hashOfAffinities(
    pictures.knowledge,
    eyesOfAll(
      plan.game,
      plan.lineups.map(({ casting }) => casting),
    ),
  ),
  shard: plan.shard ?? null,
});

/** @throws Failure where a journal begins with something else */
export function readHead({ path, run }: Journal): RunHead {
  const read = schema.safeParse(run);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Failure(`${path} does not say of which run it is: ${issue.path.join('.')} ${issueText(issue)}`);
}

/** Why what one has played cannot be a part of the other; undefined where it can. */
export function differenceOf(theirs: RunHead, ours: RunHead): string | undefined {
  const whole = (name: keyof RunHead): boolean => JSON.stringify(theirs[name]) === JSON.stringify(ours[name]);
  if (!whole('seance')) return `seance ${theirs.seance} played it, and this is ${ours.seance}`;
  if (!whole('game')) return `${theirs.game} was played, not ${ours.game}`;
  if (!whole('version'))
    return `it was played under version ${theirs.version} of the rules, and this is version ${ours.version}`;
  if (!whole('deck')) return `its deck is ${deckName(theirs)}, and not ${deckName(ours)}`;
  if (theirs.shard?.of !== ours.shard?.of || theirs.shard?.index !== ours.shard?.index)
    return `it is ${shardName(theirs.shard)}, and not ${shardName(ours.shard)}`;
  for (const [eyes, encoder] of Object.entries(ours.encoders)) {
    const other = theirs.encoders[eyes];
    if (other !== undefined && other !== encoder) return `the ${eyes} eyes were ${other}, and are ${encoder}`;
  }
  if (!whole('run')) return `it is another run (${changedWord(theirs, ours)})`;
  if (!whole('affinity'))
    return 'the same eyes saw the same pictures a little differently there, as other machines may';
  return undefined;
}

const deckName = ({ deck }: RunHead): string => (deck ? `${deck.asked} (${deck.hash.slice(0, 12)})` : 'of no pictures');

export const shardName = (shard: Shard | null | undefined): string =>
  shard ? `shard ${shard.index} of ${shard.of}` : 'a whole run';

/** The first word by which two commands differ; without one, it is what their files hold. */
function changedWord(theirs: RunHead, ours: RunHead): string {
  const [mine, other] = [ours.words, theirs.words];
  const added = other.find((word) => !mine.includes(word));
  const missing = mine.find((word) => !other.includes(word));
  if (added === undefined && missing === undefined) return 'of the same command, with other files or defaults';
  return added === undefined ? `without ${missing}` : `with ${added}`;
}

function hashOfAffinities({ affinity }: Knowledge, used: readonly string[]): string {
  const hash = createHash('sha256');
  for (const eyes of used.toSorted()) {
    const held = affinity[eyes];
    if (!held) continue;
    hash.update(JSON.stringify([eyes, held.rows, held.columns]));
    hash.update(new Uint8Array(held.cells.buffer, held.cells.byteOffset, held.cells.byteLength));
  }
  return hash.digest('hex').slice(0, 16);
}
