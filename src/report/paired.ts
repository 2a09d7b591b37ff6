import { z } from 'zod';
import type { Figure } from '../engine/kernel/spec.ts';
import { named } from '../results/database.ts';
import type { Results } from '../results/open-results.ts';
import { Paired } from '../sim/index.ts';
import type { Estimate } from '../sim/index.ts';
import { gamesOf } from './evidence.ts';
import type { Run } from './run.ts';

const GapRow = z.object({
  ours: z.number(),
  ours_of: z.number(),
  theirs: z.number(),
  theirs_of: z.number(),
  times: z.number(),
});

/** So many pairs are handed on at a time. */
const BLOCK = 4096;

/**
 * How much more the headline is of one run than of another, over the deals that both have played: those of one seed at one table. `n` is
 * the number of such deals, or of series of them, and 0 where there are none.
 * @throws ResultsError
 */
export async function pairedOver(results: Results, ours: Run, theirs: Run): Promise<Estimate> {
  const { game } = ours;
  const none = { n: 0, value: Number.NaN, low: Number.NaN, high: Number.NaN };
  const series = ours.document.series;
  if (!ours.gamesFile || !theirs.gamesFile || series !== theirs.document.series) return none;
  const [headline] = game.figures;
  const per = headline.kind === 'ratio' ? named(headline.per) : '1';
  const value = named(headline.metric);
  const { rows, columns } = game.grid;
  const keys = [rows, ...(columns === undefined ? [] : [columns]), 'seed', ...(series > 1 ? ['game_of_series'] : [])];
  const found = await results.query(
    `select ours, ours_of, theirs, theirs_of, count(*) as times from (
       select sum(a.top)::double as ours, sum(a.bottom)::double as ours_of, sum(b.top)::double as theirs, sum(b.bottom)::double as theirs_of
       from (select *, ${value} as top, ${per} as bottom from ${gamesOf(ours).sql}) a
       join (select *, ${value} as top, ${per} as bottom from ${gamesOf(theirs).sql}) b using (${keys.map(named).join(', ')})
       where a.top is not null and a.bottom is not null and b.top is not null and b.bottom is not null
       group by a.unit) group by all order by all`,
    GapRow,
  );
  if (found.length === 0) return none;
  const isRate = headline.kind === 'rate' && series === 1;
  const figure: Figure = isRate
    ? { kind: 'rate', name: headline.name, doc: headline.doc, metric: 'top' }
    : { kind: 'ratio', name: headline.name, doc: headline.doc, metric: 'top', per: 'bottom' };
  const paired = new Paired({
    metrics: [
      { name: 'top', doc: 'numerator' },
      { name: 'bottom', doc: 'denominator' },
    ],
    figures: [figure],
  });
  for (const row of found) {
    for (let left = row.times; left > 0; left -= BLOCK) {
      const some = Math.min(BLOCK, left);
      paired.add('ours', repeated(row.ours, row.ours_of, some));
      paired.add('theirs', repeated(row.theirs, row.theirs_of, some));
    }
  }
  return paired.differences()[0];
}

const repeated = (top: number, bottom: number, times: number): Float64Array =>
  Float64Array.from({ length: 2 * times }, (_, at) => (at % 2 === 0 ? top : bottom));
