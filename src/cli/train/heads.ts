import type { Head, Picks, Training } from '../../embeddings/index.ts';
import { warn } from '../errors.ts';
import { progressBars } from '../screen.ts';
import { didYouMean } from '../suggest.ts';
import { START, SPLIT, streamOf, withBar } from './lessons.ts';
import type { Lesson, LessonPlan, Product } from './lessons.ts';
import { describeTraining } from './report.ts';
import { openSource } from './source.ts';
import type { Source, SourcePlan } from './source.ts';
import { judge } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** A lesson in what people chose. */
export const headLesson = (file: string, from: SourcePlan, rank: number, plan: LessonPlan): Lesson => ({
  makes: 'head',
  recognise: async (out) => (await import('../../embeddings/index.ts')).readHead(out),
  learn: (signal) => learnHead(file, from, rank, plan, signal),
});

async function learnHead(
  file: string,
  from: SourcePlan,
  rank: number,
  plan: LessonPlan,
  signal: AbortSignal,
): Promise<Product> {
  const { USUAL_PLAN, openBackend, readPicks, splitPicks, trainHead, writeHead } =
    await import('../../embeddings/index.ts');
  const startBar = await progressBars({ quiet: plan.quiet });
  const source = await openSource(from, startBar, signal);
  const picks = await readPicks(file, source.encoded.ids, { didYouMean });
  if (picks.ignored.length > 0) warn(`${file}: nothing is known to do with the column ${picks.ignored.join(', ')}`);
  const split = splitPicks(picks, streamOf(plan.seed, SPLIT));
  const backend = await openBackend(plan.backend);
  const training = await withBar(startBar, plan.epochs, (onEpoch) =>
    trainHead({
      cards: source.cards,
      split,
      backend,
      random: streamOf(plan.seed, START),
      plan: { ...USUAL_PLAN, rank, epochs: plan.epochs },
      signal,
      onEpoch,
    }),
  );
  const verdict = judge(training.heldOut, split.heldOut);
  const rows = { train: split.train.length, validation: split.validation.length, heldOut: split.heldOut.length };
  const head = headOf(plan, source, picks, { training, verdict, rows, backend: backend.title });
  const { encoder, deck, dim, trained } = head;
  return {
    write: (out) => writeHead({ ...head, file: out }),
    document: { encoder, deck, dim, rank: head.rank, ...trained, chance: verdict.chance },
    describe: () => describeTraining(trained, verdict),
    use: from.from === 'deck' ? `--encoder ${plan.out} looks through it` : 'it is for these vectors',
    refusal: verdict.refusal,
  };
}

function headOf(
  { out = '', seed }: LessonPlan,
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
