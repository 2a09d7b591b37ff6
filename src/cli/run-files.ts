import {
  RUN_FILES,
  detailColumns,
  detailLines,
  gameColumns,
  gameLines,
  summaryColumns,
  summaryLines,
  summaryRows,
  toLines,
} from '../sim/index.ts';
import type { Chunk, RunFolder, Setting, Sink } from '../sim/index.ts';
import type { Pictures } from '../api/pictures.ts';
import { drawCurve } from './learning-picture.ts';
import type { RunPlan, Trial } from './run-plan.ts';

/** The files of a run while it is played. */
export interface RunFiles {
  add(trial: Trial, chunk: Chunk): Promise<void>;
  /** Writes what is known only at the end, and gives all files their names. */
  finish(document: object): Promise<void>;
}

/** Starts the files of a run: games as they are played, the rest at the end. */
export async function beginFiles(plan: RunPlan, pictures: Pictures, folder: RunFolder): Promise<RunFiles> {
  const { game, trials } = plan;
  const settingOf = ({ experiment, lineup }: Trial): Setting => ({
    experiment,
    casting: lineup.casting,
    deck: pictures.deck?.asked ?? '',
  });
  const games: Sink = await folder.begin(RUN_FILES.games, toLines([gameColumns(game, plan.series > 1)]));
  const clues = plan.details ? await folder.begin(RUN_FILES.clues, toLines([detailColumns(game)])) : undefined;
  const isPrecise = plan.precision !== undefined;
  const summary = await folder.begin(
    RUN_FILES.summary,
    toLines([isPrecise ? [...summaryColumns(game), 'interval'] : summaryColumns(game)]),
  );
  const curve = plan.curve && (await folder.begin(RUN_FILES.curve, ''));
  const run = await folder.begin(RUN_FILES.run, '');
  let written = 0;
  return {
    async add(trial, chunk) {
      if (trial.lineup.name !== 'asked') return;
      await games.write(gameLines(game, settingOf(trial), chunk));
      await clues?.write(detailLines(game, trial.experiment, chunk, written - chunk.from));
      written += chunk.games;
    },
    async finish(document) {
      for (const trial of trials) {
        const about = [game, trial.rule?.name ?? trial.lineup.name, settingOf(trial), trial.tally] as const;
        // Whether an interval holds at all looks together, or at a number of games that was fixed beforehand.
        const kindOf = (at: number): string => (trial.closing && at === 0 ? 'sequence' : 'fixed');
        await summary.write(
          isPrecise ? toLines(summaryRows(...about).map((row, at) => [...row, kindOf(at)])) : summaryLines(...about),
        );
      }
      await curve?.write(drawCurve(plan));
      if (plan.parquet) {
        const { writeAsParquet } = await import('../results/parquet.ts');
        await folder.derive(RUN_FILES.games, RUN_FILES.gamesParquet, writeAsParquet);
        if (clues) await folder.derive(RUN_FILES.clues, RUN_FILES.cluesParquet, writeAsParquet);
      }
      await run.write(`${JSON.stringify(document, null, 2)}\n`);
      await folder.keep();
    },
  };
}
