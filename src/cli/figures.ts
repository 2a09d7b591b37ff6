import type { Figure } from '../engine/kernel/spec.ts';
import type { Estimate, Finding } from '../sim/index.ts';

/** Whether a figure is a share, which is shown in per cent. */
export const isShare = ({ kind }: Figure): boolean => kind !== 'mean';

/** The figure of that name among `findings`, which must have it. */
export function findingOf(findings: readonly Finding[], name: string): Estimate {
  const found = findings.find(({ figure }) => figure === name);
  if (!found) throw new TypeError(`no figure named ${name}`);
  return found;
}
