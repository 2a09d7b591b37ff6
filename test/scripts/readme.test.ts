import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ceilings } from '../../scripts/readme/ceilings.ts';
import { ladder } from '../../scripts/readme/ladder.ts';
import { readSection } from '../../scripts/readme/sections.ts';
import { eyes, parameters, results } from '../../scripts/readme/tables.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = readFileSync(join(root, 'README.md'), 'utf8');

interface Written {
  readonly value: number;
  readonly reach: number;
  readonly error: number;
}

/** Every `62.1 ± 0.7 %` and `−0.3 ± 1.2` of a text, in order. */
const estimates = (text: string): readonly Written[] =>
  [...text.matchAll(/([+−]?[\d.]+) ± ([\d.]+)/g)].map(([, value, reach]) => ({
    value: Number(value.replace('−', '-')),
    reach: Number(reach),
    error: Number(reach) / 1.96,
  }));

/** Fewer games than the README's, of the same seeds: within four standard errors, the smaller sample's among them. */
function expectNear(written: readonly Written[], fresh: readonly Written[]): void {
  expect(written).toHaveLength(fresh.length);
  written.forEach(({ value, error }, at) => {
    const spread = Math.hypot(error, Math.max(fresh[at].error, 0.25));
    expect(Math.abs(value - fresh[at].value)).toBeLessThan(4 * spread);
  });
}

/** A table without the padding that prettier gives it. */
const plain = (table: string): string => table.replaceAll(/-{3,}/g, '---').replaceAll(/ {2,}/g, ' ');

/** Everything of a table but its numbers, and the number of games that made them. */
const frame = (table: string): string =>
  plain(table.replaceAll(/--games \d+/g, '--games N').replaceAll(/[+−]?[\d.]+ ± [\d.]+/g, 'x'));

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

test.each([
  ['results', results],
  ['eyes', eyes],
] as const)(
  'the table of %s is what its command prints',
  (name, make) => {
    const written = readSection(text, name);
    const fresh = make(400);
    expect(frame(written)).toBe(frame(fresh));
    expectNear(estimates(written), estimates(fresh));
  },
  120_000,
);

test('how far the bots come is what its command prints, and better eyes would help', () => {
  const written = readSection(readFileSync(join(root, 'docs/bots.md'), 'utf8'), 'ceilings');
  const fresh = ceilings(300);
  expect(frame(written)).toBe(frame(fresh));
  expectNear(estimates(written), estimates(fresh));
  const won = (written.match(/^\|.* ± .*$/gm) ?? []).map((row) => estimates(row)[0]);
  expect(won.length).toBeGreaterThan(3);
  for (let i = 1; i < won.length; i++)
    expect(won[i].value - won[i - 1].value).toBeGreaterThan(won[i].reach + won[i - 1].reach);
}, 60_000);

describe('the ladder', () => {
  const written = readSection(text, 'ladder');
  const [steps, rates] = written.split('<details>');

  test('has the rungs, the cells and the commands of today, and win rates that fewer games bear out', async () => {
    const fresh = await ladder(60);
    expect(frame(written)).toBe(frame(fresh));
    expectNear(estimates(rates), estimates(fresh.split('<details>')[1]));
  }, 180_000);

  test('was played over 20,000 deals a cell', () => {
    const commands = written.match(/^seance .*$/gm) ?? [];
    expect(commands.length).toBeGreaterThan(2);
    for (const command of commands) expect(command).toMatch(/ --games 20000 --seed 1$/);
  });

  test('holds: the interval of every step lies above 0', () => {
    const rows = steps.match(/^\| *\d.*$/gm) ?? [];
    const low = rows.flatMap((row) =>
      estimates(row)
        .filter(({ value, reach }) => value - reach <= 0)
        .map(() => row),
    );
    expect(rows.length).toBeGreaterThan(3 * 12);
    expect(low).toEqual([]);
  });

  test('stands between its bounds: a code wins nearly always, and unrelated eyes guess at chance', () => {
    const [, bounds] = rates.split('Those who speak in a code');
    const rows = bounds.match(/^\| *\d.*$/gm) ?? [];
    expect(rows).toHaveLength(12);
    for (const row of rows) {
      const [code, guess] = estimates(row);
      const chance = Number(/([\d.]+) *\|$/.exec(row)?.[1]);
      expect(code.value, `in ${row}`).toBeGreaterThan(90);
      expect(Math.abs(guess.value - chance), `in ${row}`).toBeLessThan(2 * guess.reach);
    }
  });
});
