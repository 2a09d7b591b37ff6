import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSection } from '../../scripts/readme/sections.ts';
import { eyes, ladder, parameters, results } from '../../scripts/readme/tables.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = readFileSync(join(root, 'README.md'), 'utf8');

/** Every `62.1 ± 0.7 %` of a table, in order. */
const estimates = (table: string): readonly { readonly value: number; readonly error: number }[] =>
  [...table.matchAll(/([\d.]+) ± ([\d.]+) %/g)].map(([, value, reach]) => ({
    value: Number(value),
    error: Number(reach) / 1.96,
  }));

/** A table without the padding that prettier gives it. */
const plain = (table: string): string => table.replaceAll(/-{3,}/g, '---').replaceAll(/ {2,}/g, ' ');

/** Everything of a table but its numbers, and the number of games that made them. */
const frame = (table: string): string =>
  plain(table.replaceAll(/--games \d+/g, '--games N').replaceAll(/[\d.]+ ± [\d.]+ %/g, 'x'));

test('the two commands stand in the README', () => {
  expect(text).toContain('npm ci && npm start');
  expect(text).toContain('npm cit');
});

test('the program in the README compiles and runs', () => {
  const [, program] = /```ts\n([\s\S]*?)```/.exec(text) ?? [];
  // Inside the package, so that its own name leads to it.
  const folder = mkdtempSync(join(root, '.readme-'));
  try {
    const file = join(folder, 'program.ts');
    writeFileSync(file, program);
    const checks = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext'];
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...checks, '--ignoreConfig', file], {
      cwd: root,
    });
    const printed = execFileSync(process.execPath, ['--import', 'tsx', file], { encoding: 'utf8', cwd: root });
    expect(printed).toMatch(/^won [01]\nreached_final [01]\nrounds [3-7]\n/);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);

test('the tables of parameters are current', () => {
  expect(plain(readSection(text, 'parameters'))).toBe(plain(parameters()));
});

// Fewer games than the README's, of the same seeds: within four standard errors, the smaller sample's among them.
test.each([
  ['results', results],
  ['ladder', ladder],
  ['eyes', eyes],
] as const)(
  'the table of %s is what its command prints',
  (name, make) => {
    const written = readSection(text, name);
    const fresh = make(400);
    expect(frame(written)).toBe(frame(fresh));
    const now = estimates(fresh);
    estimates(written).forEach(({ value, error }, at) => {
      const spread = Math.hypot(error, Math.max(now[at].error, 0.25));
      expect(Math.abs(value - now[at].value)).toBeLessThan(4 * spread);
    });
  },
  120_000,
);
