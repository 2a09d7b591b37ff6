export type { Fit, Measure, Reading } from './calibrate.ts';
export { fitFalling, logOddsOf, meanOf, oddsOf, placeOf, shareOf } from './calibrate.ts';
export type { Chunk, Job } from './chunk.ts';
export { runChunk } from './chunk.ts';
export { Closing } from './closing.ts';
export type { Executors, Match, MatchResult, Outcomes } from './compare.ts';
export { compareSequentially, resolutionParam } from './compare.ts';
export type { Setting } from './csv.ts';
export {
  detailColumns,
  detailLines,
  gameColumns,
  gameLines,
  summaryColumns,
  summaryLines,
  summaryRows,
  toLines,
} from './csv.ts';
export type { Executor, Played, Pool } from './executor.ts';
export { inlineExecutor, jobsOf, startPool, threadExecutor } from './executor.ts';
export type { Casting, Experiment, Means } from './experiment.ts';
export { digestOf, gameSeed, hashOf, lineupOf } from './experiment.ts';
export type { RunFile, Sink } from './folder.ts';
export { FolderError, JOURNAL, RUN_FILES, RunFolder } from './folder.ts';
export type { GamesRow } from './games-row.ts';
export { readGamesRow } from './games-row.ts';
export type { Cell, Cells, GridValue } from './grid.ts';
export { cellsOf, gridIndex, gridOf, gridValues } from './grid.ts';
export type { Entry } from './journal.ts';
export { Journal, JournalError } from './journal.ts';
export { journalExecutor, shardsExecutor } from './journal-executor.ts';
export { Paired } from './paired.ts';
export type { RateInterval } from './sequence.ts';
export { rateSequence } from './sequence.ts';
export type { Look, Verdict } from './sequential-test.ts';
export { SequentialTest } from './sequential-test.ts';
export { SeriesTally } from './series.ts';
export type { Estimate } from './stats.ts';
export { Moments, Ratio, Z, pairedDifference, reachOf, wilson } from './stats.ts';
export type { Finding } from './summary.ts';
export { Tally, foldChecksums, hexOf } from './summary.ts';
export type { Proposals } from './tune/earlier.ts';
export { EarlierGames } from './tune/earlier.ts';
export type { Lap, LapJournal } from './tune/field.ts';
export { lapKey } from './tune/field.ts';
export type { Objective } from './tune/objective.ts';
export { objectiveOf } from './tune/objective.ts';
export type { Knob, Setting as Tuning, Space } from './tune/space.ts';
export { castingWith, fullName, pointOf, settingAt, settingIn, spaceOf } from './tune/space.ts';
export type { Trial as TuneTrial } from './tune/trial.ts';
export { dealsOf, figureOf, gapOf, intervalOf } from './tune/trial.ts';
export type { Replay, TuneProgress, TuneResult, TuneTask } from './tune/tune.ts';
export { tune } from './tune/tune.ts';
