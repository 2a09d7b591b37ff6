import type { ClueFacts } from '../../embeddings/index.ts';
import type { ClueModel } from '../../engine/kernel/knowledge.ts';
import type { Estimate } from '../../sim/index.ts';
import { colours, drawTable, figureText, thousands } from '../screen.ts';
import type { ClueVerdict } from './clue-verdict.ts';

/** A training in words: what it learned from, what that is worth, and whether its chances can be taken at their word. */
export async function describeClues(model: ClueModel, facts: ClueFacts, verdict: ClueVerdict): Promise<string> {
  const { rows, epochs, backend, seed } = facts;
  const { heldOut, ahead } = verdict;
  const kind = model.units.length === 0 ? 'logistic regression' : `a net of ${model.units.length} hidden units`;
  const title =
    `${thousands(rows.train)} deliveries to learn from, ${thousands(rows.validation)} to choose by, ` +
    `${thousands(rows.heldOut)} held out (${thousands(verdict.games)} deals)` +
    (rows.leftOut === 0 ? '' : `, ${thousands(rows.leftOut)} that teach nothing left out`) +
    `; seed ${seed}, ${kind}, ${epochs} epochs, ${backend}`;
  const row = (name: string, { logLoss, brier, auc }: (typeof heldOut)['model']): readonly string[] => [
    name,
    text(logLoss),
    text(brier),
    text(auc, 3),
  ];
  const lead = (name: string, { logLoss, brier }: (typeof ahead)['ofBase']): readonly string[] => [
    name,
    text(negative(logLoss), 4, true),
    text(negative(brier), 4, true),
    '',
  ];
  const worth = await drawTable(
    ['on held-out deals', 'log-loss', 'Brier', 'AUC'],
    [
      row('base rate', heldOut.base),
      row(`${facts.plain} alone`, heldOut.plain),
      row('model', heldOut.model),
      lead('model less base rate', ahead.ofBase),
      lead(`model less ${facts.plain} alone`, ahead.ofPlain),
    ],
  );
  const calibration = await drawTable(
    ['chance told', 'rows', 'on average', 'right'],
    verdict.calibration.map(({ from, rows: count, told, right }) => [
      `${Math.round(from * 100)} to ${Math.round(from * 100 + 10)} %`,
      thousands(count),
      `${(told * 100).toFixed(1)} %`,
      figureText({ ...right, n: count }, true),
    ]),
  );
  return `${colours.bold(title)}\n${worth}\n${calibration}`;
}

const negative = ({ n, value, low, high }: Estimate): Estimate => ({ n, value: -value, low: -high, high: -low });

function text({ value, low, high }: Estimate, digits = 4, isDifference = false): string {
  if (Number.isNaN(value)) return '–';
  const shown = `${value.toFixed(digits)} ± ${Math.max(value - low, high - value).toFixed(digits)}`;
  return isDifference && !shown.startsWith('-') ? `+${shown}` : shown;
}
