import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('a thousand pictures of 2 megapixels are looked at in less than 600 MB', () => {
  const script = fileURLToPath(new URL('../../../scripts/bench/memory.ts', import.meta.url));
  const out = execFileSync(process.execPath, ['--import', 'tsx', script, '1000', '40'], { encoding: 'utf8' });
  const lines = [...out.matchAll(/^(\w+) (\d+) pictures of 2\.0 MP, (\d+) MB at most$/gm)];
  expect(lines.map(([, eyes, count]) => [eyes, count])).toEqual([
    ['palette', '1000'],
    ['bundled', '40'],
  ]);
  for (const [, , , most] of lines) expect(Number(most)).toBeLessThan(600);
}, 180_000);
