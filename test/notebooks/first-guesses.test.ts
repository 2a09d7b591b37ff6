import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = (...args: readonly string[]): string =>
  execFileSync(process.execPath, args, { encoding: 'utf8', cwd: root });

test('the notebook on first guesses reads what simulate writes: a wider margin, a surer guess', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seance-'));
  try {
    const out = join(folder, 'run');
    run(
      'dist/cli/main.js',
      'simulate',
      'mysterium',
      '--players',
      '4',
      '--games',
      '200',
      '--out',
      out,
      '--clues',
      '--quiet',
    );
    const printed = run('--import', 'tsx', 'notebooks/first-guesses.ts', out);
    const rates = [...printed.matchAll(/ ([\d.]+) % \[/g)].map(([, rate]) => Number(rate));
    expect(rates).toHaveLength(12);
    expect(rates[0]).toBeLessThan(20);
    expect(rates[11]).toBeGreaterThan(90);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
