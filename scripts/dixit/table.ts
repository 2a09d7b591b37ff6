import type { Estimate } from '../../src/sim/index.ts';
import { reachOf } from '../../src/sim/index.ts';
import type { Line } from './measure.ts';

/** What writes the result and the table. */
export const COMMAND = 'npm run dixit -- DIXIT';

/** What was measured, and how. */
export interface Result {
  readonly command: string;
  readonly backend: string;
  readonly seed: number;
  readonly folds: number;
  readonly held: number;
  readonly learnFrom: number;
  readonly rounds: number;
  readonly associations: number;
  readonly lines: readonly Line[];
}

/** The table of docs/learning.md. */
export const resultTable = ({ lines }: Result): string =>
  [
    '| options | chance | raw cosine | centred cosine | co-play counts | learned head | head less cosine | head less counts |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines.map(({ options, raw, centred, coPlay, head, headLessRaw, headLessCoPlay }) =>
      [
        '',
        options,
        (1 / options).toFixed(3),
        ...[raw, centred, coPlay, head].map(textOf),
        ...[headLessRaw, headLessCoPlay].map((one) => (one.value < 0 ? textOf(one) : `+${textOf(one)}`)),
        '',
      ]
        .join(' | ')
        .trim(),
    ),
  ].join('\n');

const textOf = (estimate: Estimate): string => `${estimate.value.toFixed(3)} ± ${reachOf(estimate).toFixed(3)}`;
