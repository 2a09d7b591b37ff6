import type { Finding } from '../../embeddings/models/check.ts';
import { colours, drawTable } from '../screen.ts';

const VERDICTS: Readonly<Record<Finding['verdict'], (text: string) => string>> = {
  ok: colours.green,
  odd: colours.yellow,
  failed: colours.red,
};

/** What was found out about a model, a line each. */
export const drawFindings = (findings: readonly Finding[]): Promise<string> =>
  drawTable(
    ['', 'looked at', 'found'],
    findings.map(({ what, found, verdict }) => [VERDICTS[verdict](verdict), what, found]),
  );
