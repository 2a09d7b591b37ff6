import type { TrainingFacts } from '../../embeddings/index.ts';
import type { Estimate } from '../../sim/index.ts';
import { colours, drawTable, figureText, thousands } from '../screen.ts';
import type { Standing, Verdict } from './verdict.ts';

/** A training in words: what it learned from, and a table of what that is worth. */
export async function describeTraining(
  { rows, spread, epochs, backend, seed }: TrainingFacts,
  { chance, heldOut, ahead, groups }: Verdict,
): Promise<string> {
  const title =
    `${thousands(rows.train)} rows to learn from, ${thousands(rows.validation)} to choose by, ` +
    `${thousands(rows.heldOut)} held out (${thousands(groups)} groups); ` +
    `seed ${seed}, spread ${spread}, ${epochs} epochs, ${backend}`;
  const row = (name: string, { logLoss, accuracy }: Standing): readonly string[] => [
    name,
    lossText(logLoss),
    figureText(accuracy, true),
  ];
  const lead = (name: string, { logLoss, accuracy }: Standing): readonly string[] => [
    name,
    lossText({ ...logLoss, value: -logLoss.value, low: -logLoss.high, high: -logLoss.low }, true),
    signed(figureText(accuracy, true)),
  ];
  const table = await drawTable(
    ['on held-out rows', 'log-loss', 'accuracy'],
    [
      ['chance', chance.logLoss.toFixed(4), `${(chance.accuracy * 100).toFixed(1)} %`],
      row('raw cosine', heldOut.raw),
      row('centred cosine', heldOut.centred),
      row('learned head', heldOut.head),
      lead('head less raw cosine', ahead.ofRaw),
      lead('head less centred cosine', ahead.ofCentred),
    ],
  );
  return `${colours.bold(title)}\n${table}`;
}

/** Log-losses of many options differ in the third decimal. */
function lossText(estimate: Estimate, isDifference = false): string {
  const { value, low, high } = estimate;
  const text = `${value.toFixed(4)} ± ${Math.max(value - low, high - value).toFixed(4)}`;
  return isDifference ? signed(text) : text;
}

const signed = (text: string): string => (/^[-–]/.test(text) ? text : `+${text}`);
