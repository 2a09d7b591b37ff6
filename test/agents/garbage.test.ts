import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const bench = fileURLToPath(new URL('../../scripts/bench/bench.ts', import.meta.url));

// In a process of its own, on the built package: vitest makes garbage too.
test('the hot loop allocates nothing: at most 5 garbage collections in 50,000 games', () => {
  const printed = execFileSync(process.execPath, ['--import', 'tsx', bench, 'garbage'], { encoding: 'utf8' });
  const counts = [...printed.matchAll(/(\d+) garbage collections/g)].map(([, count]) => Number(count));
  expect(counts).toHaveLength(3);
  expect(Math.max(...counts)).toBeLessThanOrEqual(5);
}, 60_000);
