import { digestOf, foldChecksums, hexOf, summaryColumns, summaryRows, toLines } from '../../sim/index.ts';
import { packageVersion } from '../about.ts';
import type { Pictures } from '../../api/pictures.ts';
import { byFigure, identityOf, placeOf } from '../run-document.ts';
import type { Timing } from '../run-document.ts';
import { nameOf } from './plan.ts';
import type { CrossPlan, Pair, Step } from './plan.ts';

const pairsOf = ({ matrices }: CrossPlan): readonly Pair[] => matrices.flatMap(({ pairs }) => pairs);

/** The checksum over every game, pair after pair. */
export const checksumOf = (plan: CrossPlan): string =>
  hexOf(foldChecksums(pairsOf(plan).map(({ tally }) => tally.checksum)));

/** What makes it the same cross-play, in 16 hex digits. */
export const crossplayIdentity = (plan: CrossPlan, pictures: Pictures): string =>
  digestOf({
    seance: packageVersion(),
    crossplay: pairsOf(plan).map((pair) => [
      nameOf(pair),
      identityOf(plan.game, pair.experiment, pair.casting, pictures),
    ]),
  });

/** All there is to say of a cross-play, as run.json holds it and --json prints it. Endless interval ends and missing values are null. */
export const documentOf = (plan: CrossPlan, pictures: Pictures, timing: Timing, interrupted: boolean): object => ({
  schema: 1,
  run: crossplayIdentity(plan, pictures),
  seance: packageVersion(),
  node: process.version,
  game: plan.game.id,
  version: plan.game.version,
  config: plan.config,
  rows: { role: plan.rowRole, entries: plan.rows },
  columns: plan.columnRole === undefined ? null : { role: plan.columnRole, entries: plan.columns },
  games: plan.games,
  seed: plan.seed,
  deck: pictures.deck ?? null,
  encoders: pictures.encoders,
  ...(pictures.clueModels && { clueModels: pictures.clueModels }),
  interrupted,
  checksum: checksumOf(plan),
  cells: plan.matrices.flatMap(({ cell, pairs, steps }) =>
    pairs.map((pair) => ({
      ...placeOf(plan, cell),
      ...namesOf(plan, pair),
      experiment: identityOf(plan.game, pair.experiment, pair.casting, pictures),
      games: pair.tally.games,
      asked: pair.experiment.games,
      checksum: hexOf(pair.tally.checksum),
      figures: byFigure(pair.tally.findings()),
      over: steps.filter((step) => step.pair === pair).map((step) => overOf(plan, step)),
    })),
  ),
  refused: plan.refused.map(({ cell, why }) => ({ ...placeOf(plan, cell), why })),
  timing,
});

/** Who plays, by role. */
const namesOf = ({ rowRole, columnRole }: CrossPlan, { row, column }: Pair): object => ({
  [rowRole]: row.label,
  ...(columnRole !== undefined && { [columnRole]: column?.label }),
});

const overOf = (plan: CrossPlan, { against, paired }: Step): object => ({
  ...namesOf(plan, against),
  deals: paired.deals,
  figures: byFigure(paired.differences()),
});

/** crossplay.csv: summary.csv with a row for each figure of each pair, and for each difference, which names the pair it is against. */
export function csvOf(plan: CrossPlan, pictures: Pictures): string {
  const { game } = plan;
  const deck = pictures.deck?.asked ?? '';
  const rows = plan.matrices.flatMap(({ pairs, steps }) =>
    pairs.flatMap((pair) => {
      const setting = { experiment: pair.experiment, casting: pair.casting, deck };
      return [
        ...summaryRows(game, nameOf(pair), setting, pair.tally).map((row) => [...row, '']),
        ...steps
          .filter((step) => step.pair === pair)
          .flatMap(({ paired, against }) =>
            summaryRows(game, nameOf(pair), setting, pair.tally, paired.differences()).map((row) => [
              ...row,
              nameOf(against),
            ]),
          ),
      ];
    }),
  );
  return toLines([[...summaryColumns(game), 'against'], ...rows]);
}
